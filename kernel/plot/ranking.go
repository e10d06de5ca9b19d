package plot

import (
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/kernel/frame"
)

// Ranking draws each algorithm's expansions over those of the best other algorithm
// against the bound, with a panel for each instance set: the report settings. Of an
// algorithm that was run at several p, the best p counts.
func Ranking(results []*engine.Result, opts ...report.Option) *Chart {
	r, err := report.Make("settings", results, opts...)
	if err != nil {
		return failed(err)
	}
	const ratio = "over the best other"
	best := frame.Of(r).Group("set", "w", "algorithm").Min(ratio).Rename("least "+ratio, ratio)
	return Of(best.Titled("Expansions over the best other algorithm's")).
		X("w").Y(ratio).Color("algorithm").Panel("set").Lines().LogY().Chart()
}
