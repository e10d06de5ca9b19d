package open

import (
	"math"
	"math/bits"
)

// reserve holds nodes whose slack is below a bar that the greatest slack reaches. They cannot be
// selected before that falls or x rises, and most of a search's nodes never are: they cost a push
// on a lazy heap and no more.
//
// A node is due, and reaches the bar, as soon as x is f + bar·b. Nodes of about the same b are in
// a column, in the order of that sum for a bar of the column's own. For another bar the sums
// differ by about the same, since the b are about the same; when the bar has become another by a
// quarter, the column takes it over. With one column for all b, or columns by f alone, PDPS on
// tiles with inverse costs takes 2.2 times as long. So a column only says before when none of its
// nodes is due. Those that may be due by that, but are not, are apart from the columns.
type reserve struct {
	columns []*reserved // nil as long as a column has had no node
	pool    pool        // of all columns
	used    bitset      // columns that are not empty
	dues    []Cost      // by column: none of its nodes is due before; never if it is empty
	next    Cost        // no more than the least of them
	bar     ratio       // noBar at first
	at      slope       // the bar

	apart contenders // the key is when a node is due
}

type reserved struct {
	lazy  // the key is f + bar·b, the value is b
	bar   slope
	by    Cost // its nodes are due at least so much later than at their keys
	moved int  // nodes that came or went since it took its bar over
}

// never is an x that is not reached.
const never = math.MaxInt64

// A ratio is slack/b.
type ratio struct{ slack, b Cost }

// below reports whether x < y. That for b = 0 is infinite if the slack is not 0.
func (x ratio) below(y ratio) bool {
	xh, xl := bits.Mul64(uint64(x.slack), uint64(y.b))
	yh, yl := bits.Mul64(uint64(y.slack), uint64(x.b))
	return xh < yh || xh == yh && xl < yl
}

// raise makes x the greater one of x and y, which may have a negative slack.
func (x *ratio) raise(y ratio) {
	if y.slack >= 0 && (*x == noBar || x.below(y)) {
		*x = y
	}
}

// lowered is a bar below x by 2^-step of it, or a little more. The slack of x is not 0, or x is noBar.
func (x ratio) lowered(step uint) ratio {
	return ratio{x.slack - min(x.slack, max(1, x.slack>>step)), x.b}
}

// noBar is a bar that every node reaches.
var noBar ratio

// A slope is a ratio to 32 bits, rounded down: num/2^shift.
type slope struct {
	num   uint64
	shift uint
}

// slope is x as a slope. Its b is not 0.
func (x ratio) slope() slope {
	m, n := bits.LeadingZeros64(uint64(x.slack)), bits.LeadingZeros64(uint64(x.b))
	slack := uint64(x.slack) << m
	num, _ := bits.Div64(slack>>32, slack<<32, uint64(x.b)<<n)
	shift := 32 + m - n
	return slope{num << max(0, -shift), uint(max(0, shift))}
}

// of is the slack that reaches a slope at b, rounded down.
func (s slope) of(b Cost) Cost {
	hi, lo := bits.Mul64(s.num, uint64(b))
	if hi>>s.shift != 0 {
		return math.MaxInt64
	}
	lo = hi<<(64-s.shift) | hi>>(s.shift-64) | lo>>s.shift // a shift by 64 or more leaves 0
	return Cost(min(lo, math.MaxInt64))
}

// significant is the number of bits of b, below the highest, by which columns differ.
const significant = 5

// columnOf is the number of the column of a b.
func columnOf(b Cost) int {
	e := max(bits.Len64(uint64(b))-1-significant, 0)
	return e<<significant + int(b>>e)
}

// leastOf is the least b of a column.
func leastOf(column int) Cost {
	e := max(column>>significant-1, 0)
	return Cost(column-e<<significant) << e
}

// due is the x at which a node reaches the bar, rounded down.
func (r *reserve) due(f, b Cost) uint64 { return min(uint64(f)+uint64(r.at.of(b)), never) }

// reaches reports whether a node is due where x is below ceiling.
func (r *reserve) reaches(ceiling, f, b Cost) bool {
	return r.bar == noBar || r.due(f, b) <= uint64(ceiling)
}

// set moves the bar; release is to follow where it is lowered.
func (r *reserve) set(bar ratio) {
	if r.bar = bar; bar == noBar {
		return
	}
	r.at = bar.slope()
	for i := range r.apart.Items {
		e := &r.apart.Items[i]
		e.key = r.due(e.f, e.b)
	}
	r.apart.order()
	r.next = never
	for i := range r.used.all() {
		r.columns[i].by = r.columns[i].shift(i, r.at)
		r.dueOf(i)
	}
}

// dueOf notes when the first node of a column is due.
func (r *reserve) dueOf(i int) {
	c := r.columns[i]
	if !c.front() {
		r.used.clear(i)
		r.dues[i] = never
		return
	}
	r.dues[i] = c.due(c.near.Items[0].key)
	r.next = min(r.next, r.dues[i])
}

