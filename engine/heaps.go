package engine

// heaps is the frontier for costs of any size: OPEN by f; the nodes not yet
// eligible by f, from which a rise of fmin pops exactly the newly eligible; and
// FOCAL by key. Entries of nodes taken or superseded elsewhere are dropped when
// they come up.
type heaps struct {
	nodes     *nodes
	byF       heap // OPEN
	waiting   heap // f > threshold; value: key
	byKey     heap // FOCAL; value: f
	threshold Cost
	nOpen     int64
	nFocal    int64
}

func newHeaps(n *nodes) *heaps { return &heaps{nodes: n, threshold: -1} }

func (q *heaps) insert(id uint32, f, key Cost) bool {
	q.nOpen++
	q.byF.push(entry{f, key, id})
	if f <= q.threshold {
		q.nFocal++
		q.byKey.push(entry{key, f, id})
	} else {
		q.waiting.push(entry{f, key, id})
	}
	return true
}

func (q *heaps) superseded(f Cost) { q.leave(f) }

func (q *heaps) leave(f Cost) {
	q.nOpen--
	if f <= q.threshold {
		q.nFocal--
	}
}

func (q *heaps) least() (Cost, bool) {
	if q.nOpen == 0 {
		return 0, false
	}
	return q.top(&q.byF).key, true
}

// top is the first live entry of a heap; the dead above it are dropped.
func (q *heaps) top(h *heap) entry {
	for q.nodes.closed((*h)[0].id) {
		h.pop()
	}
	return (*h)[0]
}

func (q *heaps) setThreshold(t Cost) (admitted int64) {
	if t < q.threshold {
		q.retreat(t)
	}
	q.threshold = t
	for len(q.waiting) > 0 && q.waiting[0].key <= t {
		if e := q.waiting.pop(); !q.nodes.closed(e.id) {
			q.byKey.push(entry{e.value, e.key, e.id})
			admitted++
		}
	}
	q.nFocal += admitted
	return admitted
}

// retreat moves the nodes that a lower threshold makes ineligible back to the
// waiting ones, as after a fall of fmin under an inconsistent heuristic.
func (q *heaps) retreat(t Cost) {
	old := q.byKey
	q.byKey = nil
	q.nFocal = 0
	for _, e := range old {
		switch {
		case q.nodes.closed(e.id):
		case e.value <= t:
			q.byKey.push(e)
			q.nFocal++
		default:
			q.waiting.push(entry{e.value, e.key, e.id})
		}
	}
}

func (q *heaps) guided() selection {
	e := q.top(&q.byKey)
	return selection{id: e.id, f: e.value, key: e.key}
}

func (q *heaps) head() selection {
	e := q.top(&q.byF)
	return selection{id: e.id, f: e.key, key: e.value}
}

func (q *heaps) take(s selection) { q.leave(s.f) }

func (q *heaps) open() int64  { return q.nOpen }
func (q *heaps) focal() int64 { return q.nFocal }

func (q *heaps) bytes() int64 {
	const entryBytes = 24
	return int64(cap(q.byF)+cap(q.waiting)+cap(q.byKey)) * entryBytes
}

// entry is ordered by key, then by id.
type entry struct {
	key   Cost
	value Cost // carried along
	id    uint32
}

func (e entry) less(o entry) bool { return e.key < o.key || e.key == o.key && e.id < o.id }

// heap is a 4-ary heap: shallower than a binary one, and the children that are
// compared lie side by side.
type heap []entry

func (h *heap) push(e entry) {
	*h = append(*h, e)
	a := *h
	i := len(a) - 1
	for i > 0 {
		up := (i - 1) / 4
		if !e.less(a[up]) {
			break
		}
		a[i] = a[up]
		i = up
	}
	a[i] = e
}

func (h *heap) pop() entry {
	a := *h
	top, e := a[0], a[len(a)-1]
	a = a[:len(a)-1]
	*h = a
	if len(a) == 0 {
		return top
	}
	i := 0
	for {
		first := 4*i + 1
		if first >= len(a) {
			break
		}
		least := first
		for c := first + 1; c < min(first+4, len(a)); c++ {
			if a[c].less(a[least]) {
				least = c
			}
		}
		if !a[least].less(e) {
			break
		}
		a[i] = a[least]
		i = least
	}
	a[i] = e
	return top
}
