package open

import (
	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
)

// A fixed queue is by least key, then by least id. Each small key has a queue by id of its own,
// unless ties go to the greater g: in FS on tiles with inverse costs that saves 6 % of the time.
type fixed struct {
	Order
	nodes  *arena.Nodes
	small  []byID
	used   bitset              // those that are not empty
	others heap                // keys below 0, as user-defined ones may be, and from maxColumn on; the value is f
	keys   memory.Vector[Cost] // by id, if they are kept
}

func newFixed(n *arena.Nodes, o Order) *fixed {
	q := &fixed{Order: o, nodes: n}
	q.others.breakTies(n, o)
	return q
}

// see computes the key of a node that enters OPEN, if it is kept.
func (q *fixed) see(id uint32, f, h, d Cost) {
	for len(q.keys.Items) < int(id) { // these are not in OPEN
		q.keys.Push(0)
	}
	q.keys.Push(q.Order.key(id, f, h, d))
}

// key is what the queue sorts a node by. h and d are given where it needs them.
func (q *fixed) key(id uint32, f, h, d Cost) Cost {
	switch {
	case q.by == byD:
		return d
	case q.by == byF:
		return f
	case q.once:
		return q.keys.Items[id]
	}
	return q.Order.key(id, f, h, d)
}

func (q *fixed) enter(id uint32, f, h, d Cost) {
	key := q.key(id, f, h, d)
	if key < 0 || key >= maxColumn || q.deep {
		q.others.push(entry{key, f, id})
		return
	}
	for len(q.small) <= int(key) {
		q.small = append(q.small, byID{})
	}
	q.small[key].push(f, id)
	q.used.set(int(key))
}

// column is the key whose queue has the first node, -1 where the others do or there is none.
func (q *fixed) column() int {
	if q.others.len() > 0 && q.others.Items[0].key < 0 {
		return -1
	}
	return q.used.first()
}

func (q *fixed) first() Selection {
	if key := q.column(); key >= 0 {
		id, f := q.small[key].first()
		return Selection{id, fromOther, f, Cost(key)}
	}
	e := &q.others.Items[0]
	return Selection{e.id, fromOther, e.value, e.key}
}

func (q *fixed) drop() {
	key := q.column()
	if key < 0 {
		q.others.pop()
		return
	}
	if q.small[key].pop(); q.small[key].len() == 0 {
		q.used.clear(key)
	}
}

func (q *fixed) next() uint32 {
	if key := q.column(); key >= 0 {
		id, _ := q.small[key].first()
		return id
	}
	return q.others.first()
}

func (q *fixed) second() uint32 {
	if key := q.column(); key >= 0 {
		return q.small[key].second()
	}
	return q.others.second()
}

// precedes knows d only: a new node has no id yet.
func (q *fixed) precedes(f, h, d Cost) bool {
	if q.by != byD {
		return false
	}
	if key := q.used.first(); key >= 0 { // d is not negative
		return d < Cost(key)
	}
	return q.others.len() == 0 || d < q.others.Items[0].key
}

func (q *fixed) advance(Cost, Bound) {}

func (q *fixed) keep(ok func(id uint32, f, key Cost) bool) {
	for key := range q.used.all() {
		q.small[key].keep(q.nodes, func(id uint32, f Cost) bool { return ok(id, f, Cost(key)) })
		if q.small[key].len() == 0 {
			q.used.clear(key)
		}
	}
	q.others.keep(q.nodes, func(e entry) bool { return ok(e.id, e.value, e.key) })
}

func (q *fixed) vectors(of func(vector)) {
	of(&q.others.Vector)
	of(&q.keys)
	for i := range q.small {
		of(&q.small[i].list)
		of(&q.small[i].late.Vector)
	}
}

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

// A Keyed is a queue of all of OPEN by itself, by a key that depends on only the node's id.
type Keyed struct{ fixed }

// NewKeyed makes an empty one.
func NewKeyed(n *arena.Nodes, key Key) *Keyed { return &Keyed{*newFixed(n, ByKey(key))} }

// Insert adds a node.
func (q *Keyed) Insert(id uint32, f Cost) { q.enter(id, f, 0, 0) }

// Least is the least key of a live node. There must be one.
func (q *Keyed) Least() Cost {
	for !q.nodes.Live(q.first().ID) {
		q.drop()
	}
	return q.first().Key
}

// Prune removes every node with f >= c.
func (q *Keyed) Prune(c Cost) {
	q.keep(func(id uint32, f, _ Cost) bool { return f < c && q.nodes.Live(id) })
}

// Bytes is the memory in use, and Free gives it back.
func (q *Keyed) Bytes() int64 { return bytes(q.vectors) }
func (q *Keyed) Free()        { q.vectors(vector.Free) }
