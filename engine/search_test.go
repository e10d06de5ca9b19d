package engine

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// all returns every algorithm with parameters drawn for a test.
func all(w, p float64) []Algorithm {
	return []Algorithm{
		AStar(), WAStar(w), FS(w), PFS(w, p), PFS(w, p).With(TiesByH), DPS(w), PDPS(w, p), FS(w).With(Evenly(p)), DPS(w).With(Evenly(p)),
		XDP(w), XUP(w), PWXD(w), PWXU(w), DSWAStar(w), DSWAStar(w).With(ByProgress), IOS(w), RRFS(w), RRFS(w).With(Boost), RRFS(w).With(Boost, TiesByH), rrfsStrict(w),
		clearFS(w), diveHalfFS(w), diveClearFS(w), diveClearFSH(w), clearDPS(w), diveClearDPS(w), EES(w), EESPP(w), RRd(w), RRDPS(w), DXES(w), RRDXES(w),
		AFS(), APFS(p).From(w), ADPS(), APDPS(p).From(w), Anytime(RRFS(w)), Anytime(RRFS(w).With(Boost)), Anytime(RRFS(w).With(Boost, TiesByH)),
		ARAStar().From(w), RWAStar().From(w),
		ANAStar(), ANAStar().With(Schedule{Step: Ratio{1, 1000}, Stop: one, UntilProved: true}),
		ARAStar().With(Schedule{Step: Ratio{1, 3}, Stop: one, UntilProved: true}),
		RWAStar().With(Schedule{Step: Ratio{1, 7}, Stop: Ratio{11, 10}, UntilProved: true}),
		aClearFS(w), aDiveClearDPS(w),
		AFS().With(Schedule{Step: Ratio{1, 3}, Stop: one, UntilProved: true}),
		APDPS(p).With(Schedule{Step: Ratio{1, 7}, Stop: Ratio{11, 10}, UntilProved: true}),
	}
}

// drawGraph draws a graph and logs its kind.
func drawGraph(t *rapid.T) *graph {
	o := graphOptions{
		states:     rapid.IntRange(1, 60).Draw(t, "states"),
		goals:      rapid.IntRange(0, 3).Draw(t, "goals"),
		maxCost:    rapid.SampledFrom([]Cost{1, 3, 12, 1000, 1 << 20, 1 << 44}).Draw(t, "greatest cost"),
		consistent: rapid.Bool().Draw(t, "consistent"),
		same:       rapid.SampledFrom([]int{0, 95, 100}).Draw(t, "d = h"),
	}
	g := randomGraph(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)), o)
	return g.with(func(s *Shape) {
		s.SmallCosts = rapid.Bool().Draw(t, "small")
		s.WideCosts = o.maxCost > 1<<20 || rapid.Bool().Draw(t, "wide")
		s.Words = rapid.IntRange(1, 3).Draw(t, "words")
		s.Key = s.Words
	})
}

