package engine

import (
	"math"

	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
)

// An expansion is a node's successors, and what the table of states needs to look
// them up.
type expansion struct {
	*Successors
	node   uint32   // whose they are, arena.None while that is not known
	hashes []uint64 // of their states
}

func newExpansion(shape Shape) *expansion {
	return &expansion{Successors: NewSuccessors(shape), node: arena.None, hashes: make([]uint64, shape.Successors)}
}

// hash has the table look for the states, which takes it some time.
func (e *expansion) hash(t *arena.Table) {
	if len(e.hashes) < e.N {
		e.hashes = make([]uint64, len(e.Items))
	}
	t.Hash(e.State, e.N, e.hashes)
}

// expand makes the successors of a node, which a move has led to if made is true.
// The move that undoes it leads to the node's parent: it counts as generated and is
// left out, because relax would drop it. The parent's state is known, at a cost of
// at most g.
func (s *search) expand(e *expansion, node Node, move Move, made bool) {
	e.node, e.N, e.Dropped, e.Err, e.cut, e.back = node.ID, 0, 0, nil, false, NoMove
	if made && s.inverses != nil {
		e.back = s.inverses[move]
	}
	s.space.Expand(node, e.Successors)
	e.back = NoMove
	e.hash(s.table)
}

// expandNode makes the successors of a node that is stored.
func (s *search) expandNode(e *expansion, id uint32) {
	move, made := uint32(0), false
	if s.inverses != nil {
		move, made = s.nodes.Move(id)
	}
	if e.Drops {
		e.Path, e.Below = s.nodes.G(id), s.cost
	}
	s.expand(e, s.node(id), Move(move), made)
}

// lookAhead expands the node that is probably selected next, so that the memory
// that relax needs then is on its way while the successors at hand, of a node with
// path cost g, are relaxed. A wrong guess costs its time and changes nothing. It
// returns the number of the successor at hand that it has expanded, -1 for none.
func (s *search) lookAhead(g Cost) (child int) {
	if !memory.Prefetches {
		return -1
	}
	queue := s.last()
	if s.asks != nil || s.coin.peek() {
		queue = 0
	}
	f, h, d := Cost(math.MaxInt64), Cost(0), Cost(0)
	if s.foresees {
		if child = s.best(queue); child >= 0 {
			c := &s.at.Items[child]
			f, h, d = s.rank(g+c.Cost, c.H), c.H, c.D
		}
	}
	leads, next, second := s.frontier.Ahead(queue, f, h, d)
	if leads && s.foresees && child >= 0 {
		s.expand(s.ahead, Node{arena.None, s.at.state(child)}, s.at.Items[child].Move, true)
		return child
	}
	s.nodes.Prefetch(second)
	if !s.foresees {
		s.load(next)
		return -1
	}
	if s.ahead.node = next; next != arena.None {
		s.expandNode(s.ahead, next)
	}
	return -1
}

// load has a node loaded, and those of the successors at hand that are known. A function of its own leaves the
// registers to lookAhead.
//
//go:noinline
func (s *search) load(next uint32) {
	s.nodes.Prefetch(next)
	s.table.Follow(s.at.hashes[:s.at.N])
}

// best is the number of the successor at hand that a queue would select first, -1 if
// there is none. It is a guess: it takes OPEN's head to go by f, whatever the priority,
// and has no branch that depends on the values, which no processor predicts.
func (s *search) best(queue int) (best int) {
	const bits = 8
	first, ofCost, ofH, ofD := int64(math.MaxInt64), Cost(0), Cost(0), Cost(1)
	switch {
	case queue == s.last() && (queue == 0 || s.Queues[queue].order == leastFThenH): // ties go to the smaller h
		const many = 1 << 24
		ofCost, ofH, ofD = many, many+1, 0
	case queue == s.last():
		ofCost, ofH, ofD = 1, 1, 0
	}
	items := s.at.Items[:min(s.at.N, 1<<bits)]
	for i := range items {
		c := &items[i]
		first = min(first, (c.Cost*ofCost+c.H*ofH+c.D*ofD)<<bits|int64(i))
	}
	if len(items) == 0 {
		return -1
	}
	return int(first & (1<<bits - 1))
}
