package plot

import (
	"fmt"
	"slices"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/engine/stats"
)

// Seeds shows how mean expansions vary over seeds, with a panel for each instance set.
// Each algorithm with its parameters has a box from the lower to the upper quartile,
// whiskers to the least and the greatest mean, a stroke at the median and a dot for each
// seed. A deterministic algorithm is a single dot.
func Seeds(results []*engine.Result, opts ...report.Option) *Chart {
	return studied(results, opts, report.Points, (*Chart).seeds, nil)
}

func (c *Chart) seeds(all []report.Point) error {
	all, err := c.known(all, report.MeanExpansions)
	if err != nil {
		return err
	}
	c.figure = figure{title: "Mean expansions over seeds", item: true}
	var values []float64
	var seeds []uint64 // words of the tooltip, since a float64 cannot represent every seed
	for _, s := range all {
		values, seeds = append(values, s.Expansions...), append(seeds, s.Seeds...)
	}
	slices.Sort(seeds)
	seeds = slices.Compact(seeds)
	x := fit("mean expansions", values...)
	most := 0
	for _, of := range chunks(all, func(s report.Point) string { return s.Set }) {
		slices.Reverse(of) // the vertical axis points upwards
		p := panel{title: report.SetTitle(of[0].Set), x: x}
		var labels []string
		for i, s := range of {
			labels = append(labels, s.Algorithm.String())
			p.box(s, float64(i), seeds)
			c.summary = append(c.summary, fmt.Sprintf("%s, %s: mean expansions %s (%d seeds)", p.title, s.Algorithm.String(),
				report.Text(report.NewSpread(s.Expansions).Median), len(s.Seeds)))
		}
		p.y = categories("", labels)
		most = max(most, len(of))
		c.figure.panels = append(c.figure.panels, p)
	}
	c.figure.tile(2, 26*most+20)
	return nil
}

// box draws the seeds of one algorithm at a position of the vertical axis.
func (p *panel) box(s report.Point, y float64, seeds []uint64) {
	dots := &dataset{columns: []string{"_y", "seed", "mean expansions", "success (%)", "runs"},
		words: map[string][]string{"seed": names(seeds)}}
	for i, n := range s.Expansions {
		if !p.x.log || n > 0 {
			seed, _ := slices.BinarySearch(seeds, s.Seeds[i])
			dots.rows = append(dots.rows, []float64{y, float64(seed), n, s.Success[i], float64(s.Runs - s.NoExpansions)})
		}
	}
	if len(dots.rows) == 0 {
		return
	}
	l := lineOf(s.Algorithm.Name).of(dots, 2, 0)
	l.name, l.bare = s.Algorithm.String(), true
	if len(s.Seeds) > 1 {
		quartiles := &dataset{
			columns: []string{"least", "lower quartile", "median", "upper quartile", "greatest", "_y", "_low", "_high"},
			rows:    [][]float64{{0, 0, 0, 0, 0, y, y - 0.3, y + 0.3}},
		}
		for i := range 5 {
			quartiles.rows[0][i], _ = stats.Quantile(s.Expansions, float64(i)/4) // there are values, all finite
		}
		for _, corners := range [][4]int{{0, 5, 1, 5}, {3, 5, 4, 5}, {1, 6, 3, 7}, {2, 6, 2, 7}} {
			p.blocks = append(p.blocks, block{name: l.name, color: l.color, fill: 0.25, data: quartiles, corners: corners})
		}
	}
	p.lines = append(p.lines, l)
}
