// Package studytest contains helpers for the tests of studies.
package studytest

import (
	"context"
	"testing"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
)

// Small is a study of 10 problems with 1 + 2 + 2·2·3 runs on each.
var Small = study.Grid{
	Problems:   "npuzzle/random-8/1-5 npuzzle/random-8/1-5:heavy",
	Algorithms: engine.Named("astar", "fs", "pfs"),
	W:          []float64{1.25, 1.5},
	P:          []float64{0.6, 0.7},
	Seeds:      []uint64{1, 2, 3},
}

// SmallRuns is the number of its runs.
const SmallRuns = 10 * (1 + 2 + 2*2*3)

// An Outcome is what must be the same whenever a run is repeated.
type Outcome struct {
	Problem, Algorithm string
	Seed               uint64
	Status             engine.Status
	Cost, FMin, Bound  engine.Cost
	Counters           engine.Counters
}

// Outcomes are those of results.
func Outcomes(results []*engine.Result) (all []Outcome) {
	for _, r := range results {
		all = append(all, Outcome{r.Problem, r.Algorithm.String(), r.Seed, r.Status, r.Cost, r.FMin, r.LowerBound,
			r.Counters})
	}
	return all
}

// Undisturbed returns the outcomes of a study that is run without a store.
func Undisturbed(t testing.TB, g study.Grid) []Outcome {
	t.Helper()
	text := string(g.YAML())
	if known, ok := made[text]; ok {
		return known
	}
	runs, err := g.Runs()
	if err != nil {
		t.Fatal(err)
	}
	var results []*engine.Result
	for _, r := range runs {
		p, err := engine.Lookup(r.Problem)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, engine.Solve(context.Background(), p, r.Algorithm,
			engine.Seed(r.Seed), engine.WithLimits(r.Limits)))
	}
	made[text] = Outcomes(results)
	return made[text]
}

// made caches what Undisturbed returns.
var made = map[string][]Outcome{}

// Coin is PFS with a p, as a user-defined algorithm.
func Coin(p float64) engine.Custom {
	return engine.Custom{
		Name: "coin", Queues: []engine.Queue{engine.LeastD, engine.LeastF}, Draws: true,
		Scheduler: func() engine.Scheduler {
			return func(o *engine.Observation) int {
				if o.Chance(p) {
					return 0
				}
				return 1
			}
		},
	}
}
