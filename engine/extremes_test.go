package engine

import (
	"context"
	"math"
	"strings"
	"testing"
)

// chain is a graph of states 0, 1, ... up to a goal, joined by edges of a cost.
func chain(goal int, cost Cost, h func(int) Cost) *Problem {
	return Graph[int]{
		Name: "chain", Start: 0, H: h, Goal: func(s int) bool { return s == goal },
		Successors: func(s int) []Edge[int] {
			if s == goal {
				return nil
			}
			return []Edge[int]{{To: s + 1, Cost: cost}}
		},
	}.Problem()
}

// TestGreatestCosts: a solution of cost 2^63 - 2 is found; f = 2^63 - 1 is an error, never the
// claim that there is no solution.
func TestGreatestCosts(t *testing.T) {
	zero := func(int) Cost { return 0 }
	dead := func(s int) Cost {
		if s == 0 {
			return 0
		}
		return math.MaxInt64 - 1
	}
	for _, a := range all(1, 0.5) {
		r := Solve(context.Background(), chain(1, math.MaxInt64-1, zero), a)
		if r.Err == nil && r.Cost != math.MaxInt64-1 {
			t.Errorf("%v: %v, want the cost %d or an error", a, r, int64(math.MaxInt64-1))
		}
		for _, p := range []*Problem{
			chain(1, math.MaxInt64, zero), chain(3, 1, dead),
			chain(3, 1, func(s int) Cost { return math.MaxInt64 * Cost(min(1, 3-s)) }),
		} {
			if r := Solve(context.Background(), p, a); r.Err == nil {
				t.Errorf("%v: %v, want an error", a, r)
			}
		}
	}
}

// TestLiterals: parameters that no function makes are refused, and so is a w of IOS whose 2w - 1
// does not fit.
func TestLiterals(t *testing.T) {
	p := chain(3, 1, func(s int) Cost { return Cost(3 - s) })
	for want, a := range map[string]Algorithm{
		"it takes no p":       {Name: "fs", W: Ratio{3, 2}},
		"with p = 0.5":        {Name: "fs", W: Ratio{3, 2}, P: 0.5},
		"must be at least 1":  {Name: "fs", W: Ratio{-3, 1}, P: 1},
		"cannot stop at w":    AFS().With(Schedule{Step: Ratio{1, 10}, Stop: Ratio{-2, 1}}),
		"2w - 1":              IOS(5e18),
		"between 0 and 1":     PFS(1.5, 7),
		"schedule: the step ": AFS().With(Schedule{Step: Ratio{-1, 10}, Stop: one}),
	} {
		run := Start(p, a)
		run.Next(context.Background())
		r := run.Result()
		run.Close()
		if r.Status != Failed || r.Err == nil || !strings.Contains(r.Err.Error(), want) {
			t.Errorf("%v: %v, %v; want an error with %q", a, r.Status, r.Err, want)
		}
		if err := Verify(p, r); r.Digest == "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("Verify of %v: %v; want an error with %q", a, err, want)
		}
	}
}

// TestNoContext: a run without a context is an error.
func TestNoContext(t *testing.T) {
	var none context.Context
	if r := Solve(none, chain(1, 1, nil), FS(1.5)); r.Status != Failed || !strings.Contains(r.Error, "no context") {
		t.Errorf("%v %s", r, r.Error)
	}
}

// TestAlternatesExactly: AltFS guides floor of p times the selections or one more, also for a p
// of many digits.
func TestAlternatesExactly(t *testing.T) {
	d, _ := Describe("altfs")
	for _, p := range []float64{0.1, 0.5, 0.7, 0.0012300000000000002, 0.9999999999999999} {
		c := newCoin(d, p, 0)
		guided := 0
		for i := range 100_000 {
			if c.draw() {
				guided++
			}
			if share := p * float64(i+1); math.Abs(float64(guided)-share) > 1.001 {
				t.Fatalf("p = %v: %d of %d selections are guided", p, guided, i+1)
			}
		}
	}
}

// TestWeightOfSchedule: the next w of an anytime search is never rounded below 1.
func TestWeightOfSchedule(t *testing.T) {
	s := &Schedule{Step: Ratio{1, math.MaxInt64}, Stop: one}
	for i := range int64(10_000) {
		fmin := int64(1)<<62 + i*12_345_678_901
		for _, k := range []int64{1, 2, 3} {
			if w, ends := s.next(fmin+k, fmin); !ends && w.Less(one) {
				t.Fatalf("after a cost of %d at fmin = %d w is %v", fmin+k, fmin, w)
			}
		}
	}
}