// TestNaive compares every algorithm with the literal implementation of the
// specification: the same states are expanded in the same order, and every counter is the
// same.
func TestNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		seed := rapid.Uint64Range(0, 100).Draw(t, "coin")
		limit := rapid.Int64Range(0, 80).Draw(t, "limit")
		w := rapid.SampledFrom([]float64{1, 1.05, 1.25, 1.5, 2, 3.7}).Draw(t, "w")
		p := rapid.SampledFrom([]float64{0, 0.3, 0.7, 1}).Draw(t, "p")
		for _, alg := range all(w, p) {
			opts := []Option{Seed(seed)}
			if limit > 0 {
				opts = append(opts, MaxExpanded(limit))
			}
			traced := rapid.Bool().Draw(t, "traced")
			if traced {
				opts = append(opts, Traced())
			}
			want := runNaive(g, alg, seed, limit)
			got := Solve(context.Background(), g.problem(), alg, opts...)
			if got.Err != nil {
				t.Fatalf("%v: %v", alg, got.Err)
			}
			states := g.expanded[:got.Expanded]
			if !slices.Equal(states, want.expandedStates) {
				t.Fatalf("%v expanded\n%v, want\n%v", alg, states, want.expandedStates)
			}
			counters := Counters{want.expanded, want.generated, want.inserted, want.reopened, want.guided, want.head}
			if got.Counters != counters || got.Status != want.status || got.Cost != want.cost {
				t.Fatalf("%v: %+v %s cost %d, want %+v %s cost %d", alg,
					got.Counters, got.Status, got.Cost, counters, want.status, want.cost)
			}
			if !alg.Description().LateBound && got.LowerBound != want.bound {
				t.Fatalf("%v: lower bound %d, want %d", alg, got.LowerBound, want.bound)
			}
			if len(got.Queues) > 0 && !slices.Equal(got.Queues, want.byQueue[:]) {
				t.Fatalf("%v: expansions by queue %v, want %v", alg, got.Queues, want.byQueue)
			}
			if traced {
				for i, row := range got.Trace.Crossings {
					if !slices.Equal(row, want.crossings[i][:len(row)]) {
						t.Fatalf("%v: selections by queue of nodes inserted by queue %d: %v, want %v", alg, i, row, want.crossings[i])
					}
				}
			}
			if len(got.Incumbents) != len(want.incumbents) {
				t.Fatalf("%v: %d incumbents, want %d", alg, len(got.Incumbents), len(want.incumbents))
			}
			for i, in := range want.incumbents {
				if x := got.Incumbents[i]; x.Cost != in.Cost || x.FMin != in.FMin {
					t.Fatalf("%v: incumbent %d is %+v, want %+v", alg, i, x, in)
				}
			}
		}
	})
}

// TestHuge does the same with costs close to the limits of 64 bits: a run either ends in
// an error that reports it, or is the one that the specification requires.
func TestHuge(t *testing.T) {
	ended := 0
	graphs := graphsFor(250, 1000)
	for seed := range uint64(graphs) {
		r := rand.New(rand.NewPCG(seed, 77))
		o := graphOptions{states: 1 + r.IntN(40), goals: r.IntN(3), maxCost: 1 << (50 + 3*r.IntN(3)),
			consistent: r.IntN(2) == 0}
		g := randomGraph(r, o).with(func(s *Shape) { s.WideCosts, s.SmallCosts = true, r.IntN(2) == 0 })
		w, p := []float64{1, 1.05, 1.5, 3.7, 20, 1000}[r.IntN(6)], []float64{0, 0.3, 0.7, 1}[r.IntN(4)]
		for _, alg := range all(w, p) {
			got := Solve(context.Background(), g.problem(), alg, Seed(seed))
			states := slices.Clone(g.expanded[:got.Expanded])
			switch want := runNaive(g, alg, seed, 0); {
			case got.Err == nil:
				ended++
				if !slices.Equal(states, want.expandedStates) || got.Status != want.status || got.Cost != want.cost {
					t.Fatalf("graph %d, %v: %s cost %d, expanded %v, want %s cost %d, %v", seed, alg,
						got.Status, got.Cost, states, want.status, want.cost, want.expandedStates)
				}
			case !strings.Contains(got.Err.Error(), "overflows 64 bits"):
				t.Fatalf("graph %d, %v: %v", seed, alg, got.Err)
			}
		}
	}
	if ended < graphs*len(all(1, 1))/2 {
		t.Errorf("only %d runs ended without an overflow", ended)
	}
}

