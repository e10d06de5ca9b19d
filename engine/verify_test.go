package engine

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// solved is a problem with a known optimum and a result for it.
func solved(t *testing.T, a Algorithm) (*Problem, *Result) {
	t.Helper()
	for seed := uint64(0); ; seed++ {
		g := randomGraph(rand.New(rand.NewPCG(seed, 6)), graphOptions{states: 80, goals: 1, maxCost: 9, consistent: true})
		p := g.problem()
		p.Optimal = g.distances()[0]
		r := Solve(context.Background(), p, a, Seed(1), Traced())
		if r.Solved() && len(r.Moves) > 3 && r.Cost > p.Optimal {
			return p, r
		}
	}
}

// TestVerify: any change to a valid result is found.
func TestVerify(t *testing.T) {
	p, r := solved(t, FS(3))
	if err := Verify(p, r); err != nil {
		t.Fatal(err)
	}
	for name, forge := range map[string]func(*Result){
		"with different content": func(r *Result) { r.Digest = strings.Repeat("0", 64) },
		"costs":                  func(r *Result) { r.Cost++ },
		"cannot be replayed":     func(r *Result) { r.Moves = r.Moves[:len(r.Moves)-1] },
		"do not add up":          func(r *Result) { r.Guided++ },
		"above the optimal cost": func(r *Result) { r.LowerBound = p.Optimal + 1 },
		"fmin":                   func(r *Result) { r.FMin = p.Optimal + 1 },
		"exceeds w·fmin":         func(r *Result) { r.FMin = r.Cost/3 - 1 },
		"claims that it is unsolvable": func(r *Result) {
			*r = Result{Digest: r.Digest, Algorithm: r.Algorithm,
				Status: Unsolvable, Cost: -1}
		},
		"has status solved but no cost": func(r *Result) { r.Cost = -1 },
		"counts like this: -1":          func(r *Result) { r.Generated = -1 },
		"counts like this":              func(r *Result) { r.Inserted = r.Generated + 1 },
		"inserted, -1 reopened":         func(r *Result) { r.Reopened = -1 },
		"bound must be at least 1":      func(r *Result) { r.Algorithm.W = Ratio{1, 2} },
		"has no such limit":             func(r *Result) { r.Cost, r.Incumbents, r.Status = -1, nil, LimitTime },
		`a run that ended with "limit: expanded" at`: func(r *Result) {
			r.Cost, r.Incumbents, r.Status, r.Limits.Expanded = -1, nil, LimitExpanded, r.Expanded+1
		},
		"expanded with a limit of 1":           func(r *Result) { r.Limits.Expanded = 1 },
		"the time limit -1ns must be":          func(r *Result) { r.Limits.Time = -1 },
		"and -1ns of CPU time":                 func(r *Result) { r.CPU = -1 },
		"the last solution costs":              func(r *Result) { r.Incumbents = []Incumbent{{r.Cost + 1, r.FMin + 1, r.Algorithm.W, 1, 0}} },
		"above w·fmin":                         func(r *Result) { r.Incumbents = []Incumbent{{r.Cost, 0, r.Algorithm.W, 1, 0}} },
		"a solution accepted at w = 100 by FS": func(r *Result) { r.Incumbents = []Incumbent{{r.Cost, r.FMin, Ratio{100, 1}, 1, 0}} },
		"after -5 expansions":                  func(r *Result) { r.Incumbents = []Incumbent{{r.Cost, r.FMin, r.Algorithm.W, -5, 0}} },
		"cannot follow one of cost":            func(r *Result) { r.Incumbents = slices.Concat(r.Incumbents, r.Incumbents) },
	} {
		forged := *r
		forge(&forged)
		if err := Verify(p, &forged); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("want an error with %q, got %v", name, err)
		}
	}
	unknown := *p // if C* is not known, a solution refutes every lower bound above its cost
	unknown.Optimal = -1
	forged := *r
	forged.LowerBound = r.Cost + 1
	if err := Verify(&unknown, &forged); err == nil || !strings.Contains(err.Error(), "h is not admissible") {
		t.Errorf("got %v", err)
	}
	wrong := *p
	wrong.Optimal = r.Cost + 1
	if err := Verify(&wrong, r); err == nil || !strings.Contains(err.Error(), "below the optimal cost") {
		t.Errorf("got %v", err)
	}
}

// TestJSON: a result that is written and read again is the same, and verifies.
func TestJSON(t *testing.T) {
	for _, a := range all(1.5, 0.5) {
		p, _ := solved(t, FS(3))
		r := Solve(context.Background(), p, a, Seed(2), Traced(), MaxInserted(1000), TimeLimit(time.Minute))
		b, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var back Result
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatal(err)
		}
		r.Algorithm.custom = nil // a file does not have it
		if !reflect.DeepEqual(&back, r) {
			t.Errorf("%v:\n%+v\nread as\n%+v", a, r, &back)
		}
		if err := Verify(p, &back); err != nil {
			t.Error(err)
		}
	}
}

