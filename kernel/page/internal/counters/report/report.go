// Package report makes a fixed set of runs and writes their results, so that two machines
// can be compared.
package report

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
)

// problems covers every domain and every kind of costs and guidance.
var problems = []string{
	"npuzzle/korf/79", "npuzzle/korf/39:heavy", "npuzzle/korf/79:inverse", "npuzzle/korf/79:heavy+lc",
	"npuzzle/random-8/1", "npuzzle/random-24/1",
	"pancake/40/1", "pancake/101/71",
	"tsp/40/1:nn", "tsp/40/1:depth",
	"gctsp/small/1", "gctsp/small/1:all", "gctsp/medium/1",
}

// most is the limit on a run's expansions.
const most = 3000

// Write writes a line for each of the problems and algorithms: status, cost, lower
// bound, all counters, and a digest of incumbents, solution and trace.
func Write(w io.Writer) error {
	for _, name := range problems {
		p := domains.Get(name)
		for _, algorithm := range engine.AlgorithmNames() {
			a, err := engine.NewAlgorithm(algorithm, 1.25, 0.7)
			if err != nil {
				return err
			}
			r := engine.Solve(context.Background(), p, a, engine.Seed(42), engine.MaxExpanded(most), engine.Traced())
			if r.Err != nil {
				return fmt.Errorf("%s %s: %w", name, algorithm, r.Err)
			}
			digest, err := digest(r)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%s %s: %s, cost %d, bound %d, %+v, %s\n", name, a, r.Status, r.Cost, r.LowerBound, r.Counters,
				digest)
		}
	}
	hard := domains.Get("npuzzle/korf/39:heavy")
	for _, a := range []engine.Algorithm{engine.FS(1.25), engine.PFS(1.25, 0.7)} {
		r := engine.Solve(context.Background(), hard, a, engine.Seed(42))
		fmt.Fprintf(w, "%s to its end: cost %d, %d expanded\n", a, r.Cost, r.Expanded)
	}
	return nil
}

// digest returns a hash of everything in a result that does not depend on time and
// memory.
func digest(r *engine.Result) (string, error) {
	kept := *r
	kept.Wall, kept.CPU, kept.PeakBytes = 0, 0, 0
	kept.Incumbents = append([]engine.Incumbent{}, r.Incumbents...)
	for i := range kept.Incumbents {
		kept.Incumbents[i].Wall = 0
	}
	text, err := json.Marshal(&kept)
	return fmt.Sprintf("%x", sha256.Sum256(text))[:16], err
}

// Warm writes the time of an expansion of FS and of PFS on Korf's instance 39 with heavy
// costs, in nanoseconds: the least of eight rounds.
func Warm(w io.Writer) error {
	hard := domains.Get("npuzzle/korf/39:heavy")
	for _, a := range []engine.Algorithm{engine.FS(1.25), engine.PFS(1.25, 0.7)} {
		least := math.Inf(1)
		for range 8 {
			r := engine.Solve(context.Background(), hard, a, engine.Seed(42))
			if r.Err != nil {
				return r.Err
			}
			least = min(least, float64(r.Wall)/float64(r.Expanded))
		}
		fmt.Fprintf(w, "%.0f\n", least)
	}
	return nil
}
