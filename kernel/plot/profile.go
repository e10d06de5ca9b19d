package plot

import (
	"fmt"
	"math"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
)

// Cactus shows how many runs each first-solution algorithm solves within how many
// expansions and how much CPU time: a row for each instance set. All bounds count
// together unless report.W chooses one; p is 0.7 unless report.P says otherwise.
func Cactus(results []*engine.Result, opts ...report.Option) *Chart {
	all, err := report.CactusOf(results, opts...)
	if err != nil {
		return failed(err)
	}
	drawn := map[string]bool{}
	c := &Chart{}
	for _, set := range chunks(all, func(x report.Cactus) string { return x.Set }) {
		var expanded, time []steps
		most := 1
		for _, x := range set {
			drawn[x.Algorithm] = true
			most = max(most, len(x.Expansions))
			expanded = append(expanded, steps{x.Algorithm, x.Expansions})
			time = append(time, steps{x.Algorithm, x.Seconds})
			c.summary = append(c.summary, fmt.Sprintf("%s, %s: %d of %d runs solved", report.SetTitle(x.Set), titleOf(x.Algorithm), len(x.Expansions), x.Runs))
		}
		c.figure.panels = append(c.figure.panels,
			growth(report.SetTitle(set[0].Set), "expansions", "runs solved", most, expanded),
			growth("", "CPU time (s)", "runs solved", most, time))
	}
	c.figure.title, c.figure.legend = "Runs solved within an effort", legend(drawn, false)
	if drawn["pfs"] || drawn["pdps"] {
		c.figure.title += fmt.Sprintf(", p = %v", all[0].P)
	}
	c.figure.tile(2, 230)
	return c
}

// Anytime shows how many instances have an incumbent, and how many one within 1 %
// of the best final cost, by wall time and by expansions, as the paper's Figures 7
// and 8; where the optimum is known, also within 1 % of that.
func Anytime(results []*engine.Result, opts ...report.Option) *Chart {
	all, err := report.Profiles(results, opts...)
	if err != nil {
		return failed(err)
	}
	drawn := map[string]bool{}
	c := &Chart{figure: figure{title: "Anytime search: instances that have reached a cost"}}
	for _, set := range chunks(all, func(p report.Profile) string { return p.Set }) {
		title := report.SetTitle(set[0].Set)
		instances, known := 0, 0
		for _, p := range set {
			drawn[p.Algorithm.Name] = true
			instances, known = max(instances, p.Instances), max(known, p.Known)
			c.summary = append(c.summary, fmt.Sprintf("%s, %s: of %d instances %d with an incumbent, %d within 1 %% of the best cost",
				title, p.Algorithm.Title(), p.Instances, len(p.Incumbent.Seconds), len(p.Near.Seconds)))
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
				time, expanded = append(time, steps{p.Algorithm.Name, m.Seconds}), append(expanded, steps{p.Algorithm.Name, m.Expansions})
			}
			c.figure.panels = append(c.figure.panels,
				growth(title+": "+band.title, "wall time (s)", "instances", band.instances, time),
				growth("", "expansions", "instances", band.instances, expanded))
		}
	}
	c.figure.legend = legend(drawn, false)
	c.figure.tile(2, 180)
	return c
}

// steps are the sorted efforts at which an algorithm's count grows by one.
type steps struct {
	algorithm string
	at        []float64
}

// growth draws counts as staircases over a logarithmic effort, to the right edge.
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
	p := panel{title: title, x: ratioAxis(effort, low, high*1.05), y: linear(count, 0, float64(max(most, 5)))} // whole numbers at its marks
	p.y.fixed = true
	for _, s := range all {
		t := &table{columns: []string{effort, count}, rows: [][]float64{{p.x.min, 0}}}
		for i, x := range s.at {
			t.rows = append(t.rows, []float64{max(x, p.x.min), float64(i + 1)})
		}
		t.rows = append(t.rows, []float64{p.x.max, float64(len(s.at))})
		l := lineOf(s.algorithm)
		l.step, l.data, l.x, l.y = true, t.thinned(picturePoints), 0, 1
		p.lines = append(p.lines, l)
	}
	return p
}