// An anytime search continues if w needs more than 63 bits: the w that it uses is below
// the exact one by less than w parts in 2^61, and whether it ends is decided exactly.
func TestScheduleBeyond63Bits(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 18))
	beyond := 0
	for range 20_000 {
		fmin := 1 + r.Int64N(1<<(20+r.IntN(43)))
		c := fmin + r.Int64N(math.MaxInt64-fmin)>>r.IntN(40)
		s := Schedule{Step: Ratio{1, 10}, Stop: Ratio{21, 20}}
		if r.IntN(2) == 0 {
			s.Step = Ratio{1 + r.Int64N(1<<40), 1 + r.Int64N(1<<40)}
		}
		exact := new(big.Rat).Sub(big.NewRat(c, fmin), big.NewRat(s.Step.Num, s.Step.Den))
		w, ends := s.next(c, fmin)
		if want := exact.Cmp(big.NewRat(21, 20)) <= 0; ends != want {
			t.Fatalf("C = %d, fmin = %d, step %s: ends %v", c, fmin, s.Step, ends)
		}
		if exact.Sign() < 0 {
			exact.SetInt64(0)
		}
		have := new(big.Rat).SetFrac64(w.Num, w.Den)
		if exact.Num().IsInt64() && exact.Denom().IsInt64() {
			if have.Cmp(exact) != 0 {
				t.Fatalf("C = %d, fmin = %d, step %s: w = %s, want %s", c, fmin, s.Step, w, exact)
			}
			continue
		}
		beyond++
		less := new(big.Rat).Mul(exact, big.NewRat(1, 1<<61)) // w parts in 2^61 of w
		less.Mul(less, exact)
		if exact.Cmp(big.NewRat(1, 1)) >= 0 && have.Cmp(new(big.Rat).Sub(exact, less)) < 0 {
			t.Fatalf("C = %d, fmin = %d, step %s: w = %s, want just below %s", c, fmin, s.Step, w, exact)
		}
		if have.Cmp(exact) > 0 || w.Den <= 0 || w.Num < 0 {
			t.Fatalf("C = %d, fmin = %d, step %s: w = %d/%d is above %s", c, fmin, s.Step, w.Num, w.Den, exact)
		}
	}
	if beyond < 1000 {
		t.Errorf("only %d of them need more than 63 bits", beyond)
	}
}

// The start of a fan has n successors, of which number 7 is a goal.
type fan struct{ n int }

func (f fan) Shape() Shape            { return Shape{Words: 1, Key: 1, Successors: f.n} }
func (fan) Start(s []uint64)          { s[0] = 0 }
func (fan) Evaluate(Node) (h, d Cost) { return 0, 0 }
func (fan) IsGoal(n Node) bool        { return n.State[0] == 7 }
func (f fan) Expand(n Node, out *Successors) {
	if n.State[0] == 0 {
		for i := range f.n {
			out.Add(Successor{Cost: 1, Move: Move(i % 100)})[0] = uint64(i + 1)
		}
	}
}

// TestWide: an expansion has room for all of its successors, even if they are more than
// the initial tables hold.
func TestWide(t *testing.T) {
	for _, n := range []int{100, 8192, 50000} {
		p := &Problem{Name: "fan", Unit: 1, Content: "fan", Optimal: -1, NewSpace: func() Space { return fan{n} }}
		r := Solve(context.Background(), p, AStar())
		if r.Status != Solved || r.Cost != 1 || r.Generated != int64(n) || !slices.Equal(r.Path, []string{"6"}) {
			t.Errorf("%d successors: %v", n, r)
		}
	}
}

