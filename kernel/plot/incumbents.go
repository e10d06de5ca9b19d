package plot

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	"github.com/focal-search/focal/kernel/show"
)

// Incumbents plots the incumbent's cost, which falls, and the lower bound, which rises,
// against expansions. Each run has its own panel; runs on the same problem have the same
// axes. The lower bound comes from the trace of a run with engine.Traced(). Without a
// trace it is known only at the incumbents and at the end. Watch draws the same chart
// while a search runs.
func Incumbents(results ...*engine.Result) *Chart {
	c := &Chart{}
	var sound []*engine.Result
	for _, r := range results {
		if err := failure(r); err != nil {
			c.notes = append(c.notes, err.Error())
		} else if record.IsForeign(r.Algorithm) {
			c.notes = append(c.notes, fmt.Sprintf("%s %s: of another program's run no incumbents are known", r.Problem, r.Algorithm))
		} else {
			sound = append(sound, r)
		}
	}
	if len(sound) == 0 {
		return failed(errors.New(cmp.Or(strings.Join(c.notes, "; "), "no results given")))
	}
	efforts := effortAxes(sound)
	var runs []course
	for _, r := range sound {
		runs = append(runs, newCourse(r, efforts[r.Problem]))
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
	costs, names := costAxes(runs), shortNames(sound)
	for i := range runs {
		r := &runs[i]
		title := r.state()
		if len(runs) > 1 {
			title = names[i] + ": " + title
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

// shortNames returns the algorithms' names, with parameters if only these distinguish two
// of them.
func shortNames(results []*engine.Result) (names []string) {
	count := map[string]int{}
	for _, r := range results {
		count[r.Problem+" "+r.Algorithm.Name]++
	}
	for _, r := range results {
		name := r.Algorithm.Title()
		if count[r.Problem+" "+r.Algorithm.Name] > 1 {
			name = nameOf(r)
		}
		names = append(names, name)
	}
	return names
}

// A course is a result with its axis of expansions and the increases of its lower bound.
type course struct {
	*engine.Result
	x     axis
	bound []level
}

// A level is a lower bound and the number of expansions after which it was known.
type level struct {
	expanded int64
	cost     engine.Cost
}

func newCourse(r *engine.Result, x axis) course {
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
	c := course{Result: r, x: x}
	best := engine.Cost(-1) // reported even by algorithms that maintain no bound
	for _, l := range append(known, level{r.Expanded, r.LowerBound}) {
		if l.cost > best {
			best = l.cost
			c.bound = append(c.bound, l)
		}
	}
	for len(c.bound) > 1 && float64(c.bound[1].expanded) <= c.x.min {
		c.bound = c.bound[1:]
	}
	return c
}

// state describes the progress of a run.
func (c *course) state() string {
	if !c.Solved() {
		return "no solution, lower bound " + briefCost(c.LowerBound, c.Unit)
	}
	return provedCost(c.Cost, c.Unit, c.Factor())
}

// provedCost describes a cost and the factor proved.
func provedCost(cost engine.Cost, unit int64, factor float64) string {
	switch s := "cost " + briefCost(cost, unit); {
	case factor == 1:
		return s + ", proved optimal"
	case math.IsInf(factor, 0) || math.IsNaN(factor):
		return s + ", nothing proved yet"
	default:
		return fmt.Sprintf("%s, proved within %.3f", s, factor)
	}
}

// briefCost formats a cost with few decimals.
func briefCost(cost engine.Cost, unit int64) string {
	if v := float64(cost) / float64(max(unit, 1)); v >= 10_000 {
		return show.Count(int64(math.Round(v)))
	}
	return engine.FormatCost(cost, unit)
}

// costAxes returns the vertical axis of each problem.
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

// value returns a cost in the problem's unit.
func (c *course) value(cost engine.Cost) float64 { return float64(cost) / float64(max(c.Unit, 1)) }

// effortAxes returns the horizontal axis of each problem, from before the first incumbent
// to the end of the longest run.
func effortAxes(results []*engine.Result) map[string]axis {
	type span struct{ first, end float64 }
	runs, spans := map[string]int{}, map[string]span{}
	for _, r := range results {
		end := max(float64(r.Expanded), 1)
		first := end
		if len(r.Incumbents) > 0 {
			first = float64(r.Incumbents[0].Expanded)
		}
		s, more := spans[r.Problem]
		if !more {
			s.first = first
		}
		runs[r.Problem]++
		spans[r.Problem] = span{min(s.first, first), max(s.end, end)}
	}
	axes := map[string]axis{}
	for _, r := range results {
		s, name := spans[r.Problem], "expansions"
		switch {
		case runs[r.Problem] > 1:
		case r.Status == "":
			name += fmt.Sprintf(" (%s so far)", show.Count(r.Expanded))
		default:
			name += fmt.Sprintf(" (%s in all)", show.Count(r.Expanded))
		}
		x := fit(name, s.first, s.end)
		x.max = s.end
		axes[r.Problem] = x
	}
	return axes
}

// places is the number of positions along an axis with many levels, about one for each
// pixel.
const places = 2 * picturePoints

func (c *course) panel(title string, costs axis) panel {
	tone := color(c.Algorithm.Name)
	p := panel{title: title, color: tone, x: c.x, y: costs}
	place := func(expanded int64) float64 { return max(float64(expanded), p.x.min) }

	spot := func(expanded int64) int { return int(c.x.at(place(expanded)) * places) }

	incumbents := lastOfEach(c.Incumbents, picturePoints, func(x engine.Incumbent) int { return spot(x.Expanded) })
	bound := &dataset{columns: []string{"expansions", "lower bound"}}
	for _, l := range lastOfEach(c.bound, picturePoints, func(l level) [2]int { // the incumbents' bounds stay
		found, _ := slices.BinarySearchFunc(incumbents, l.expanded,
			func(x engine.Incumbent, at int64) int { return cmp.Compare(x.Expanded, at) })
		return [2]int{spot(l.expanded), found}
	}) {
		bound.rows = append(bound.rows, []float64{place(l.expanded), c.value(l.cost)})
	}
	bound.rows = append(bound.rows, []float64{place(c.Expanded), c.value(c.LowerBound)})
	level := line{name: "lower bound", label: "bound", color: tone, dash: dashed, step: true}.of(bound, 0, 1)
	if len(c.Incumbents) > 0 {
		found := &dataset{columns: []string{"expansions", "cost", "lower bound", "time (s)"}}
		for _, x := range incumbents {
			found.rows = append(found.rows, []float64{place(x.Expanded), c.value(x.Cost), c.value(c.boundAt(x.Expanded)),
				x.Wall.Seconds()})
		}
		incumbent := line{name: "incumbent", color: tone}
		dots := incumbent.points(found, 0, 1, false)
		toEnd := &dataset{columns: found.columns, rows: append(slices.Clone(found.rows),
			[]float64{place(c.Expanded), c.value(c.Cost), c.value(c.LowerBound), c.Wall.Seconds()})}
		incumbent.label, incumbent.step = "cost", true
		p.lines = append(p.lines, incumbent.of(toEnd, 0, 1), dots)
	}
	p.lines = append(p.lines, level)
	return p
}

// lastOfEach thins a sorted list of more than n elements: of consecutive elements with
// the same key only the last stays.
func lastOfEach[T any, K comparable](all []T, n int, key func(T) K) []T {
	if len(all) <= n {
		return all
	}
	var kept []T
	for _, same := range chunks(all, key) {
		kept = append(kept, same[len(same)-1])
	}
	return kept
}

// boundAt returns the lower bound known after a number of expansions.
func (c *course) boundAt(expanded int64) engine.Cost {
	i, _ := slices.BinarySearchFunc(c.bound, expanded+1, func(l level, at int64) int {
		return cmp.Compare(l.expanded, at)
	})
	if i == 0 {
		return 0
	}
	return c.bound[i-1].cost
}
