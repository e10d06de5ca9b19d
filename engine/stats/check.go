package stats

import (
	"errors"
	"fmt"
	"math"
)

// A check is an error that says which value of the slice of that name is wrong.
type check func(name string, x []float64) error

var (
	finite      = every("a finite number", func(float64) bool { return true })
	positive    = every("a finite number above 0", func(v float64) bool { return v > 0 })
	notNegative = every("a finite number from 0 up", func(v float64) bool { return v >= 0 })
	probability = every("a probability from 0 to 1", func(v float64) bool { return v >= 0 && v <= 1 })
)

// every checks that there are values, that all are finite and that all are right.
func every(need string, right func(float64) bool) check {
	return func(name string, x []float64) error {
		if len(x) == 0 {
			return errors.New("stats: no values: at least one is needed")
		}
		for i, v := range x {
			if math.IsNaN(v) || math.IsInf(v, 0) || !right(v) {
				return fmt.Errorf("stats: %s[%d] is %v: %s is needed", name, i, v, need)
			}
		}
		return nil
	}
}

// pairs checks both slices, which must have the same length.
func (c check) pairs(a, b []float64) error {
	if len(a) != len(b) {
		return fmt.Errorf("stats: %d values of a and %d of b: pairs need as many of each", len(a), len(b))
	}
	if err := c("a", a); err != nil {
		return err
	}
	return c("b", b)
}
