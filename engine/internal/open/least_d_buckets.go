package open

import "github.com/focal-search/focal/engine/internal/arena"

// leastDBuckets guides by least d: the columns of the table are the values of d.
type leastDBuckets struct {
	buckets
	byD   byColumn
	thenH bool // ties of the head go to the least h, which is d in each node
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
	return q.at(q.low, q.headColumn(q.low))
}

// headColumn is the column of a row of least f that has OPEN's head.
func (q *leastDBuckets) headColumn(row int) int {
	if q.thenH {
		return q.rows[row].columns.first()
	}
	return q.oldest(row)
}

func (q *leastDBuckets) Next(queue int) (next, second uint32) {
	if queue == Guided {
		return q.byD.next(&q.buckets)
	}
	if row := q.lowest(); row >= 0 {
		return q.front(row, q.headColumn(row))
	}
	return arena.None, arena.None
}

func (q *leastDBuckets) Precedes(queue int, f, h, d Cost) bool {
	if queue == Guided {
		return q.byD.precedes(&q.buckets, f, d)
	}
	return q.beforeHead(f) || q.thenH && f == Cost(q.lowest()) && h < Cost(q.headColumn(int(f)))
}

func (q *leastDBuckets) Take(s Selection) {
	q.Left(s.F)
	q.remove(int(s.F), int(s.Key))
}

func (q *leastDBuckets) Prune(c Cost) { q.pruneRows(c, q.remove) }
