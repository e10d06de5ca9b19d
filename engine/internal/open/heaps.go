package open

import "github.com/focal-search/focal/engine/internal/arena"

// heaps is the store for costs of any size: by f the nodes that are eligible, and apart from
// them those that are not yet, from which a rise of fmin takes exactly the newly eligible. A node
// enters the orders of FOCAL when it becomes eligible: until then it is stored once for all of
// them, so that RR-d takes 92.5 bytes a node, not 103. Without such orders all nodes are in one
// heap. After a fall of fmin orders may have nodes that are not eligible, see falls.go.
type heaps struct {
	nodes   *arena.Nodes
	byF     lazy // the value is h or d, where it is kept
	waiting lazy // f > threshold; the value is d, where it is kept

	orders []order  // of FOCAL
	kept   []*fixed // those of them that keep the keys of nodes
	withD  int      // the first order that knows the d of nodes, -1 if none does
	steps  bool     // d is to be below maxSteps
	alone  bool     // there is no FOCAL
	thenH  bool     // ties of the head go by h

	falls falls

	f       Cost // the f of which plateau is the number of live nodes; -1 for none
	plateau int64
}

// An order is a queue with costs of any size. It may keep dead nodes until they come up.
type order interface {
	enter(id uint32, f, h, d Cost)
	// first is the first node, as a Selection fromOther. There must be one.
	first() Selection
	// drop removes what first has returned.
	drop()
	// next is the first node and second one that may come next, arena.None where there is none at
	// hand.
	next() uint32
	second() uint32
	// precedes guesses whether a new node would be the first.
	precedes(f, h, d Cost) bool
	// key is what the order sorts a node by. d is given only if the order is by d.
	key(id uint32, f, h, d Cost) Cost
	// advance moves w·fmin, whose floor is t.
	advance(t Cost, b Bound)
	// keep drops the nodes that fail a test.
	keep(ok func(id uint32, f, key Cost) bool)
	// vectors shows all of the order's memory.
	vectors(of func(vector))
}

// newHeaps makes the store for a head and orders of FOCAL; alone says that there is none.
func newHeaps(n *arena.Nodes, r Range, head Order, alone bool, focal []Order) *heaps {
	p := new(pool)
	s := &heaps{nodes: n, byF: lazy{pool: p}, waiting: lazy{pool: p}, f: -1, withD: -1, alone: alone}
	for i, o := range focal {
		q := o.queue(n, r)
		s.orders = append(s.orders, q)
		if o.by == byD && s.withD < 0 {
			s.withD = i
		}
		switch q := q.(type) {
		case *fixed:
			if q.once {
				s.kept = append(s.kept, q)
			}
		case *slackQueue:
			q.leaves = func(id uint32) { s.drops(i, id) }
		case *steps:
			s.steps = true
		}
	}
	s.falls.absent = make([]bitset, len(focal))
	s.byF.near.breakTies(n, head)
	// The values are h for ties, or d where a node needs it: among those that wait to enter an
	// order by d, and for the head's key.
	s.thenH = head.ties.Den != 0 || head.exact != nil
	s.waiting.bare = s.withD < 0
	s.falls.out = lazy{pool: p, bare: s.withD < 0}
	s.byF.bare = s.withD != 0 && !s.thenH
	return s
}

func (s *heaps) insert(id uint32, f, h, d, threshold Cost) bool {
	if s.steps && d >= maxSteps {
		return false
	}
	if f == s.f {
		s.plateau++
	}
	if s.kept != nil {
		s.see(id, f, h, d)
	}
	if f <= threshold || s.alone {
		s.admit(id, f, h, d)
	} else {
		s.waiting.push(entry{f, d, id})
	}
	return true
}

// see has the orders that keep keys compute that of a node that enters OPEN.
func (s *heaps) see(id uint32, f, h, d Cost) {
	for _, o := range s.kept {
		o.see(id, f, h, d)
	}
}

// admit adds an eligible node.
func (s *heaps) admit(id uint32, f, h, d Cost) {
	if s.thenH {
		s.byF.push(entry{f, h, id})
	} else {
		s.byF.push(entry{f, d, id})
	}
	for _, o := range s.orders {
		o.enter(id, f, h, d)
	}
	if s.falls.begun {
		s.falls.in.push(entry{-f, d, id})
	}
}

