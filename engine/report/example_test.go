package report_test

import (
	"context"
	"fmt"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
)

// With w = 1 Focal Search finds solutions as cheap as those of A*.
func ExampleMake() {
	var results []*engine.Result
	for _, name := range []string{"npuzzle/random-8/1", "npuzzle/random-8/2", "npuzzle/random-8/3"} {
		p := domains.Get(name)
		results = append(results, engine.Solve(context.Background(), p, engine.AStar()))
		results = append(results, engine.Solve(context.Background(), p, engine.FS(1)))
	}
	r, err := report.Make("taskwise", results, report.Attribute("cost"))
	if err != nil {
		panic(err)
	}
	fmt.Print(r.Markdown())
	// Output:
	// # Every instance
	//
	// | instance           |  A* | FS(w=1) |
	// | ------------------ | --: | ------: |
	// | npuzzle/random-8/1 |  23 |      23 |
	// | npuzzle/random-8/2 |  19 |      19 |
	// | npuzzle/random-8/3 |  25 |      25 |
	//
	// Listed: cost.
	//
	// An empty cell is a run that is missing or unsolved; the attribute status says which.
	//
	// Counted: 6 runs on 3 instances of npuzzle/random-8:unit. Missing: 0. Solved: 6; unsolved: 0.
	//
	// Limits of the runs: none.
}
