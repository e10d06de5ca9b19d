package open

import "github.com/focal-search/focal/engine/internal/arena"

// Promising is the order of EES: the least key among the nodes whose estimate is at most w times
// the least estimate in OPEN, then the least id. Both depend on only the node's id.
func Promising(w func() Weight, estimate, key Key) Order {
	return Order{all: true, own: func(n *arena.Nodes) order {
		return &promising{nodes: n, w: w, estimate: estimate, of: key}
	}}
}

// promising moves nodes between two heaps only when they come up: one that has become ineligible
// by a fall of the least estimate goes back when it is the other heap's best. The keys of a node
// do not change. The heaps' values are f.
type promising struct {
	nodes        *arena.Nodes
	w            func() Weight
	estimate, of Key
	open         heap // OPEN by estimate
	waiting      heap // by estimate; nodes that were not eligible when last looked at
	eligible     heap // by key
}

func (q *promising) enter(id uint32, f, h, d Cost) {
	e := entry{q.estimate(id, f, h, d), f, id}
	q.open.push(e)
	q.waiting.push(e)
}

func (q *promising) first() Selection {
	w := q.w()
	limit := NewBound(w.Num, w.Den, q.open.top(q.nodes).key)
	for q.waiting.len() > 0 && limit.Admits(q.waiting.Items[0].key) {
		if e := q.waiting.pop(); q.nodes.Live(e.id) {
			q.eligible.push(entry{q.of(e.id, e.value, 0, 0), e.value, e.id})
		}
	}
	for {
		e := q.eligible.top(q.nodes)
		estimate := q.estimate(e.id, e.value, 0, 0)
		if limit.Admits(estimate) {
			return Selection{e.id, fromOther, e.value, e.key}
		}
		q.eligible.pop()
		q.waiting.push(entry{estimate, e.value, e.id})
	}
}

func (q *promising) drop()                            { q.eligible.pop() }
func (q *promising) next() uint32                     { return arena.None }
func (q *promising) second() uint32                   { return arena.None }
func (q *promising) precedes(f, h, d Cost) bool       { return false }
func (q *promising) key(id uint32, f, h, d Cost) Cost { return q.of(id, f, h, d) }
func (q *promising) advance(Cost, Bound)              {}
func (q *promising) heaps() [3]*heap                  { return [...]*heap{&q.open, &q.waiting, &q.eligible} }

func (q *promising) keep(ok func(id uint32, f, key Cost) bool) {
	for _, h := range q.heaps() {
		h.keep(q.nodes, func(e entry) bool { return ok(e.id, e.value, e.key) })
	}
}

func (q *promising) vectors(of func(vector)) {
	for _, h := range q.heaps() {
		of(&h.Vector)
	}
}