// left notes that a node has left OPEN.
func (s *heaps) left(f Cost) {
	if f == s.f {
		s.plateau--
	}
}

// least is the least f of the live nodes, of which there are so many.
func (s *heaps) least(open int64) (Cost, bool) {
	if open == 0 {
		return 0, false
	}
	e, ok := s.byF.top(s.nodes)
	if !ok || s.falls.begun {
		if w, any := s.waiting.top(s.nodes); any && (!ok || w.key < e.key) {
			return w.key, true
		}
	}
	return e.key, ok
}

// head is the first live node by f.
func (s *heaps) head() Selection {
	e, _ := s.byF.top(s.nodes)
	x := Selection{e.id, fromOther, e.key, e.value}
	switch {
	case s.thenH: // the key is h
	case len(s.orders) > 0:
		x.Key = s.orders[0].key(x.ID, x.F, x.F-s.nodes.G(x.ID), x.Key)
	default:
		x.Key = x.F
	}
	return x
}

// ahead is List.Ahead of the head. A new node is the last among equals.
func (s *heaps) ahead(f, h Cost) (leads bool, next, second uint32) {
	near := &s.byF.near
	if near.len() == 0 {
		return true, arena.None, arena.None
	}
	first := &near.Items[0]
	if f < first.key || f == first.key && s.thenH && h < first.value {
		return true, arena.None, arena.None
	}
	return false, near.first(), near.second()
}

// take removes a node from the queues in which it is the first.
func (s *heaps) take(id uint32) {
	if s.byF.near.first() == id {
		s.byF.drop()
	}
	for _, o := range s.orders {
		if o.next() == id {
			o.drop()
		}
	}
}

// advance fits FOCAL to a new threshold. It returns how many nodes have left it and how many
// have been admitted.
func (s *heaps) advance(old, t Cost, b Bound) (left, admitted int64) {
	if t < old && !s.falls.begun {
		s.begin()
	}
	for _, o := range s.orders {
		o.advance(t, b)
	}
	if t < old {
		return s.fall(t), 0
	}
	admitted = s.rise(t)
	for {
		e, ok := s.waiting.pop(t)
		s.nodes.Prefetch(s.waiting.near.first()) // the next one, now or at the next rise of fmin
		if !ok {
			return 0, admitted
		}
		if s.nodes.Live(e.id) {
			s.admit(e.id, e.key, e.key-s.nodes.G(e.id), e.value)
			admitted++
		}
	}
}

// prune removes every node with f >= c, and says of each live one that it leaves.
func (s *heaps) prune(c Cost, leaves func(f Cost)) {
	below := func(e entry) bool {
		live := s.nodes.Live(e.id)
		if live && e.key >= c {
			leaves(e.key)
			return false
		}
		return live
	}
	s.byF.keep(s.nodes, below)
	s.waiting.keep(s.nodes, below)
	s.falls.in.keep(s.nodes, func(e entry) bool { return -e.key < c && s.nodes.Live(e.id) })
	s.falls.out.keep(s.nodes, func(e entry) bool { return e.key < c && s.nodes.Live(e.id) })
	for _, o := range s.orders {
		o.keep(func(id uint32, f, _ Cost) bool { return f < c && s.nodes.Live(id) })
	}
}

// level is the number of live nodes of the least f. They are the top of a heap, so that each is
// looked at once for each time that fmin comes to its f.
func (s *heaps) level(least Cost) int64 {
	if s.f != least {
		s.f = least
		s.plateau = s.byF.near.count(0, least, s.nodes) + s.waiting.near.count(0, least, s.nodes)
	}
	return s.plateau
}

func (s *heaps) vectors(of func(vector)) {
	of(&s.byF.near.Vector)
	of(&s.waiting.near.Vector)
	of(&s.falls.in.Vector)
	of(&s.falls.out.near.Vector)
	of(&s.byF.blocks) // which are of all three
	for _, o := range s.orders {
		o.vectors(of)
	}
}

// A vector is memory outside Go's heap.
type vector interface {
	Bytes() int64
	Free()
}

// bytes is the memory of some vectors.
func bytes(vectors func(func(vector))) (bytes int64) {
	vectors(func(v vector) { bytes += v.Bytes() })
	return bytes
}
