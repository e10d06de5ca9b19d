package open

import (
	"math"
	"math/bits"
)

// reserve holds nodes whose potential is below a bar that the greatest potential
// reaches. They cannot be selected before that falls or B rises, and most of a
// search's nodes never are: they cost a push on a queue and no match.
//
// A node reaches the bar as soon as B is f + bar·h. Nodes of about the same h are in a
// column, in the order of that sum for a bar of the column's own. For another bar the sums
// differ by about the same, since the h are about the same; when the bar has become another
// by a quarter, the column takes it over.
type reserve struct {
	columns []column
	used    bitset // columns that are not empty
	bar     ratio  // noBar at first
	at      slope  // the bar
}

type column struct {
	queue // the key is f + bar·h, the value is h
	bar   slope
	n     int // nodes
	moved int // nodes that came or went since it took its bar over
}

// A ratio is slack/h, a potential.
type ratio struct{ slack, h Cost }

// below reports whether x < y. The potential at h = 0 is infinite if the slack is not 0.
func (x ratio) below(y ratio) bool {
	xh, xl := bits.Mul64(uint64(x.slack), uint64(y.h))
	yh, yl := bits.Mul64(uint64(y.slack), uint64(x.h))
	return xh < yh || xh == yh && xl < yl
}

// nearly is a bar just below x.
func (x ratio) nearly() ratio { return ratio{x.slack - x.slack/256, x.h} }

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
const significant = 3

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

// set moves the bar; release is to follow where it is lowered.
func (r *reserve) set(bar ratio) {
	if r.bar = bar; bar != noBar {
		r.at = bar.slope()
	}
}

// hold takes a node unless it may reach the bar where B is below ceiling.
func (r *reserve) hold(ceiling, f, h Cost, id uint32) bool {
	if ceiling-f >= r.at.of(h) {
		return false
	}
	x := columnOf(h)
	for len(r.columns) <= x {
		r.columns = append(r.columns, column{})
	}
	c := &r.columns[x]
	if c.n == 0 {
		c.bar = r.at
	}
	slack := c.bar.of(h)
	if slack > math.MaxInt64>>1-f {
		return false
	}
	c.push(entry{f + slack, h, id})
	c.n++
	c.moved++
	c.front()
	r.used.set(x)
	return true
}

// greatest is the greatest potential of the first nodes of the columns where B is ceiling,
// and reports whether there are any. Hardly any other node has a greater one.
func (r *reserve) greatest(ceiling Cost) (most ratio, ok bool) {
	for x := range r.used.all() {
		c := &r.columns[x]
		e := &c.near.Items[0]
		if p := (ratio{ceiling - c.f(*e), e.value}); !ok || most.below(p) {
			most, ok = p, true
		}
	}
	return most, ok
}

// release hands over the nodes that may reach the bar where B is below ceiling.
func (r *reserve) release(ceiling Cost, to func(entry)) {
	for x := range r.used.all() {
		c := &r.columns[x]
		limit := r.limit(x, ceiling)
		if c.near.Items[0].key <= limit && r.bar != noBar && c.outdated(x, r.at) {
			c.renew(func(e entry) Cost { return c.f(e) + r.at.of(e.value) })
			c.bar, c.moved = r.at, 0
			limit = r.limit(x, ceiling)
		}
		for c.near.Items[0].key <= limit {
			e := c.near.pop()
			c.n--
			c.moved++
			to(entry{c.f(e), e.value, e.id})
			if !c.front() {
				r.used.clear(x)
				break
			}
		}
	}
}

// limit is the greatest key of column x that may reach the bar where B is below ceiling.
func (r *reserve) limit(x int, ceiling Cost) Cost {
	if r.bar == noBar {
		return math.MaxInt64
	}
	return ceiling - r.columns[x].shift(x, r.at)
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

// expel removes the nodes with an f above a limit.
func (r *reserve) expel(limit Cost) {
	for x := range r.used.all() {
		c := &r.columns[x]
		c.keep(nil, func(e entry) bool {
			ok := c.f(e) <= limit
			if !ok {
				c.n--
			}
			return ok
		})
		if !c.front() {
			r.used.clear(x)
		}
	}
}

func (r *reserve) bytes() (bytes int64) {
	for i := range r.columns {
		bytes += r.columns[i].Bytes()
	}
	return bytes
}

func (r *reserve) free() {
	for i := range r.columns {
		r.columns[i].Free()
	}
}
