package engine

// focalHeaps guides by least d for costs of any size: OPEN by f; the nodes not
// yet eligible by f, from which a rise of fmin pops exactly the newly eligible;
// and FOCAL by d.
type focalHeaps struct {
	census
	nodes   *nodes
	byF     heap // OPEN; the value is d
	waiting heap // f > threshold; the value is d
	byD     heap // FOCAL; the value is f
}

func newFocalHeaps(n *nodes) *focalHeaps {
	return &focalHeaps{nodes: n, census: census{threshold: -1}}
}

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

func (q *focalHeaps) left(f Cost) { q.leave(f) }

func (q *focalHeaps) least() (Cost, bool) { return leastOf(&q.byF, q.nodes, q.nOpen) }

// leastOf is the least key of the live nodes in a heap, of which there are count.
func leastOf(h *heap, n *nodes, count int64) (Cost, bool) {
	if count == 0 {
		return 0, false
	}
	return h.top(n).key, true
}

func (q *focalHeaps) setThreshold(t Cost, _ bound) (admitted int64) {
	if t < q.threshold {
		q.retreat(t)
	}
	q.threshold = t
	admitted = admit(&q.waiting, q.nodes, t, func(e entry) { q.byD.push(entry{e.value, e.key, e.id}) })
	q.nFocal += admitted
	return admitted
}

// admit hands over the live nodes with f <= t and returns how many they were.
func admit(waiting *heap, n *nodes, t Cost, enter func(entry)) (admitted int64) {
	for waiting.len() > 0 && waiting.items[0].key <= t {
		if e := waiting.pop(); n.live(e.id) {
			enter(e)
			admitted++
		}
	}
	return admitted
}

// retreat moves the nodes that a lower threshold makes ineligible back to the
// waiting ones, as after a fall of fmin under an inconsistent heuristic.
func (q *focalHeaps) retreat(t Cost) {
	q.byD.keep(func(e entry) bool {
		if e.value > t && q.nodes.live(e.id) {
			q.waiting.push(entry{e.value, e.key, e.id})
			q.nFocal--
		}
		return e.value <= t && q.nodes.live(e.id)
	})
}

func (q *focalHeaps) guided() selection {
	e := q.byD.top(q.nodes)
	return selection{id: e.id, f: e.value, key: e.key}
}

func (q *focalHeaps) head() selection {
	e := q.byF.top(q.nodes)
	return selection{id: e.id, f: e.key, key: e.value}
}

func (q *focalHeaps) take(s selection) { q.leave(s.f) }

func (q *focalHeaps) prune(c Cost) {
	q.byF.keep(func(e entry) bool { return q.nodes.live(e.id) && !q.pruned(e.key, c) })
	q.waiting.keep(func(e entry) bool { return q.nodes.live(e.id) && e.key < c })
	q.byD.keep(func(e entry) bool { return q.nodes.live(e.id) && e.value < c })
}

// pruned counts a live node of OPEN out if its f is not below c.
func (c *census) pruned(f, limit Cost) bool {
	if f < limit {
		return false
	}
	c.leave(f)
	return true
}

func (q *focalHeaps) bytes() int64 { return q.byF.bytes() + q.waiting.bytes() + q.byD.bytes() }

func (q *focalHeaps) free() {
	q.byF.free()
	q.waiting.free()
	q.byD.free()
}
