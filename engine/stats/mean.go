package stats

import (
	"fmt"
	"math"
	"slices"
)

// Mean returns the arithmetic mean.
func Mean(x []float64) (float64, error) {
	if err := finite("x", x); err != nil {
		return 0, err
	}
	return mean(x), nil
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// GeometricMean returns the exponential of the mean logarithm. A value that is not
// above 0 is an error.
func GeometricMean(x []float64) (float64, error) {
	if err := positive("x", x); err != nil {
		return 0, err
	}
	logs := make([]float64, len(x))
	for i, v := range x {
		logs[i] = math.Log(v)
	}
	return math.Exp(mean(logs)), nil
}

// Median returns the middle value, or the mean of the two middle ones.
func Median(x []float64) (float64, error) { return Quantile(x, 0.5) }

// Quantile returns the value below which a fraction q of x lies, interpolated linearly
// between the order statistics at (n-1)·q: type 7 of Hyndman and Fan: Sample
// quantiles in statistical packages, The American Statistician 50 (1996), the
// default of R and NumPy. A q outside [0, 1] is an error.
func Quantile(x []float64, q float64) (float64, error) {
	if err := finite("x", x); err != nil {
		return 0, err
	}
	if !(q >= 0 && q <= 1) {
		return 0, fmt.Errorf("stats: quantile %v: it lies between 0 and 1", q)
	}
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	return sortedQuantile(sorted, q), nil
}

func sortedQuantile(x []float64, q float64) float64 {
	// The conversions forbid fusing a multiplication with an addition, which
	// would round differently on some machines.
	at := float64(float64(len(x)-1) * q)
	i := int(at)
	if i == len(x)-1 {
		return x[i]
	}
	return x[i] + float64((at-float64(i))*(x[i+1]-x[i]))
}
