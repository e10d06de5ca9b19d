package engine

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestPlateauBounds checks what the documentation of ClearFS, DiveClearFS and RRFS proves
// of their expansions, for all guidances and the anytime forms. The naive engine counts
// P.
func TestPlateauBounds(t *testing.T) {
	clear := func(w float64) []Algorithm {
		return []Algorithm{clearFS(w), clearDPS(w), aClearFS(w)}
	}
	dive := func(w float64) []Algorithm {
		return []Algorithm{diveClearFS(w), diveClearFSH(w), diveClearDPS(w), aDiveClearDPS(w)}
	}
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		w := rapid.SampledFrom([]float64{1, 1.05, 1.25, 1.5, 2, 3.7}).Draw(t, "w")
		limit := rapid.Int64Range(1, 80).Draw(t, "limit")
		best := g.distances()[0]
		run := func(a Algorithm) (*naive, *Result) {
			n, r := runNaive(g, a, 0, limit), Solve(context.Background(), g.problem(), a, MaxExpanded(limit))
			if n.expanded != r.Expanded || n.guided != r.Guided {
				t.Fatalf("%v: %d expanded, %d of them guided; naive %d, %d", a, r.Expanded, r.Guided, n.expanded, n.guided)
			}
			return n, r
		}
		for _, a := range clear(w) {
			if n, r := run(a); r.Expanded > 2*min(r.Guided, n.plateaus) || r.Head > r.Guided {
				t.Fatalf("%v: %d guided + %d head, P = %d", a, r.Guided, r.Head, n.plateaus)
			}
		}
		for _, a := range dive(w) {
			n, r := run(a)
			if r.Expanded > 2*min(r.Guided, n.plateaus+int64(len(n.dived))) {
				t.Fatalf("%v: %d guided + %d head, P = %d, T = %d", a, r.Guided, r.Head, n.plateaus, len(n.dived))
			}
			k := 0 // falls of fmin
			for i, key := range n.dived {
				if i == 0 || key < slices.Min(n.dived[:i]) {
					k++
				}
			}
			if len(n.dived) > k*(k+3) {
				t.Fatalf("%v: %d selections in a dive with %d falls", a, len(n.dived), k)
			}
		}
		for _, a := range []Algorithm{
			RRFS(w), RRFS(w).With(Boost), RRFS(w).With(Boost, TiesByH), rrfsStrict(w), Anytime(RRFS(w)), Anytime(RRFS(w).With(Boost)),
		} {
			n, r := run(a)
			values := map[[2]Cost]bool{}
			for _, state := range n.expandedStates {
				values[[2]Cost{0, g.h[state]}], values[[2]Cost{1, g.d[state]}] = true, true
			}
			free := int64(len(values))
			if strings.Contains(a.Name, "-boost") {
				free *= 2
			}
			if r.Expanded > 3*n.plateaus+n.free+2 || n.free > free {
				t.Fatalf("%v: %d expanded, P = %d, R = %d of %d values", a, r.Expanded, n.plateaus, n.free, len(values))
			}
			if a.Schedule == nil { // an accepted goal takes a turn and is not expanded
				for _, by := range r.Queues {
					if a.Name == "rrfs-strict" && r.Expanded > 3*by+2 {
						t.Fatalf("%v: %d expanded, by queue %v", a, r.Expanded, r.Queues)
					}
				}
			}
		}
		if n := runNaive(g, clearFS(w), 0, 0); best >= 0 && n.bound > best {
			t.Fatalf("a node of P has f = %d, C* = %d", n.bound, best)
		}
	})
}

// TestNoBoundByParts: as their documentation says, RRFS and ClearFS are not bounded by
// what their parts expand on their own. These graphs prove it.
func TestNoBoundByParts(t *testing.T) {
	missing := map[string]bool{"clear fs": true}
	for _, part := range []string{"fs", "dps", "astar"} {
		missing["strict "+part], missing["free "+part] = true, true
	}
	for _, seed := range []uint64{8, 23, 37, 62, 1039} { // found among the first 5,000
		g := randomGraph(rand.New(rand.NewPCG(seed, 12)), graphOptions{states: 60, goals: 1, maxCost: 1})
		const w = 2
		expanded := func(a Algorithm) int64 { return Solve(context.Background(), g.problem(), a).Expanded }
		found := func(what string, beyond bool) {
			if beyond {
				delete(missing, what)
			}
		}
		strict, free := runNaive(g, rrfsStrict(w), 0, 0), runNaive(g, RRFS(w), 0, 0)
		for _, part := range []Algorithm{FS(w), DPS(w), AStar()} {
			found("strict "+part.Name, strict.expanded > 3*expanded(part)+2)
			found("free "+part.Name, free.expanded > 3*expanded(part)+free.free+2)
		}
		found("clear fs", runNaive(g, clearFS(w), 0, 0).guided > expanded(FS(w)))
	}
	for what := range missing {
		t.Errorf("no graph where this goes beyond its part: %s", what)
	}
}
