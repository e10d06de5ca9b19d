package open

import "github.com/focal-search/focal/engine/internal/arena"

// potentialOrder is FOCAL by greatest potential, or another slack, for costs of any size: see
// byPotential.
type potentialOrder struct {
	slack
	nodes *arena.Nodes
	all   byPotential
}

func newPotentialOrder(n *arena.Nodes, most int, s slack) *potentialOrder {
	return &potentialOrder{s, n, newByPotential(most)}
}

func (q *potentialOrder) enter(id uint32, f, h, d Cost) {
	if q.byD && d > q.all.widest {
		q.all.widen(d)
	}
	q.all.enter(f, q.step(h, d), id)
}

func (q *potentialOrder) next() (next, second uint32) { return q.all.first(), arena.None }
func (q *potentialOrder) precedes(f, h, d Cost) bool  { return q.all.precedes(f, q.step(h, d)) }
func (q *potentialOrder) key(id uint32, f, d Cost) Cost {
	if q.byD {
		return d
	}
	return f - q.nodes.G(id)
}

func (q *potentialOrder) advance(t Cost, b Bound) {
	if x := q.x(b); q.optimistic {
		q.all.advance(x.floor(), x)
	} else {
		q.all.advance(t, b)
	}
}

func (q *potentialOrder) bytes() int64 { return q.all.bytes() }
func (q *potentialOrder) free()        { q.all.free() }

func (q *potentialOrder) best() Selection {
	for {
		e := q.all.winner()
		if q.nodes.Live(e.id) {
			return Selection{ID: e.id, F: e.f, Key: e.h}
		}
		q.all.leave()
	}
}

func (q *potentialOrder) leave(id uint32) {
	if q.all.first() == id { // else it is dropped when it comes up
		q.all.leave()
	}
}

func (q *potentialOrder) keep(ok func(id uint32, f, d Cost) bool) {
	q.all.keep(func(f, step Cost, id uint32) bool { return ok(id, f, step) })
}
