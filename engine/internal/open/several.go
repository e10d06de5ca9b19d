package open

import (
	"github.com/focal-search/focal/engine/internal/arena"
)

// Several is a frontier of any number of queues. A node is in all of them and
// leaves them at once: a queue that did not select it drops it when it comes up.
//
// Queues are of two kinds. A pair is a frontier of its own, whose guided queue is a queue
// here. The first pair counts OPEN and FOCAL. The last queue is the head of a pair, as a
// rule of the first. An order is a heap.
type Several struct {
	pairs  []Frontier
	head   int // the pair whose head is the last queue
	orders []Order
	queues []place // the last one is least f
}

// A place is where a queue is.
type place struct {
	pair  int // -1 for an order
	order int
}

// An Order is a queue of Several that counts nothing. Every node of OPEN is in it.
type Order interface {
	Insert(id uint32, f, h, d Cost)
	// Best is the queue's best live node. Its F is the node's f.
	Best() Selection
	Prune(c Cost)
	Bytes() int64
	Free()
}

// NewSeveral makes a frontier of the guided queues of pairs and of orders, each a
// Frontier or an Order, in this order, and of least f, with ties to the least h if thenH
// is set. Without a pair it counts by one of its own.
func NewSeveral(n *arena.Nodes, small, thenH bool, queues ...any) *Several {
	s := &Several{}
	for _, q := range queues {
		switch q := q.(type) {
		case Frontier:
			s.queues = append(s.queues, place{pair: len(s.pairs)})
			s.pairs = append(s.pairs, q)
		case Order:
			s.queues = append(s.queues, place{pair: -1, order: len(s.orders)})
			s.orders = append(s.orders, q)
		}
	}
	if len(s.pairs) == 0 {
		s.pairs = append(s.pairs, LeastD(n, small))
	}
	for _, p := range s.pairs[1:] {
		if p, ok := p.(interface{ besideAnother() }); ok {
			p.besideAnother()
		}
	}
	if first, ok := s.pairs[0].(interface{ breakTiesByH() }); ok && thenH {
		first.breakTiesByH()
	} else if thenH {
		s.head = len(s.pairs)
		s.pairs = append(s.pairs, Best(n, small, Weight{1, 1}))
	}
	return s
}

func (s *Several) Insert(id uint32, f, h, d Cost) bool {
	for _, p := range s.pairs {
		if !p.Insert(id, f, h, d) {
			return false // and this frontier is given up
		}
	}
	for _, o := range s.orders {
		o.Insert(id, f, h, d)
	}
	return true
}

func (s *Several) Left(f Cost) {
	for _, p := range s.pairs {
		p.Left(f)
	}
}

func (s *Several) Least() (Cost, bool) {
	if s.head > 0 {
		s.pairs[s.head].Least() // whose head is then among the nodes of that f
	}
	return s.pairs[0].Least()
}

func (s *Several) SetThreshold(t Cost, b Bound) (admitted int64) {
	for _, p := range s.pairs[1:] {
		p.SetThreshold(t, b)
	}
	return s.pairs[0].SetThreshold(t, b)
}

func (s *Several) Select(queue int) Selection {
	if queue >= len(s.queues) {
		x := s.pairs[s.head].Select(Head)
		x.pair = int32(s.head)
		return x
	}
	at := s.queues[queue]
	if at.pair < 0 {
		x := s.orders[at.order].Best()
		x.pair = -1
		return x
	}
	x := s.pairs[at.pair].Select(Guided)
	x.pair = int32(at.pair)
	return x
}

func (s *Several) Take(x Selection) {
	for i, p := range s.pairs {
		if i == int(x.pair) {
			p.Take(x)
		} else {
			p.Left(x.F)
		}
	}
}

func (s *Several) Next(queue int) (next, second uint32) {
	if queue >= len(s.queues) {
		return s.pairs[s.head].Next(Head)
	}
	if at := s.queues[queue]; at.pair >= 0 {
		return s.pairs[at.pair].Next(Guided)
	}
	return arena.None, arena.None
}

func (s *Several) Precedes(queue int, f, h, d Cost) bool {
	if queue >= len(s.queues) {
		return s.pairs[s.head].Precedes(Head, f, h, d)
	}
	if at := s.queues[queue]; at.pair >= 0 {
		return s.pairs[at.pair].Precedes(Guided, f, h, d)
	}
	return false
}

