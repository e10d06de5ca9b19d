package open

// leastDHeaps guides by least d for costs of any size: FOCAL is a heap by d.
type leastDHeaps struct {
	heaps      // the value is d
	byD   heap // FOCAL; the value is f
}

func (q *leastDHeaps) Insert(id uint32, f, h, d Cost) bool {
	q.enter(f)
	if f <= q.threshold {
		q.byF.push(entry{f, d, id})
		q.byD.push(entry{d, f, id})
	} else {
		q.waiting.push(entry{f, d, id})
	}
	return true
}

func (q *leastDHeaps) SetThreshold(t Cost, _ Bound) (admitted int64) {
	if t < q.threshold {
		q.byD.keep(func(e entry) bool { return e.value <= t && q.nodes.Live(e.id) })
		q.retreat(t)
	}
	return q.admit(t, func(e entry) { q.byD.push(entry{e.value, e.key, e.id}) })
}

func (q *leastDHeaps) Select(queue int) Selection {
	if queue == Guided {
		return q.guided()
	}
	return q.head()
}

func (q *leastDHeaps) Next(queue int) uint32 {
	if queue == Guided {
		return q.byD.first()
	}
	return q.heaps.Next(queue)
}

func (q *leastDHeaps) guided() Selection {
	e := q.byD.top(q.nodes)
	return Selection{ID: e.id, F: e.value, Key: e.key}
}

func (q *leastDHeaps) Prune(c Cost) {
	q.pruneOpen(c)
	q.byD.keep(func(e entry) bool { return q.nodes.Live(e.id) && e.value < c })
}

func (q *leastDHeaps) Bytes() int64 { return q.heaps.Bytes() + q.byD.Bytes() }

func (q *leastDHeaps) Free() {
	q.heaps.Free()
	q.byD.Free()
}
