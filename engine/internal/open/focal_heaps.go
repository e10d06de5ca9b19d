package open

import (
	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
)

// focalHeaps is OPEN and FOCAL for costs of any size. FOCAL is in any number of orders, and
// a node enters all of them when it becomes eligible. The head is that of heaps; its ties go
// to the least id, or first to the least h.
type focalHeaps struct {
	heaps
	orders []focalOrder
	keyed  []*byOwnKey // those of them that look at every node
	withD  int         // the order by d, -1 if there is none
	thenH  bool        // ties of the head go first to the least h
}

// A focalOrder is the nodes of FOCAL in one order. It may keep nodes that are not live until
// they come up.
type focalOrder interface {
	enter(id uint32, f, h, d Cost)
	// best is the best live node. There must be one.
	best() Selection
	// leave drops a node, which is not live any more, if it is the best.
	leave(id uint32)
	next() (next, second uint32)
	precedes(f, h, d Cost) bool
	// key is what the order sorts a node by. d is given only if the order is by d.
	key(id uint32, f, d Cost) Cost
	// advance moves w·fmin.
	advance(t Cost, b Bound)
	// keep drops the nodes that fail a test.
	keep(ok func(id uint32, f, d Cost) bool)
	bytes() int64
	free()
}

// A Guidance makes an order of FOCAL.
type Guidance struct {
	order  func(n *arena.Nodes) focalOrder
	bucket func(n *arena.Nodes) Frontier // its frontier for small costs; nil if there is none
	same   int                           // its queue of sameBuckets
}

// The guidance of FS, least d, and of DPS, greatest potential (w·fmin - g)/h.
var (
	ByD = Guidance{
		func(n *arena.Nodes) focalOrder { return &byD{nodes: n} },
		func(n *arena.Nodes) Frontier { return &leastDBuckets{buckets: newBuckets(n)} },
		guidedByD,
	}
	ByPotential = bySlack(slack{}, Guided)
)

// Greatest slack per step, and the potential of the optimistic bound: see slack.
var (
	BySlackPerStep        = bySlack(slack{byD: true, optimistic: true}, none)
	ByOptimisticPotential = bySlack(slack{optimistic: true}, none)
)

// none is no queue of sameBuckets.
const none = -1

// A slack is an order of FOCAL: the greatest (x - f)/b first, then the smaller b, then the
// smaller f, then the least id. b = 0 is infinite. Potential (w·fmin - g)/h is one, since it is
// 1 + (w·fmin - f)/h: its b is h, and its x is w·fmin.
type slack struct {
	byD        bool // b is d, not h
	optimistic bool // x is (2w - 1)·fmin, not w·fmin
}

// step is b.
func (s slack) step(h, d Cost) Cost {
	if s.byD {
		return d
	}
	return h
}

// x is that of a bound.
func (s slack) x(b Bound) Bound {
	if s.optimistic {
		return b.optimistic()
	}
	return b
}

func bySlack(s slack, same int) Guidance {
	return Guidance{
		func(n *arena.Nodes) focalOrder { return newPotentialOrder(n, crowded, s) },
		func(n *arena.Nodes) Frontier { return newPotentialBuckets(n, s) },
		same,
	}
}

// ByFixedKey is the guidance of the least key, then of the least id. The key depends on only
// the node's id.
func ByFixedKey(key Key) Guidance {
	return Guidance{order: func(n *arena.Nodes) focalOrder { return &byFixedKey{byD{nodes: n}, key} }}
}

// ByOwnKey is the same for a key that is computed when a node enters OPEN.
func ByOwnKey(key Key) Guidance {
	return Guidance{order: func(n *arena.Nodes) focalOrder {
		q := &byOwnKey{own: key}
		q.byFixedKey = byFixedKey{byD{nodes: n}, func(id uint32, _, _, _ Cost) Cost { return q.keys.Items[id] }}
		return q
	}}
}

func newFocalHeaps(n *arena.Nodes, thenH bool, guidance ...Guidance) *focalHeaps {
	q := &focalHeaps{heaps: newHeaps(n), withD: -1, thenH: thenH}
	for i, g := range guidance {
		q.orders = append(q.orders, g.order(n))
		switch o := q.orders[i].(type) {
		case *byD:
			q.withD = i
		case *potentialOrder:
			if o.byD {
				q.withD = i
			}
		case *byOwnKey:
			q.keyed = append(q.keyed, o)
		}
	}
	// The values are h for ties, or d where a node needs it: among those waiting to enter an
	// order by d, and for the head's key.
	q.waiting.bare = q.withD < 0
	q.byF.bare = q.withD != 0 && !thenH
	if thenH {
		q.byF.near.ties = Weight{1, 1}
	}
	return q
}

// h is that of a node.
func (q *focalHeaps) h(id uint32, f Cost) Cost { return f - q.nodes.G(id) }

func (q *focalHeaps) Insert(id uint32, f, h, d Cost) bool {
	q.enter(f)
	for _, o := range q.keyed {
		o.see(id, f, h, d)
	}
	if f <= q.threshold {
		q.admitted(id, f, h, d)
	} else {
		q.waiting.push(entry{f, d, id})
	}
	return true
}

