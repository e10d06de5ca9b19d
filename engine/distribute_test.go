package engine

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestPriorityBetweenRays: a priority between two rays is the nearest integer to that of the plane
// through both, as rationals say, for costs of any size.
func TestPriorityBetweenRays(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 26))
	for range 50_000 {
		bits := 4 + r.IntN(40)
		draw := func() Cost { return 1 + r.Int64N(1<<bits) }
		w := Ratio{21, 20}
		unit := precision * w.Num
		a, b := ray{g: draw(), h: draw()}, ray{g: draw(), h: draw()}
		if !a.before(b.g, b.h) {
			a, b = b, a
		}
		if !a.before(b.g, b.h) {
			continue // they are one
		}
		for _, x := range []*ray{&a, &b} { // from f/w to f, and about the same weight
			x.priority = precision*w.Den*(x.g+x.h) + r.Int64N(1+(unit-precision*w.Den)*x.h/4)
		}
		b.between(&a)
		c := contour{w: w, unit: unit, rays: []ray{a, b}}
		m, n := r.Int64N(3), 1+r.Int64N(2)
		g, h := m*a.g+n*b.g, m*a.h+n*b.h // between the rays, or on the second
		// The plane through the priorities of both, which does not depend on what it would fall with.
		det := func(x, y, z, w Cost) *big.Rat { return new(big.Rat).SetInt(cross(x, y, z, w)) }
		whole := det(a.h, b.g, a.g, b.h)
		ofH, ofG := det(a.priority, b.g, b.priority, a.g), det(b.priority, a.h, a.priority, b.h)
		want := new(big.Rat)
		for _, term := range []struct {
			of *big.Rat
			x  Cost
		}{{ofH, h}, {ofG, g}} {
			if term.of.Sign() > 0 {
				want.Add(want, term.of.Mul(term.of, new(big.Rat).SetInt64(term.x)))
			}
		}
		want.Quo(want, whole).Add(want, big.NewRat(1, 2))
		floor := new(big.Int).Div(want.Num(), want.Denom())
		clamped := max(precision*w.Den*(g+h), min(unit*(g+h), floor.Int64()))
		if got := c.priority(g, h); !floor.IsInt64() || got != clamped {
			t.Fatalf("between (%d, %d) of %d and (%d, %d) of %d the priority of (%d, %d) is %d, want %d",
				a.g, a.h, a.priority, b.g, b.h, b.priority, g, h, got, clamped)
		}
	}
}
