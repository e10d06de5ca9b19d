package engine

import (
	"math"
	"math/big"
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// TestSqrt compares with big integers, in particular next to squares.
func TestSqrt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hi, lo := rapid.Uint64Range(0, 1<<62-1).Draw(t, "hi"), rapid.Uint64().Draw(t, "lo")
		if rapid.Bool().Draw(t, "near a square") {
			x := rapid.Uint64Range(1, 1<<63-1).Draw(t, "x")
			hi, lo = bits.Mul64(x, x)
			by := rapid.Uint64Range(0, 2).Draw(t, "by")
			var carry uint64
			if lo, carry = bits.Add64(lo, by, 0); true {
				hi += carry
			}
			if lo, carry = bits.Sub64(lo, 1, 0); true {
				hi -= carry
			}
		}
		n := new(big.Int).SetUint64(hi)
		n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(lo))
		if got, want := sqrt(hi, lo), n.Sqrt(n).Uint64(); got != want {
			t.Fatalf("√(%d·2^64 + %d) = %d, want %d", hi, lo, got, want)
		}
	})
}

// TestCompareRoots compares with roots computed to 1000 bits.
func TestCompareRoots(t *testing.T) {
	value := func(a, b Cost) *big.Float {
		x := new(big.Float).SetPrec(1000).SetInt64(b)
		x.Sqrt(x)
		return x.Add(x, new(big.Float).SetPrec(1000).SetInt64(a))
	}
	a := rapid.OneOf(rapid.Int64Range(0, 40), rapid.Int64Range(0, 1<<30), rapid.Int64Range(-1<<62, 1<<62))
	b := rapid.OneOf(rapid.Int64Range(0, 400), rapid.Int64Range(0, 1<<60), rapid.Int64Range(0, 1<<62))
	rapid.Check(t, func(t *rapid.T) {
		a1, b1, a2, b2 := a.Draw(t, "a"), b.Draw(t, "b"), a.Draw(t, "a"), b.Draw(t, "b")
		if by := int64(math.Sqrt(float64(b1))); rapid.Bool().Draw(t, "near") { // the same floor
			a2 = a1 + by - int64(math.Sqrt(float64(b2)))
		}
		got, want := compareRoots(root{a1, 0, uint64(b1)}, root{a2, 0, uint64(b2)}), value(a1, b1).Cmp(value(a2, b2))
		if got > 0 != (want > 0) || got < 0 != (want < 0) {
			t.Fatalf("%d + √%d against %d + √%d: %d, want %d", a1, b1, a2, b2, got, want)
		}
	})
}
