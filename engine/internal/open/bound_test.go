package open

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// TestPrefers compares potentials with big rationals, for numbers of all sizes.
func TestPrefers(t *testing.T) {
	cost := rapid.OneOf(rapid.Int64Range(0, 20), rapid.Int64Range(0, math.MaxInt64))
	rapid.Check(t, func(t *rapid.T) {
		num, den := rapid.Int64Range(1, math.MaxInt64).Draw(t, "num"), rapid.Int64Range(1, math.MaxInt64).Draw(t, "den")
		fmin := cost.Draw(t, "fmin")
		b := NewBound(num, den, fmin)
		B := new(big.Rat).Mul(big.NewRat(num, den), big.NewRat(fmin, 1))
		g1, h1, g2, h2 := cost.Draw(t, "g1"), cost.Draw(t, "h1"), cost.Draw(t, "g2"), cost.Draw(t, "h2")
		u := func(g, h Cost) *big.Rat { // nil for an infinity
			if h == 0 {
				return nil
			}
			return new(big.Rat).Quo(new(big.Rat).Sub(B, big.NewRat(g, 1)), big.NewRat(h, 1))
		}
		infinite := func(g Cost) int {
			if big.NewRat(g, 1).Cmp(B) <= 0 {
				return 1
			}
			return -1
		}
		var order int // of u1 and u2
		switch u1, u2 := u(g1, h1), u(g2, h2); {
		case u1 == nil && u2 == nil:
			order = infinite(g1) - infinite(g2)
		case u1 == nil:
			order = infinite(g1)
		case u2 == nil:
			order = -infinite(g2)
		default:
			order = u1.Cmp(u2)
		}
		want := order > 0 || order == 0 && (h1 < h2 || h1 == h2 && g1 < g2)
		if got := b.Prefers(g1, h1, g2, h2); got != want {
			t.Errorf("B = %v: (g %d, h %d) before (g %d, h %d): %v, want %v", B, g1, h1, g2, h2, got, want)
		}
	})
}

// TestWeight compares the remainders of w·h with big integers.
func TestWeight(t *testing.T) {
	cost, positive := rapid.Int64Range(0, math.MaxInt64), rapid.Int64Range(1, math.MaxInt64)
	rapid.Check(t, func(t *rapid.T) {
		w := Weight{positive.Draw(t, "num"), positive.Draw(t, "den")}
		x, y := cost.Draw(t, "x"), cost.Draw(t, "y")
		rest := func(h Cost) *big.Int {
			product := new(big.Int).Mul(big.NewInt(w.Num), big.NewInt(h))
			return product.Rem(product, big.NewInt(w.Den))
		}
		order := rest(x).Cmp(rest(y))
		if got, want := w.Before(x, y), order < 0 || order == 0 && x < y; got != want {
			t.Errorf("%v: %d before %d: %v, want %v", w, x, y, got, want)
		}
	})
}

// TestLowest: a bound in lowest terms is the same number, and has no common factor.
func TestLowest(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 20_000 {
		b := NewBound(1+r.Int64N(1<<(1+r.IntN(40))), 1+r.Int64N(1<<(1+r.IntN(20))), r.Int64N(1<<(1+r.IntN(40))))
		l := b.lowest()
		value := func(b Bound) *big.Rat {
			num := new(big.Int).Lsh(new(big.Int).SetUint64(b.hi), 64)
			return new(big.Rat).SetFrac(num.Or(num, new(big.Int).SetUint64(b.lo)), new(big.Int).SetUint64(b.den))
		}
		if value(l).Cmp(value(b)) != 0 || b.hi == 0 && value(b).Denom().Cmp(new(big.Int).SetUint64(l.den)) != 0 {
			t.Fatalf("%+v in lowest terms is %+v", b, l)
		}
	}
}
