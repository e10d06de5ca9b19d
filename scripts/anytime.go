//go:build ignore

// Watch a tour improve: AFS on 40 random cities, from the first tour, which comes
// after 40 expansions, until 400,000 nodes are inserted.
//
//	focal script scripts/anytime.go
package main

import (
	"fmt"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/show"
)

func main() {
	p := domains.Get("tsp/40/1")
	run := engine.Start(p, engine.AFS(), engine.MaxInserted(400000))
	defer run.Close()
	for run.Next(show.Context()) {
		r := run.Result()
		fmt.Printf("%9s  proved within %.3f  after %d expansions\n", engine.FormatCost(r.Cost, r.Unit), r.Factor(), r.Expanded)
	}
	show.Results(run.Result())
	plot.Solution(p, run.Result()).Show()
}
