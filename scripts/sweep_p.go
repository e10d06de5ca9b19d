//go:build ignore

// How much should PFS draw? One puzzle at w = 1.25, p from never to nearly always
// guided, twenty seeds at each.
//
//	focal script scripts/sweep_p.go
//	focal script scripts/sweep_p.go npuzzle/korf/12:heavy
//
// p = 0 is best-first search by f, p = 1 is FS.
package main

import (
	"fmt"
	"os"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/show"
)

func main() {
	name := "npuzzle/korf/79:heavy"
	switch len(os.Args) {
	case 1:
	case 2:
		name = os.Args[1]
	default:
		fmt.Fprintln(os.Stderr, "usage: sweep_p.go [PROBLEM]")
		os.Exit(2)
	}
	problem := domains.Get(name)
	results := []*engine.Result{engine.Solve(show.Context(), problem, engine.FS(1.25))}
	for _, p := range []float64{0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95} {
		for seed := uint64(1); seed <= 20; seed++ {
			results = append(results, engine.Solve(show.Context(), problem, engine.PFS(1.25, p), engine.Seed(seed)))
		}
	}
	plot.Seeds(results).Show()
}
