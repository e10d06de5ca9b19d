package engine

import (
	"math"
	"slices"

	"github.com/focal-search/focal/engine/internal/arena"
)

// path returns the moves from the start to a node. Moves are not stored: each is
// recovered by expanding the parent.
func (s *search) path(id uint32) []Move {
	moves := []Move{}
	defer func(drops bool) { s.at.Drops = drops }(s.at.Drops)
	s.at.Drops = false
	for parent := s.nodes.Parent(id); parent != arena.None; id, parent = parent, s.nodes.Parent(parent) {
		s.at.N = 0
		s.space.Expand(s.node(parent), s.at.Successors)
		edge := s.nodes.G(id) - s.nodes.G(parent)
		for i := range s.at.N {
			if s.at.Items[i].Cost == edge && s.table.Same(id, s.at.state(i)) {
				moves = append(moves, s.at.Items[i].Move)
				break
			}
		}
	}
	slices.Reverse(moves)
	return moves
}

// leastF computes fmin by one pass over OPEN, for WA*, which keeps no queue by f.
func (s *search) leastF() Cost {
	least := Cost(math.MaxInt64)
	for id := range s.nodes.Len() {
		if s.nodes.Live(id) {
			h, _ := s.space.Evaluate(s.node(id))
			least = min(least, s.nodes.G(id)+h)
		}
	}
	if least == math.MaxInt64 {
		return 0 // OPEN is empty and nothing is claimed
	}
	return least
}
