//go:build ignore

// How does w change the cost that is actually paid? Fifty 8-puzzles with heavy
// costs, solved by FS, PFS and DPS at each bound and compared with A*'s optimum.
//
//	focal script scripts/paid.go
//
// The bound is a promise; what is paid is often less.
package main

import (
	"context"
	"fmt"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/show"
)

func main() {
	ctx := show.Context()
	table := show.Table{
		Caption: "Cost paid / optimal cost, mean of 50 instances of npuzzle/random-8:heavy",
		Columns: []string{"w", "FS", "PFS(p=0.7)", "DPS", "worst of all"},
	}
	optimal := costs(ctx, engine.AStar())
	for _, w := range []float64{1.05, 1.1, 1.25, 1.5, 2, 3} {
		row, worst := []any{w}, 1.0
		for _, a := range []engine.Algorithm{engine.FS(w), engine.PFS(w, 0.7), engine.DPS(w)} {
			found := costs(ctx, a)
			if optimal == nil || found == nil { // an interrupt: the rows before are whole
				show.Value(table)
				return
			}
			sum := 0.0
			for i, cost := range found {
				paid := cost / optimal[i]
				sum += paid
				worst = max(worst, paid)
			}
			row = append(row, fmt.Sprintf("%.3f", sum/50))
		}
		table.Rows = append(table.Rows, append(row, fmt.Sprintf("%.3f", worst)))
	}
	show.Value(table)
}

// costs are those of an algorithm's solutions, nil unless it solves every instance.
func costs(ctx context.Context, a engine.Algorithm) []float64 {
	var all []float64
	for id := 1; id <= 50; id++ {
		r := engine.Solve(ctx, domains.Get(fmt.Sprintf("npuzzle/random-8/%d:heavy", id)), a, engine.Seed(42))
		if !r.Solved() {
			return nil
		}
		all = append(all, float64(r.Cost))
	}
	return all
}
