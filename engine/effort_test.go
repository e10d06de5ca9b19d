package engine

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestNormal: the table of Φ is correct to its last bit, and interpolation between its
// entries is off by less than 2^-20.
func TestNormal(t *testing.T) {
	phi := func(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }
	for j, got := range normal() {
		if want := uint64(math.Round(phi(float64(j)/normalSteps) * certain)); got != want {
			t.Errorf("Φ(%d/256) = %d·2^-32, want %d", j, got, want)
		}
	}
	for z := uint64(0); z <= normalMost<<estimateBits; z += 37 {
		got, want := float64(normalBelow(z))/certain, phi(float64(z)/(1<<estimateBits))
		if math.Abs(got-want) > 1.0/(1<<20) {
			t.Fatalf("Φ(%v) = %v, want %v", float64(z)/(1<<estimateBits), got, want)
		}
	}
}

// TestVariance: the variance of a sample equals that of big integers, rounded down.
func TestVariance(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		var b belief
		var sample []*big.Int
		sum := new(big.Int)
		size := r.IntN(63)
		for range 2 + r.IntN(30) {
			x := r.Uint64() >> 2 >> size
			if r.IntN(4) == 0 {
				x = 1<<62 - 1
			}
			b.add(x)
			sample = append(sample, new(big.Int).SetUint64(x))
			sum.Add(sum, sample[len(sample)-1])
		}
		n, want := big.NewInt(int64(len(sample))), new(big.Int)
		for _, x := range sample { // n·(x - mean)
			d := new(big.Int).Sub(new(big.Int).Mul(n, x), sum)
			want.Add(want, d.Mul(d, d))
		}
		want.Quo(want, new(big.Int).Mul(new(big.Int).Mul(n, n), big.NewInt(int64(len(sample)-1))))
		got := new(big.Int).Add(new(big.Int).Lsh(new(big.Int).SetUint64(b.hi), 64), new(big.Int).SetUint64(b.lo))
		if got.Cmp(want) != 0 {
			t.Fatalf("the variance of %v is %v, want %v", sample, got, want)
		}
	}
}
