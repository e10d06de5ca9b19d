package stats

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestErrors(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	one, two, bad, zero := []float64{1}, []float64{1, 2}, []float64{1, nan}, []float64{1, 0}
	boot := func(a, b []float64, s Statistic, r Resampling) error {
		_, err := Bootstrap(a, b, s, r)
		return err
	}
	compare := func(a, b []float64, percent float64) error {
		_, err := Compare(a, b, percent)
		return err
	}
	constant := func(x float64, err error) Statistic {
		return func(_, _ []float64) (float64, error) { return x, err }
	}
	paper := PaperResampling()
	for _, k := range []struct {
		err  error
		says string
	}{
		{second(McNemar(-1, 2)), "-1 and 2: none can be negative"},
		{second(McNemar(1, maxDiscordant)), "together at most 1000000"},
		{second(McNemar(math.MaxInt, math.MaxInt)), "together at most 1000000"},
		{second(Wilcoxon(nil)), "no values"},
		{second(Wilcoxon(bad)), "d[1] is NaN: a finite number is needed"},
		{second(Wilcoxon([]float64{-inf})), "d[0] is -Inf"},
		{second(Holm(nil)), "no values"},
		{second(Holm(two)), "p[1] is 2: a probability from 0 to 1 is needed"},
		{second(Holm([]float64{-.1})), "p[0] is -0.1"},
		{second(Holm(bad)), "p[1] is NaN"},
		{second(Mean(nil)), "no values"},
		{second(Mean(bad)), "x[1] is NaN"},
		{second(GeometricMean(zero)), "x[1] is 0: a finite number above 0 is needed"},
		{second(Median(nil)), "no values"},
		{second(Median([]float64{inf})), "x[0] is +Inf"},
		{second(Quantile(two, nan)), "quantile NaN"},
		{second(Quantile(two, 1.5)), "quantile 1.5: it lies between 0 and 1"},
		{second(Ratios(one, two)), "1 values of a and 2 of b"},
		{second(Ratios(two, zero)), "b[1] is 0: a finite number above 0"},
		{second(LogRatios(nil, nil)), "no values"},
		{second(LogRatios(zero, two)), "a[1] is 0"},
		{second(MedianRatio(bad, two)), "a[1] is NaN"},
		{compare(one, two, 1), "1 values of a and 2 of b"},
		{compare([]float64{-1, 1}, two, 1), "a[0] is -1: a finite number from 0 up"},
		{compare(two, bad, 1), "b[1] is NaN"},
		{compare(two, two, -1), "within -1 percent"},
		{compare(two, two, nan), "within NaN percent"},
		{compare(two, two, inf), "within +Inf percent"},
		{boot(nil, nil, MedianRatio, paper), "no values"},
		{boot(one, two, MedianRatio, paper), "1 values of a and 2 of b"},
		{boot(bad, two, MedianRatio, paper), "a[1] is NaN"},
		{boot(two, two, nil, paper), "no statistic to bootstrap"},
		{boot(two, two, MedianRatio, Resampling{Level: .95}), "0 resamples: 1 to 10000000"},
		{boot(two, two, MedianRatio, Resampling{Resamples: math.MaxInt, Level: .95}), "1 to 10000000"},
		{boot(two, two, MedianRatio, Resampling{Resamples: 9, Level: 1}), "level 1: it lies between"},
		{boot(two, two, MedianRatio, Resampling{Resamples: 9, Level: nan}), "level NaN"},
		{boot(zero, two, MedianRatio, paper), "the statistic of the 2 pairs: stats: a[1] is 0"},
		{boot(two, two, constant(nan, nil), paper), "it is NaN: a finite number is needed"},
		{boot(two, two, constant(0, errors.New("mine")), paper), "the 2 pairs: mine"},
		{boot(two, two, func(a, _ []float64) (float64, error) {
			return 1 / (a[0] + a[1] - 2), nil
		}, paper), "the statistic of resample"},
	} {
		if k.err == nil || !strings.HasPrefix(k.err.Error(), "stats: ") || !strings.Contains(k.err.Error(), k.says) {
			t.Errorf("error %v; it should say %q", k.err, k.says)
		}
	}
}

func second[T any](_ T, err error) error { return err }
