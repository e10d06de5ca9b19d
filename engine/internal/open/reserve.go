package open

import (
	"math"
	"math/bits"
	"unsafe"
)

// reserve holds nodes whose potential is below a bar that the greatest potential
// reaches. They cannot be selected before that falls or B rises, and most of a
// search's nodes never are: they cost a push on a queue and no more.
//
// A node is due, and reaches the bar, as soon as B is f + bar·h. Nodes of about the same h are
// in a column, in the order of that sum for a bar of the column's own. For another bar the
// sums differ by about the same, since the h are about the same; when the bar has become
// another by a quarter, the column takes it over. So a column only says before when none of
// its nodes is due. Those that may be due by that, but are not, are apart from the columns.
type reserve struct {
	columns []*column // nil as long as a column has had no node
	pool    pool      // of all columns
	used    bitset    // columns that are not empty
	dues    []Cost    // by column: none of its nodes is due before; never if it is empty
	next    Cost      // no more than the least of them
	apart   apart
	bar     ratio // noBar at first
	at      slope // the bar
}

type column struct {
	queue // the key is f + bar·h, the value is h
	bar   slope
	by    Cost // its nodes are due at least so much later than at their keys
	moved int  // nodes that came or went since it took its bar over
}

// never is a B that is not reached.
const never = math.MaxInt64

// A ratio is slack/h, a potential.
type ratio struct{ slack, h Cost }

// below reports whether x < y. The potential at h = 0 is infinite if the slack is not 0.
func (x ratio) below(y ratio) bool {
	xh, xl := bits.Mul64(uint64(x.slack), uint64(y.h))
	yh, yl := bits.Mul64(uint64(y.slack), uint64(x.h))
	return xh < yh || xh == yh && xl < yl
}

// raise makes x the greater one of x and y.
func (x *ratio) raise(y ratio) {
	if *x == noBar || x.below(y) {
		*x = y
	}
}

// lowered is a bar below x by 2^-step of it, or a little more. The slack of x is not 0, or x is noBar.
func (x ratio) lowered(step uint) ratio {
	return ratio{x.slack - min(x.slack, max(1, x.slack>>step)), x.h}
}

// noBar is a bar that every node reaches.
var noBar ratio

// A slope is a ratio to 32 bits, rounded down: num/2^shift.
type slope struct {
	num   uint64
	shift uint
}

// slope is x as a slope. Its h is not 0.
func (x ratio) slope() slope {
	a, b := bits.LeadingZeros64(uint64(x.slack)), bits.LeadingZeros64(uint64(x.h))
	slack := uint64(x.slack) << a
	num, _ := bits.Div64(slack>>32, slack<<32, uint64(x.h)<<b)
	shift := 32 + a - b
	return slope{num << max(0, -shift), uint(max(0, shift))}
}

// of is the slack that reaches a slope at h, rounded down.
func (s slope) of(h Cost) Cost {
	hi, lo := bits.Mul64(s.num, uint64(h))
	if hi>>s.shift != 0 {
		return math.MaxInt64
	}
	lo = hi<<(64-s.shift) | hi>>(s.shift-64) | lo>>s.shift // a shift by 64 or more leaves 0
	return Cost(min(lo, math.MaxInt64))
}

// significant is the number of bits of h, below the highest, by which columns differ.
const significant = 5

// columnOf is the number of the column of an h.
func columnOf(h Cost) int {
	e := max(bits.Len64(uint64(h))-1-significant, 0)
	return e<<significant + int(h>>e)
}

// leastOf is the least h of a column.
func leastOf(column int) Cost {
	e := max(column>>significant-1, 0)
	return Cost(column-e<<significant) << e
}

// due is the B at which a node reaches the bar, rounded down.
func (r *reserve) due(f, h Cost) Cost {
	return Cost(min(uint64(f)+uint64(r.at.of(h)), never))
}

// set moves the bar; release is to follow where it is lowered.
func (r *reserve) set(bar ratio) {
	r.apart.raised = r.apart.raised || r.bar.below(bar)
	if r.bar = bar; bar == noBar {
		return
	}
	r.at = bar.slope()
	for i := range r.apart.Items {
		e := &r.apart.Items[i]
		e.key = uint64(r.due(e.f, e.h))
	}
	r.apart.horizon = 0
	r.next = never
	for x := range r.used.all() {
		r.columns[x].by = r.columns[x].shift(x, r.at)
		r.dueOf(x)
	}
}

// dueOf notes when the first node of a column is due.
func (r *reserve) dueOf(x int) {
	c := r.columns[x]
	if !c.front() {
		r.used.clear(x)
		r.dues[x] = never
		return
	}
	r.dues[x] = c.due(c.near.Items[0].key)
	r.next = min(r.next, r.dues[x])
}

// due is the B before which a node with a key is not due.
func (c *column) due(key Cost) Cost { return min(key, never-1-max(0, c.by)) + c.by }

