package open

import "github.com/focal-search/focal/engine/internal/arena"

// rowBuckets is a table whose columns are the values of h, so that a queue is a
// group of equal g and h, and which knows each row's first column: the least h,
// for WA* by weight.Before.
type rowBuckets struct {
	buckets
	weight Weight
}

const noColumn = 1<<31 - 1

func newRowBuckets(n *arena.Nodes, w Weight) rowBuckets {
	return rowBuckets{buckets: newBuckets(n), weight: w}
}

// add appends a node to its queue, and says whether its row has another first
// column now. It reports ok = false if f and h are beyond the table.
func (q *rowBuckets) add(id uint32, f, h Cost) (changed, ok bool) {
	if !q.has(f, h) {
		return false, false
	}
	if !q.buckets.add(id, int(f), int(h)) {
		return false, true
	}
	r := &q.rows[f]
	if r.first == noColumn || q.weight.Before(h, Cost(r.first)) {
		r.first = int32(h)
		return true, true
	}
	return false, true
}

// drop removes the head of a queue, and says whether its row has another first
// column now.
func (q *rowBuckets) drop(row, col int) (changed bool) {
	r := &q.rows[row]
	if q.buckets.drop(row, col) != arena.None || int(r.first) != col {
		return false
	}
	r.first = noColumn
	if q.weight.Den == 1 {
		if least := r.columns.first(); least >= 0 {
			r.first = int32(least)
		}
		return true
	}
	for h := range r.columns.all() {
		if r.first == noColumn || q.weight.Before(Cost(h), Cost(r.first)) {
			r.first = int32(h)
		}
	}
	return true
}
