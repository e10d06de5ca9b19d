package open

import "github.com/focal-search/focal/engine/internal/arena"

// rowBuckets is a table whose columns are the values of h, so that a queue is a
// group of equal g and h, and which knows each row's first column: the least h,
// for WA* by weight.Before.
type rowBuckets struct {
	buckets
	first  []int32 // noColumn if the row is empty
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
	for len(q.first) < len(q.rows) {
		q.first = append(q.first, noColumn)
	}
	if q.buckets.add(id, int(f), int(h)) && (q.first[f] == noColumn || q.weight.Before(h, Cost(q.first[f]))) {
		q.first[f] = int32(h)
		return true, true
	}
	return false, true
}

// drop removes the head of a queue, and says whether its row has another first
// column now.
func (q *rowBuckets) drop(row, col int) (changed bool) {
	if q.buckets.drop(row, col) != arena.None || int(q.first[row]) != col {
		return false
	}
	q.first[row] = noColumn
	if q.weight.Den == 1 {
		if least := q.rows[row].columns.first(); least >= 0 {
			q.first[row] = int32(least)
		}
		return true
	}
	for h := range q.rows[row].columns.all() {
		if q.first[row] == noColumn || q.weight.Before(Cost(h), Cost(q.first[row])) {
			q.first[row] = int32(h)
		}
	}
	return true
}

// at is the head of a queue.
func (q *rowBuckets) at(row, col int) (s Selection, live bool) {
	id := q.columns[col].heads[row]
	return Selection{ID: id, F: Cost(row), Key: Cost(col)}, q.nodes.Live(id)
}
