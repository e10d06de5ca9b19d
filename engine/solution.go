package engine

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine/internal/arena"
)

// An overestimate is a state on a solution whose h is above the cost of the rest.
type overestimate struct {
	moves   int // from the start to the state
	h, rest Cost
}

// A solution is the path to a goal that was accepted.
type solution struct {
	goal  uint32
	moves []Move
	path  []string // their names
	at    *overestimate
}

// solution makes that of the incumbent.
func (s *search) solution(p *Problem) solution {
	moves, at := s.path(s.goal)
	return solution{s.goal, moves, p.Names(moves), at}
}

// path returns the moves from the start to a node. Moves are not stored: each is
// recovered by expanding the parent. To the node, a goal, the rest of the path is a path
// from each of its states, so it proves that h is not admissible if a state's h is above the
// cost of that rest; then path returns the first such state.
func (s *search) path(id uint32) (moves []Move, refuted *overestimate) {
	moves = []Move{}
	goal := s.nodes.G(id)
	look := func(h, g Cost) {
		if h > goal-g {
			refuted = &overestimate{len(moves), h, goal - g} // so far from the goal
		}
	}
	defer func(drops bool) { s.at.Drops = drops }(s.at.Drops)
	s.at.Drops = false
	for parent := s.nodes.Parent(id); parent != arena.None; id, parent = parent, s.nodes.Parent(parent) {
		s.at.N = 0
		s.space.Expand(s.node(parent), s.at.Successors)
		edge := s.nodes.G(id) - s.nodes.G(parent)
		for i := range s.at.N {
			if s.at.Items[i].Cost == edge && s.table.Same(id, s.at.state(i)) {
				look(s.at.Items[i].H, s.nodes.G(id))
				moves = append(moves, s.at.Items[i].Move)
				break
			}
		}
	}
	h, _ := s.space.Evaluate(s.node(id))
	look(h, 0)
	slices.Reverse(moves)
	if refuted != nil {
		refuted.moves = len(moves) - refuted.moves
	}
	return moves, refuted
}

// refutation says why a solution proves that h is not admissible, "" if it does not.
func refutation(p *Problem, r *Result, at *overestimate) string {
	const so = "h is not admissible: %s, but %s, so that no bound is proved"
	switch {
	case at != nil:
		return fmt.Sprintf(so, fmt.Sprintf("%s has h = %s", p.state(r.Moves, at.moves), FormatCost(at.h, p.Unit)),
			fmt.Sprintf("a path of cost %s leads from there to a goal", FormatCost(at.rest, p.Unit)))
	case r.LowerBound > r.Cost:
		return fmt.Sprintf(so, "the lower bound is "+FormatCost(r.LowerBound, p.Unit),
			fmt.Sprintf("a solution of cost %s is known", FormatCost(r.Cost, p.Unit)))
	}
	return ""
}

// state names the state after the first n moves in one line.
func (p *Problem) state(moves []Move, n int) string {
	const longest = 120
	if p.Picture != nil {
		if text := strings.Join(strings.Fields(p.Picture(moves[:n])), " "); text != "" && len(text) <= longest {
			return "the state " + text
		}
	}
	if n == 0 {
		return "the start"
	}
	return fmt.Sprintf("the state after move %d, %s,", n, p.Names(moves[:n])[n-1])
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
