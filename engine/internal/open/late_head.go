package open

import (
	"slices"

	"github.com/focal-search/focal/engine/internal/arena"
)

// lateHead is OPEN's head with ties to the least h, beside a table by d that has all of OPEN.
// It has the nodes of a row only from the time on when that row is the lowest: most nodes are
// selected before, or never.
type lateHead struct {
	bestBuckets
	from  *buckets
	taken bitset   // rows whose nodes it has
	ids   []uint32 // of a row that it takes
}

func newLateHead(n *arena.Nodes, from *buckets) *lateHead {
	return &lateHead{bestBuckets: bestBuckets{newRowBuckets(n, Weight{1, 1})}, from: from}
}

func (q *lateHead) Insert(id uint32, f, h, d Cost) bool {
	if !q.has(f, h) { // with a queue for each node a row can always be taken later
		return false
	}
	if q.taken.has(int(f)) {
		q.add(id, f, h)
	}
	return true
}

func (q *lateHead) Left(f Cost) {
	if q.taken.has(int(f)) {
		q.bestBuckets.Left(f)
	}
}

// Least takes the row of the least f, if it does not have that yet.
func (q *lateHead) Least() (Cost, bool) {
	f, ok := q.from.Least()
	if ok && !q.taken.has(int(f)) {
		q.take(int(f))
	}
	return q.bestBuckets.Least()
}

// take takes the nodes of a row, in the order of their ids.
func (q *lateHead) take(row int) {
	q.taken.set(row)
	q.ids = q.ids[:0]
	for col := range q.from.rows[row].columns.all() {
		c := &q.from.columns[col]
		for id := range q.from.pool.all(c.queues[row-c.base]) {
			if q.nodes.Live(id) {
				q.ids = append(q.ids, id)
			}
		}
	}
	slices.Sort(q.ids)
	for _, id := range q.ids {
		q.add(id, Cost(row), Cost(row)-q.nodes.G(id))
	}
}

func (q *lateHead) Bytes() int64 { return q.bestBuckets.Bytes() + int64(4*cap(q.ids)) }
