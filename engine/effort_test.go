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

// TestRoot: the root of a number of 126 bits equals that of big integers.
func TestRoot(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 100_000 {
		hi, lo := r.Uint64()>>2>>r.IntN(63), r.Uint64()>>r.IntN(64)
		if r.IntN(3) == 0 {
			hi = 0
		}
		x := new(big.Int).Add(new(big.Int).Lsh(new(big.Int).SetUint64(hi), 64), new(big.Int).SetUint64(lo))
		if got, want := root(hi, lo), new(big.Int).Sqrt(x).Uint64(); got != want {
			t.Fatalf("√(%d·2^64 + %d) = %d, want %d", hi, lo, got, want)
		}
	}
}