// due is the x before which a node with a key is not due.
func (c *reserved) due(key Cost) Cost { return min(key, never-1-max(0, c.by)) + c.by }

// hold takes a node that is not due where x is below ceiling.
func (r *reserve) hold(ceiling, f, b Cost, id uint32) {
	i := columnOf(b)
	for len(r.columns) <= i {
		r.columns = append(r.columns, nil)
		r.dues = append(r.dues, never)
	}
	c := r.columns[i]
	if c == nil {
		c = &reserved{lazy: lazy{pool: &r.pool}}
		r.columns[i] = c
	}
	if c.n == 0 {
		c.take(i, r.at)
	}
	slack := c.bar.of(b)
	if slack > never>>1-f || c.due(f+slack) <= ceiling {
		r.apart.push(contender{r.due(f, b), f, b, id})
		return
	}
	c.push(entry{f + slack, b, id})
	c.moved++
	if c.n == 1 {
		r.used.set(i)
		c.front()
	}
	r.dues[i] = min(r.dues[i], c.due(f+slack))
	r.next = min(r.next, r.dues[i])
}

// greatest is the greatest slack of those apart and of the first nodes of the columns where x is
// ceiling, noBar if there are none with f below that. Hardly any other node has a greater one.
func (r *reserve) greatest(ceiling Cost) (most ratio) {
	for i := range r.used.all() {
		c := r.columns[i]
		e := &c.near.Items[0]
		most.raise(ratio{ceiling - c.f(*e), e.value})
	}
	for i := range r.apart.Items {
		e := &r.apart.Items[i]
		most.raise(ratio{ceiling - e.f, e.b})
	}
	return most
}

// release hands over the nodes that are due where x is below ceiling.
func (r *reserve) release(ceiling Cost, to func(f, b Cost, id uint32)) {
	if r.bar == noBar {
		ceiling = never
	}
	for len(r.apart.Items) > 0 && r.apart.Items[0].key <= uint64(ceiling) {
		e := r.apart.pop()
		to(e.f, e.b, e.id)
	}
	if r.next > ceiling {
		return
	}
	r.next = never
	for i := range r.used.all() {
		if r.dues[i] <= ceiling {
			r.releaseOf(i, ceiling, to)
		}
		r.next = min(r.next, r.dues[i])
	}
}

// releaseOf hands over the nodes of a column that are due, and sets apart those that may be.
func (r *reserve) releaseOf(i int, ceiling Cost, to func(f, b Cost, id uint32)) {
	c := r.columns[i]
	if r.bar != noBar && c.outdated(i, r.at) {
		c.renew(nil, func(e *entry) bool {
			e.key = c.f(*e) + r.at.of(e.value)
			return true
		})
		c.take(i, r.at)
		r.dueOf(i)
	}
	for r.dues[i] <= ceiling && r.dues[i] < never {
		e := c.drop()
		c.moved++
		if f := c.f(e); r.reaches(ceiling, f, e.value) {
			to(f, e.value, e.id)
		} else {
			r.apart.push(contender{r.due(f, e.value), f, e.value, e.id})
		}
		r.dueOf(i)
	}
}

// take makes a bar the column's own.
func (c *reserved) take(i int, bar slope) {
	c.bar, c.moved = bar, 0
	c.by = c.shift(i, bar)
}

// f is that of an entry.
func (c *reserved) f(e entry) Cost { return e.key - c.bar.of(e.value) }

// outdated reports whether a bar is to be taken over: it differs by a quarter, and it is lower, or
// as many nodes have come or gone as there are. So a bar that swings costs each of them a few
// steps, not the column at each swing.
func (c *reserved) outdated(i int, bar slope) bool {
	now, own := bar.of(leastOf(i)), c.bar.of(leastOf(i))
	return now < own-own/4 || own < now-now/4 && now < math.MaxInt64/4 && c.moved >= c.n
}

// shift is by how much at least the sums of column i are greater for a bar than the keys.
func (c *reserved) shift(i int, bar slope) Cost {
	const rounding = 2 // the four roundings down
	least, most := leastOf(i), leastOf(i+1)-1
	if d := bar.of(least) - c.bar.of(least); d >= 0 {
		return d - rounding
	}
	return bar.of(most) - c.bar.of(most) - rounding
}

func (r *reserve) keep(ok func(id uint32, f, b Cost) bool) {
	for i := range r.used.all() {
		c := r.columns[i]
		c.keep(nil, func(e entry) bool { return ok(e.id, c.f(e), e.value) })
		r.dueOf(i)
	}
	r.apart.keep(ok)
	r.apart.order()
}

func (r *reserve) vectors(of func(vector)) {
	of(&r.apart.Vector)
	of(&r.pool.blocks)
	for _, c := range r.columns {
		if c != nil {
			of(&c.near.Vector)
		}
	}
}
