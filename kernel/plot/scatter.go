package plot

import (
	"fmt"
	"math"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
)

// scatterPoints is the greatest number of points of a kind. If there are more, an even
// selection is drawn.
const scatterPoints = 3000

// Scatter plots the expansions of P against those of D on the same instance at the same
// w, on logarithmic axes, with a panel for each pair. Below the diagonal P expands fewer
// nodes. A run that one algorithm did not solve is drawn on that algorithm's edge.
// Tooltips name the run. report.W and report.P select runs.
func Scatter(results []*engine.Result, opts ...report.Option) *Chart {
	return studied(results, opts, report.Settings, (*Chart).scatter, few)
}

func (c *Chart) scatter(settings []report.Setting) error {
	c.figure = figure{title: "Expansions of each run", item: true}
	var instances, seeds vocabulary // of the tooltip
	words := map[string][]string{}
	for _, of := range chunks(settings, func(s report.Setting) report.Pair { return s.Pair }) {
		pair := of[0].Pair
		p, d := titleOf(pair.P), titleOf(pair.D)
		low, high := math.Inf(1), 1.0
		for _, s := range of {
			for _, m := range s.Matches {
				low = min(low, float64(max(min(m.P.Expanded, m.D.Expanded), 1)))
				high = max(high, float64(max(m.P.Expanded, m.D.Expanded)))
			}
		}
		side := ratioAxis("", low, high)
		side.max = 1 / niceBelow(1/(side.max*1.2)) // room for marks on the edge
		x, y := side, side
		x.name, y.name = "expansions of "+d, "expansions of "+p
		groups := []line{
			{name: pair.String(), color: color(pair.P)}, {name: "not solved by " + p, color: grey},
			{name: "not solved by " + d, color: grey}, {name: "solved by neither", color: grey},
		}
		for i := range groups {
			groups[i].bare, groups[i].square = true, i > 0
			groups[i].data = &dataset{words: words, columns: []string{"_x", "_y", "instance", "w", "p", "seed", y.name, x.name}}
		}
		runs, less := 0, 0
		for _, s := range of {
			for _, m := range s.Matches {
				runs++
				atD, atP := max(float64(m.D.Expanded), side.min), max(float64(m.P.Expanded), side.min)
				kind := 0
				if !m.P.Solved() {
					kind, atP = 1, side.max
				}
				if !m.D.Solved() {
					kind, atD = kind+2, side.max
				}
				if kind == 0 && m.P.Expanded < m.D.Expanded {
					less++
				}
				t := groups[kind].data
				t.rows = append(t.rows, []float64{atD, atP, instances.number(m.P.Problem), s.W.Float(), s.P,
					seeds.number(fmt.Sprint(s.Seed)), float64(m.P.Expanded), float64(m.D.Expanded)})
			}
		}
		panel := panel{title: pair.String(), color: color(pair.P), x: x, y: y,
			lines: []line{straight(side.min, side.min, side.max, side.max)}}
		texts := []string{fmt.Sprintf("solved by both %d", len(groups[0].data.rows))}
		for i, g := range groups {
			n := len(g.data.rows)
			if n == 0 {
				continue
			}
			if i > 0 {
				texts = append(texts, fmt.Sprintf("%s %d", g.name, n))
			}
			if n > scatterPoints {
				c.notes = append(c.notes, fmt.Sprintf("%s, %s: %d of %d points are drawn.", pair, g.name, scatterPoints, n))
			}
			panel.lines = append(panel.lines, g.of(g.data.thinned(scatterPoints), 0, 1))
		}
		c.summary = append(c.summary, fmt.Sprintf("%s: %d runs, %s; %s expands less in %d", pair, runs,
			strings.Join(texts, ", "), p, less))
		c.figure.panels = append(c.figure.panels, panel)
	}
	words["instance"], words["seed"] = instances.words, seeds.words
	c.notes = append(c.notes, "Grey: runs that were not solved, on the edge of the algorithm that did not.")
	c.figure.tile(2, 316)
	c.figure.widest = 330
	return nil
}
