package grid

import (
	"github.com/focal-search/focal/domains/hd"
	"github.com/focal-search/focal/engine"
)

// A State is the cell that a path has reached.
type State struct {
	At Cell
	in *instance
}

// Goal is the cell where the path is to end.
func (s State) Goal() Cell { return s.in.goal }

// Free reports whether a cell is on the map and passable.
func (s State) Free(c Cell) bool { return s.in.free(c) }

// String is the cell.
func (s State) String() string { return s.At.String() }

// An HD is a user-defined h and d over paths: a Name and a Version, under which results are kept,
// and the functions H and D of a State, of which one may be nil; see [hd.Functions].
type HD hd.Functions[State]

// WithHD returns a problem of this domain with a user-defined h and d; see [hd.With].
func WithHD(p *engine.Problem, own HD) *engine.Problem {
	return hd.With(p, hd.Functions[State](own))
}

// RegisterHD registers a user-defined h and d by name, as in grid/random-20/1:mine; see
// [hd.Register].
func RegisterHD(own HD) { hd.Register("grid", hd.Functions[State](own)) }

func (p *instance) view() *hd.View[State] {
	return &hd.View[State]{
		Start: State{p.start, p},
		Apply: func(s *State, m engine.Move) (cost engine.Cost, err error) {
			s.At, cost, err = p.step(s.At, m)
			return cost, err
		},
		Goal: func(s State) bool { return s.At == p.goal },
	}
}
