package open

// leastDBuckets guides by least d: the columns of the table are the values of d. Where ties
// of OPEN's head go to the least h, that is d in each node.
type leastDBuckets struct {
	buckets
	byD byColumn
}

func (q *leastDBuckets) Insert(id uint32, f, h, d Cost) bool {
	if q.thenH && d != h || !q.has(f, d) {
		return false
	}
	row, col := int(f), int(d)
	q.byD.falls(&q.buckets, row)
	if q.add(id, row, col) {
		q.byD.entered(&q.buckets, id, row, col)
	}
	return true
}

// remove drops the head of a queue and mends the column's best.
func (q *leastDBuckets) remove(row, col int) {
	was := q.columns[col].head(row)
	q.drop(row, col)
	q.byD.left(&q.buckets, was, row, col)
}

func (q *leastDBuckets) SetThreshold(t Cost, _ Bound) (admitted int64) {
	old := q.highest()
	admitted = q.count(t)
	q.byD.moved(&q.buckets, old)
	return admitted
}

func (q *leastDBuckets) Select(queue int) Selection {
	for {
		s := q.first(queue)
		if q.nodes.Live(s.ID) {
			return s
		}
		q.remove(int(s.F), int(s.Key))
	}
}

// first is the first node of a queue, which may be no longer live.
func (q *leastDBuckets) first(queue int) Selection {
	if queue == Guided {
		return q.byD.top()
	}
	return q.head()
}

func (q *leastDBuckets) Next(queue int) (next, second uint32) {
	if queue == Guided {
		return q.byD.next(&q.buckets)
	}
	return q.nextHead()
}

func (q *leastDBuckets) Precedes(queue int, f, h, d Cost) bool {
	if queue == Guided {
		return q.byD.precedes(&q.buckets, f, d)
	}
	return q.precedesHead(f, d)
}

func (q *leastDBuckets) Take(s Selection) {
	q.Left(s.F)
	q.remove(int(s.F), int(s.Key))
}

func (q *leastDBuckets) Prune(c Cost) { q.pruneRows(c, q.remove) }