// TestTrace: samples are limited in number, evenly spaced and consistent with the run.
func TestTrace(t *testing.T) {
	g := grid(120)
	r := Solve(context.Background(), g.problem(), PFS(1.5, 0.5), Seed(3), Traced())
	tr := r.Trace
	if r.Expanded < 2*MaxSamples {
		t.Fatalf("only %d expansions: the trace is not thinned", r.Expanded)
	}
	if n := len(tr.Samples); n > MaxSamples+1 || n < MaxSamples/2 {
		t.Errorf("%d samples", n)
	}
	for i, x := range tr.Samples {
		if i < len(tr.Samples)-1 && x.Expanded != int64(i)*tr.Stride {
			t.Fatalf("sample %d at %d expansions, stride %d", i, x.Expanded, tr.Stride)
		}
		if x.F > r.Algorithm.W.Floor(x.FMin) || x.F < x.FMin || x.Focal > x.Open || x.Focal < 1 || !x.Guided &&
			x.F != x.FMin {
			t.Fatalf("impossible sample %+v", x)
		}
	}
	last := tr.Samples[len(tr.Samples)-1]
	if last.Expanded != r.Expanded || last.F != r.Cost || last.D != 0 {
		t.Errorf("the last sample is %+v, the run ended with cost %d after %d", last, r.Cost, r.Expanded)
	}
	if tr.Plateaus.Sum != r.Expanded || tr.Plateaus.Count != tr.Admissions.Count+1 {
		t.Errorf("plateaus %+v, admissions %+v for %d expansions", tr.Plateaus, tr.Admissions, r.Expanded)
	}
}

func TestHistogram(t *testing.T) {
	var h Histogram
	for _, v := range []int64{0, 1, 2, 3, 4, 7, 8} {
		h.add(v)
	}
	if want := (Histogram{Bins: []int64{1, 1, 2, 2, 1}, Count: 7, Sum: 25, Max: 8}); !reflect.DeepEqual(h, want) {
		t.Errorf("%+v, want %+v", h, want)
	}
}

// grid returns a square grid from one corner to the other with h = 0 and the remaining
// distance as d: a search with many expansions.
func grid(n int) *graph {
	g := &graph{edges: make([][]edge, n*n), h: make([]Cost, n*n), d: make([]Cost, n*n), goal: make([]bool, n*n)}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range g.edges {
		x, y := i%n, i/n
		for _, to := range [][2]int{{x + 1, y}, {x - 1, y}, {x, y + 1}, {x, y - 1}} {
			if to[0] >= 0 && to[0] < n && to[1] >= 0 && to[1] < n {
				g.edges[i] = append(g.edges[i], edge{to[0] + n*to[1], 1 + r.Int64N(4)})
			}
		}
		g.d[i] = Cost(2*n - 2 - x - y)
		g.h[i] = g.d[i] / 2
	}
	g.goal[n*n-1] = true
	g.shape = Shape{Words: 1, Key: 1, Successors: 4, SmallCosts: true}
	g.number()
	return g
}

// TestLimits: node limits are exact to less than one expansion; the other limits stop a
// run soon.
func TestLimits(t *testing.T) {
	g := grid(200)
	p := g.problem()
	for _, test := range []struct {
		opt   Option
		want  Status
		count func(*Result) int64
	}{
		{MaxInserted(1000), LimitInserted, func(r *Result) int64 { return r.Inserted }},
		{MaxGenerated(1000), LimitGenerated, func(r *Result) int64 { return r.Generated }},
		{MaxExpanded(1000), LimitExpanded, func(r *Result) int64 { return r.Expanded }},
	} {
		r := Solve(context.Background(), p, AStar(), test.opt)
		if n := test.count(r); r.Status != test.want || n < 1000 || n >= 1004 {
			t.Errorf("%s at %d, want %s at 1000 to 1003", r.Status, n, test.want)
		}
		if err := Verify(p, r); err != nil {
			t.Error(err)
		}
	}
	if r := Solve(context.Background(), p, AStar(), MemoryLimit(2_500_000)); r.Status != LimitMemory || r.Expanded == 0 {
		t.Errorf("%v, want %s", r, LimitMemory)
	}
	if r := Solve(context.Background(), p, AStar(), TimeLimit(time.Nanosecond)); r.Status != LimitTime {
		t.Errorf("%v, want %s", r, LimitTime)
	}
}

// TestProgress: progress is reported with the used part of the nearest limit.
func TestProgress(t *testing.T) {
	g := grid(300)
	reported := 0
	run := Start(g.problem(), AStar(), MaxExpanded(10_000), OnProgress(func(s Snapshot) {
		reported++
		if want := float64(s.Expanded) / 10_000; s.Fraction != want || s.Elapsed <= 0 {
			t.Errorf("%+v: want fraction %v", s, want)
		}
	}))
	defer run.Close()
	run.search.limits.every = 1 // each time the clock is read
	for run.Next(context.Background()) {
	}
	if reported == 0 {
		t.Error("no progress was reported")
	}
}