// TestOptimal checks against Dijkstra: bounds hold, lower bounds are lower bounds, and
// unsolvable and optimal are correct.
func TestOptimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		best := g.distances()[0]
		w := rapid.Float64Range(1, 4).Draw(t, "w")
		p := rapid.Float64Range(0, 1).Draw(t, "p")
		for _, alg := range all(w, p) {
			problem := g.problem()
			problem.Optimal = best
			var found []Incumbent
			r := Solve(context.Background(), problem, alg, Seed(rapid.Uint64().Draw(t, "coin")), Traced(),
				OnIncumbent(func(x Incumbent) { found = append(found, x) }))
			if r.Err != nil && slices.Contains([]string{"xdp", "xup", "pwxd", "pwxu", "ios", "dswastar", "dswastar-map"}, alg.Name) &&
				strings.Contains(r.Err.Error(), "overflows 64 bits") {
				continue // costs of 44 bits times a w of many digits
			}
			if r.Err != nil {
				t.Fatalf("%v: %v", alg, r.Err)
			}
			if best < 0 {
				if r.Status != Unsolvable || r.Cost != -1 {
					t.Fatalf("%v: %s, but no goal can be reached", alg, r.Status)
				}
				continue
			}
			if !r.Solved() {
				t.Fatalf("%v: %s, but there is a solution of cost %d", alg, r.Status, best)
			}
			if err := Verify(problem, r); err != nil {
				t.Fatalf("%v: %v", alg, err)
			}
			if r.Cost > alg.W.Floor(best) && alg.Schedule == nil {
				t.Fatalf("%v: cost %d > w·C* = %v·%d", alg, r.Cost, alg.W, best)
			}
			if r.Status == Optimal && r.Cost != best || r.LowerBound > best {
				t.Fatalf("%v: %s with cost %d, lower bound %d, C* = %d", alg, r.Status, r.Cost, r.LowerBound, best)
			}
			if s := alg.Schedule; s != nil && s.UntilProved && r.Cost > s.Stop.Floor(r.LowerBound) {
				t.Fatalf("%v: ended at cost %d, lower bound %d: not proved", alg, r.Cost, r.LowerBound)
			}
			for _, x := range r.Trace.Samples {
				if x.FMin > best {
					t.Fatalf("%v: fmin %d > C* = %d after %d expansions", alg, x.FMin, best, x.Expanded)
				}
			}
			if !slices.Equal(found, r.Incumbents) {
				t.Fatalf("%v: reported %v, found %v", alg, found, r.Incumbents)
			}
			for i, x := range r.Incumbents {
				if i > 0 && x.Cost >= r.Incumbents[i-1].Cost {
					t.Fatalf("%v: incumbents %v do not improve", alg, r.Incumbents)
				}
				// The lemma: no goal is returned while fmin < C*/w. ARA* leaves cheaper paths to
				// nodes that it has expanded for the next iteration, so that its incumbents are
				// within w only if h is consistent; what fmin proves of them holds.
				if alg.Name == "arastar" {
					continue
				}
				if alg.W.Less(x.W) && alg.Name != "anastar" || x.W.Floor(x.FMin) < best {
					t.Fatalf("%v: accepted at fmin %d, C* = %d, w = %v", alg, x.FMin, best, x.W)
				}
			}
		}
	})
}

// TestLayouts: what a domain declares of its costs and words changes only speed and
// memory.
func TestLayouts(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: make test runs it")
	}
	rapid.Check(t, func(t *rapid.T) {
		g := randomGraph(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2)), graphOptions{
			states: 50, goals: 1, maxCost: rapid.SampledFrom([]Cost{1, 20, 1 << 22}).Draw(t, "greatest cost"),
			consistent: rapid.Bool().Draw(t, "consistent"),
			same:       rapid.SampledFrom([]int{0, 95, 100}).Draw(t, "d = h"),
		})
		for _, alg := range all(1.5, 0.6) {
			var first *Result
			for _, shape := range []Shape{
				{Words: 1, Key: 1, SmallCosts: true}, {Words: 1, Key: 1}, {Words: 2, Key: 2, WideCosts: true},
				{Words: 3, Key: 1, SmallCosts: true, WideCosts: true},
			} {
				shape.Successors = g.shape.Successors
				r := Solve(context.Background(), g.with(func(s *Shape) { *s = shape }).problem(), alg, Seed(7), Traced())
				r = comparable_(r)
				if first == nil {
					first = r
				} else if !reflect.DeepEqual(r, first) {
					t.Fatalf("%v, %+v:\n%+v\n%+v", alg, shape, r, first)
				}
			}
		}
	})
}

// comparable_ returns a result without what may differ between equal runs.
func comparable_(r *Result) *Result {
	c := *r
	c.Wall, c.CPU, c.PeakBytes = 0, 0, 0
	c.Incumbents = slices.Clone(r.Incumbents)
	for i := range c.Incumbents {
		c.Incumbents[i].Wall = 0
	}
	return &c
}

