package tsp

import (
	"fmt"
	"slices"

	"github.com/focal-search/focal/domains/hd"
	"github.com/focal-search/focal/engine"
)

// A State is the position of a tour and what remains to be visited. Do not change it.
type State struct {
	City      int
	Unvisited []int // by index; the depot, city 0, is not among them

	in *instance
}

// Cities returns the number of cities.
func (s State) Cities() int { return s.in.n }

// Distance returns the distance between two cities in the problem's unit.
func (s State) Distance(i, j int) engine.Cost { return s.in.from(i)[j] }

// Done reports whether the tour has returned to the depot.
func (s State) Done() bool { return s.City == 0 && len(s.Unvisited) == 0 }

// String lists the city and the unvisited cities.
func (s State) String() string { return fmt.Sprintf("city %d, unvisited %v", s.City, s.Unvisited) }

// An HD is a user-defined h and d over tours: a Name and a Version, under which results are kept,
// and the functions H and D of a State, of which one may be nil; see [hd.Functions].
type HD hd.Functions[State]

// WithHD returns a problem of this domain with a user-defined h and d; see [hd.With].
func WithHD(p *engine.Problem, own HD) *engine.Problem {
	return hd.With(p, hd.Functions[State](own))
}

// RegisterHD registers a user-defined h and d by name, as in tsp/40/1:mine; see
// [hd.Register].
func RegisterHD(own HD) { hd.Register("tsp", hd.Functions[State](own)) }

func (in *instance) view() *hd.View[State] {
	start := State{in: in}
	for city := 1; city < in.n; city++ {
		start.Unvisited = append(start.Unvisited, city)
	}
	return &hd.View[State]{
		Start: start,
		Copy: func(to, from State) State {
			return State{from.City, append(to.Unvisited[:0], from.Unvisited...), in}
		},
		Apply: func(s *State, m engine.Move) (engine.Cost, error) {
			cost := s.Distance(s.City, int(m))
			if i, there := slices.BinarySearch(s.Unvisited, int(m)); there {
				s.Unvisited = slices.Delete(s.Unvisited, i, i+1)
			}
			s.City = int(m)
			return cost, nil
		},
		Goal: State.Done,
	}
}
