package plot

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
)

// Success plots the percentage of solved runs against w, with a panel for each instance
// set and a curve for each first-solution algorithm, as the paper's Figure 2. PFS and
// PDPS are shown at p = 0.7 unless report.P chooses another value. With several seeds,
// the median is drawn and a stroke shows the range.
//
// Plots of studies take a slice of results, as returned by a study or a store. Trajectory
// plots single runs and takes each as an argument.
func Success(results []*engine.Result, opts ...report.Option) *Chart {
	return curves(results, opts, "Success", report.SuccessRate, func(name string, _ ...float64) axis {
		return axis{name: name, max: 100, fixed: true}
	})
}

// Expansions plots the mean expansions of all runs against w, as the paper's Figure 3.
func Expansions(results []*engine.Result, opts ...report.Option) *Chart {
	return curves(results, opts, "Expansions", report.MeanExpansions, fit)
}

// Time plots the mean CPU time of all runs against w, as the paper's Figure 4. Unsolved
// runs count as their time limit.
func Time(results []*engine.Result, opts ...report.Option) *Chart {
	return curves(results, opts, "Time", report.MeanTime, fit)
}

// failed returns a chart that only has an error.
func failed(err error) *Chart { return &Chart{err: fmt.Errorf("nothing to plot: %w", err)} }

// studied makes a chart of what a function of package report finds in results. Below it stand the remarks about them,
// what further says if it is not nil, and that runs are missing.
func studied[T any](results []*engine.Result, opts []report.Option,
	find func([]*engine.Result, ...report.Option) (T, error), draw func(*Chart, T) error,
	further func([]*engine.Result) []string) *Chart {
	var counts report.Counts
	c := &Chart{}
	found, err := find(results, append(slices.Clip(opts), report.Count(&counts))...)
	if err == nil {
		err = draw(c, found)
	}
	if err != nil {
		c = failed(err)
	}
	if c.about(results); c.err != nil {
		return c
	}
	if further != nil {
		c.notes = append(c.notes, further(results)...)
	}
	if gap := counts.Gap(); gap != "" {
		c.note(gap)
	}
	return c
}

// about adds what readers must know of the results: that some are missing, failed, or refute
// h. It stands below the chart, and with the reason why there is no chart.
func (c *Chart) about(results []*engine.Result) {
	remarks := engine.Remarks(results)
	if c.err != nil {
		remarks = slices.DeleteFunc(remarks, func(line string) bool {
			_, why, _ := strings.Cut(line, ": ")
			return strings.Contains(c.err.Error(), why)
		})
		if len(remarks) > 0 {
			c.err = fmt.Errorf("%w (%s)", c.err, strings.Join(remarks, "; "))
		}
		return
	}
	c.notes = append(c.notes, remarks...)
}

// few lists for what there are too few results: for an interval, or a comparison.
func few(results []*engine.Result) (lines []string) {
	type setting struct {
		problem string
		w       engine.Ratio
	}
	problems, runs := map[string]bool{}, map[setting][]*engine.Result{}
	for _, r := range results {
		if r != nil && r.Status != engine.Failed {
			at := setting{r.Problem, r.Algorithm.W}
			problems[r.Problem], runs[at] = true, append(runs[at], r)
		}
	}
	compared, common := false, false
	for _, of := range runs {
		if slices.ContainsFunc(of, func(r *engine.Result) bool { return r.Algorithm.Name != of[0].Algorithm.Name }) {
			compared = true
			common = common || !slices.ContainsFunc(of, func(r *engine.Result) bool { return !r.Solved() })
		}
	}
	if len(problems) == 1 {
		lines = append(lines, "There is one instance only, so there is no interval, and nothing is known of others.")
	}
	if compared && !common {
		lines = append(lines, "No instance is solved by all algorithms at the same w: efforts are those up to a limit.")
	}
	return lines
}

func curves(results []*engine.Result, opts []report.Option, title string, what report.Quantity,
	axis func(name string, values ...float64) axis) *Chart {
	return studied(results, opts, report.Curves, func(c *Chart, points []report.Point) error {
		return c.curves(points, title, what, axis)
	}, few)
}

// curves draws a quantity against w.
func (c *Chart) curves(points []report.Point, title string, what report.Quantity,
	axis func(name string, values ...float64) axis) error {
	points, err := c.known(points, what)
	if err != nil {
		return err
	}
	var values []float64
	algorithms := map[string]bool{}
	for _, at := range points {
		algorithms[at.Algorithm.Name] = true
		values = append(values, what.Of(at)...)
	}
	atW := slices.DeleteFunc(slices.Clone(points), func(at report.Point) bool { return !at.Algorithm.TakesW() })
	bounds := different(atW, func(at report.Point) engine.Ratio { return at.Algorithm.W })
	slices.SortFunc(bounds, byValue)
	labels := names(bounds)
	if len(labels) == 0 {
		labels = []string{"any"} // only algorithms without w, as A*
	}
	c.figure = figure{title: title + " against w" + drawnAt(points), legend: legend(algorithms, true), item: true}
	y := axis(what.Name, values...)
	for _, set := range chunks(points, func(p report.Point) string { return p.Set }) {
		panel := panel{title: report.SetTitle(set[0].Set), x: categories("w", labels), y: y}
		for _, line := range chunks(set, func(p report.Point) string { return p.Algorithm.Name }) {
			panel.add(line, bounds, labels, what, c)
		}
		c.figure.panels = append(c.figure.panels, panel)
	}
	c.figure.tile(3, 230)
	return nil
}

