package open

import "math/bits"

// reserve holds nodes whose potential is below a bar that the greatest potential
// reaches. They cannot be selected before that falls or B rises, and most of a
// search's nodes never are: they cost a push on a heap by f and no match.
//
// A column holds the nodes of a range of h, of which the greatest is at most 17/16
// of the least. With f of its first node and the least h of its range the potential
// of all its nodes is bounded from above.
type reserve struct {
	columns []heap // by f; the value is h
	used    bitset // columns that are not empty
	bar     ratio  // noBar at first
}

// A ratio is slack/h, a potential.
type ratio struct{ slack, h Cost }

// below reports whether x < y. The potential at h = 0 is infinite if the slack is not 0.
func (x ratio) below(y ratio) bool {
	xh, xl := bits.Mul64(uint64(x.slack), uint64(y.h))
	yh, yl := bits.Mul64(uint64(y.slack), uint64(x.h))
	return xh < yh || xh == yh && xl < yl
}

// noBar is a bar that every node reaches.
var noBar ratio

// significant is the number of bits of h, below the highest, by which columns differ.
const significant = 4

// column is the number of the column of an h.
func column(h Cost) int {
	e := max(bits.Len64(uint64(h))-1-significant, 0)
	return e<<significant + int(h>>e)
}

// leastOf is the least h of a column.
func leastOf(column int) Cost {
	e := max(column>>significant-1, 0)
	return Cost(column-e<<significant) << e
}

// hold takes a node unless it may reach the bar where B is below ceiling.
func (r *reserve) hold(ceiling, f, h Cost, id uint32) bool {
	x := column(h)
	if !(ratio{ceiling - f, leastOf(x)}).below(r.bar) {
		return false
	}
	for len(r.columns) <= x {
		r.columns = append(r.columns, heap{})
	}
	r.columns[x].push(entry{f, h, id})
	r.used.set(x)
	return true
}

// greatest is the greatest potential of the first nodes of the columns where B is ceiling,
// and reports whether there are any. Hardly any other node has a greater one.
func (r *reserve) greatest(ceiling Cost) (most ratio, ok bool) {
	for x := range r.used.all() {
		e := &r.columns[x].Items[0]
		if p := (ratio{ceiling - e.key, e.value}); !ok || most.below(p) {
			most, ok = p, true
		}
	}
	return most, ok
}

// release hands over the nodes that may reach the bar where B is below ceiling.
func (r *reserve) release(ceiling Cost, to func(entry)) {
	for x := range r.used.all() {
		c := &r.columns[x]
		for c.len() > 0 && !(ratio{ceiling - c.Items[0].key, leastOf(x)}).below(r.bar) {
			to(c.pop())
		}
		if c.len() == 0 {
			r.used.clear(x)
		}
	}
}

// expel removes the nodes with an f above a limit.
func (r *reserve) expel(limit Cost) {
	for x := range r.used.all() {
		if r.columns[x].keep(nil, func(e entry) bool { return e.key <= limit }); r.columns[x].len() == 0 {
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
