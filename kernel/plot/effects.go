package plot

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
)

var errNoPairs = errors.New("no instance that both algorithms of a pair, PFS/FS or PDPS/DPS, solve at the same w")

// Effects plots the median paired expansion ratio of each pair on each instance set at
// one w and p, as the paper's Figure 1. w is 1.25 and p is 0.7 unless report.W and
// report.P choose other values. To the left of 1 the probabilistic algorithm expands
// fewer nodes. Each set's label gives the number of instances solved by D and by P.
func Effects(results []*engine.Result, opts ...report.Option) *Chart {
	return studied(results, opts, report.Effects, (*Chart).effects, few)
}

func (c *Chart) effects(effects []report.Effect) error {
	effects = c.withRatios(effects)
	if len(effects) == 0 {
		return errNoPairs
	}
	low, high := 1.0, 1.0
	for _, e := range effects {
		low, high = min(low, e.Ratio.Min), max(high, e.Ratio.Max)
	}
	c.figure = figure{item: true, widest: 420, title: fmt.Sprintf(
		"Median ratio of expansions, w = %s, p = %v; instances solved by D → P", effects[0].W, effects[0].P)}
	most := 0
	for _, rows := range chunks(effects, func(e report.Effect) report.Pair { return e.Pair }) {
		pair := rows[0].Pair
		slices.Reverse(rows)         // the vertical axis points upwards
		set := pair.String() + " on" // each panel's column needs its own name, since a figure has one set of words
		t := &dataset{columns: []string{set, "median ratio", "least", "greatest", "solved P", "solved D", "instances",
			"_one"}}
		var sets, labels []string
		for i, e := range rows {
			t.rows = append(t.rows, []float64{float64(i), e.Ratio.Median, e.Ratio.Min, e.Ratio.Max, e.SolvedP.Median,
				float64(e.SolvedD), float64(e.Instances), 1})
			sets = append(sets, report.SetTitle(e.Set))
			labels = append(labels, fmt.Sprintf("%s  %d → %s", sets[i], e.SolvedD, report.Text(e.SolvedP.Median)))
			c.summary = append(c.summary, fmt.Sprintf("%s, %s: median ratio %s, solved %d → %s of %d",
				pair, sets[i], report.Text(e.Ratio.Median), e.SolvedD, report.Text(e.SolvedP.Median), e.Instances))
		}
		t.words = map[string][]string{set: sets}
		most = max(most, len(rows))
		p := panel{title: pair.String(), color: color(pair.P),
			x: ratioAxis("expansions of "+titleOf(pair.P)+" / "+titleOf(pair.D), low, high), y: categories("", labels)}
		dots := line{name: pair.String(), color: color(pair.P)}
		p.blocks = []block{dots.block(t, 7, 0, 1, 0)}
		if slices.ContainsFunc(rows, func(e report.Effect) bool { return e.Seeds > 1 }) {
			p.blocks = append(p.blocks, line{name: dots.name, color: grey}.block(t, 2, 0, 3, 0))
		}
		p.lines = []line{straight(1, p.y.min, 1, p.y.max), dots.points(t, 1, 0, false)}
		c.figure.panels = append(c.figure.panels, p)
	}
	c.figure.tile(2, 30*most+20)
	return nil
}

// Sensitivity plots the median paired expansion ratio against p: the median over the
// settings of each domain.
func Sensitivity(results []*engine.Result, opts ...report.Option) *Chart {
	return studied(results, opts, report.SensitivityToP, (*Chart).sensitivity, few)
}

func (c *Chart) sensitivity(all []report.Sensitivity) error {
	all = slices.DeleteFunc(all, func(s report.Sensitivity) bool { return math.IsNaN(s.Ratio.Median) })
	if len(all) == 0 {
		return errNoPairs
	}
	ps := slices.Sorted(slices.Values(different(all, func(s report.Sensitivity) float64 { return s.P })))
	domains := different(all, func(s report.Sensitivity) string { return s.Domain })
	low, high := 1.0, 1.0
	for _, s := range all {
		low, high = min(low, s.Ratio.Median), max(high, s.Ratio.Median)
	}
	c.figure = figure{title: "Median ratio of expansions against p", item: true}
	for i, d := range domains {
		l := ith(i, d, ofMany)
		l.dots = true
		c.figure.legend = append(c.figure.legend, l)
	}
	labels := names(ps)
	for _, pair := range chunks(all, func(s report.Sensitivity) report.Pair { return s.Pair }) {
		p := panel{title: pair[0].Pair.String(), color: color(pair[0].Pair.P), x: categories("p", labels),
			y: ratioAxis("expansions of P / D", low, high)}
		p.lines = append(p.lines, straight(p.x.min, 1, p.x.max, 1))
		for _, of := range chunks(pair, func(s report.Sensitivity) string { return s.Domain }) {
			t := &dataset{columns: []string{"p", "median ratio", "least setting", "greatest setting", "settings"},
				words: map[string][]string{"p": labels}}
			for _, s := range of {
				t.rows = append(t.rows, []float64{float64(slices.Index(ps, s.P)), s.Ratio.Median, s.Ratio.Min, s.Ratio.Max,
					float64(s.Settings)})
				c.summary = append(c.summary, fmt.Sprintf("%s, %s, p = %v: median ratio %s", s.Pair, s.Domain, s.P,
					report.Text(s.Ratio.Median)))
			}
			p.lines = append(p.lines, c.figure.legend[slices.Index(domains, of[0].Domain)].of(t, 0, 1))
		}
		c.figure.panels = append(c.figure.panels, p)
	}
	c.figure.tile(2, 230)
	return nil
}

