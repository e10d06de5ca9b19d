// Package paper adds the paper's published figures to the reports, for comparison, and
// the reports on the paper's instance sets. Like a domain, it is imported by package
// domains for its side effects.
//
// The paper: Vu Duc, Le Huu, Hà, Nguyen, Nguyen, Huynh: Probabilistic Focal Search:
// Accelerating Bounded-Suboptimal Search via Lower-Bound Advancement.
package paper

import (
	_ "embed"
	"fmt"

	"github.com/focal-search/focal/engine/report"
)

//go:embed figures.csv
var figures string

func init() {
	if err := report.Publish(figures); err != nil {
		panic(fmt.Sprintf("paper: figures.csv: %v", err)) // it is part of the program, and read by every test
	}
	for _, d := range []report.Definition{
		{Name: "tsp50", Title: "TSP-50 by bound (Table 2)", Like: "bounds", Sets: "tsp/50:nn",
			Doc: "for each pair and bound on tsp/50: solved, mean paired ratios of expansions and time"},
		{Name: "npuzzle-success", Title: "N-Puzzle: success against w (Figure 2)", Like: "success", Sets: "npuzzle/*",
			Doc: "success in % for each cost model, algorithm and bound"},
		{Name: "npuzzle-expansions", Title: "N-Puzzle: expansions against w (Figure 3)", Like: "expansions",
			Sets: "npuzzle/*",
			Doc:  "mean expansions of all runs for each cost model, algorithm and bound"},
		{Name: "npuzzle-time", Title: "N-Puzzle: time against w (Figure 4)", Like: "time", Sets: "npuzzle/*",
			Doc: "mean time for each cost model, algorithm and bound, unsolved runs at the limit"},
	} {
		report.Register(d)
	}
}
