package racetrack

import (
	"fmt"
	"slices"
	"strings"

	"github.com/focal-search/focal/domains/hd"
	"github.com/focal-search/focal/domains/internal/cells"
	"github.com/focal-search/focal/engine"
)

// A Cell is a place on a track; (0, 0) is the upper left corner.
type Cell = cells.Cell

// A State is a car. Do not change it.
type State struct {
	At, Velocity Cell
	Finishes     []Cell
	track        Track
}

// Free reports whether a cell is on the track and not blocked.
func (s State) Free(c Cell) bool { return cells.Free(s.track, c) }

// String is the cell and the velocity.
func (s State) String() string { return fmt.Sprintf("%v with the velocity %v", s.At, s.Velocity) }

// An HD is a user-defined h and d over cars: a Name and a Version, under which results are kept,
// and the functions H and D of a State, of which one may be nil; see [hd.Functions].
type HD hd.Functions[State]

// WithHD returns a problem of this domain with a user-defined h and d; see [hd.With].
func WithHD(p *engine.Problem, own HD) *engine.Problem {
	return hd.With(p, hd.Functions[State](own))
}

// RegisterHD registers a user-defined h and d by name, as in racetrack/random-5/1:mine; see
// [hd.Register].
func RegisterHD(own HD) { hd.Register("racetrack", hd.Functions[State](own)) }

func (t Track) view() *hd.View[State] {
	finishes := t.finishes()
	start := State{Finishes: finishes, track: t}
	for y, row := range t {
		if x := strings.IndexByte(row, 'S'); x >= 0 {
			start.At = cells.At(x, y)
		}
	}
	return &hd.View[State]{
		Start: start,
		Apply: func(s *State, m engine.Move) (engine.Cost, error) {
			if m > 8 {
				return 0, fmt.Errorf("there is no move number %d", m)
			}
			s.Velocity = cells.At(s.Velocity.X+int(m%3)-1, s.Velocity.Y+int(m/3)-1)
			to := cells.At(s.At.X+s.Velocity.X, s.At.Y+s.Velocity.Y)
			for _, c := range segment(s.At, to) {
				if !s.Free(c) {
					return 0, fmt.Errorf("from %v to %v: %v is blocked", s.At, to, c)
				}
			}
			s.At = to
			return 1, nil
		},
		Goal: func(s State) bool { return slices.Contains(finishes, s.At) },
	}
}
