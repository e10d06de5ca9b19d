package open

import (
	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
)

// byID is a priority queue by id of nodes with their f. As a rule a node that enters has
// the greatest id so far and goes to the end of a list. The others are in a heap.
type byID struct {
	list memory.Vector[listed] // in order
	from int                   // where it begins: those before have left
	late heap                  // the key is the id, the value f
}

// listed is a node in the list.
type listed struct {
	f  halves
	id uint32
}

func (e listed) node() uint32 { return e.id }

func (q *byID) len() int { return len(q.list.Items) - q.from + q.late.len() }

func (q *byID) push(f Cost, id uint32) {
	if n := len(q.list.Items); n > q.from && q.list.Items[n-1].id > id {
		q.late.push(entry{Cost(id), f, id})
		return
	}
	q.list.Push(listed{halvesOf(f), id})
}

// isLate reports whether the first node is in the heap. There must be one.
func (q *byID) isLate() bool {
	return q.from == len(q.list.Items) || q.late.len() > 0 && q.late.Items[0].id < q.list.Items[q.from].id
}

// first is the first node and its f. There must be one.
func (q *byID) first() (id uint32, f Cost) {
	if q.isLate() {
		e := &q.late.Items[0]
		return e.id, e.value
	}
	e := &q.list.Items[q.from]
	return e.id, e.f.cost()
}

// second is a node that may come after the first, arena.None if there is none at hand.
func (q *byID) second() uint32 {
	switch {
	case q.isLate():
		return q.late.second()
	case q.from+1 < len(q.list.Items):
		return q.list.Items[q.from+1].id
	}
	return q.late.first()
}

// pop removes the first node. What is left moves to the front when it is no more than has left.
func (q *byID) pop() {
	if q.isLate() {
		q.late.pop()
		return
	}
	if q.from++; 2*q.from >= len(q.list.Items) {
		q.begin(q.list.Items[q.from:])
	}
}

// begin moves what is left of the list to the front.
func (q *byID) begin(left []listed) {
	q.list.Items, q.from = q.list.Items[:copy(q.list.Items, left)], 0
}

// keep drops the nodes that fail a test.
func (q *byID) keep(n *arena.Nodes, ok func(id uint32, f Cost) bool) {
	left := kept(n, q.list.Items[q.from:], listed.node, func(e listed) bool { return ok(e.id, e.f.cost()) })
	q.begin(left)
	q.late.keep(n, func(e entry) bool { return ok(e.id, e.value) })
}

func (q *byID) bytes() int64 { return q.list.Bytes() + q.late.Bytes() }

func (q *byID) free() {
	q.list.Free()
	q.late.Free()
}