// TestScaled: multiplying costs by a constant changes no counter of an algorithm whose priorities are exact.
func TestScaled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomGraph(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3)), graphOptions{
			states: 60, goals: 2, maxCost: 9, consistent: rapid.Bool().Draw(t, "consistent"),
		})
		k := rapid.Int64Range(2, 1<<20).Draw(t, "k")
		big := g.scaled(k).with(func(s *Shape) { s.WideCosts = true })
		for _, alg := range all(1.25, 0.7) {
			d := alg.Description()
			if d.ranking != nil && d.ranking.begin != nil || slices.ContainsFunc(d.Queues, func(q Queue) bool { return q.order == leastFHat }) {
				continue // the priorities of DSWA* are rounded to 1/(64·N) of the unit of costs, f̂ to 2^-16
			}
			a := Solve(context.Background(), g.problem(), alg, Seed(1))
			b := Solve(context.Background(), big.problem(), alg, Seed(1))
			if a.Counters != b.Counters || a.Solved() && a.Cost*k != b.Cost || a.LowerBound*k != b.LowerBound {
				t.Fatalf("%v: times %d\n%+v\n%+v", alg, k, a, b)
			}
		}
	})
}

// TestRelabelled: the value of a packed state, and with it its position in the table,
// changes nothing. The order of successors breaks ties, and never changes the cost that
// A* finds.
func TestRelabelled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 6))
		g := randomGraph(r, graphOptions{states: 60, goals: 2, maxCost: 9, consistent: rapid.Bool().Draw(t, "consistent")})
		other := g.relabelled(rapid.Uint64().Draw(t, "salt"))
		for _, alg := range all(1.5, 0.6) {
			a := comparable_(Solve(context.Background(), g.problem(), alg, Seed(2), Traced()))
			b := comparable_(Solve(context.Background(), other.problem(), alg, Seed(2), Traced()))
			if !reflect.DeepEqual(a, b) {
				t.Fatalf("%v:\n%+v\nrelabelled\n%+v", alg, a, b)
			}
		}
		a := Solve(context.Background(), g.problem(), AStar())
		b := Solve(context.Background(), g.reordered(r).problem(), AStar())
		if a.Cost != b.Cost || a.Status != b.Status {
			t.Fatalf("A*: %v\nwith successors in another order %v", a, b)
		}
	})
}

// TestSpecialCases: PFS at p = 1 is FS and PDPS is DPS; PFS at p = 0 and A* expand the
// same states with f < C*.
func TestSpecialCases(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomGraph(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 4)), graphOptions{
			states: 60, goals: 1, maxCost: 20, consistent: true,
		})
		w := rapid.Float64Range(1, 3).Draw(t, "w")
		run := func(a Algorithm) (Result, []int) {
			r := *comparable_(Solve(context.Background(), g.problem(), a, Seed(3), Traced()))
			r.Algorithm = Algorithm{}
			return r, g.expanded[:r.Expanded]
		}
		for _, pair := range [][2]Algorithm{{FS(w), PFS(w, 1)}, {DPS(w), PDPS(w, 1)}} {
			a, orderA := run(pair[0])
			b, orderB := run(pair[1])
			if !reflect.DeepEqual(a, b) || !slices.Equal(orderA, orderB) {
				t.Fatalf("%v and %v differ", pair[0], pair[1])
			}
		}
		best := g.distances()[0]
		if best < 0 {
			return
		}
		sure := func(a Algorithm) (states []int) {
			r, order := run(a)
			if r.Cost > a.W.Floor(best) {
				t.Fatalf("%v: cost %d, C* = %d", a, r.Cost, best)
			}
			dist := g.distancesFrom(0)
			for _, i := range order {
				if dist[i]+g.h[i] < best {
					states = append(states, i)
				}
			}
			slices.Sort(states)
			return slices.Compact(states)
		}
		if a, b := sure(AStar()), sure(PFS(1, 0)); !slices.Equal(a, b) {
			t.Fatalf("A* expands %v below C*, PFS at p = 0 %v", a, b)
		}
	})
}

