package plot

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
)

// scatterPoints is how many points of a pair are drawn; beyond, an even choice.
const scatterPoints = 3000

// Scatter shows every run of P beside that of D on the same instance at the same
// w: expansions against expansions, both axes logarithmic, a panel for each pair.
// Below the diagonal P expands less. Runs that one of them did not solve stand on
// that one's edge. Tooltips tell the run.
func Scatter(results []*engine.Result) *Chart {
	matches := report.Matches(results)
	if len(matches) == 0 {
		return failed(errors.New("no instance with runs of both PFS and FS, or of PDPS and DPS, at the same w"))
	}
	c := &Chart{figure: figure{title: "Expansions of each run", item: true, widest: 330}}
	instances, index := []string{}, map[string]int{} // words of the tooltip
	for _, of := range grouped(matches, func(m report.Match) report.Pair { return m.Pair }) {
		pair := of[0].Pair
		low, high := math.Inf(1), 1.0
		for _, m := range of {
			for _, n := range []int64{m.P.Expanded, m.D.Expanded} {
				low, high = min(low, max(float64(n), 1)), max(high, float64(n))
			}
		}
		side := ratioAxis("", low, high)
		side.max = 1 / niceBelow(1/(side.max*1.2)) // room for the edge
		x, y := side, side
		x.name, y.name = "expansions of "+titleOf(pair.D), "expansions of "+titleOf(pair.P)
		p := panel{title: pair.String(), color: color(pair.P), x: x, y: y}
		even := &table{columns: []string{"_x", "_y"}, rows: [][]float64{{side.min, side.min}, {side.max, side.max}}}
		p.lines = append(p.lines, line{name: "equal", color: "#888888", dashed: true, data: even, x: 0, y: 1})
		groups := []struct {
			name, color string
			t           *table
		}{
			{pair.String(), color(pair.P), nil}, {"not solved by " + titleOf(pair.P), grey, nil},
			{"not solved by " + titleOf(pair.D), grey, nil}, {"solved by neither", grey, nil},
		}
		for i := range groups {
			groups[i].t = &table{columns: []string{"_x", "_y", "instance", "w", "p", "seed",
				"expansions of " + titleOf(pair.P), "expansions of " + titleOf(pair.D)}}
		}
		less := 0
		for _, m := range of {
			if _, known := index[m.P.Problem]; !known {
				index[m.P.Problem] = len(instances)
				instances = append(instances, m.P.Problem)
			}
			at := []float64{max(float64(m.D.Expanded), side.min), max(float64(m.P.Expanded), side.min)}
			kind := 0
			if !m.P.Solved() {
				kind, at[1] = 1, side.max
			}
			if !m.D.Solved() {
				kind, at[0] = kind+2, side.max
			}
			if kind == 0 && m.P.Expanded < m.D.Expanded {
				less++
			}
			group := groups[[]int{0, 1, 2, 3}[kind]]
			group.t.rows = append(group.t.rows, append(at, float64(index[m.P.Problem]), m.P.Algorithm.W.Float(), m.P.Algorithm.P,
				float64(m.P.Seed), float64(m.P.Expanded), float64(m.D.Expanded)))
		}
		told := []string{fmt.Sprintf("solved by both %d", len(groups[0].t.rows))}
		for i, g := range groups {
			if len(g.t.rows) == 0 {
				continue
			}
			if i > 0 {
				told = append(told, fmt.Sprintf("%s %d", g.name, len(g.t.rows)))
			}
			if len(g.t.rows) > scatterPoints {
				c.notes = append(c.notes, fmt.Sprintf("%s, %s: %d of %d points are drawn.", pair, g.name, scatterPoints, len(g.t.rows)))
			}
			p.lines = append(p.lines, line{name: g.name, color: g.color, bare: true, data: g.t.thinned(scatterPoints), x: 0, y: 1})
		}
		c.summary = append(c.summary, fmt.Sprintf("%s: %d runs, %s; %s expands less in %d", pair, len(of), strings.Join(told, ", "), titleOf(pair.P), less))
		c.figure.panels = append(c.figure.panels, p)
	}
	for i := range c.figure.panels {
		for _, l := range c.figure.panels[i].lines[1:] {
			l.data.words = map[string][]string{"instance": instances}
		}
	}
	c.notes = append(c.notes, "Grey: runs that were not solved, on the edge of the algorithm that did not.")
	c.figure.tile(2, 316)
	c.figure.widest = 330
	return c
}
