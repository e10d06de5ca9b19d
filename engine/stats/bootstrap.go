package stats

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// A Resampling describes how a bootstrap draws its samples.
type Resampling struct {
	Resamples int     // how many, 1 to 10 million
	Level     float64 // of confidence, above 0 and below 1
	Seed      uint64
}

// maxResamples keeps their statistics in 80 MB.
const maxResamples = 10_000_000

// PaperResampling returns the paper's Resampling: 10,000 resamples, level 0.95, seed
// 20260720.
func PaperResampling() Resampling {
	return Resampling{Resamples: 10_000, Level: 0.95, Seed: 2026_07_20}
}

// An Interval is a statistic of the pairs themselves and its confidence interval,
// in the statistic's unit.
type Interval struct {
	Estimate, Low, High float64
}

// A Statistic is a number computed from pairs, such as MedianRatio. It may
// reorder the slices it gets, but not keep them. Its error ends the bootstrap.
type Statistic func(a, b []float64) (float64, error)

// Bootstrap returns the percentile interval of a statistic of the pairs (a[i], b[i]).
// Each resample draws len(a) pairs with replacement, keeping a pair's two numbers
// together; Low and High are the type 7 quantiles (1-Level)/2 and (1+Level)/2 of
// the statistic over the resamples. With few pairs the interval is too short, and
// with one it is a point.
//
// Index k of a draw is the high word of Uint64()·len(a), with Uint64 from
// math/rand/v2's NewPCG(Seed, 0): the same on every machine and Go version. For a
// statistic of one sample, pass it as a and as b.
//
// Efron, Tibshirani: An Introduction to the Bootstrap (1993), chapter 13.
func Bootstrap(a, b []float64, statistic Statistic, r Resampling) (Interval, error) {
	if err := finite.pairs(a, b); err != nil {
		return Interval{}, err
	}
	if err := r.valid(); err != nil {
		return Interval{}, err
	}
	if statistic == nil {
		return Interval{}, errors.New("stats: no statistic to bootstrap: give one such as MedianRatio")
	}
	estimate, err := finiteValue(statistic, slices.Clone(a), slices.Clone(b))
	if err != nil {
		return Interval{}, fmt.Errorf("stats: the statistic of the %d pairs: %w", len(a), err)
	}
	pcg := rand.NewPCG(r.Seed, 0)
	values := make([]float64, r.Resamples)
	drawnA, drawnB := make([]float64, len(a)), make([]float64, len(a))
	for i := range values {
		for j := range drawnA {
			k, _ := bits.Mul64(pcg.Uint64(), uint64(len(a)))
			drawnA[j], drawnB[j] = a[k], b[k]
		}
		if values[i], err = finiteValue(statistic, drawnA, drawnB); err != nil {
			return Interval{}, fmt.Errorf("stats: the statistic of resample %d: %w", i, err)
		}
	}
	slices.Sort(values)
	return Interval{
		Estimate: estimate,
		Low:      sortedQuantile(values, (1-r.Level)/2),
		High:     sortedQuantile(values, (1+r.Level)/2),
	}, nil
}

func (r Resampling) valid() error {
	if r.Resamples < 1 || r.Resamples > maxResamples {
		return fmt.Errorf("stats: %d resamples: 1 to %d are possible, 10000 are usual", r.Resamples, maxResamples)
	}
	if !(r.Level > 0 && r.Level < 1) {
		return fmt.Errorf("stats: confidence level %v: it lies between 0 and 1, such as 0.95", r.Level)
	}
	return nil
}

func finiteValue(statistic Statistic, a, b []float64) (float64, error) {
	value, err := statistic(a, b)
	if err == nil && (math.IsNaN(value) || math.IsInf(value, 0)) {
		err = fmt.Errorf("it is %v: a finite number is needed", value)
	}
	return value, err
}
