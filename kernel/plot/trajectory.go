package plot

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/show"
)

// livePoints is the greatest number of a trace's samples in the interactive chart.
const livePoints = 1000

// Trajectory plots the course of searches, as the paper's Figures 5 and 6: fmin and the
// threshold w·fmin above, |FOCAL| below, against expansions. Each run has its own column
// of panels with the same vertical axes, because runs may differ tenfold in length. Costs
// are in the problem's unit. If the optimal cost C* is known, a line marks C*/w: no
// search returns before fmin has reached it. The results need a trace: run them with
// engine.Traced().
func Trajectory(results ...*engine.Result) *Chart {
	c := &Chart{}
	var runs []run
	for _, r := range results {
		if err := traceable(r); err != nil {
			c.notes = append(c.notes, err.Error())
		} else {
			runs = append(runs, newRun(r))
		}
	}
	if len(runs) == 0 {
		return failed(errors.New(cmp.Or(strings.Join(c.notes, "; "), "no results given")))
	}
	c.figure.title = "Trajectory"
	if all := different(runs, func(r run) string { return r.problem }); len(all) == 1 {
		c.figure.title += ": " + all[0]
	} else {
		for i := range runs {
			runs[i].name = runs[i].problem + ", " + runs[i].name
		}
	}
	costs, sizes := sharedAxes(runs)
	c.figure.columns = columns(runs)
	for len(runs) > 0 {
		band := runs[:min(len(runs), c.figure.columns)]
		runs = runs[len(band):]
		c.figure.heights = append(c.figure.heights, 210, 110)
		for _, r := range band {
			c.figure.panels = append(c.figure.panels, r.costs(costs[r.problem]))
			c.summary = append(c.summary, r.summary())
		}
		c.figure.pad()
		for _, r := range band {
			c.figure.panels = append(c.figure.panels, r.sizes(sizes))
		}
		c.figure.pad()
	}
	return c
}

// columns returns the number of runs in a row: three, or two if that fills the rows or if
// the names need the room.
func columns(runs []run) int {
	longest := 0
	for _, r := range runs {
		longest = max(longest, len(r.name))
	}
	if len(runs) == 4 || longest > 38 {
		return min(len(runs), 2)
	}
	return min(len(runs), 3)
}

// traceable returns the reason why a result cannot be plotted; nil if it can.
func traceable(r *engine.Result) error {
	if err := failure(r); err != nil {
		return err
	}
	if r.Trace == nil || len(r.Trace.Samples) == 0 {
		return fmt.Errorf("%s %s: the result has no trace: run it with engine.Traced()", r.Problem, r.Algorithm)
	}
	if r.Trace.Samples[0].FMin < 0 {
		return fmt.Errorf("%s %s: WA* keeps no fmin on its way, which a trajectory draws: leave it out", r.Problem,
			r.Algorithm)
	}
	return nil
}

// failure returns the reason why there is nothing to plot of a result; nil if there is
// something.
func failure(r *engine.Result) error {
	switch {
	case r == nil:
		return errors.New("a result is nil: there was no run")
	case r.Err != nil:
		return fmt.Errorf("%s %s: %w", r.Problem, r.Algorithm, r.Err)
	case r.Status == engine.Failed || r.Error != "": // read from a store
		return fmt.Errorf("%s %s: %s", r.Problem, r.Algorithm, cmp.Or(r.Error, string(r.Status)))
	}
	return nil
}

// nameOf returns the name of a run without its problem.
func nameOf(r *engine.Result) string {
	if r.Algorithm.Draws() {
		return fmt.Sprintf("%s, seed %d", r.Algorithm, r.Seed)
	}
	return r.Algorithm.String()
}

// run is a result as shown by the figure.
type run struct {
	problem, name, color string
	data                 *dataset
	least                float64 // C*/w; 0 if the optimal cost C* is unknown
}

// Columns of a run's table.
const (
	expansions = iota
	fmin
	threshold
	focalSize
	openSize
	branch
)