// TestNotEnded: the line of a result says that its run may be continued.
func TestNotEnded(t *testing.T) {
	g := randomGraph(rand.New(rand.NewPCG(1, 7)), graphOptions{states: 60, goals: 1, maxCost: 20, consistent: true})
	run := Start(g.problem(), AFS())
	defer run.Close()
	if text := run.Result().String(); !strings.Contains(text, ": not ended, lower bound ") {
		t.Error(text)
	}
	for run.Next(context.Background()) {
	}
	if text := run.Result().String(); strings.Contains(text, "not ended") {
		t.Error(text)
	}
}

// distancesFrom returns the least cost from one state to each.
func (g *graph) distancesFrom(start int) []Cost {
	back := &graph{edges: make([][]edge, len(g.edges)), goal: make([]bool, len(g.edges))}
	for i := range g.edges {
		for _, e := range g.edges[i] {
			back.edges[e.to] = append(back.edges[e.to], edge{i, e.cost})
		}
	}
	back.goal[start] = true
	return back.distances()
}

// TestContinue: a search interrupted at any point and continued ends like one that was
// not interrupted, with the same trace.
func TestContinue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomGraph(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5)), graphOptions{
			states: 60, goals: 2, maxCost: 20, consistent: rapid.Bool().Draw(t, "consistent"),
		})
		for _, alg := range all(2, 0.5) {
			whole := comparable_(Solve(context.Background(), g.problem(), alg, Seed(9), Traced()))
			run := Start(g.problem(), alg, Seed(9), Traced(), MaxExpanded(1))
			for limit := int64(1); ; limit += rapid.Int64Range(1, 20).Draw(t, "more") {
				run.More(MaxExpanded(limit))
				for run.Next(context.Background()) {
				}
				if run.Result().Status != LimitExpanded {
					break
				}
			}
			run.Close()
			cut := comparable_(run.Result())
			cut.Limits = whole.Limits
			if !reflect.DeepEqual(cut, whole) {
				t.Fatalf("%v: cut off and continued\n%+v\nwhole\n%+v", alg, cut, whole)
			}
		}
	})
}

// TestCancelled: a run whose context is cancelled stops and reports it.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := randomGraph(rand.New(rand.NewPCG(1, 1)), graphOptions{states: 50, goals: 1, maxCost: 5})
	if r := Solve(ctx, g.problem(), FS(1.5)); r.Status != LimitCancelled {
		t.Errorf("status %q, want %q", r.Status, LimitCancelled)
	}
}

