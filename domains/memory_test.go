package domains_test

import (
	"context"
	"testing"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
)

// TestFewNodes: at ten thousand insertions a node takes at most 100 bytes, with the tables, the
// queues and what the domain keeps.
func TestFewNodes(t *testing.T) {
	for _, set := range []struct {
		problems []string
		w, loose float64 // the second of WA* and DPS
	}{
		{[]string{"npuzzle/korf/39:unit", "npuzzle/korf/82:unit", "npuzzle/korf/39:heavy", "npuzzle/korf/82:heavy",
			"npuzzle/korf/39:inverse", "npuzzle/korf/82:inverse"}, 1.25, 1.5},
		{[]string{"pancake/40/1", "pancake/101/1"}, 1.05, 1.05},
		{[]string{"tsp/40/1:nn", "tsp/40/2:nn", "tsp/50/1:nn", "tsp/40/1:depth"}, 1.05, 1.05},
		{[]string{"gctsp/medium/49", "gctsp/medium/100", "gctsp/medium/225"}, 1.05, 1.05},
	} {
		for _, name := range set.problems {
			for _, a := range []engine.Algorithm{engine.AStar(), engine.WAStar(set.loose), engine.FS(set.w),
				engine.PFS(set.w, 0.7), engine.DPS(set.loose), engine.PDPS(set.w, 0.7)} {
				r := engine.Solve(context.Background(), domains.Get(name), a, engine.MaxInserted(10_000))
				if r.Status != engine.LimitInserted {
					t.Errorf("%s, %v: %s", name, a, r.Status)
					continue
				}
				each := float64(r.PeakBytes) / float64(r.Inserted)
				t.Logf("%s, %v: %d nodes of %.1f bytes", name, a, r.Inserted, each)
				if each > 100 {
					t.Errorf("%s, %v: a node takes %.1f bytes", name, a, each)
				}
			}
		}
	}
}
