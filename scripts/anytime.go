//go:build ignore

// Watch a tour improve: APFS on 50 random cities. The first tour comes at once;
// after some seconds one is proved to be within 7 % of the shortest.
//
//	focal script scripts/anytime.go
package main

import (
	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/plot"
	"github.com/focal-search/focal/kernel/show"
)

func main() {
	p := domains.Get("tsp/50/1")
	r := plot.Watch(show.Context(), p, engine.APFS(0.7), engine.Seed(1))
	show.Results(r)
	plot.Solution(p, r).Show()
}
