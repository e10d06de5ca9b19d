package stats

import (
	"fmt"
	"math"
)

// Ratios returns a[i]/b[i]. A number that is not above 0 is an error: the caller
// decides how such pairs count.
func Ratios(a, b []float64) ([]float64, error) {
	if err := positive.pairs(a, b); err != nil {
		return nil, err
	}
	ratios := make([]float64, len(a))
	for i := range a {
		ratios[i] = a[i] / b[i]
	}
	return ratios, nil
}

// LogRatios returns ln(a[i]/b[i]), with the errors of Ratios. Pairs in the same ratio
// give equal values, and in the inverse ratio values that differ only in sign, so
// that they tie in Wilcoxon.
func LogRatios(a, b []float64) ([]float64, error) {
	if err := positive.pairs(a, b); err != nil {
		return nil, err
	}
	logs := make([]float64, len(a))
	for i := range a {
		// 2/3 and 3/2 are rounded differently, so divide the greater always.
		logs[i] = math.Log(max(a[i], b[i]) / min(a[i], b[i]))
		if a[i] < b[i] {
			logs[i] = -logs[i]
		}
	}
	return logs, nil
}

// MedianRatio returns the median of Ratios, the paper's effect size. It is a Statistic
// for Bootstrap.
func MedianRatio(a, b []float64) (float64, error) {
	ratios, err := Ratios(a, b)
	if err != nil {
		return 0, err
	}
	return Median(ratios)
}

// A WinTieLoss counts the instances on which the first algorithm did better, as well,
// and worse.
type WinTieLoss struct {
	Win, Tie, Loss int
}

// Compare counts the instances on which a is less than b (a win), about the same (a
// tie), or greater (a loss). It is a tie if the greater number exceeds the smaller by
// at most percent % of the smaller, so exchanging a and b exchanges wins and losses.
// With percent an integer and counts below 2^46 the decision is exact. A negative
// number is an error.
func Compare(a, b []float64, percent float64) (WinTieLoss, error) {
	if err := notNegative.pairs(a, b); err != nil {
		return WinTieLoss{}, err
	}
	if !(percent >= 0) || math.IsInf(percent, 1) {
		return WinTieLoss{}, fmt.Errorf("stats: ties within %v percent: a finite number from 0 up is needed", percent)
	}
	var score WinTieLoss
	for i := range a {
		less, more := min(a[i], b[i]), max(a[i], b[i])
		switch {
		case 100*(more-less) <= percent*less:
			score.Tie++
		case a[i] < b[i]:
			score.Win++
		default:
			score.Loss++
		}
	}
	return score, nil
}
