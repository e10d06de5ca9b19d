package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The indices of the first resamples and the interval are pinned: they must be the same
// on every machine and for every version of Go.
func TestBootstrapIsPinned(t *testing.T) {
	paper := Resampling{Resamples: 10_000, Level: .95, Seed: 20260720}
	if PaperResampling() != paper {
		t.Errorf("the paper's resampling is %v; want %v", PaperResampling(), paper)
	}
	var first []float64
	indices := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8}
	_, err := Bootstrap(indices, indices, func(a, _ []float64) (float64, error) {
		first = append(first, a...)
		return 0, nil
	}, Resampling{Resamples: 2, Level: .95, Seed: paper.Seed})
	if want := []float64{1, 7, 4, 6, 5, 7, 4, 8, 6, 5, 8, 0, 0, 0, 1, 2, 7, 0}; err != nil ||
		!slices.Equal(first[len(indices):], want) {
		t.Errorf("drawn %v, %v; want %v", first[len(indices):], err, want)
	}
	want := Interval{Estimate: 0.6861702127659575, Low: 0.4797814207650273, High: 1.0261437908496733}
	if got, err := Bootstrap(visit2, visit1, MedianRatio, PaperResampling()); err != nil || got != want {
		t.Errorf("interval %v, %v; want %v", got, err, want)
	}
}

// All 4^4 resamples of four pairs are drawn equally often, each pair stays together, and
// the interval is between quantiles of the statistic's values.
func TestBootstrapDrawsUniformly(t *testing.T) {
	const resamples = 100_000
	a, b := []float64{3, 0, 1, 2}, []float64{13, 10, 11, 12}
	counts, values := make([]float64, 256), []float64(nil)
	statistic := func(a, b []float64) (float64, error) {
		code := 0.0
		for i := range a {
			code = 4*code + a[i]
			if b[i] != a[i]+10 {
				t.Fatalf("the pair %v, %v was not given", a[i], b[i])
			}
		}
		counts[int(code)]++
		values = append(values, code)
		slices.Sort(a) // must not affect the caller
		return code, nil
	}
	got, err := Bootstrap(a, b, statistic, Resampling{Resamples: resamples, Level: .9, Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	if got.Estimate != values[0] || values[0] != 3*64+0*16+1*4+2 {
		t.Errorf("the estimate %v is not of the pairs themselves", got.Estimate)
	}
	if !slices.Equal(a, []float64{3, 0, 1, 2}) {
		t.Errorf("the statistic could reorder the caller's a: %v", a)
	}
	counts[int(values[0])]-- // the pairs themselves are not a resample
	chi2 := 0.0
	for _, n := range counts {
		chi2 += math.Pow(n-resamples/256., 2) / (resamples / 256.)
	}
	if chi2 < 165 || chi2 > 345 { // 255 degrees of freedom, ±4 standard deviations
		t.Errorf("chi-squared of the resamples is %v; about 255 is expected", chi2)
	}
	low, _ := Quantile(values[1:], .05)
	high, _ := Quantile(values[1:], .95)
	if math.Abs(got.Low-low) > 1e-9 || math.Abs(got.High-high) > 1e-9 {
		t.Errorf("interval %v; want %v to %v", got, low, high)
	}
}

// Ratios with a known median, 0.4, in 500 studies of 50 instances each.
func TestBootstrapCovers(t *testing.T) {
	const studies, instances, median = 500, 50, 0.4
	rng := rand.New(rand.NewPCG(5, 0))
	a, b := make([]float64, instances), make([]float64, instances)
	for _, level := range []float64{.95, .5} {
		covered := 0
		for study := range studies {
			for i := range a {
				b[i] = math.Exp(10 + 2*rng.NormFloat64())
				a[i] = b[i] * median * math.Exp(rng.NormFloat64())
			}
			got, err := Bootstrap(a, b, MedianRatio, Resampling{Resamples: 400, Level: level, Seed: uint64(study)})
			if err != nil {
				t.Fatal(err)
			}
			if got.Low > got.Estimate || got.Estimate > got.High {
				t.Fatalf("%v does not hold its estimate", got)
			}
			if got.Low <= median && median <= got.High {
				covered++
			}
		}
		sigma := math.Sqrt(level * (1 - level) / studies)
		if share := float64(covered) / studies; math.Abs(share-level) > 4*sigma {
			t.Errorf("intervals of level %v cover in %.3f of %d studies", level, share, studies)
		}
	}
}

// The median ratio of eight instances with its 95 % interval, and the ratio of the means,
// which is a user's statistic.
func ExampleBootstrap() {
	pfs := []float64{100, 250, 90, 400, 120, 60, 75, 310}
	fs := []float64{800, 500, 720, 300, 480, 90, 600, 400}
	report := func(name string, statistic Statistic) {
		i, err := Bootstrap(pfs, fs, statistic, PaperResampling())
		fmt.Printf("%s %.3f [%.3f, %.3f] %v\n", name, i.Estimate, i.Low, i.High, err)
	}
	report("median ratio", MedianRatio)
	report("ratio of means", func(a, b []float64) (float64, error) {
		x, err := Mean(a)
		if err != nil {
			return 0, err
		}
		y, err := Mean(b)
		return x / y, err
	})
	// Output:
	// median ratio 0.375 [0.125, 0.775] <nil>
	// ratio of means 0.361 [0.182, 0.665] <nil>
}
