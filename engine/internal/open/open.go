// Package open holds a search's OPEN and FOCAL.
//
// OPEN is a [List]: the nodes to be expanded, in one or more queues. A queue is an [Order]
// over FOCAL = {n in OPEN : f(n) <= threshold}, or over all of OPEN. The threshold is
// floor(w·fmin), which decides f <= w·fmin exactly, since f is an integer. Orders are of two
// kinds, the least fixed key and the greatest slack (x - f)/b, and nodes are kept in one of
// two stores:
//
//	file             contents
//	open.go          Order and its values, Selection, Range
//	list.go          List: what a search calls; counts, threshold, dead nodes, deferred nodes
//	table.go         the store for small integers: a FIFO queue for each f and key
//	table_least.go   least key in a table
//	heaps.go         the store for any costs: OPEN by f, and the nodes that are not eligible
//	falls.go         the same where fmin falls
//	fixed.go         least key for any costs
//	promising.go     EES's queue
//	contest.go       greatest slack in a table, and among nodes of each d: steps.go, for any costs
//	slack.go         greatest slack for any costs; contenders.go: its heap; reserve.go: nodes of little slack
//	bound.go         w·fmin as a rational, and the rest of w·h
//	fifo.go, bitset.go, lazy.go, heap.go   what the stores are made of
//
// A node leaves a queue that has not selected it only when it comes up there. Until then it is
// dead: its fate is no longer live. [List.Select] drops such nodes.
package open

import "github.com/focal-search/focal/engine/internal/arena"

// Cost is a path cost or a heuristic value, as engine.Cost.
type Cost = arena.Cost

// An Order sorts the nodes of a queue. Ties go to the least id, after what is said below.
type Order struct {
	by         by
	slack      bool // greatest (x - f)/b first, where by says what b is; else the least key
	optimistic bool // x is (2w - 1)·fmin, not w·fmin

	ties  Weight                        // of equal f: the least rest of ties·h, then the least h
	exact func(g1, h1, g2, h2 Cost) int // of equal f: what compares two nodes
	key   Key                           // where by is byKey
	once  bool                          // key is computed when a node enters OPEN, and kept
	deep  bool                          // of equal keys: the greatest g
	all   bool                          // the queue has all of OPEN
	own   func(*arena.Nodes) order      // makes the queue, if the List has no code of its own for it
}

// by is what an order sorts by, or the b of a slack.
type by uint8

const (
	byF by = iota
	byH
	byD
	byKey
)

// A Key is what a queue sorts a node by.
type Key func(id uint32, f, h, d Cost) Cost

// The orders. In one of slack, b = 0 is infinite; ties go to the smaller b, then to the smaller
// f. DPS's potential (w·fmin - g)/h is a slack, since it is 1 + (w·fmin - f)/h.
var (
	LeastF              = Order{by: byF}                                // of OPEN
	LeastFThenH         = Order{by: byF, ties: Weight{1, 1}}            // of OPEN, ties to the smaller h
	LeastD              = Order{by: byD}                                // FS
	Potential           = Order{by: byH, slack: true}                   // DPS
	OptimisticPotential = Order{by: byH, slack: true, optimistic: true} // ((2w-1)·fmin - g)/h
	SlackPerStep        = Order{by: byD, slack: true, optimistic: true} // ((2w-1)·fmin - f)/d
)

// Weighted is WA*'s order, where f is the whole part of g + w·h.
func Weighted(w Weight) Order { return Order{by: byF, ties: w} }

// Exactly is the order of a priority of which f is the whole part; compare decides between two
// nodes of equal f.
func Exactly(compare func(g1, h1, g2, h2 Cost) int) Order { return Order{by: byF, exact: compare} }

// ByKey is the order of the least key, which depends on only the node's id.
func ByKey(key Key) Order { return Order{by: byKey, key: key} }

// ByOwnKey is the same for a key that is computed once, when a node enters OPEN.
func ByOwnKey(key Key) Order { return Order{by: byKey, key: key, once: true} }

// DeepFirst is an order by key whose ties go to the greater g.
func (o Order) DeepFirst() Order {
	o.deep = true
	return o
}

// OfOpen is the order over all of OPEN.
func (o Order) OfOpen() Order {
	o.all = true
	return o
}

// byH reports whether the order needs the h of nodes.
func (o Order) byH() bool { return o.by == byH || o.ties.Den != 0 }

// ofOpen reports whether the order, which is not the head's, is over all of OPEN.
func (o Order) ofOpen() bool { return o.all || o.by == byF }

// queue makes an empty queue with costs of any size.
func (o Order) queue(n *arena.Nodes, r Range) order {
	switch {
	case o.own != nil:
		return o.own(n)
	case o.slack && o.by == byD && r != Any:
		return &steps{best: newContest(o), nodes: n}
	case o.slack:
		return newSlackQueue(o, crowded)
	}
	return newFixed(n, o)
}

// A Selection is a node that a queue has selected, and that has not been taken out yet.
type Selection struct {
	ID   uint32
	from int32 // the number of the table that selected it, or one of those below
	F    Cost
	Key  Cost // what the queue sorts by, of a slack its b
}

const (
	fromOther    = -1
	fromDeferred = -2
)

// A Range says what the f, h and d of nodes are.
type Range int

// The ranges, from the widest. A search whose nodes do not fit one goes on with that before.
const (
	Any   Range = iota - 1 // costs of any size
	Steps                  // the same, and small d
	Small                  // small integers
	Same                   // small integers, and d = h in each node
)