// withRatios leaves out the effects without an instance that both algorithms solve, and
// names them in a note.
func (c *Chart) withRatios(all []report.Effect) (some []report.Effect) {
	var without []string
	for _, e := range all {
		if math.IsNaN(e.Ratio.Median) {
			without = append(without, fmt.Sprintf("%s on %s at w = %s, p = %v (solved %d → %s of %d)", e.Pair, report.SetTitle(e.Set),
				e.W, e.P, e.SolvedD, report.Text(e.SolvedP.Median), e.Instances))
			continue
		}
		some = append(some, e)
	}
	if len(without) > 0 {
		const most = 8
		if n := len(without); n > most {
			without = append(without[:most], fmt.Sprintf("%d more", n-most))
		}
		c.note("No instance is solved by both, so that there is no ratio: " + strings.Join(without, "; ") + ".")
	}
	return some
}

// HeatMap shows the median paired expansion ratio for each w and p, with a panel for each
// pair and instance set. Blue cells favour the probabilistic algorithm, orange cells the
// deterministic one.
func HeatMap(results []*engine.Result, opts ...report.Option) *Chart {
	return studied(results, opts, report.Ratios, (*Chart).heatMap, few)
}

func (c *Chart) heatMap(all []report.Effect) error {
	all = c.withRatios(all)
	if len(all) == 0 {
		return errNoPairs
	}
	bounds := slices.SortedFunc(slices.Values(different(all, func(e report.Effect) engine.Ratio { return e.W })), byValue)
	ps := slices.Sorted(slices.Values(different(all, func(e report.Effect) float64 { return e.P })))
	kinds := []line{{name: "P expands less", color: blue, bare: true, square: true},
		{name: "P expands more", color: vermilion, bare: true, square: true}}
	c.figure = figure{title: "Median ratio of expansions over w and p", item: true, legend: kinds}
	words := map[string][]string{"w": names(bounds), "p": names(ps)}
	type place struct {
		pair report.Pair
		set  string
	}
	for _, cells := range chunks(all, func(e report.Effect) place { return place{e.Pair, e.Set} }) {
		panel := panel{title: fmt.Sprintf("%s, %s", cells[0].Pair, report.SetTitle(cells[0].Set)),
			color: color(cells[0].Pair.P),
			x:     categories("w", words["w"]), y: categories("p", words["p"])}
		for i, kind := range kinds {
			t := &dataset{columns: []string{"w", "p", "median ratio", "solved P", "solved D", "instances", "_x0", "_y0",
				"_x1", "_y1"}, words: words}
			b := kind.block(t, 6, 7, 8, 9)
			b.cells = []shade{}
			for _, e := range cells {
				if (e.Ratio.Median > 1) != (i == 1) {
					continue
				}
				x, y := float64(slices.Index(bounds, e.W)), float64(slices.Index(ps, e.P))
				t.rows = append(t.rows, []float64{x, y, e.Ratio.Median, e.SolvedP.Median, float64(e.SolvedD), float64(e.Instances),
					x - 0.48, y - 0.46, x + 0.48, y + 0.46})
				b.cells = append(b.cells, shade{kind.color, strength(e.Ratio.Median), fmt.Sprintf("%.2g", e.Ratio.Median)})
				c.summary = append(c.summary, fmt.Sprintf("%s, w = %s, p = %v: median ratio %s", panel.title, e.W, e.P,
					report.Text(e.Ratio.Median)))
			}
			if len(t.rows) > 0 {
				panel.blocks = append(panel.blocks, b)
			}
		}
		c.figure.panels = append(c.figure.panels, panel)
	}
	c.figure.tile(2, max(36*len(ps), 60))
	return nil
}

// strength returns how strongly the cell of a ratio is coloured, from 0 at a ratio of 1
// to 1 at a factor of 30 or more.
func strength(ratio float64) float64 {
	return 0.04 + 0.66*min(1, math.Abs(math.Log(ratio))/math.Log(30))
}
