//go:build ignore

// Where does PFS lose? Forty stacks of 60 pancakes at w = 1.25. Their h is so
// good that fmin hardly has anywhere to rise to: the nodes that PFS takes from
// the head of OPEN are for nothing, and it pays 1/p of FS's expansions.
//
//	focal script scripts/losses.go
package main

import (
	"fmt"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/show"
)

func main() {
	var results, worst []*engine.Result
	both, losses, greatest := 0, 0, 1.0
	for id := 1; id <= 40; id++ {
		p := domains.Get(fmt.Sprintf("pancake/60/%d", id))
		fs := engine.Solve(show.Context(), p, engine.FS(1.25), engine.MaxInserted(500000))
		pfs := engine.Solve(show.Context(), p, engine.PFS(1.25, 0.7), engine.Seed(42), engine.MaxInserted(500000))
		results = append(results, fs, pfs)
		if !fs.Solved() || !pfs.Solved() {
			continue // the picture shows them
		}
		both++
		ratio := float64(pfs.Expanded) / float64(fs.Expanded)
		if ratio > 1 {
			losses++
		}
		if ratio > greatest {
			greatest, worst = ratio, []*engine.Result{fs, pfs}
		}
	}
	fmt.Printf("PFS expands more on %d of %d instances that both solve, at worst %.2f times as much:\n", losses, both,
		greatest)
	show.Results(worst...)
	plot.Scatter(results).Show()
}
