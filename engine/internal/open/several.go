package open

import (
	"slices"

	"github.com/focal-search/focal/engine/internal/arena"
)

// Several is a frontier of any number of queues. A node is in all of them and
// leaves them at once: a queue that did not select it drops it when it comes up.
//
// It consists of parts, which are frontiers, and of orders of all of OPEN. With costs of any
// size one part has all orders of FOCAL, and with d = h one table; else with small costs there
// is a table for each, and one more for the head if it breaks ties by h and none is by h.
// Without an order of FOCAL the part is as with costs of any size. The first part counts OPEN
// and FOCAL.
type Several struct {
	parts  []Frontier
	orders []Order
	queues []place // the last one is least f
}

// A place is where a queue is.
type place struct {
	part  int // -1 for an order
	queue int // of the part, or the number of the order
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

// NewSeveral makes a frontier of queues, each a Guidance in FOCAL or an Order, in this order,
// and of least f, with ties to the least h if thenH is set.
func NewSeveral(n *arena.Nodes, r Range, thenH bool, queues ...any) *Several {
	s := &Several{}
	var guidance []Guidance
	for _, q := range queues {
		if g, ok := q.(Guidance); ok {
			guidance = append(guidance, g)
		}
	}
	places := s.newParts(n, r, thenH, guidance)
	for _, q := range queues {
		if o, ok := q.(Order); ok {
			s.queues = append(s.queues, place{-1, len(s.orders)})
			s.orders = append(s.orders, o)
			continue
		}
		s.queues, places = append(s.queues, places[0]), places[1:]
	}
	s.queues = append(s.queues, places[0])
	return s
}

// newParts makes the parts, and returns where the orders of FOCAL are and, last, the head.
func (s *Several) newParts(n *arena.Nodes, r Range, thenH bool, guidance []Guidance) (places []place) {
	switch {
	case r == Any || len(guidance) == 0:
		s.parts = []Frontier{newFocalHeaps(n, thenH, guidance...)}
		for k := range len(guidance) + 1 {
			places = append(places, place{0, k})
		}
		return places
	case r == Same && len(guidance) == 1 && guidance[0].same == guidedByD:
		table := &leastDBuckets{buckets: newBuckets(n)}
		table.thenH = thenH
		s.parts = []Frontier{table}
		return []place{{0, Guided}, {0, Head}}
	case r == Same && slices.ContainsFunc(guidance, func(g Guidance) bool { return g.same == guidedByD }) &&
		!slices.ContainsFunc(guidance, func(g Guidance) bool { return g.same == none }):
		s.parts = []Frontier{newSameBuckets(n, thenH)}
		for _, g := range guidance {
			places = append(places, place{0, g.same})
		}
		return append(places, place{0, Head})
	}
	for k, g := range guidance {
		s.parts = append(s.parts, g.bucket(n))
		places = append(places, place{k, Guided})
	}
	if !thenH {
		return append(places, place{0, Head})
	}
	var table *buckets // the first one, which is by d
	for k, p := range s.parts {
		switch p := p.(type) {
		case *leastDBuckets:
			if k == 0 {
				table = &p.buckets
			}
		case *potentialBuckets:
			if !p.byD {
				p.thenH = true
				return append(places, place{k, Head})
			}
			if k == 0 {
				table = &p.buckets
			}
		}
	}
	s.parts = append(s.parts, newLateHead(n, table))
	return append(places, place{len(guidance), Head})
}

func (s *Several) Insert(id uint32, f, h, d Cost) bool {
	for _, p := range s.parts {
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
	for _, p := range s.parts {
		p.Left(f)
	}
}

func (s *Several) Least() (Cost, bool) {
	return s.parts[s.queues[len(s.queues)-1].part].Least()
}

func (s *Several) SetThreshold(t Cost, b Bound) (admitted int64) {
	for _, p := range s.parts[1:] {
		p.SetThreshold(t, b)
	}
	return s.parts[0].SetThreshold(t, b)
}

func (s *Several) Select(queue int) Selection {
	at := s.queues[queue]
	if at.part < 0 {
		x := s.orders[at.queue].Best()
		x.part = -1
		return x
	}
	x := s.parts[at.part].Select(at.queue)
	x.part = int32(at.part)
	return x
}

func (s *Several) Take(x Selection) {
	for i, p := range s.parts {
		if i == int(x.part) {
			p.Take(x)
		} else {
			p.Left(x.F)
		}
	}
}

func (s *Several) Next(queue int) (next, second uint32) {
	if at := s.queues[queue]; at.part >= 0 {
		return s.parts[at.part].Next(at.queue)
	}
	return arena.None, arena.None
}

func (s *Several) Precedes(queue int, f, h, d Cost) bool {
	at := s.queues[queue]
	return at.part >= 0 && s.parts[at.part].Precedes(at.queue, f, h, d)
}

func (s *Several) Prune(c Cost) {
	for _, p := range s.parts {
		p.Prune(c)
	}
	for _, o := range s.orders {
		o.Prune(c)
	}
}

func (s *Several) Open() int64    { return s.parts[0].Open() }
func (s *Several) Focal() int64   { return s.parts[0].Focal() }
func (s *Several) Plateau() int64 { return s.parts[0].Plateau() }

func (s *Several) Bytes() (bytes int64) {
	for _, p := range s.parts {
		bytes += p.Bytes()
	}
	for _, o := range s.orders {
		bytes += o.Bytes()
	}
	return bytes
}

func (s *Several) Free() {
	for _, p := range s.parts {
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
