package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Hollander and Wolfe's depression scores of nine patients at two visits.
var (
	visit1 = []float64{1.83, .50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	visit2 = []float64{.878, .647, .598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
)

func TestWilcoxonDepression(t *testing.T) {
	d := make([]float64, len(visit1))
	for i := range d {
		d[i] = visit1[i] - visit2[i]
	}
	want := SignedRank{N: 9, Plus: 40, Minus: 5, Exact: true, P: .0390625}
	if r, err := Wilcoxon(d); err != nil || r != want {
		t.Errorf("Wilcoxon = %+v, %v; want %+v", r, err, want)
	}
}

func TestWilcoxonIsTheShareOfSigns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for n := 1; n <= 12; n++ {
		for _, magnitudes := range []int{1, 2, 5, 1 << 29} { // many ties to none
			for range 4 {
				d := make([]float64, n)
				for i := range d {
					d[i] = float64(rng.IntN(2*magnitudes+1) - magnitudes)
				}
				want := bruteWilcoxon(d)
				if r, err := Wilcoxon(d); err != nil || r != want {
					t.Fatalf("Wilcoxon(%v) = %+v, %v; want %+v", d, r, err, want)
				}
			}
		}
	}
}

// bruteWilcoxon follows the definition: ranks are counted, and P is the share of all
// signs with a rank sum at least as far from its mean, on either side.
func bruteWilcoxon(d []float64) SignedRank {
	r := SignedRank{Exact: true}
	var ranks []float64
	for _, x := range d {
		if x == 0 {
			r.Zeros++
			continue
		}
		less, equal := 0, 0
		for _, y := range d {
			switch {
			case y != 0 && math.Abs(y) < math.Abs(x):
				less++
			case math.Abs(y) == math.Abs(x):
				equal++
			}
		}
		rank := float64(less) + float64(equal+1)/2
		ranks = append(ranks, rank)
		if x > 0 {
			r.Plus += rank
		} else {
			r.Minus += rank
		}
	}
	r.N = len(ranks)
	as := 0
	for signs := range 1 << r.N {
		difference := 0.0
		for i, rank := range ranks {
			if signs>>i&1 == 1 {
				difference += rank
			} else {
				difference -= rank
			}
		}
		if math.Abs(difference) >= math.Abs(r.Plus-r.Minus) {
			as++
		}
	}
	r.P = float64(as) / float64(int(1)<<r.N)
	return r
}

// Without ties, the number of ways to reach a small sum is that of its partitions into
// distinct parts: 1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10 for the sums 0 to 10.
func TestWilcoxonFarTail(t *testing.T) {
	for _, n := range []int{10, 60, MaxExact} {
		d := make([]float64, n)
		for i := range d {
			d[i] = float64(i + 1)
		}
		d[9] = -d[9]
		want := math.Ldexp(2*43, -n)
		if r, err := Wilcoxon(d); err != nil || r.Minus != 10 || math.Abs(r.P/want-1) > 1e-13 {
			t.Errorf("n = %d: %+v, %v; want P %v", n, r, err, want)
		}
	}
}

// The distribution is flatter than the normal: its excess kurtosis is about -3.6/n,
// and Edgeworth's term for that moves a two-sided P by up to 0.165/n.
func TestNormalTailIsNearTheExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for _, n := range []int{25, 50, 100, MaxExact} {
		for _, magnitudes := range []int{20, 1 << 29} {
			d := make([]float64, n)
			for i := range d {
				d[i] = float64(1 + rng.IntN(magnitudes))
			}
			ranks, plus, _ := doubledRanks(d)
			worst := 0.0
			for sum := 0; sum <= plus/2; sum += 1 + plus/200 {
				worst = max(worst, math.Abs(normalTail(ranks, sum)-exactTail(ranks, sum)))
			}
			if worst > .25/float64(n) {
				t.Errorf("n = %d of %d magnitudes: P differs by up to %.5f", n, magnitudes, worst)
			}
		}
	}
}

// The textbook's formula, with a tie of three and one of two among 201.
func TestWilcoxonLarge(t *testing.T) {
	const n = MaxExact + 1
	d := make([]float64, n, n+1)
	for i := range d {
		d[i] = float64(i + 1)
		if i%3 == 1 {
			d[i] = -d[i]
		}
	}
	d[10], d[11], d[101] = d[9], -d[9], -d[100]
	r, err := Wilcoxon(append(d, 0))
	if err != nil {
		t.Fatal(err)
	}
	mean := n * (n + 1) / 4.
	variance := n*(n+1)*(2*n+1)/24. - ((27-3)+(8-2))/48.
	z := (mean - min(r.Plus, r.Minus) - .5) / math.Sqrt(variance)
	want := 1 + math.Erf(-z/math.Sqrt2)
	if r.N != n || r.Zeros != 1 || r.Exact || r.Plus+r.Minus != 2*mean || math.Abs(r.P/want-1) > 1e-9 {
		t.Errorf("%+v; want P %v", r, want)
	}
}

// The negative of each difference is present as well: no P may exceed 1.
func TestWilcoxonBalanced(t *testing.T) {
	for _, n := range []int{2, MaxExact, MaxExact + 2} {
		var d []float64
		for i := n / 2; i > 0; i-- {
			d = append(d, float64(i), -float64(i))
		}
		before := slices.Clone(d)
		r, err := Wilcoxon(d)
		if err != nil || r.Plus != r.Minus || r.P != 1 {
			t.Errorf("n = %d: %+v, %v; want P 1", n, r, err)
		}
		if !slices.Equal(d, before) {
			t.Error("Wilcoxon changed its argument")
		}
	}
}

func TestWilcoxonOfZeros(t *testing.T) {
	want := SignedRank{Zeros: 2, Exact: true, P: 1}
	if r, err := Wilcoxon([]float64{0, math.Copysign(0, -1)}); err != nil || r != want {
		t.Errorf("%+v, %v; want %+v", r, err, want)
	}
}

// Expansions of two algorithms on six instances, of which the last takes both the
// same.
func ExampleWilcoxon() {
	pfs := []float64{100, 250, 90, 400, 120, 7}
	fs := []float64{800, 500, 720, 300, 480, 7}
	d, err := LogRatios(pfs, fs)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := Wilcoxon(d)
	fmt.Printf("%+v %v\n", r, err)
	// Output: {N:5 Zeros:1 Plus:1 Minus:14 Exact:true P:0.125} <nil>
}
