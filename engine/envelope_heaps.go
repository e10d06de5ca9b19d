package engine

// envelopeHeaps guides by greatest potential for costs of any size, or not at
// all: FOCAL is a kinetic tournament, see there. Without guidance OPEN is all
// there is to it.
type envelopeHeaps struct {
	openHeaps // the value is h
	contest   tournament
	guidance  guidance
}

func newEnvelopeHeaps(n *nodes, g guidance, weight Ratio) *envelopeHeaps {
	q := &envelopeHeaps{openHeaps: newOpenHeaps(n), guidance: g}
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

func (q *envelopeHeaps) setThreshold(t Cost, b bound) (admitted int64) {
	if t < q.threshold {
		q.retreat(t)
	}
	q.contest.advance(t, b)
	return q.admit(t, func(e entry) { q.contest.enter(e.key-e.value, e.value, e.id) })
}

// retreat moves the nodes that a lower threshold makes ineligible back to the
// waiting ones.
func (q *envelopeHeaps) retreat(t Cost) {
	q.contest.expel(func(e entrant) bool {
		live := q.nodes.live(e.id)
		if live && e.g+e.h > t {
			q.back(e.g+e.h, e.h, e.id)
			return true
		}
		return !live
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

func (q *envelopeHeaps) prune(c Cost) {
	q.pruneOpen(c)
	q.contest.expel(func(e entrant) bool { return e.g+e.h >= c || !q.nodes.live(e.id) })
}

func (q *envelopeHeaps) bytes() int64 { return q.openHeaps.bytes() + q.contest.bytes() }

func (q *envelopeHeaps) free() {
	q.openHeaps.free()
	q.contest.free()
}
