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
	return curves(results, opts, curve{title: "Success", name: "solved (%)",
		of:      func(p report.Point) []float64 { return p.Success },
		lacking: func(report.Point) int { return 0 },
		notes:   func([]report.Point) []string { return nil },
		axis:    func(string, ...float64) axis { return axis{name: "solved (%)", max: 100, fixed: true} }})
}

// Expansions plots the mean expansions of all runs against w, as the paper's Figure 3.
func Expansions(results []*engine.Result, opts ...report.Option) *Chart {
	return curves(results, opts, meanExpansions)
}

var meanExpansions = curve{title: "Expansions", name: "mean expansions",
	of:      func(p report.Point) []float64 { return p.Expansions },
	lacking: func(p report.Point) int { return p.NoExpansions },
	notes:   func(points []report.Point) []string { return report.Partly(points, false) },
	axis:    fit}

// Time plots the mean CPU time of all runs against w, as the paper's Figure 4. Unsolved
// runs count as their time limit.
func Time(results []*engine.Result, opts ...report.Option) *Chart {
	return curves(results, opts, curve{title: "Time", name: "mean time (s)",
		of:      func(p report.Point) []float64 { return p.Seconds },
		lacking: func(p report.Point) int { return p.NoSeconds },
		notes:   func(points []report.Point) []string { return report.Partly(points, true) },
		axis:    fit})
}

// A curve is a quantity drawn against w.
type curve struct {
	title, name string
	of          func(report.Point) []float64 // one value for each seed
	lacking     func(report.Point) int       // how many of its runs do not give it
	notes       func([]report.Point) []string
	axis        func(name string, values ...float64) axis
}

// failed returns a chart that only has an error.
func failed(err error) *Chart { return &Chart{err: fmt.Errorf("nothing to plot: %w", err)} }

// about adds what readers must know of the results: that some are missing, failed, or refute
// h. It stands below the chart, and with the reason why there is no chart.
func (c *Chart) about(results []*engine.Result) *Chart {
	remarks := engine.Remarks(results)
	if c.err != nil {
		remarks = slices.DeleteFunc(remarks, func(line string) bool {
			_, why, _ := strings.Cut(line, ": ")
			return strings.Contains(c.err.Error(), why)
		})
		if len(remarks) > 0 {
			c.err = fmt.Errorf("%w (%s)", c.err, strings.Join(remarks, "; "))
		}
		return c
	}
	c.notes = append(c.notes, remarks...)
	return c
}

// over is about for a chart over instances, which also says what they are too few for.
func (c *Chart) over(results []*engine.Result) *Chart {
	if c.about(results); c.err == nil {
		c.notes = append(c.notes, few(results)...)
	}
	return c
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

func curves(results []*engine.Result, opts []report.Option, what curve) *Chart {
	points, err := report.Curves(results, opts...)
	if err != nil {
		return failed(err).about(results)
	}
	points, notes, err := known(points, what)
	if err != nil {
		return failed(err).about(results)
	}
	var values []float64
	drawn := map[string]bool{}
	for _, at := range points {
		drawn[at.Algorithm.Name] = true
		values = append(values, what.of(at)...)
	}
	atW := slices.DeleteFunc(slices.Clone(points), func(at report.Point) bool { return !at.Algorithm.TakesW() })
	bounds := different(atW, func(at report.Point) engine.Ratio { return at.Algorithm.W })
	slices.SortFunc(bounds, byValue)
	labels := names(bounds)
	if len(labels) == 0 {
		labels = []string{"any"} // only algorithms without w, as A*
	}
	c := &Chart{figure: figure{title: what.title + " against w" + drawnAt(points), legend: legend(drawn, true),
		item: true}, notes: notes}
	y := what.axis(what.name, values...)
	for _, set := range chunks(points, func(p report.Point) string { return p.Set }) {
		panel := panel{title: report.SetTitle(set[0].Set), x: categories("w", labels), y: y}
		for _, line := range chunks(set, func(p report.Point) string { return p.Algorithm.Name }) {
			panel.add(line, bounds, labels, what, c)
		}
		c.figure.panels = append(c.figure.panels, panel)
	}
	c.figure.tile(3, 230)
	return c.over(results)
}

// byValue compares bounds.
func byValue(a, b engine.Ratio) int { return cmp.Compare(a.Float(), b.Float()) }

// known are the points that have values. Notes say which have none, and whose values are of some runs only: other
// programs need not give all.
func known(points []report.Point, what curve) (have []report.Point, notes []string, err error) {
	var silent []string
	for _, at := range points {
		name := at.Algorithm.Title()
		switch {
		case !slices.ContainsFunc(what.of(at), math.IsNaN):
			have = append(have, at)
		case !slices.Contains(silent, name):
			silent = append(silent, name)
		}
	}
	if len(have) == 0 {
		return nil, nil, fmt.Errorf("the runs of %s give no %s", strings.Join(silent, ", "), what.name)
	}
	if len(silent) > 0 {
		notes = []string{fmt.Sprintf("Left out: %s, whose runs give no %s.", strings.Join(silent, ", "), what.name)}
	}
	return have, append(notes, what.notes(have)...), nil
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
func (p *panel) add(points []report.Point, bounds []engine.Ratio, labels []string, what curve, c *Chart) {
	algorithm := points[0].Algorithm.Name
	t := &dataset{columns: []string{"w", what.name, "runs", "_min", "_max"}, words: map[string][]string{"w": labels}}
	var texts []string
	several := false
	for _, at := range points {
		v := report.NewSpread(what.of(at))
		if p.y.log && v.Min <= 0 {
			c.notes = append(c.notes, fmt.Sprintf("%s, %s: %s at w = %s is 0 in some runs or all, for which a "+
				"logarithmic axis has no place.", p.title, at.Algorithm, what.name, at.Algorithm.W))
			continue
		}
		several = several || v.Min < v.Max
		row := []float64{float64(slices.Index(bounds, at.Algorithm.W)), v.Median, float64(at.Runs - what.lacking(at)),
			v.Min, v.Max}
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
	c.summary = append(c.summary, fmt.Sprintf("%s, %s: %s %s", p.title, l.name, what.name, strings.Join(texts, ", ")))
	if several {
		t.columns[3], t.columns[4] = "least", "greatest"
		p.blocks = append(p.blocks, block{name: l.name, color: l.color, data: t, x0: 0, y0: 3, x1: 0, y1: 4})
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
