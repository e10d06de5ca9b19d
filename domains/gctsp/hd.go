package gctsp

import (
	"fmt"
	"slices"

	"github.com/focal-search/focal/domains/hd"
	"github.com/focal-search/focal/engine"
)

// A State is the position of a tour and what remains to be covered. Do not change it or
// the instance.
type State struct {
	Node      int
	Uncovered []int // customers, by number
	Deficit   int   // how many of them are still to be covered; 0 once the quota is met
	Instance  *Instance
}

// Done reports whether the tour has returned to the depot with the quota met.
func (s State) Done() bool { return s.Node == s.Instance.Depot && s.Deficit == 0 }

// String lists the node and the uncovered customers.
func (s State) String() string {
	return fmt.Sprintf("node %d, %d to cover of %v", s.Node, s.Deficit, s.Uncovered)
}

// An HD is a user-defined h and d over tours: a Name and a Version, under which results are kept,
// and the functions H and D of a State, of which one may be nil; see [hd.Functions].
type HD hd.Functions[State]

// WithHD returns a problem of this domain with a user-defined h and d; see [hd.With].
func WithHD(p *engine.Problem, own HD) *engine.Problem {
	return hd.With(p, hd.Functions[State](own))
}

// RegisterHD registers a user-defined h and d by name, as in gctsp/small/1:mine; see
// [hd.Register].
func RegisterHD(own HD) { hd.Register("gctsp", hd.Functions[State](own)) }

func (in *Instance) view() *hd.View[State] {
	start := State{Node: in.Depot, Instance: in}
	for c := range in.Customers {
		start.Uncovered = append(start.Uncovered, c)
	}
	start.arrive(in.Depot)
	return &hd.View[State]{
		Start: start,
		Copy: func(to, from State) State {
			from.Uncovered = append(to.Uncovered[:0], from.Uncovered...)
			return from
		},
		Apply: func(s *State, m engine.Move) (engine.Cost, error) {
			cost := in.Distances[s.Node][m]
			s.arrive(int(m))
			return cost, nil
		},
		Goal: State.Done,
	}
}

// arrive covers what a node covers.
func (s *State) arrive(node int) {
	covers := s.Instance.Covers[node]
	s.Uncovered = slices.DeleteFunc(s.Uncovered, func(c int) bool { return slices.Contains(covers, c) })
	s.Deficit = max(0, s.Instance.Quota-(s.Instance.Customers-len(s.Uncovered)))
	s.Node = node
}
