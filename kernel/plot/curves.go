package plot

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
)

// Success shows how many of the runs were solved, in %, against w: a panel for
// each instance set, a curve for each first-solution algorithm, as the paper's
// Figure 2. PFS and PDPS are those of p = 0.7 unless report.P says otherwise; of
// several seeds the median is drawn, with the range as a stroke.
//
// Plots of studies take a slice of results, such as a batch or a store gives;
// Trajectory, which is about single runs, takes them one by one.
func Success(results []*engine.Result, opts ...report.Option) *Chart {
	return curves(results, opts, curve{"Success", "solved (%)",
		func(p report.Point) report.Spread { return p.Success },
		func(string, ...float64) axis { return axis{name: "solved (%)", max: 100, fixed: true} }})
}

// Expansions shows mean expansions of all runs against w, as the paper's Figure 3.
func Expansions(results []*engine.Result, opts ...report.Option) *Chart {
	return curves(results, opts, curve{"Expansions", "mean expansions",
		func(p report.Point) report.Spread { return p.Expansions }, fit})
}

// Time shows the mean CPU time of all runs against w, unsolved runs at their time
// limit, as the paper's Figure 4.
func Time(results []*engine.Result, opts ...report.Option) *Chart {
	return curves(results, opts, curve{"Time", "mean time (s)",
		func(p report.Point) report.Spread { return p.Seconds }, fit})
}

// A curve is what is drawn against w.
type curve struct {
	title, name string
	of          func(report.Point) report.Spread
	axis        func(name string, values ...float64) axis
}

// failed is a chart of which there is nothing to see.
func failed(err error) *Chart { return &Chart{err: fmt.Errorf("nothing to plot: %w", err)} }

func curves(results []*engine.Result, opts []report.Option, what curve) *Chart {
	points, p, err := report.Curves(results, opts...)
	if err != nil {
		return failed(err)
	}
	if len(points) == 0 {
		return failed(errors.New("no runs of first-solution algorithms"))
	}
	var bounds []engine.Ratio
	var values []float64
	drawn := map[string]bool{}
	for _, at := range points {
		drawn[at.Algorithm] = true
		values = append(values, what.of(at).Min, what.of(at).Max)
		if at.Algorithm != "astar" && !slices.Contains(bounds, at.W) {
			bounds = append(bounds, at.W)
		}
	}
	slices.SortFunc(bounds, func(a, b engine.Ratio) int {
		if a.Less(b) {
			return -1
		}
		return 1
	})
	labels := names(bounds)
	if len(labels) == 0 {
		labels = []string{"any"} // A* alone
	}
	c := &Chart{figure: figure{title: what.title + against(drawn, p), legend: legend(drawn), item: true}}
	y := what.axis(what.name, values...)
	for _, set := range grouped(points, func(p report.Point) string { return p.Set }) {
		panel := panel{title: report.SetTitle(set[0].Set), x: categories("w", labels), y: y}
		for _, line := range grouped(set, func(p report.Point) string { return p.Algorithm }) {
			panel.add(line, bounds, labels, what, &c.summary)
		}
		c.figure.panels = append(c.figure.panels, panel)
	}
	c.figure.tile(3, 230)
	return c
}

// against tells the p of the curves in a title, where they have one.
func against(drawn map[string]bool, p float64) string {
	if drawn["pfs"] || drawn["pdps"] {
		return fmt.Sprintf(" against w, p = %v", p)
	}
	return " against w"
}

// add draws the points of one algorithm in a set.
func (p *panel) add(points []report.Point, bounds []engine.Ratio, labels []string, what curve, summary *[]string) {
	algorithm := points[0].Algorithm
	t := &table{columns: []string{"w", what.name, "runs", "_min", "_max"}, words: map[string][]string{"w": labels}}
	var told []string
	several := false
	for _, at := range points {
		v := what.of(at)
		if p.y.log && v.Min <= 0 {
			continue
		}
		several = several || v.Min < v.Max
		row := []float64{float64(slices.Index(bounds, at.W)), v.Median, float64(at.Runs), v.Min, v.Max}
		told = append(told, fmt.Sprintf("%s at w = %s", report.Text(v.Median), at.W))
		if algorithm != "astar" {
			t.rows = append(t.rows, row)
			continue
		}
		told[len(told)-1] = report.Text(v.Median)
		for x := range labels { // A* is the same at every w
			t.rows = append(t.rows, append([]float64{float64(x)}, row[1:]...))
		}
	}
	if len(t.rows) == 0 {
		return
	}
	name := titleOf(algorithm)
	*summary = append(*summary, fmt.Sprintf("%s, %s: %s %s", p.title, name, what.name, strings.Join(told, ", ")))
	if several {
		t.columns[3], t.columns[4] = "least", "greatest"
		p.blocks = append(p.blocks, block{name: name, color: color(algorithm), data: t, x0: 0, y0: 3, x1: 0, y1: 4})
	}
	p.lines = append(p.lines, line{name: name, color: color(algorithm), dashed: algorithm == "astar", dots: true, data: t, x: 0, y: 1})
}

func titleOf(algorithm string) string { return engine.Algorithm{Name: algorithm}.Title() }

// legend lists the algorithms that are drawn, in the engine's order.
func legend(drawn map[string]bool) []entry {
	var entries []entry
	for _, name := range engine.AlgorithmNames() {
		if drawn[name] {
			entries = append(entries, entry{titleOf(name), color(name)})
		}
	}
	return entries
}

// tile puts the panels into rows of at most n, and pads the last.
func (f *figure) tile(n, height int) {
	f.columns = max(1, min(n, len(f.panels)))
	if len(f.panels) == 4 {
		f.columns = min(n, 2)
	}
	if f.columns == 1 {
		f.widest = 560
	}
	f.pad()
	for range len(f.panels) / f.columns {
		f.heights = append(f.heights, height)
	}
}

// grouped splits values into runs of the same key, in the order of appearance.
func grouped[T any, K comparable](values []T, key func(T) K) [][]T {
	index := map[K]int{}
	var groups [][]T
	for _, v := range values {
		i, known := index[key(v)]
		if !known {
			i = len(groups)
			index[key(v)] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], v)
	}
	return groups
}

func names[T any](values []T) []string {
	var t []string
	for _, v := range values {
		t = append(t, fmt.Sprint(v))
	}
	return t
}
