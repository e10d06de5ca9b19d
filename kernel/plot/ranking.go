package plot

import (
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/kernel/frame"
)

// Ranking draws each algorithm's expansions over those of the best other algorithm, a
// box for the settings that the report of this name pools. Of an algorithm that was run
// at several p, the best p in a setting counts.
func Ranking(results []*engine.Result, opts ...report.Option) *Chart {
	r, err := report.Make("settings", results, opts...)
	if err != nil {
		return failed(err)
	}
	const ratio = "over the best other"
	best := frame.Of(r).Group("set", "w", "algorithm").Min(ratio).Rename("least "+ratio, ratio)
	return Of(best.Titled("Expansions over the best other algorithm's, by setting")).
		X("algorithm").Y(ratio).Boxes().LogY().Chart()
}
