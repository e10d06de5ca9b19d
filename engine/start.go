package engine

import (
	"fmt"
	"math"
	"slices"

	"github.com/focal-search/focal/engine/internal/arena"
)

// offered uses what the domain offers beyond the contract of Space.
func (s *search) offered(shape Shape) (err error) {
	all := s.model == nil && !s.anew // else every successor must be seen
	if r, ok := s.space.(Reversible); ok && all {
		s.inverses = r.Inverses()
		s.nodes.KeepMoves(len(s.inverses))
	}
	_, s.foresees = s.space.(Pure)
	s.at.Drops = all && !s.foresees // what has been expanded ahead may never be relaxed
	if linked, ok := s.space.(Linked); ok {
		linked.Link(s.nodes.State)
	}
	if spare, ok := s.space.(Spare); ok && !s.readsD() {
		spare.WithoutD()
	}
	var same func(id uint32, state []uint64) bool
	if hashed, ok := s.space.(Hashed); ok {
		same = func(id uint32, state []uint64) bool { return hashed.Same(s.node(id), state) }
	}
	if shape.States > 0 {
		s.table = arena.NewDirectTable(&s.nodes, shape.States)
	} else {
		s.table, err = arena.NewTable(&s.nodes, shape.Key, same)
	}
	return err
}

// readsD reports whether a queue may sort by d.
func (s *search) readsD() bool {
	return slices.ContainsFunc(s.Queues, func(q Queue) bool {
		return !q.isHead() && q.order != greatestPotential && q.order != optimisticPotential
	})
}

// begin puts the start into OPEN.
func (s *search) begin() error {
	s.at.N = 0
	s.space.Start(s.at.Add(Successor{}))
	err := s.start()
	s.advance()
	return err
}

// start makes a node of the start, the only successor in the buffer, and puts it into
// OPEN.
func (s *search) start() error {
	if err := s.nodes.Reserve(1); err != nil {
		return err
	}
	state := s.at.state(0)
	id := s.nodes.Add(state, 0, arena.None, arena.NoMove)
	h, d := s.space.Evaluate(s.node(id))
	f := s.rank(0, h)
	switch {
	case h < 0 || d < 0:
		return fmt.Errorf("the start has h = %d, d = %d: heuristic values must not be negative", h, d)
	case f < 0:
		return fmt.Errorf("the start has h = %d, which %s", h, s.overflows(false))
	case h == math.MaxInt64:
		return fmt.Errorf("the start has h = %d: f must be below that", h)
	}
	s.at.hash(s.table)
	slot, _, _ := s.table.Find(s.at.hashes[0], state)
	s.table.Put(slot, s.at.hashes[0], id)
	if h < s.cost {
		s.insert(id, f, h, d)
	}
	return nil
}
