package open

import "github.com/focal-search/focal/engine/internal/arena"

// potentialHeaps guides by greatest potential for costs of any size: FOCAL is
// byPotential, see there.
type potentialHeaps struct {
	heaps // without values, except for ties
	best  byPotential
}

func newPotentialHeaps(n *arena.Nodes, most int) *potentialHeaps {
	q := &potentialHeaps{heaps: newHeaps(n), best: newByPotential(most)}
	q.byF.bare, q.waiting.bare = true, true
	return q
}

func (q *potentialHeaps) breakTiesByH() {
	q.byF.bare, q.waiting.bare = false, false
	q.byF.near.ties = Weight{1, 1}
}

// h is that of a node.
func (q *potentialHeaps) h(id uint32, f Cost) Cost { return f - q.nodes.G(id) }

func (q *potentialHeaps) Insert(id uint32, f, h, d Cost) bool {
	q.enter(f)
	if f <= q.threshold {
		q.pushByF(entry{f, h, id})
		q.best.enter(f, h, id)
	} else {
		q.waiting.push(entry{f, h, id})
	}
	return true
}

func (q *potentialHeaps) SetThreshold(t Cost, b Bound) (admitted int64) {
	if t < q.threshold {
		q.best.keep(func(f Cost, id uint32) bool { return q.stays(entry{f, q.h(id, f), id}, t) })
		q.lower(t)
	}
	q.best.advance(t, b)
	return q.admit(t, func(e entry) { q.best.enter(e.key, q.h(e.id, e.key), e.id) })
}

func (q *potentialHeaps) Select(queue int) Selection {
	if queue == Guided {
		return q.guided()
	}
	s := q.head()
	s.Key = q.h(s.ID, s.F)
	return s
}

func (q *potentialHeaps) Next(queue int) (next, second uint32) {
	if queue == Guided {
		return q.best.first(), arena.None
	}
	return q.heaps.Next(queue)
}

func (q *potentialHeaps) Precedes(queue int, f, h, d Cost) bool {
	if queue == Guided {
		return f <= q.threshold && q.best.precedes(f, h)
	}
	return q.heaps.Precedes(queue, f, h, d)
}

func (q *potentialHeaps) guided() Selection {
	for {
		e := q.best.winner()
		if q.nodes.Live(e.id) {
			return Selection{ID: e.id, F: e.f, Key: e.h}
		}
		q.best.leave()
	}
}

func (q *potentialHeaps) Take(s Selection) {
	q.heaps.Take(s)
	if q.best.first() == s.ID { // else it is dropped when it comes up
		q.best.leave()
	}
}

func (q *potentialHeaps) Prune(c Cost) {
	q.pruneOpen(c)
	q.best.keep(func(f Cost, id uint32) bool { return f < c })
}

func (q *potentialHeaps) Bytes() int64 { return q.heaps.Bytes() + q.best.bytes() }

func (q *potentialHeaps) Free() {
	q.heaps.Free()
	q.best.free()
}
