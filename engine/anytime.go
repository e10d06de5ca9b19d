package engine

import (
	"fmt"
	"math/big"
	"time"
)

// A Schedule is how an anytime search goes on. It begins at the algorithm's W.
// When an incumbent of cost C is accepted, w becomes C/fmin - Step, with fmin as
// it was then; the search ends when w <= Stop after such an update, when C is
// proved optimal, or at a limit.
type Schedule struct {
	Step Ratio `json:"step"` // > 0
	Stop Ratio `json:"stop"` // >= 1
	// UntilProved never lets w fall below Stop and ends when C/fmin <= Stop: it
	// asks for a guarantee.
	UntilProved bool `json:"until_proved,omitempty"`
}

const defaultW0 = 3

var one = Ratio{1, 1}

// DefaultSchedule steps 0.10 below the proved factor and stops at w <= 1.05, as
// the paper does.
func DefaultSchedule() *Schedule { return &Schedule{Step: Ratio{1, 10}, Stop: Ratio{21, 20}} }

func (s *Schedule) validate() error {
	switch {
	case s.Step.Den <= 0 || s.Step.Num <= 0:
		return fmt.Errorf("schedule: the step %s must be positive", s.Step)
	case s.Stop.Den <= 0 || s.Stop.Less(one):
		return fmt.Errorf("schedule: the search cannot stop at w = %s: want at least 1", s.Stop)
	}
	return nil
}

// String names the parameters.
func (s *Schedule) String() string {
	text := fmt.Sprintf("step=%s, stop=%s", s.Step, s.Stop)
	if s.UntilProved {
		text += ", until proved"
	}
	return text
}

// From sets the first bound of an anytime algorithm.
func (a Algorithm) From(w0 float64) Algorithm {
	b := newAlgorithm(a.Name, w0, a.P)
	if k, _ := kindOf(a.Name); !k.anytime {
		b.err = fmt.Errorf("%s is not an anytime algorithm: it has no first bound", a.Title())
	}
	b.Schedule = a.Schedule
	return b
}

// With sets the schedule of an anytime algorithm.
func (a Algorithm) With(s Schedule) Algorithm {
	a.Schedule = &s
	return a
}

// An Incumbent is a solution that a search accepted, and what was proved then.
type Incumbent struct {
	Cost     Cost          `json:"cost"`
	FMin     Cost          `json:"fmin"` // at acceptance: Cost <= W·FMin
	W        Ratio         `json:"w"`    // in force then
	Expanded int64         `json:"expanded"`
	Wall     time.Duration `json:"wall_ns"` // since the start of the search
}

// accept makes a selected goal the incumbent. A first-solution search ends with
// it; an anytime search takes it out of OPEN, prunes what cannot be cheaper and
// goes on at a smaller w with the same OPEN.
func (s *search) accept(n selection, g Cost) (Status, error) {
	if g > s.threshold {
		return Failed, fmt.Errorf("internal error: goal node %d with g = %d selected above w·fmin = %d", n.id, g, s.threshold)
	}
	s.goal, s.cost, s.pending = n.id, g, false
	found := Incumbent{g, s.fmin, s.w, s.Expanded, s.limits.elapsed()}
	s.incumbents = append(s.incumbents, found)
	if s.limits.found != nil {
		if s.weighted {
			found.FMin = s.leastF()
		}
		s.limits.found(found)
	}
	if s.schedule == nil {
		return Solved, nil
	}
	s.nodes.setFate(n.id, accepted)
	s.frontier.take(n)
	s.frontier.prune(g)
	if s.frontier.open() == 0 {
		return Optimal, nil
	}
	if s.fmin > 0 {
		w, err := lowered(g, s.fmin, s.schedule.Step)
		if err != nil {
			return Failed, err
		}
		switch {
		case s.schedule.UntilProved && w.Less(s.schedule.Stop):
			w = s.schedule.Stop
		case !s.schedule.UntilProved && !s.schedule.Stop.Less(w):
			s.w = w
			return BoundReached, nil
		}
		s.w = w
	}
	s.refit()
	s.advance()
	return s.proved(), nil
}

// lowered is c/fmin - step exactly, or 0 if that is negative.
func lowered(c, fmin Cost, step Ratio) (Ratio, error) {
	w := new(big.Rat).Sub(big.NewRat(c, fmin), big.NewRat(step.Num, step.Den))
	if w.Sign() < 0 {
		return Ratio{0, 1}, nil
	}
	return ratio(w)
}

// proved ends a search that goes on until its factor is proved.
func (s *search) proved() Status {
	if s.schedule != nil && s.schedule.UntilProved && s.goal != noNode && s.cost <= s.schedule.Stop.Floor(s.fmin) {
		return BoundReached
	}
	return ""
}

// exhausted says what an empty OPEN means.
func (s *search) exhausted() Status {
	if s.goal == noNode {
		return Unsolvable
	}
	return Optimal
}