func (s *Several) Prune(c Cost) {
	for _, p := range s.pairs {
		p.Prune(c)
	}
	for _, o := range s.orders {
		o.Prune(c)
	}
}

func (s *Several) Open() int64    { return s.pairs[0].Open() }
func (s *Several) Focal() int64   { return s.pairs[0].Focal() }
func (s *Several) Plateau() int64 { return s.pairs[0].Plateau() }

func (s *Several) Bytes() (bytes int64) {
	for _, p := range s.pairs {
		bytes += p.Bytes()
	}
	for _, o := range s.orders {
		bytes += o.Bytes()
	}
	return bytes
}

func (s *Several) Free() {
	for _, p := range s.pairs {
		p.Free()
	}
	for _, o := range s.orders {
		o.Free()
	}
}

// A Key is what an order sorts a node by, the least first.
type Key func(id uint32, f, h, d Cost) Cost

// ByKey is the order over all of OPEN of the least key, then of the least id.
func ByKey(n *arena.Nodes, key Key) Order { return &byKey{nodes: n, key: key} }

type byKey struct {
	nodes *arena.Nodes
	key   Key
	heap  heap // the value is f
}

func (o *byKey) Insert(id uint32, f, h, d Cost) { o.heap.push(entry{o.key(id, f, h, d), f, id}) }

func (o *byKey) Best() Selection {
	e := o.heap.top(o.nodes)
	return Selection{ID: e.id, F: e.value, Key: e.key}
}

func (o *byKey) Prune(c Cost) {
	o.heap.keep(o.nodes, func(e entry) bool { return o.nodes.Live(e.id) && e.value < c })
}

func (o *byKey) Bytes() int64 { return o.heap.Bytes() }
func (o *byKey) Free()        { o.heap.Free() }

// FocalByKey is FOCAL by a key instead of d: a frontier whose guided queue is the
// eligible node of the least key, then of the least id.
func FocalByKey(n *arena.Nodes, key Key) Frontier {
	return &focalByKey{leastDHeaps{heaps: newHeaps(n)}, key}
}

type focalByKey struct {
	leastDHeaps
	keyOf Key
}

func (q *focalByKey) Insert(id uint32, f, h, d Cost) bool {
	return q.leastDHeaps.Insert(id, f, h, q.keyOf(id, f, h, d))
}

// Promising is the order of EES: the least key among the nodes whose estimate is
// at most w times the least estimate in OPEN, then the least id. Both depend on
// only the node's id.
func Promising(n *arena.Nodes, w func() Weight, estimate, key Key) Order {
	return &promising{nodes: n, w: w, estimate: estimate, key: key}
}

// promising moves nodes between two heaps only when they come up: one that has
// become ineligible by a fall of the least estimate goes back when it is the
// other heap's best. The keys of a node do not change. The heaps' values are f.
type promising struct {
	nodes         *arena.Nodes
	w             func() Weight
	estimate, key Key
	all           heap // OPEN by estimate
	waiting       heap // by estimate; nodes that were not eligible when last looked at
	eligible      heap // by key
}

func (o *promising) Insert(id uint32, f, h, d Cost) {
	e := entry{o.estimate(id, f, h, d), f, id}
	o.all.push(e)
	o.waiting.push(e)
}

func (o *promising) Best() Selection {
	w := o.w()
	limit := NewBound(w.Num, w.Den, o.all.top(o.nodes).key)
	for o.waiting.len() > 0 && limit.Admits(o.waiting.Items[0].key) {
		if e := o.waiting.pop(); o.nodes.Live(e.id) {
			o.eligible.push(entry{o.key(e.id, e.value, 0, 0), e.value, e.id})
		}
	}
	for {
		e := o.eligible.top(o.nodes)
		estimate := o.estimate(e.id, e.value, 0, 0)
		if limit.Admits(estimate) {
			return Selection{ID: e.id, F: e.value, Key: e.key}
		}
		o.eligible.pop()
		o.waiting.push(entry{estimate, e.value, e.id})
	}
}

func (o *promising) Prune(c Cost) {
	kept := func(e entry) bool { return o.nodes.Live(e.id) && e.value < c }
	o.all.keep(o.nodes, kept)
	o.waiting.keep(o.nodes, kept)
	o.eligible.keep(o.nodes, kept)
}

func (o *promising) Bytes() int64 { return o.all.Bytes() + o.waiting.Bytes() + o.eligible.Bytes() }

func (o *promising) Free() {
	o.all.Free()
	o.waiting.Free()
	o.eligible.Free()
}