// admitted adds an eligible node.
func (q *focalHeaps) admitted(id uint32, f, h, d Cost) {
	if q.thenH {
		q.byF.push(entry{f, h, id})
	} else {
		q.byF.push(entry{f, d, id})
	}
	for _, o := range q.orders {
		o.enter(id, f, h, d)
	}
}

func (q *focalHeaps) SetThreshold(t Cost, b Bound) (admitted int64) {
	if t < q.threshold {
		q.lower(t)
	}
	for _, o := range q.orders {
		o.advance(t, b)
	}
	return q.admit(t, func(e entry) { q.admitted(e.id, e.key, q.h(e.id, e.key), e.value) })
}

// lower takes the nodes out of FOCAL that are not eligible at a lower threshold, as after an
// incumbent or where an inconsistent heuristic lets fmin fall. They wait again if they are
// live. Only the order by d knows their d; without one nobody needs it.
func (q *focalHeaps) lower(t Cost) {
	stays := func(id uint32, f, d Cost) bool {
		if f > t && q.nodes.Live(id) {
			q.waiting.push(entry{f, d, id})
			q.focal--
		}
		return f <= t
	}
	eligible := func(_ uint32, f, _ Cost) bool { return f <= t }
	for i, o := range q.orders {
		if i == q.withD {
			o.keep(stays)
		} else {
			o.keep(eligible)
		}
	}
	if q.withD < 0 {
		q.byF.keep(q.nodes, func(e entry) bool { return stays(e.id, e.key, 0) })
	} else {
		q.byF.keep(nil, func(e entry) bool { return e.key <= t })
	}
}

func (q *focalHeaps) Select(queue int) Selection {
	if queue < len(q.orders) {
		return q.orders[queue].best()
	}
	s := q.head()
	switch {
	case q.thenH: // its key is h
	case len(q.orders) > 0:
		s.Key = q.orders[0].key(s.ID, s.F, s.Key)
	default:
		s.Key = s.F
	}
	return s
}

func (q *focalHeaps) Next(queue int) (next, second uint32) {
	if queue < len(q.orders) {
		return q.orders[queue].next()
	}
	return q.heaps.Next(queue)
}

func (q *focalHeaps) Precedes(queue int, f, h, d Cost) bool {
	if queue < len(q.orders) {
		return f <= q.threshold && q.orders[queue].precedes(f, h, d)
	}
	return q.heaps.Precedes(queue, f, h, d)
}

func (q *focalHeaps) Take(s Selection) {
	q.heaps.Take(s)
	for _, o := range q.orders {
		o.leave(s.ID)
	}
}

func (q *focalHeaps) Prune(c Cost) {
	q.pruneOpen(c)
	for _, o := range q.orders {
		o.keep(func(id uint32, f, _ Cost) bool { return f < c && q.nodes.Live(id) })
	}
}

func (q *focalHeaps) Bytes() int64 {
	bytes := q.heaps.Bytes()
	for _, o := range q.orders {
		bytes += o.bytes()
	}
	return bytes
}

func (q *focalHeaps) Free() {
	q.heaps.Free()
	for _, o := range q.orders {
		o.free()
	}
}

// byD is FOCAL by least d, then by least id.
type byD struct {
	columns
	nodes *arena.Nodes
}

func (q *byD) enter(id uint32, f, h, d Cost) { q.push(d, f, id) }
func (q *byD) best() Selection               { return q.top(q.nodes) }
func (q *byD) next() (next, second uint32)   { return q.first(), q.second() }
func (q *byD) precedes(f, h, d Cost) bool    { return d < q.least() }
func (q *byD) key(id uint32, f, d Cost) Cost { return d }
func (q *byD) advance(Cost, Bound)           {}

func (q *byD) leave(id uint32) {
	if q.first() == id {
		q.pop()
	}
}

func (q *byD) keep(ok func(id uint32, f, d Cost) bool) {
	q.columns.keep(q.nodes, func(d, f Cost, id uint32) bool { return ok(id, f, d) })
}

// byFixedKey is FOCAL by a key instead of d.
type byFixedKey struct {
	byD
	of Key
}

func (q *byFixedKey) enter(id uint32, f, h, d Cost) { q.push(q.of(id, f, h, d), f, id) }
func (q *byFixedKey) precedes(f, h, d Cost) bool    { return false } // the node has no id yet
func (q *byFixedKey) key(id uint32, f, _ Cost) Cost { return q.of(id, f, 0, 0) }

// byOwnKey keeps the key of each node.
type byOwnKey struct {
	byFixedKey
	own  Key
	keys memory.Vector[Cost] // by id
}

// see computes the key of a node that enters OPEN.
func (q *byOwnKey) see(id uint32, f, h, d Cost) {
	for len(q.keys.Items) < int(id) { // these are not in OPEN
		q.keys.Push(0)
	}
	q.keys.Push(q.own(id, f, h, d))
}

func (q *byOwnKey) bytes() int64 { return q.byFixedKey.bytes() + q.keys.Bytes() }

func (q *byOwnKey) free() {
	q.byFixedKey.free()
	q.keys.Free()
}
