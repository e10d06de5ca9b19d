package open

import "github.com/focal-search/focal/engine/internal/arena"

// potentialOrder is FOCAL by greatest potential, for costs of any size: see byPotential.
type potentialOrder struct {
	nodes *arena.Nodes
	all   byPotential
}

func newPotentialOrder(n *arena.Nodes, most int) *potentialOrder {
	return &potentialOrder{n, newByPotential(most)}
}

func (q *potentialOrder) enter(id uint32, f, h, d Cost) { q.all.enter(f, h, id) }
func (q *potentialOrder) next() (next, second uint32)   { return q.all.first(), arena.None }
func (q *potentialOrder) precedes(f, h, d Cost) bool    { return q.all.precedes(f, h) }
func (q *potentialOrder) key(id uint32, f, _ Cost) Cost { return f - q.nodes.G(id) }
func (q *potentialOrder) advance(t Cost, b Bound)       { q.all.advance(t, b) }
func (q *potentialOrder) bytes() int64                  { return q.all.bytes() }
func (q *potentialOrder) free()                         { q.all.free() }

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
	q.all.keep(func(f Cost, id uint32) bool { return ok(id, f, 0) })
}