func newRun(r *engine.Result) run {
	t := &dataset{
		columns: []string{"expansions", "fmin", "w·fmin", "|FOCAL|", "|OPEN|", "branch"},
		words:   map[string][]string{"branch": {"OPEN's head", "guided"}},
	}
	unit := float64(max(r.Unit, 1))
	for _, s := range thin(r.Trace.Samples, livePoints) {
		f := float64(s.FMin) / unit
		guided := 0.0
		if s.Guided {
			guided = 1
		}
		t.rows = append(t.rows, []float64{float64(s.Expanded), f, bound(r, s.Expanded) * f, float64(s.Focal),
			float64(s.Open), guided})
	}
	return run{r.Problem, nameOf(r), color(r.Algorithm.Name), t, float64(optimum(r)) / unit / r.Algorithm.W.Float()}
}

// bound returns the w in force after a number of expansions. In anytime search each
// incumbent records the w before it and determines the next.
func bound(r *engine.Result, expanded int64) float64 {
	schedule := r.Algorithm.Schedule
	if schedule == nil || len(r.Incumbents) == 0 {
		return r.Algorithm.W.Float()
	}
	for _, x := range r.Incumbents {
		if x.Expanded >= expanded {
			return x.W.Float()
		}
	}
	last := r.Incumbents[len(r.Incumbents)-1]
	if last.FMin == 0 {
		return last.W.Float()
	}
	w := float64(last.Cost)/float64(last.FMin) - schedule.Step.Float()
	if schedule.UntilProved {
		w = max(w, schedule.Stop.Float())
	}
	return w
}

// optimum returns a problem's optimal cost if the run proved it or the domain knows it,
// else 0. It is 0 for anytime search, whose w changes.
func optimum(r *engine.Result) engine.Cost {
	if r.Algorithm.Schedule != nil {
		return 0
	}
	if r.Solved() && r.Cost == r.LowerBound {
		return r.Cost
	}
	p, err := engine.Lookup(r.Problem)
	if err != nil || p.Optimal < 0 || !p.Is(r.Digest) {
		return 0
	}
	return p.Optimal
}

// sharedAxes returns the vertical axes: one of costs for each problem, and one of sizes
// for all runs.
func sharedAxes(runs []run) (costs map[string]axis, sizes axis) {
	low, high := map[string]float64{}, map[string]float64{}
	least, most := math.Inf(1), 1.0
	for _, r := range runs {
		for _, row := range r.data.rows {
			if l, known := low[r.problem]; !known || row[fmin] < l {
				low[r.problem] = row[fmin]
			}
			high[r.problem] = max(high[r.problem], row[threshold], r.least)
			least, most = min(least, max(row[focalSize], 1)), max(most, row[focalSize])
		}
	}
	costs = map[string]axis{}
	for problem := range low {
		costs[problem] = linear("cost", low[problem], high[problem])
	}
	return costs, logarithmic("|FOCAL| (nodes)", least, most)
}

func (r *run) length() float64 { return max(r.data.rows[len(r.data.rows)-1][expansions], 1) }

func (r *run) costs(y axis) panel {
	p := panel{title: r.name, color: r.color, x: axis{max: r.length()}, y: y, lines: []line{
		{name: r.name, label: "fmin", color: r.color, step: true, data: r.data, x: expansions, y: fmin},
		{name: r.name, label: "w·fmin", color: r.color, step: true, dash: dashed, data: r.data, x: expansions, y: threshold},
	}}
	if r.least > 0 {
		level := &dataset{columns: []string{"_expansions", "C*/w"}, rows: [][]float64{{0, r.least}, {r.length(), r.least}}}
		p.lines = append(p.lines, line{name: "least fmin of a solution", label: "C*/w", color: grey, dash: dotted,
			data: level, x: 0, y: 1})
	}
	return p
}

func (r *run) sizes(y axis) panel {
	name := fmt.Sprintf("expansions (%s in all)", show.Count(int64(r.length())))
	return panel{x: axis{name: name, max: r.length()}, y: y, lines: []line{
		{name: r.name, label: "|FOCAL|", color: r.color, data: r.data, x: expansions, y: focalSize},
	}}
}

func (r *run) summary() string {
	last := r.data.rows[len(r.data.rows)-1]
	most := 0.0
	for _, row := range r.data.rows {
		most = max(most, row[focalSize])
	}
	return fmt.Sprintf("%s: %s expansions, fmin %s to %s, |FOCAL| up to about %s", r.name,
		show.Count(int64(last[expansions])), tick(r.data.rows[0][fmin]), tick(last[fmin]), show.Count(int64(most)))
}
