package engine

import (
	"fmt"
	"math/big"
	"time"
)

// A Schedule says how an anytime search continues. It begins at the algorithm's W. When
// an incumbent of cost C is accepted, w becomes C/fmin - Step, with fmin at that
// moment. The search ends when w <= Stop after such an update, when C is proved
// optimal, or at a limit. If w needs more than 63 bits as a fraction, as with costs
// above 9e17, numerator and denominator are halved until they fit, rounded so that w
// becomes smaller, by less than w parts in 2^61. The guarantee still holds.
type Schedule struct {
	Step Ratio `json:"step"` // > 0
	Stop Ratio `json:"stop"` // >= 1
	// UntilProved keeps w at Stop or above and ends the search when C/fmin <= Stop,
	// that is, when the guarantee is proved.
	UntilProved bool `json:"until_proved,omitempty"`
}

const defaultW0 = 3

var one = Ratio{1, 1}

// DefaultSchedule steps 0.10 below the proved factor and stops at w <= 1.05, as in the
// paper.
func DefaultSchedule() *Schedule { return &Schedule{Step: Ratio{1, 10}, Stop: Ratio{21, 20}} }

func (s *Schedule) validate() error {
	switch {
	case s.Step.Den <= 0 || s.Step.Num <= 0:
		return fmt.Errorf("schedule: the step %s must be positive", s.Step)
	case s.Stop.Den <= 0 || s.Stop.Num < s.Stop.Den:
		return fmt.Errorf("schedule: the search cannot stop at w = %s: want at least 1", s.Stop)
	}
	return nil
}

// String returns the parameters as text.
func (s *Schedule) String() string {
	text := fmt.Sprintf("step=%s, stop=%s", s.Step, s.Stop)
	if s.UntilProved {
		text += ", until proved"
	}
	return text
}

// From sets the first bound of an anytime algorithm.
func (a Algorithm) From(w0 float64) Algorithm {
	if a.err != nil {
		return a
	}
	a.W, a.err = newWeight(w0)
	switch d := a.Description(); {
	case !d.Anytime:
		a.err = fmt.Errorf("%s is not an anytime algorithm: it has no first bound", a.Title())
	case !d.TakesW:
		a.err = fmt.Errorf("%s takes no w: it has no first bound", a.Title())
	}
	return a
}

// An Incumbent is a solution that a search accepted, with what was proved at that
// moment.
type Incumbent struct {
	Cost     Cost          `json:"cost"`
	FMin     Cost          `json:"fmin"` // at acceptance: Cost <= W·FMin, except for ARA* (see ARAStar)
	W        Ratio         `json:"w"`    // the bound at that moment; for ANA*, which has no w, Cost/FMin
	Expanded int64         `json:"expanded"`
	Wall     time.Duration `json:"wall_ns"` // since the start of the search
}

// next returns the bound after a solution of cost c, and whether the search ends.
func (s *Schedule) next(c, fmin Cost) (w Ratio, ends bool) {
	x := new(big.Rat).Sub(big.NewRat(c, fmin), big.NewRat(s.Step.Num, s.Step.Den))
	if x.Sign() < 0 {
		x.SetInt64(0)
	}
	below := x.Cmp(big.NewRat(s.Stop.Num, s.Stop.Den))
	if s.UntilProved && below < 0 {
		return s.Stop, false
	}
	return atMost(x), !s.UntilProved && below <= 0
}

// atMost returns a non-negative rational as a Ratio or, if it does not fit, the next
// smaller one with 63-bit numerator and denominator; at least 1 if the rational is.
func atMost(x *big.Rat) Ratio {
	if r := below(x); !r.Less(one) || x.Cmp(big.NewRat(1, 1)) < 0 {
		return r
	}
	return one
}

func below(x *big.Rat) Ratio {
	num, den := x.Num(), x.Denom()
	k := uint(max(num.BitLen(), den.BitLen(), 63) - 63)
	if k == 0 {
		return Ratio{num.Int64(), den.Int64()}
	}
	up := new(big.Int).Lsh(big.NewInt(1), k)
	up.Add(den, up.Sub(up, big.NewInt(1)))
	less := new(big.Rat).SetFrac(new(big.Int).Rsh(num, k), up.Rsh(up, k)) // in lowest terms
	if !less.Denom().IsInt64() {
		return below(less) // rounded up to 2^63
	}
	return Ratio{less.Num().Int64(), less.Denom().Int64()}
}
