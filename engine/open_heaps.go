package engine

// openHeaps is OPEN for costs of any size: all its nodes by f, and once more by
// f those that are not yet eligible, from which a rise of fmin pops exactly the
// newly eligible.
type openHeaps struct {
	census
	nodes   *nodes
	byF     heap // the value is what guides: d, or h
	waiting heap // f > threshold; likewise
}

func newOpenHeaps(n *nodes) openHeaps {
	return openHeaps{nodes: n, census: census{threshold: -1}}
}

func (q *openHeaps) left(f Cost) { q.leave(f) }

func (q *openHeaps) least() (Cost, bool) {
	if q.nOpen == 0 {
		return 0, false
	}
	return q.byF.top(q.nodes).key, true
}

func (q *openHeaps) head() selection {
	e := q.byF.top(q.nodes)
	return selection{id: e.id, f: e.key, key: e.value}
}

func (q *openHeaps) take(s selection) { q.leave(s.f) }

// admit raises the threshold and hands over the nodes that become eligible. It
// returns how many they were.
func (q *openHeaps) admit(t Cost, enter func(entry)) (admitted int64) {
	q.threshold = t
	for q.waiting.len() > 0 && q.waiting.items[0].key <= t {
		if e := q.waiting.pop(); q.nodes.live(e.id) {
			enter(e)
			admitted++
		}
	}
	q.nFocal += admitted
	return admitted
}

// back returns a node that a lower threshold makes ineligible to the waiting ones.
func (q *openHeaps) back(f, value Cost, id uint32) {
	q.waiting.push(entry{f, value, id})
	q.nFocal--
}

// pruneOpen removes every node with f >= c, but for what is kept of FOCAL.
func (q *openHeaps) pruneOpen(c Cost) {
	q.byF.keep(func(e entry) bool {
		live := q.nodes.live(e.id)
		if live && e.key >= c {
			q.leave(e.key)
			return false
		}
		return live
	})
	q.waiting.keep(func(e entry) bool { return q.nodes.live(e.id) && e.key < c })
}

func (q *openHeaps) bytes() int64 { return q.byF.bytes() + q.waiting.bytes() }

func (q *openHeaps) free() {
	q.byF.free()
	q.waiting.free()
}
