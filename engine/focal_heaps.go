package engine

// focalHeaps guides by least d for costs of any size: FOCAL is a heap by d.
type focalHeaps struct {
	openHeaps      // the value is d
	byD       heap // FOCAL; the value is f
}

func newFocalHeaps(n *nodes) *focalHeaps { return &focalHeaps{openHeaps: newOpenHeaps(n)} }

func (q *focalHeaps) insert(id uint32, f, h, d Cost) bool {
	q.enter(f)
	q.byF.push(entry{f, d, id})
	if f <= q.threshold {
		q.byD.push(entry{d, f, id})
	} else {
		q.waiting.push(entry{f, d, id})
	}
	return true
}

func (q *focalHeaps) setThreshold(t Cost, _ bound) (admitted int64) {
	if t < q.threshold {
		q.retreat(t)
	}
	return q.admit(t, func(e entry) { q.byD.push(entry{e.value, e.key, e.id}) })
}

// retreat moves the nodes that a lower threshold makes ineligible back to the
// waiting ones, as after a fall of fmin under an inconsistent heuristic.
func (q *focalHeaps) retreat(t Cost) {
	q.byD.keep(func(e entry) bool {
		live := q.nodes.live(e.id)
		if live && e.value > t {
			q.back(e.value, e.key, e.id)
			return false
		}
		return live
	})
}

func (q *focalHeaps) guided() selection {
	e := q.byD.top(q.nodes)
	return selection{id: e.id, f: e.value, key: e.key}
}

func (q *focalHeaps) prune(c Cost) {
	q.pruneOpen(c)
	q.byD.keep(func(e entry) bool { return q.nodes.live(e.id) && e.value < c })
}

func (q *focalHeaps) bytes() int64 { return q.openHeaps.bytes() + q.byD.bytes() }

func (q *focalHeaps) free() {
	q.openHeaps.free()
	q.byD.free()
}
