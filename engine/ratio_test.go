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
		quotient := new(big.Int).Quo(product, big.NewInt(r.Den))
		want := Cost(math.MaxInt64)
		if quotient.IsInt64() {
			want = quotient.Int64()
		}
		if got := r.Floor(x); got != want {
			t.Errorf("%v.Floor(%d) = %d, want %d", r, x, got, want)
		}
		if got, want := r.Less(s), big.NewRat(r.Num, r.Den).Cmp(big.NewRat(s.Num, s.Den)) < 0; got != want {
			t.Errorf("%v.Less(%v) = %v", r, s, got)
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

// FuzzParseRatio: a ratio that is read, written and read again is the same number.
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

// Reading without big numbers gives the same as reading with them.
func TestShortRatios(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[0-9]{1,19}([./][0-9]{0,19})?|[0-9./e]{0,6}`).Draw(t, "s")
		r, short := shortRatio(s)
		if !short {
			return
		}
		want, ok := new(big.Rat).SetString(s)
		if !ok || !number.MatchString(s) {
			t.Fatalf("%q is not a ratio, and is read as %v", s, r)
		}
		if exact, err := ratio(want); err != nil || exact != r {
			t.Fatalf("%q is %v, want %v, %v", s, r, exact, err)
		}
	})
}
