package open

import "github.com/focal-search/focal/engine/internal/arena"

// bestBuckets is the frontier of A* and WA*: the head of the lowest row's first
// column is selected.
type bestBuckets struct{ rowBuckets }

func (q *bestBuckets) Insert(id uint32, f, h, d Cost) bool {
	_, ok := q.add(id, f, h)
	return ok
}

// SetThreshold does nothing: there is no FOCAL.
func (q *bestBuckets) SetThreshold(Cost, Bound) int64 { return 0 }

func (q *bestBuckets) Select(int) Selection {
	for {
		s := q.at(q.low, int(q.rows[q.low].first))
		if q.nodes.Live(s.ID) {
			return s
		}
		q.drop(q.low, int(s.Key))
	}
}

func (q *bestBuckets) Next(int) (next, second uint32) {
	if row := q.lowest(); row >= 0 {
		return q.front(row, int(q.rows[row].first))
	}
	return arena.None, arena.None
}

func (q *bestBuckets) Precedes(_ int, f, h, d Cost) bool {
	row := q.lowest()
	return row < 0 || f < Cost(row) || f == Cost(row) && q.weight.Before(h, Cost(q.rows[row].first))
}

func (q *bestBuckets) Take(s Selection) {
	q.Left(s.F)
	q.drop(int(s.F), int(s.Key))
}

func (q *bestBuckets) Prune(c Cost) { q.pruneRows(c, func(row, col int) { q.drop(row, col) }) }
