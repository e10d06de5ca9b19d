package open

// leastDHeaps guides by least d for costs of any size: FOCAL is a heap for each d.
type leastDHeaps struct {
	heaps         // the value is d
	byD   columns // FOCAL
}

func (q *leastDHeaps) Insert(id uint32, f, h, d Cost) bool {
	q.enter(f)
	if f <= q.threshold {
		q.pushByF(entry{f, d, id})
		q.byD.push(d, f, id)
	} else {
		q.waiting.push(entry{f, d, id})
	}
	return true
}

func (q *leastDHeaps) SetThreshold(t Cost, _ Bound) (admitted int64) {
	if t < q.threshold {
		q.byD.keep(q.nodes, func(d, f Cost, id uint32) bool { return q.stays(entry{f, d, id}, t) })
		q.lower(t)
	}
	return q.admit(t, func(e entry) { q.byD.push(e.value, e.key, e.id) })
}

func (q *leastDHeaps) Select(queue int) Selection {
	if queue == Guided {
		return q.byD.top(q.nodes)
	}
	return q.head()
}

func (q *leastDHeaps) Next(queue int) (next, second uint32) {
	if queue == Guided {
		return q.byD.first(), q.byD.second()
	}
	return q.heaps.Next(queue)
}

func (q *leastDHeaps) Precedes(queue int, f, h, d Cost) bool {
	if queue == Guided {
		return f <= q.threshold && d < q.byD.least()
	}
	return q.heaps.Precedes(queue, f, h, d)
}

func (q *leastDHeaps) Take(s Selection) {
	q.heaps.Take(s)
	if q.byD.first() == s.ID {
		q.byD.pop()
	}
}

func (q *leastDHeaps) Prune(c Cost) {
	q.pruneOpen(c)
	q.byD.keep(q.nodes, func(d, f Cost, id uint32) bool { return f < c && q.nodes.Live(id) })
}

func (q *leastDHeaps) Bytes() int64 { return q.heaps.Bytes() + q.byD.bytes() }

func (q *leastDHeaps) Free() {
	q.heaps.Free()
	q.byD.free()
}