// hold takes a node that is not due where B is below ceiling.
func (r *reserve) hold(ceiling, f, h Cost, id uint32) {
	x := columnOf(h)
	for len(r.columns) <= x {
		r.columns = append(r.columns, nil)
		r.dues = append(r.dues, never)
	}
	c := r.columns[x]
	if c == nil {
		c = &column{queue: queue{pool: &r.pool}}
		r.columns[x] = c
	}
	if c.n == 0 {
		c.bar = r.at
		c.by = c.shift(x, r.at)
	}
	slack := c.bar.of(h)
	if slack > never>>1-f || c.due(f+slack) <= ceiling {
		r.setApart(f, h, id)
		return
	}
	c.push(entry{f + slack, h, id})
	c.moved++
	if c.n == 1 {
		r.used.set(x)
		c.front()
	}
	r.dues[x] = min(r.dues[x], c.due(f+slack))
	r.next = min(r.next, r.dues[x])
}

func (r *reserve) setApart(f, h Cost, id uint32) {
	r.apart.push(contender{uint64(r.due(f, h)), f, h, id})
}

// greatest is the greatest potential of those apart and of the first nodes of the columns
// where B is ceiling, noBar if there are none. Hardly any other node has a greater one. What
// comes after about so many of those apart, less a trifle, is some.
func (r *reserve) greatest(ceiling Cost, after int) (most, some ratio) {
	for x := range r.used.all() {
		c := r.columns[x]
		e := &c.near.Items[0]
		most.raise(ratio{ceiling - c.f(*e), e.value})
	}
	for i := range r.apart.Items {
		e := &r.apart.Items[i]
		p := ratio{ceiling - e.f, e.h}
		most.raise(p)
		if i%after == after/2 { // the best of a sample
			some.raise(p)
		}
	}
	const trifle = 40
	return most, some.lowered(trifle)
}

// release hands over the nodes that are due where B is below ceiling.
func (r *reserve) release(ceiling Cost, to func(f, h Cost, id uint32)) {
	if r.bar == noBar {
		ceiling = never
	}
	for e := range r.apart.due(uint64(ceiling)) {
		to(e.f, e.h, e.id)
	}
	if r.apart.raised && len(r.apart.Items) > 2*r.apart.settled {
		r.settle(ceiling)
	}
	if r.next > ceiling {
		return
	}
	r.next = never
	for x, due := range r.dues {
		if due <= ceiling && due < never {
			r.releaseOf(x, ceiling, to)
		}
		r.next = min(r.next, r.dues[x])
	}
}

// settle puts those apart into the columns, but for those that belong apart.
func (r *reserve) settle(ceiling Cost) {
	all := r.apart.Items
	r.apart.clear()
	for _, e := range all {
		r.hold(ceiling, e.f, e.h, e.id)
	}
	r.apart.settled = len(r.apart.Items)
}

// releaseOf hands over the nodes of a column that are due, and sets apart those that may be.
func (r *reserve) releaseOf(x int, ceiling Cost, to func(f, h Cost, id uint32)) {
	c := r.columns[x]
	if r.bar != noBar && c.outdated(x, r.at) {
		c.renew(func(e entry) Cost { return c.f(e) + r.at.of(e.value) })
		c.bar, c.moved = r.at, 0
		c.by = c.shift(x, r.at)
		r.dueOf(x)
	}
	for r.dues[x] <= ceiling && r.dues[x] < never {
		e := c.drop()
		c.moved++
		if f := c.f(e); r.due(f, e.value) <= ceiling {
			to(f, e.value, e.id)
		} else {
			r.setApart(f, e.value, e.id)
		}
		r.dueOf(x)
	}
}

// f is that of an entry.
func (c *column) f(e entry) Cost { return e.key - c.bar.of(e.value) }

// outdated reports whether a bar is to be taken over: it differs by a quarter, and it is
// lower, or as many nodes have come or gone as there are. So a bar that swings costs each
// of them a few steps, not the column at each swing.
func (c *column) outdated(x int, bar slope) bool {
	now, own := bar.of(leastOf(x)), c.bar.of(leastOf(x))
	return now < own-own/4 || own < now-now/4 && now < math.MaxInt64/4 && c.moved >= c.n
}

// shift is by how much at least the sums of column x are greater for a bar than the keys.
func (c *column) shift(x int, bar slope) Cost {
	const rounding = 2 // the four roundings down
	least, most := leastOf(x), leastOf(x+1)-1
	if d := bar.of(least) - c.bar.of(least); d >= 0 {
		return d - rounding
	}
	return bar.of(most) - c.bar.of(most) - rounding
}

// keep drops the nodes that fail a test.
func (r *reserve) keep(ok func(f, h Cost, id uint32) bool) {
	for x := range r.used.all() {
		c := r.columns[x]
		c.keep(nil, func(e entry) bool { return ok(c.f(e), e.value, e.id) })
		r.dueOf(x)
	}
	r.apart.Items = kept(nil, r.apart.Items, contender.node, func(e contender) bool { return ok(e.f, e.h, e.id) })
	r.apart.horizon = 0
}

func (r *reserve) bytes() int64 {
	bytes := r.apart.Bytes() + r.pool.blocks.Bytes()
	for _, c := range r.columns {
		if c != nil {
			bytes += c.near.Bytes() + int64(unsafe.Sizeof(*c))
		}
	}
	return bytes
}

func (r *reserve) free() {
	r.apart.Free()
	r.pool.blocks.Free()
	for _, c := range r.columns {
		if c != nil {
			c.near.Free()
		}
	}
}
