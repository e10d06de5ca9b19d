package vacuum

import (
	"fmt"
	"slices"

	"github.com/focal-search/focal/domains/hd"
	"github.com/focal-search/focal/domains/internal/cells"
	"github.com/focal-search/focal/engine"
)

// A Cell is a place on a map; (0, 0) is the upper left corner.
type Cell = cells.Cell

// A State is the robot's cell and those that are dirty. Do not change it.
type State struct {
	At    Cell
	Dirty []Cell
	in    *instance
}

// Free reports whether a cell is on the map and not blocked.
func (s State) Free(c Cell) bool { return s.in.free(c) }

// Step is the cost of a step now.
func (s State) Step() engine.Cost {
	if s.in.heavy {
		return engine.Cost(1 + len(s.in.dirt) - len(s.Dirty))
	}
	return 1
}

// String is the robot's cell and those that are dirty.
func (s State) String() string { return fmt.Sprintf("the robot at %v, dirt at %v", s.At, s.Dirty) }

// An HD is a user-defined h and d over robots: a Name and a Version, under which results are kept,
// and the functions H and D of a State, of which one may be nil; see [hd.Functions].
type HD hd.Functions[State]

// WithHD returns a problem of this domain with a user-defined h and d; see [hd.With].
func WithHD(p *engine.Problem, own HD) *engine.Problem {
	return hd.With(p, hd.Functions[State](own))
}

// RegisterHD registers a user-defined h and d by name, as in vacuum/50/1:mine; see
// [hd.Register].
func RegisterHD(own HD) { hd.Register("vacuum", hd.Functions[State](own)) }

func (p *instance) view() *hd.View[State] {
	return &hd.View[State]{
		Start: State{At: p.robot, Dirty: p.dirt, in: p},
		Copy: func(to, from State) State {
			from.Dirty = append(to.Dirty[:0], from.Dirty...)
			return from
		},
		Apply: p.move,
		Goal:  func(s State) bool { return len(s.Dirty) == 0 },
	}
}

func (p *instance) move(s *State, m engine.Move) (engine.Cost, error) {
	to := s.At
	switch m {
	case 0:
		to.Y--
	case 1:
		to.X++
	case 2:
		to.Y++
	case 3:
		to.X--
	case 4:
		i := slices.Index(s.Dirty, s.At)
		if i < 0 {
			return 0, fmt.Errorf("%v is not dirty", s.At)
		}
		s.Dirty = slices.Delete(s.Dirty, i, i+1)
		return 1, nil
	default:
		return 0, fmt.Errorf("there is no move number %d", m)
	}
	if !p.free(to) {
		return 0, fmt.Errorf("%s from %v: %v is blocked", names[m], s.At, to)
	}
	s.At = to
	return s.Step(), nil
}
