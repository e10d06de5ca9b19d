//go:build ignore

// Two algorithms on one instance: which is faster, and what does each prove?
//
//	focal script scripts/compare.go
//	focal script scripts/compare.go pancake/80/3 dps pdps
//
// The bound is w = 1.25, and p = 0.7 where an algorithm draws.
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
	name, algorithms := "npuzzle/korf/12:heavy", []string{"fs", "dps"}
	switch len(os.Args) {
	case 1:
	case 4:
		name, algorithms = os.Args[1], os.Args[2:]
	default:
		fmt.Fprintln(os.Stderr, "usage: compare.go [PROBLEM ALGORITHM ALGORITHM]")
		os.Exit(2)
	}
	p := domains.Get(name)
	var results []*engine.Result
	for _, a := range algorithms {
		algorithm, err := engine.NewAlgorithm(a, 1.25, 0.7)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		results = append(results, engine.Solve(show.Context(), p, algorithm, engine.Seed(42), engine.Traced()))
	}
	show.Results(results...)
	plot.Trajectory(results...).Show()
}
