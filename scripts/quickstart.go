//go:build ignore

// Korf's 15-puzzle instance 39 with heavy costs, at w = 1.25: what does PFS do
// that FS does not?
//
// FS always takes the node of FOCAL that looks nearest to a goal. The lower
// bound fmin rises only when the last node with f = fmin leaves OPEN, so FS can
// sit on a plateau for long, with a small FOCAL. PFS does so with probability
// p = 0.7 only, and otherwise expands the node with the lowest f: fmin rises,
// and the nodes with f <= w·fmin, among which the guided choice is made, become
// more.
//
//	focal script scripts/quickstart.go    (interpreted, the searches compiled)
//	go run scripts/quickstart.go          (compiled)
//
// It runs pasted into a notebook cell as well.
package main

import (
	"fmt"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/show"
)

func main() {
	ctx := show.Context() // done at an interrupt: the search then ends with what it has
	p := domains.Get("npuzzle/korf/39:heavy")

	fs := engine.Solve(ctx, p, engine.FS(1.25), engine.Traced())
	pfs := engine.Solve(ctx, p, engine.PFS(1.25, 0.7), engine.Seed(42), engine.Traced())
	rrfs := engine.Solve(ctx, p, engine.RRFS(1.25), engine.Traced())
	show.Results(fs, pfs, rrfs)

	if fs.Solved() && pfs.Solved() {
		fmt.Printf("PFS expands one node where FS expands %.1f.\n", float64(fs.Expanded)/float64(pfs.Expanded))
	}
	plot.Trajectory(fs, pfs).Show()
}
