package open

import "github.com/focal-search/focal/engine/internal/arena"

// sameBuckets guides by greatest potential and by least d where d = h in each node: its table
// serves both, so that a node is stored once.
type sameBuckets struct {
	potentialBuckets // Guided and Head
	byD              byColumn
}

// guidedByD is the queue of least d of sameBuckets.
const guidedByD = Head + 1

func newSameBuckets(n *arena.Nodes, thenH bool) *sameBuckets {
	q := &sameBuckets{potentialBuckets: *newPotentialBuckets(n, slack{})}
	q.thenH = thenH
	return q
}

func (q *sameBuckets) Insert(id uint32, f, h, d Cost) bool {
	if d != h || !q.has(f, h) {
		return false
	}
	row, col := int(f), int(h)
	q.byD.falls(&q.buckets, row)
	q.potentialBuckets.Insert(id, f, h, d)
	if q.columns[col].head(row) == id {
		q.byD.entered(&q.buckets, id, row, col)
	}
	return true
}

// remove drops the head of a queue.
func (q *sameBuckets) remove(row, col int) {
	was := q.columns[col].head(row)
	q.potentialBuckets.remove(row, col)
	q.byD.left(&q.buckets, was, row, col)
}

func (q *sameBuckets) SetThreshold(t Cost, b Bound) (admitted int64) {
	old := q.highest()
	admitted = q.potentialBuckets.SetThreshold(t, b)
	q.byD.moved(&q.buckets, old)
	return admitted
}

func (q *sameBuckets) Select(queue int) Selection {
	for {
		var s Selection
		if queue == guidedByD {
			s = q.byD.top()
		} else {
			s = q.first(queue)
		}
		if q.nodes.Live(s.ID) {
			return s
		}
		q.remove(int(s.F), int(s.Key))
	}
}

func (q *sameBuckets) Next(queue int) (next, second uint32) {
	if queue == guidedByD {
		return q.byD.next(&q.buckets)
	}
	return q.potentialBuckets.Next(queue)
}

func (q *sameBuckets) Precedes(queue int, f, h, d Cost) bool {
	if queue == guidedByD {
		return q.byD.precedes(&q.buckets, f, d)
	}
	return q.potentialBuckets.Precedes(queue, f, h, d)
}

func (q *sameBuckets) Take(s Selection) {
	q.Left(s.F)
	q.remove(int(s.F), int(s.Key))
}

func (q *sameBuckets) Prune(c Cost) { q.pruneRows(c, q.remove) }
