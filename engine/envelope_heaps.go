package engine

// envelopeHeaps guides by greatest potential for costs of any size, or not at
// all: OPEN by f; the nodes not yet eligible by f; and FOCAL as a kinetic
// tournament, see there. Without guidance OPEN is all there is to it.
type envelopeHeaps struct {
	census
	nodes    *nodes
	byF      heap // OPEN; the value is h
	waiting  heap // f > threshold; the value is h
	contest  tournament
	guidance guidance
}

func newEnvelopeHeaps(n *nodes, g guidance, weight Ratio) *envelopeHeaps {
	q := &envelopeHeaps{nodes: n, census: census{threshold: -1}, guidance: g}
	if g == unguided {
		q.byF.ties = weight
	}
	return q
}

func (q *envelopeHeaps) insert(id uint32, f, h, d Cost) bool {
	q.enter(f)
	q.byF.push(entry{f, h, id})
	switch {
	case q.guidance == unguided:
	case f <= q.threshold:
		q.contest.enter(f-h, h, id)
	default:
		q.waiting.push(entry{f, h, id})
	}
	return true
}

func (q *envelopeHeaps) left(f Cost) { q.leave(f) }

func (q *envelopeHeaps) least() (Cost, bool) { return leastOf(&q.byF, q.nodes, q.nOpen) }

func (q *envelopeHeaps) setThreshold(t Cost, b bound) (admitted int64) {
	if t < q.threshold {
		q.retreat(t)
	}
	q.threshold = t
	q.contest.advance(t, b)
	admitted = admit(&q.waiting, q.nodes, t, func(e entry) { q.contest.enter(e.key-e.value, e.value, e.id) })
	q.nFocal += admitted
	return admitted
}

// retreat moves the nodes that a lower threshold makes ineligible back to the
// waiting ones.
func (q *envelopeHeaps) retreat(t Cost) {
	q.contest.expel(func(e entrant) bool {
		if e.g+e.h > t && q.nodes.live(e.id) {
			q.waiting.push(entry{e.g + e.h, e.h, e.id})
			q.nFocal--
			return true
		}
		return !q.nodes.live(e.id)
	})
}

func (q *envelopeHeaps) guided() selection {
	for {
		e := q.contest.winner()
		if q.nodes.live(e.id) {
			return selection{id: e.id, f: e.g + e.h, key: e.h}
		}
		q.contest.leave()
	}
}

func (q *envelopeHeaps) head() selection {
	e := q.byF.top(q.nodes)
	return selection{id: e.id, f: e.key, key: e.value}
}

func (q *envelopeHeaps) take(s selection) { q.leave(s.f) }

func (q *envelopeHeaps) prune(c Cost) {
	q.byF.keep(func(e entry) bool { return q.nodes.live(e.id) && !q.pruned(e.key, c) })
	q.waiting.keep(func(e entry) bool { return q.nodes.live(e.id) && e.key < c })
	q.contest.expel(func(e entrant) bool { return e.g+e.h >= c || !q.nodes.live(e.id) })
}

func (q *envelopeHeaps) bytes() int64 {
	return q.byF.bytes() + q.waiting.bytes() + q.contest.bytes()
}

func (q *envelopeHeaps) free() {
	q.byF.free()
	q.waiting.free()
	q.contest.free()
}
