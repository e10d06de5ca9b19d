package plot

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/kernel/show"
)

// Cactus plots the percentage of runs that each first-solution algorithm solves within a
// number of expansions and within a CPU time, with a row for each instance set. All
// bounds and seeds are pooled unless report.W chooses a bound; p is 0.7 unless report.P
// chooses another. An algorithm that does not give the effort of all runs that it solves, as another
// program's, is left out of that panel, and a note says so.
func Cactus(results []*engine.Result, opts ...report.Option) *Chart {
	return studied(results, opts, report.CactusOf, (*Chart).cactus, few)
}

func (c *Chart) cactus(all []report.Cactus) error {
	algorithms, clock := map[string]bool{}, "CPU time (s)"
	if slices.ContainsFunc(all, func(x report.Cactus) bool { return x.Wall }) {
		clock = "time (s)" // a note says whose is another
	}
	for _, set := range chunks(all, func(x report.Cactus) string { return x.Set }) {
		var expanded, time []steps
		for _, x := range set {
			algorithms[x.Algorithm] = true
			each := 100 / float64(x.Runs)
			if len(x.Expansions) == x.Solved {
				expanded = append(expanded, steps{lineOf(x.Algorithm), x.Expansions, each})
			}
			if len(x.Seconds) == x.Solved {
				time = append(time, steps{lineOf(x.Algorithm), x.Seconds, each})
			}
			c.summary = append(c.summary, fmt.Sprintf("%s, %s: %s %% of the runs solved, %s of %s", report.SetTitle(x.Set),
				titleOf(x.Algorithm), report.Text(each*float64(x.Solved)), show.Count(int64(x.Solved)), show.Count(int64(x.Runs))))
		}
		c.figure.panels = append(c.figure.panels,
			growth(report.SetTitle(set[0].Set), "expansions", "runs solved (%)", 100, expanded),
			growth("", clock, "runs solved (%)", 100, time))
	}
	c.notes = report.Absent(all)
	c.figure.title, c.figure.legend = "Share of runs solved within an effort", legend(algorithms, false)
	if slices.ContainsFunc(all, func(x report.Cactus) bool { return engine.Algorithm{Name: x.Algorithm}.TakesP() }) {
		c.figure.title += fmt.Sprintf(", p = %v", all[0].P)
	}
	c.figure.tile(2, 230)
	return nil
}

// Anytime plots, against wall time and against expansions, the number of instances with
// an incumbent and the number with one within 1 % of the best final cost, as the paper's
// Figures 7 and 8. If optima are known, it also plots the number within 1 % of them.
func Anytime(results []*engine.Result, opts ...report.Option) *Chart {
	return studied(results, opts, report.Profiles, (*Chart).anytime, few)
}

func (c *Chart) anytime(all []report.Profile) error {
	looks := anytimeLines(all)
	c.figure = figure{title: "Anytime search: instances that have reached a cost", legend: looks}
	for _, set := range chunks(all, func(p report.Profile) string { return p.Set }) {
		title := report.SetTitle(set[0].Set)
		instances, known := 0, 0
		for _, p := range set {
			instances, known = max(instances, p.Instances), max(known, p.Known)
			c.summary = append(c.summary, fmt.Sprintf("%s, %s: of %d instances %d with an incumbent, %d within 1 %% of "+
				"the best cost",
				title, p.Title(), p.Instances, len(p.Incumbent.Seconds), len(p.Near.Seconds)))
		}
		for _, band := range []struct {
			title     string
			instances int
			of        func(report.Profile) report.Milestone
		}{
			{"with an incumbent", instances, func(p report.Profile) report.Milestone { return p.Incumbent }},
			{"within 1 % of the best cost", instances, func(p report.Profile) report.Milestone { return p.Near }},
			{fmt.Sprintf("within 1 %% of the optimum, of the %d where it is known", known), known,
				func(p report.Profile) report.Milestone { return p.Optimum }},
		} {
			if band.instances == 0 {
				continue
			}
			var time, expanded []steps
			for _, p := range set {
				m := band.of(p)
				look := looks[slices.IndexFunc(looks, func(l line) bool { return l.name == p.Title() })]
				time, expanded = append(time, steps{look, m.Seconds, 1}), append(expanded, steps{look, m.Expansions, 1})
			}
			c.figure.panels = append(c.figure.panels,
				growth(title+": "+band.title, "wall time (s)", "instances", band.instances, time),
				growth("", "expansions", "instances", band.instances, expanded))
		}
	}
	c.figure.tile(2, 180)
	return nil
}

// anytimeLines returns the looks of anytime algorithms, in the engine's order. Algorithms
// with the same name have the same colour and differ in their dashes.
func anytimeLines(all []report.Profile) []line {
	all = slices.SortedStableFunc(slices.Values(all), func(a, b report.Profile) int {
		return cmp.Or(engine.CompareAlgorithms(a.Algorithm.Name, b.Algorithm.Name),
			cmp.Compare(len(a.Title()), len(b.Title())), cmp.Compare(a.Title(), b.Title())) // the study's own schedule first
	})
	all = slices.CompactFunc(all, func(a, b report.Profile) bool { return a.Title() == b.Title() })
	var looks []line
	for _, same := range chunks(all, func(p report.Profile) string { return p.Algorithm.Name }) {
		for i, p := range same {
			l := lineOf(p.Algorithm.Name)
			l.name = p.Title()
			if i > 0 {
				l.dash = further(l.dash)[(i-1)%2]
			}
			looks = append(looks, l)
		}
	}
	return looks
}

// further returns the dashes of an algorithm's second and third schedule, given those of
// its first.
func further(first string) []string {
	if first == "" {
		return []string{dashDot, dashDotDot}
	}
	return slices.DeleteFunc([]string{dotted, longDashed, dashDotDot}, func(dash string) bool { return dash == first })
}

// steps are the sorted efforts at which a line rises by a step.
type steps struct {
	line
	at   []float64
	each float64
}

// growth draws staircases over a logarithmic effort, extended to the right edge.
func growth(title, effort, count string, most int, all []steps) panel {
	low, high := math.Inf(1), 0.0
	for _, s := range all {
		for _, x := range s.at {
			if x > 0 {
				low, high = min(low, x), max(high, x)
			}
		}
	}
	if high == 0 {
		low, high = 1, 10
	}
	// integer ticks
	p := panel{title: title, x: ratioAxis(effort, low, high*1.05), y: linear(count, 0, float64(max(most, 5)))}
	p.y.fixed = true
	for _, s := range all {
		t := &dataset{columns: []string{effort, count}, rows: [][]float64{{p.x.min, 0}}}
		for i, x := range s.at {
			t.rows = append(t.rows, []float64{max(x, p.x.min), float64(i+1) * s.each})
		}
		t.rows = append(t.rows, []float64{p.x.max, float64(len(s.at)) * s.each})
		l := s.line.of(t.thinned(picturePoints), 0, 1)
		l.step = true
		p.lines = append(p.lines, l)
	}
	return p
}
