package plot

import (
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/kernel/frame"
)

// Ranking draws, for each algorithm, a box plot of its expansions divided by those of the
// best other algorithm, over the settings that the report ranking pools. If an algorithm
// was run at several p, the best p in each setting counts.
func Ranking(results []*engine.Result, opts ...report.Option) *Chart {
	return studied(results, opts, made("settings"), func(c *Chart, r *report.Report) error {
		const ratio = "over the best other"
		best := frame.Of(r).Group("set", "w", "algorithm").Min(ratio).Rename("least "+ratio, ratio)
		*c = *Of(best).X("algorithm").Y(ratio).Boxes().LogY().
			Title("Expansions over the best other algorithm's, by setting").Chart()
		return nil
	}, few)
}
