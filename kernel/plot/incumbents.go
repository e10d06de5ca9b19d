package plot

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/show"
)

// Incumbents shows how searches closed in on the optimal cost: the cost of the
// incumbent, which goes down, and the lower bound, which goes up, against
// expansions. Each run has a panel of its own, with the same axis of costs for
// runs of the same problem. The bound is told by the trace of a run with
// engine.Traced(); else it is known at the incumbents and at the end alone.
// Watch draws the same while a search runs.
func Incumbents(results ...*engine.Result) *Chart {
	c := &Chart{}
	var runs []course
	for _, r := range results {
		if err := failure(r); err != nil {
			c.notes = append(c.notes, err.Error())
		} else {
			runs = append(runs, newCourse(r))
		}
	}
	if len(runs) == 0 {
		return failed(errors.New(cmp.Or(strings.Join(c.notes, "; "), "no results given")))
	}
	problem := runs[0].Problem
	if slices.ContainsFunc(runs, func(r course) bool { return r.Problem != problem }) {
		problem = ""
	}
	c.figure.title = "Incumbents and bound"
	switch {
	case len(runs) == 1:
		c.figure.title += fmt.Sprintf(": %s, %s", problem, nameOf(runs[0].Result))
	case problem != "":
		c.figure.title += ": " + problem
	}
	costs := costAxes(runs)
	for i := range runs {
		r := &runs[i]
		title := r.state()
		if len(runs) > 1 {
			title = nameOf(r.Result) + ": " + title
		}
		if problem == "" {
			title = r.Problem + ", " + title
		}
		c.figure.panels = append(c.figure.panels, r.panel(title, costs[r.Problem]))
		c.summary = append(c.summary, fmt.Sprintf("%s: %s expansions, incumbents %d, %s",
			nameOf(r.Result), show.Count(r.Expanded), len(r.Incumbents), r.state()))
	}
	c.figure.tile(2, 240)
	c.figure.widest = 0
	return c
}

// A course is a result, its axis of expansions, and the rises of its lower bound
// along that.
type course struct {
	*engine.Result
	x     axis
	bound []level
}

// A level is a lower bound and after how many expansions it was known.
type level struct {
	expanded int64
	cost     engine.Cost
}

func newCourse(r *engine.Result) course {
	var known []level
	if r.Trace != nil {
		for _, s := range r.Trace.Samples {
			known = append(known, level{s.Expanded, s.FMin})
		}
	}
	for _, x := range r.Incumbents {
		known = append(known, level{x.Expanded, x.FMin})
	}
	slices.SortStableFunc(known, func(a, b level) int { return cmp.Compare(a.expanded, b.expanded) })
	c := course{Result: r}
	best := engine.Cost(-1) // which algorithms that know no bound on their way tell too
	for _, l := range append(known, level{r.Expanded, r.LowerBound}) {
		if l.cost > best {
			best = l.cost
			c.bound = append(c.bound, l)
		}
	}
	c.x = c.effort()
	for len(c.bound) > 1 && float64(c.bound[1].expanded) <= c.x.min {
		c.bound = c.bound[1:]
	}
	return c
}

// state says in words how far a run has come.
func (c *course) state() string {
	if !c.Solved() {
		return "no solution, lower bound " + c.CostString(c.LowerBound)
	}
	return provedCost(c.Cost, c.Unit, c.Factor())
}

// provedCost is a cost and what is proved of it.
func provedCost(cost engine.Cost, unit int64, factor float64) string {
	switch s := "cost " + engine.FormatCost(cost, unit); {
	case factor == 1:
		return s + ", proved optimal"
	case math.IsInf(factor, 0) || math.IsNaN(factor):
		return s + ", nothing proved yet"
	default:
		return fmt.Sprintf("%s, proved within %.3f", s, factor)
	}
}

// costAxes are the vertical axes of the problems.
func costAxes(runs []course) map[string]axis {
	values := map[string][]float64{}
	for _, r := range runs {
		add := func(c engine.Cost) { values[r.Problem] = append(values[r.Problem], r.value(c)) }
		add(r.bound[0].cost)
		add(r.LowerBound)
		for _, x := range r.Incumbents {
			add(x.Cost)
		}
	}
	axes := map[string]axis{}
	for problem, v := range values {
		axes[problem] = linear("cost", slices.Min(v), slices.Max(v))
	}
	return axes
}

// value is a cost in the problem's unit.
func (c *course) value(cost engine.Cost) float64 { return float64(cost) / float64(max(c.Unit, 1)) }

// effort is the horizontal axis, which begins before the first incumbent and
// ends where the run does.
func (c *course) effort() axis {
	end := max(float64(c.Expanded), 1)
	first := end
	if len(c.Incumbents) > 0 {
		first = float64(c.Incumbents[0].Expanded)
	}
	until := "in all"
	if c.Status == "" {
		until = "so far"
	}
	x := fit(fmt.Sprintf("expansions (%s %s)", show.Count(c.Expanded), until), first, end)
	x.max = end
	return x
}

func (c *course) panel(title string, costs axis) panel {
	tone := color(c.Algorithm.Name)
	p := panel{title: title, color: tone, x: c.x, y: costs}
	place := func(expanded int64) float64 { return max(float64(expanded), p.x.min) }

	bound := &table{columns: []string{"expansions", "lower bound"}}
	for _, l := range c.bound {
		bound.rows = append(bound.rows, []float64{place(l.expanded), c.value(l.cost)})
	}
	bound.rows = append(bound.rows, []float64{place(c.Expanded), c.value(c.LowerBound)})
	level := line{name: "lower bound", label: "bound", color: tone, dash: dashed, step: true, data: bound.thinned(picturePoints)}
	level.x, level.y = 0, 1

	if len(c.Incumbents) > 0 {
		found := &table{columns: []string{"expansions", "cost", "lower bound", "time (s)"}}
		for _, x := range thin(c.Incumbents, picturePoints) {
			found.rows = append(found.rows, []float64{place(x.Expanded), c.value(x.Cost), c.value(c.boundAt(x.Expanded)), x.Wall.Seconds()})
		}
		dots := line{name: "incumbent", color: tone, bare: true, data: found, x: 0, y: 1}
		toEnd := &table{columns: found.columns, rows: append(slices.Clone(found.rows),
			[]float64{place(c.Expanded), c.value(c.Cost), c.value(c.LowerBound), c.Wall.Seconds()})}
		steps := line{name: "incumbent", label: "cost", color: tone, step: true, data: toEnd, x: 0, y: 1}
		p.lines = append(p.lines, steps, dots)
	}
	p.lines = append(p.lines, level)
	return p
}

// boundAt is the lower bound that is known after so many expansions.
func (c *course) boundAt(expanded int64) engine.Cost {
	i, _ := slices.BinarySearchFunc(c.bound, expanded+1, func(l level, at int64) int { return cmp.Compare(l.expanded, at) })
	if i == 0 {
		return 0
	}
	return c.bound[i-1].cost
}
