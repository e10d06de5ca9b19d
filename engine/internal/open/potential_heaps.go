package open

import "github.com/focal-search/focal/engine/internal/arena"

// potentialHeaps guides by greatest potential for costs of any size: FOCAL is a
// kinetic tournament, see there.
type potentialHeaps struct {
	heaps   // the value is h
	contest tournament
}

func (q *potentialHeaps) Insert(id uint32, f, h, d Cost) bool {
	q.enter(f)
	if f <= q.threshold {
		q.byF.push(entry{f, h, id})
		q.contest.enter(f, h, id)
	} else {
		q.waiting.push(entry{f, h, id})
	}
	return true
}

func (q *potentialHeaps) SetThreshold(t Cost, b Bound) (admitted int64) {
	if t < q.threshold {
		q.contest.expel(t)
		q.retreat(t)
	}
	q.contest.advance(t, b)
	return q.admit(t, func(e entry) { q.contest.enter(e.key, e.value, e.id) })
}

func (q *potentialHeaps) Select(queue int) Selection {
	if queue == Guided {
		return q.guided()
	}
	return q.head()
}

func (q *potentialHeaps) Next(queue int) (next, second uint32) {
	if queue == Guided {
		return q.contest.first(), arena.None
	}
	return q.heaps.Next(queue)
}

func (q *potentialHeaps) Precedes(queue int, f, h, d Cost) bool {
	if queue == Guided {
		return f <= q.threshold && q.contest.precedes(f-h, h)
	}
	return q.heaps.Precedes(queue, f, h, d)
}

func (q *potentialHeaps) guided() Selection {
	for {
		e := q.contest.winner()
		if q.nodes.Live(e.id) {
			return Selection{ID: e.id, F: e.f, Key: e.h}
		}
		q.contest.leave()
	}
}

func (q *potentialHeaps) Take(s Selection) {
	q.heaps.Take(s)
	if q.contest.known && q.contest.first() == s.ID { // else it is dropped when it comes up
		q.contest.leave()
	}
}

func (q *potentialHeaps) Prune(c Cost) {
	q.pruneOpen(c)
	q.contest.expel(c - 1)
}

func (q *potentialHeaps) Bytes() int64 { return q.heaps.Bytes() + q.contest.bytes() }

func (q *potentialHeaps) Free() {
	q.heaps.Free()
	q.contest.free()
}