// byValue compares bounds.
func byValue(a, b engine.Ratio) int { return cmp.Compare(a.Float(), b.Float()) }

// known are the points that have values. Notes say which have none, and whose values are of some runs only: other
// programs need not give all.
func (c *Chart) known(points []report.Point, what report.Quantity) (have []report.Point, err error) {
	var silent []string
	for _, at := range points {
		name := at.Algorithm.Title()
		switch {
		case !slices.ContainsFunc(what.Of(at), math.IsNaN):
			have = append(have, at)
		case !slices.Contains(silent, name):
			silent = append(silent, name)
		}
	}
	if len(have) == 0 {
		return nil, fmt.Errorf("the runs of %s give no %s", strings.Join(silent, ", "), what.Name)
	}
	if len(silent) > 0 {
		c.notes = []string{fmt.Sprintf("Left out: %s, whose runs give no %s.", strings.Join(silent, ", "), what.Name)}
	}
	c.notes = append(c.notes, what.Partly(have)...)
	return have, nil
}

// drawnAt names the p of the curves, if an algorithm takes one.
func drawnAt(points []report.Point) string {
	for _, at := range points {
		if at.Algorithm.TakesP() {
			return fmt.Sprintf(", p = %v", at.Algorithm.P)
		}
	}
	return ""
}

// add draws the points of one algorithm in a set.
func (p *panel) add(points []report.Point, bounds []engine.Ratio, labels []string, what report.Quantity, c *Chart) {
	algorithm := points[0].Algorithm.Name
	t := &dataset{columns: []string{"w", what.Name, "runs", "_min", "_max"}, words: map[string][]string{"w": labels}}
	var texts []string
	several := false
	for _, at := range points {
		v := report.NewSpread(what.Of(at))
		if p.y.log && v.Min <= 0 {
			c.notes = append(c.notes, fmt.Sprintf("%s, %s: %s at w = %s is 0 in some runs or all, for which a "+
				"logarithmic axis has no place.", p.title, at.Algorithm, what.Name, at.Algorithm.W))
			continue
		}
		several = several || v.Min < v.Max
		row := []float64{float64(slices.Index(bounds, at.Algorithm.W)), v.Median, float64(what.Runs(at)), v.Min,
			v.Max}
		texts = append(texts, fmt.Sprintf("%s at w = %s", report.Text(v.Median), at.Algorithm.W))
		if at.Algorithm.TakesW() {
			t.rows = append(t.rows, row)
			continue
		}
		texts[len(texts)-1] = report.Text(v.Median)
		for x := range labels { // the same at every w
			t.rows = append(t.rows, append([]float64{float64(x)}, row[1:]...))
		}
	}
	if len(t.rows) == 0 {
		return
	}
	l := lineOf(algorithm).of(t, 0, 1)
	l.dots = true
	c.summary = append(c.summary, fmt.Sprintf("%s, %s: %s %s", p.title, l.name, what.Name, strings.Join(texts, ", ")))
	if several {
		t.columns[3], t.columns[4] = "least", "greatest"
		p.blocks = append(p.blocks, l.block(t, 0, 3, 0, 4))
	}
	p.lines = append(p.lines, l)
}

// narrow is the least width of a panel if a row has several.
const narrow = 150

// tile arranges the panels in rows of at most n, fewer if their labels need the room, and
// pads the last row.
func (f *figure) tile(n, height int) {
	f.columns = max(1, min(n, len(f.panels)))
	if len(f.panels) == 4 {
		f.columns = min(n, 2)
	}
	if f.columns == 1 {
		f.widest = 560
	}
	for left, right := f.margins(); f.columns > 1 && pageWidth/f.columns-left-right < narrow; {
		f.columns--
	}
	f.pad()
	for range len(f.panels) / f.columns {
		f.heights = append(f.heights, height)
	}
}

// chunks splits values wherever their key changes.
func chunks[T any, K comparable](values []T, key func(T) K) [][]T {
	var all [][]T
	for i, v := range values {
		if i == 0 || key(v) != key(values[i-1]) {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], v)
	}
	return all
}

func names[T any](values []T) []string {
	var t []string
	for _, v := range values {
		t = append(t, fmt.Sprint(v))
	}
	return t
}