// TestMistakes: mistakes are returned as errors that name them.
func TestMistakes(t *testing.T) {
	g := randomGraph(rand.New(rand.NewPCG(1, 1)), graphOptions{states: 50, goals: 1, maxCost: 5})
	negative := *g
	negative.edges = slices.Clone(g.edges)
	negative.edges[0] = []edge{{1, -1}}
	huge := *g
	huge.edges = slices.Clone(g.edges)
	huge.edges[0] = []edge{{1, 1 << 33}}
	far := Graph[int]{Name: "far", Goal: func(s int) bool { return s == 2 },
		H:          func(s int) Cost { return []Cost{3e18, 4e18, 0}[s] },
		Successors: func(s int) []Edge[int] { return [][]Edge[int]{{{To: 1}}, {{To: 2, Cost: 4e18}}, nil}[s] }}.Problem()
	for _, test := range []struct {
		p    *Problem
		a    Algorithm
		opts []Option
		want string
	}{
		{far, WAStar(3), nil, "far: path cost 0 + 0 with h = 4000000000000000000 overflows 64 bits in w·h"},
		{far, WAStar(4), nil, "far: the start has h = 3000000000000000000, which overflows 64 bits in w·h"},
		{nil, FS(2), nil, "no problem given: use domains.Get(name)"},
		{&Problem{Name: "x"}, FS(2), nil, `the problem "x" has no NewSpace: make it by domains.Get(name) or Graph{...}.Problem()`},
		{&Problem{Err: fmt.Errorf("no such thing")}, FS(2), nil, "no such thing"},
		{g.problem(), FS(0.9), nil, "w = 0.9: the suboptimality bound must be at least 1"},
		{g.problem(), PFS(1.5, 1.5), nil, "p = 1.5: the probability of a guided selection must be between 0 and 1"},
		{g.problem(), Algorithm{}, nil, "no algorithm given: use FS(w), PFS(w, p), ..."},
		{g.problem(), FS(2).With(*DefaultSchedule()), nil, "FS is not an anytime algorithm: it takes no schedule"},
		{g.problem(), FS(2).With(*DefaultSchedule()).From(2), nil, "FS is not an anytime algorithm: it has no first bound"},
		{g.problem(), Algorithm{Name: "fs", W: one, P: 1, Schedule: DefaultSchedule()}, nil,
			"FS is not an anytime algorithm: it takes no schedule"},
		{g.problem(), AFS().With(Schedule{Step: Ratio{0, 1}, Stop: one}), nil, "schedule: the step 0 must be positive"},
		{g.problem(), FS(2), []Option{MaxExpanded(0)}, "MaxExpanded(0): a limit must be positive (leave it out for none)"},
		{g.problem(), FS(2), []Option{TimeLimit(-1)}, "TimeLimit(-1): a limit must be positive (leave it out for none)"},
		{negative.problem(), FS(2), nil, "graph: move 0 from node 0 costs -1: costs must not be negative"},
		{huge.problem(), FS(2), nil, "graph: path cost 0 + 8589934592 is above 4294967295, the greatest where the domain does not declare Shape.WideCosts"},
	} {
		r := Solve(context.Background(), test.p, test.a, test.opts...)
		if r.Status != Failed || r.Err == nil || r.Err.Error() != test.want {
			t.Errorf("got %q %v\nwant %s", r.Status, r.Err, test.want)
		}
	}
}

// bounded is the number of small problems that TestBound solves with every algorithm.
var bounded = flag.Int("bounded", 1_000, "problems that TestBound solves; 100,000 before a release")

// TestBound: on many small problems, with consistent and inconsistent h, zero costs and
// unreachable goals, no algorithm returns a cost above w·C*, with C* by Bellman and Ford;
// and each returns unsolvable if and only if it is true.
func TestBound(t *testing.T) {
	for seed := range uint64(*bounded) {
		r := rand.New(rand.NewPCG(seed, 10))
		g := randomGraph(r, graphOptions{
			states: 2 + r.IntN(12), goals: r.IntN(3), maxCost: []Cost{0, 1, 5, 100}[r.IntN(4)], consistent: r.IntN(2) == 0,
		}).with(func(s *Shape) { s.SmallCosts = r.IntN(2) == 0 })
		best := g.distances()[0]
		w := []float64{1, 1.05, 1.25, 1.5, 2, 3}[r.IntN(6)]
		p := g.problem()
		p.Optimal = best
		for _, a := range append(all(w, r.Float64()), wild(w)) {
			got := Solve(context.Background(), p, a, Seed(seed))
			if err := Verify(p, got); err != nil || got.Err != nil {
				t.Fatalf("problem %d, %v: %v, %v", seed, a, err, got.Err)
			}
			if got.Solved() != (best >= 0) || best < 0 && got.Status != Unsolvable {
				t.Fatalf("problem %d, %v: %s, C* = %d", seed, a, got.Status, best)
			}
			if best >= 0 && (a.Schedule == nil && got.Cost > a.W.Floor(best) || got.LowerBound > best) {
				t.Fatalf("problem %d, %v: cost %d, lower bound %d, C* = %d", seed, a, got.Cost, got.LowerBound, best)
			}
		}
	}
}
