package engine

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestNewRatio(t *testing.T) {
	for x, want := range map[float64]Ratio{
		1.05: {21, 20}, 1.25: {5, 4}, 2: {2, 1}, 1.1: {11, 10}, 0: {0, 1}, 1e15: {1e15, 1}, 1.000001: {1000001, 1000000},
	} {
		if r, err := NewRatio(x); err != nil || r != want {
			t.Errorf("%v: %v, %v; want %v", x, r, err, want)
		}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), -1, 1e300, 1e-300} {
		if r, err := NewRatio(x); err == nil {
			t.Errorf("%v: %v, want an error", x, r)
		}
	}
}

// TestRatioArithmetic compares with big rationals.
func TestRatioArithmetic(t *testing.T) {
	positive := rapid.Int64Range(1, math.MaxInt64)
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Int64Range(0, math.MaxInt64).Draw(t, "x")
		r := Ratio{positive.Draw(t, "num"), positive.Draw(t, "den")}
		s := Ratio{positive.Draw(t, "num"), positive.Draw(t, "den")}
		product := new(big.Int).Mul(big.NewInt(r.Num), big.NewInt(x))
		quotient, rest := new(big.Int).QuoRem(product, big.NewInt(r.Den), new(big.Int))
		want := Cost(math.MaxInt64)
		if quotient.IsInt64() {
			want = quotient.Int64()
		}
		if got := r.Floor(x); got != want {
			t.Errorf("%v.Floor(%d) = %d, want %d", r, x, got, want)
		}
		if got := r.Rest(x); got != rest.Uint64() {
			t.Errorf("%v.Rest(%d) = %d, want %d", r, x, got, rest)
		}
		if got, want := r.Less(s), big.NewRat(r.Num, r.Den).Cmp(big.NewRat(s.Num, s.Den)) < 0; got != want {
			t.Errorf("%v.Less(%v) = %v", r, s, got)
		}
	})
}

// TestPrefers compares potentials with big rationals, at any size.
func TestPrefers(t *testing.T) {
	cost := rapid.OneOf(rapid.Int64Range(0, 20), rapid.Int64Range(0, math.MaxInt64))
	rapid.Check(t, func(t *rapid.T) {
		w := Ratio{rapid.Int64Range(1, math.MaxInt64).Draw(t, "num"), rapid.Int64Range(1, math.MaxInt64).Draw(t, "den")}
		fmin := cost.Draw(t, "fmin")
		b := newBound(w, fmin)
		B := new(big.Rat).Mul(big.NewRat(w.Num, w.Den), big.NewRat(fmin, 1))
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
		want := order > 0 || order == 0 && first(h1-h2, g1-g2)
		if got := b.prefers(g1, h1, g2, h2); got != want {
			t.Errorf("B = %v: (g %d, h %d) before (g %d, h %d): %v, want %v", B, g1, h1, g2, h2, got, want)
		}
	})
}

func TestRatioText(t *testing.T) {
	for text, want := range map[string]Ratio{"1.25": {5, 4}, "4/3": {4, 3}, "2": {2, 1}, "1e2": {100, 1}} {
		var r Ratio
		if err := r.UnmarshalText([]byte(text)); err != nil || r != want {
			t.Errorf("%s: %v, %v", text, r, err)
		}
		var back Ratio
		if b, _ := r.MarshalText(); back.UnmarshalText(b) != nil || back != r {
			t.Errorf("%s is written as %s", text, b)
		}
	}
}

// FuzzParseRatio: what is read is written and read again as the same number.
func FuzzParseRatio(f *testing.F) {
	for _, s := range []string{"1.25", "4/3", "1e400000000", "0x1p-2", "1/0", "-1", "", "1_000"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := ParseRatio(s)
		if err != nil {
			return
		}
		if back, err := ParseRatio(r.String()); err != nil || back != r {
			t.Fatalf("%q: %v is written %s and read as %v, %v", s, r, r.String(), back, err)
		}
	})
}
