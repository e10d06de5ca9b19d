package frame

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
)

// Results makes a frame with one run in each row and these columns:
//
//	domain, set, instance, problem   as npuzzle, npuzzle/korf:heavy, 39, npuzzle/korf/39:heavy
//	algorithm, w, p, seed            p and seed are missing where the algorithm takes none
//	status, solved                   solved is 1 or 0
//	cost, lower bound, factor        in units of the problem; factor is cost over lower bound
//	expanded, generated, inserted, reopened
//	time, cpu, memory                in seconds and in MB of the search's own structures
//	moves                            of the solution
//
// Without a solution, the values that describe one are missing. The effort of a run that
// a limit ended is only a bound. Runs that failed are left out, and a note gives their
// number. If a float64 cannot represent one of the seeds, the column seed holds text.
func Results(results ...*engine.Result) *Frame {
	f := &Frame{}
	var kept []*engine.Result
	failures := 0
	for _, r := range results {
		if r == nil || r.Status == engine.Failed || r.Err != nil {
			failures++
			continue
		}
		kept = append(kept, r)
	}
	if failures > 0 {
		f.notes = append(f.notes, fmt.Sprintf("%d runs failed and are left out", failures))
	}
	f.rows = len(kept)
	text := func(name string, of func(*engine.Result) string) {
		c := &Column{name: name, words: make([]string, len(kept))}
		for i, r := range kept {
			c.words[i] = of(r)
		}
		f.columns = append(f.columns, c)
	}
	numbers := func(name, unit string, of func(*engine.Result) float64) *Column {
		c := &Column{name: name, unit: unit, numbers: make([]float64, len(kept))}
		for i, r := range kept {
			c.numbers[i] = of(r)
		}
		f.columns = append(f.columns, c)
		return c
	}
	var bound []bool
	for i, r := range kept {
		if strings.HasPrefix(string(r.Status), "limit: ") {
			if bound == nil {
				bound = make([]bool, len(kept))
			}
			bound[i] = true
		}
	}
	effort := func(name, unit string, of func(*engine.Result) float64) { numbers(name, unit, of).bound = bound }
	known := map[string]names{} // by problem
	of := func(r *engine.Result) names {
		n, ok := known[r.Problem]
		if !ok {
			n = namesOf(r.Problem)
			known[r.Problem] = n
		}
		return n
	}
	titles := map[string]string{} // by the algorithm's name
	text("domain", func(r *engine.Result) string { return of(r).domain })
	text("set", func(r *engine.Result) string { return of(r).set })
	text("instance", func(r *engine.Result) string { return of(r).instance })
	text("problem", func(r *engine.Result) string { return r.Problem })
	text("algorithm", func(r *engine.Result) string {
		title, ok := titles[r.Algorithm.Name]
		if !ok {
			title = r.Algorithm.Title()
			titles[r.Algorithm.Name] = title
		}
		return title
	})
	numbers("w", "", func(r *engine.Result) float64 {
		if !r.Algorithm.TakesW() {
			return math.NaN() // the same at any w
		}
		return r.Algorithm.W.Float()
	})
	numbers("p", "", func(r *engine.Result) float64 {
		if !r.Algorithm.TakesP() {
			return math.NaN()
		}
		return r.Algorithm.P
	})
	if slices.ContainsFunc(kept, func(r *engine.Result) bool { return r.Seed >= exact && r.Algorithm.Draws() }) {
		seeds, _ := newColumn("seed", len(kept), func(i int) any {
			if !kept[i].Algorithm.Draws() {
				return nil
			}
			return kept[i].Seed
		})
		f.columns = append(f.columns, seeds)
	} else {
		numbers("seed", "", func(r *engine.Result) float64 {
			if !r.Algorithm.Draws() {
				return math.NaN()
			}
			return float64(r.Seed)
		})
	}
	text("status", func(r *engine.Result) string { return string(r.Status) })
	numbers("solved", "", func(r *engine.Result) float64 { return truth(r.Solved()) })
	scale := make([]string, len(kept))
	for i, r := range kept {
		scale[i] = of(r).model
	}
	cost := func(name string, of func(*engine.Result) engine.Cost) {
		c := numbers(name, "", func(r *engine.Result) float64 {
			if of(r) < 0 {
				return math.NaN()
			}
			return float64(of(r)) / float64(max(r.Unit, 1))
		})
		c.scale = scale
	}
	cost("cost", func(r *engine.Result) engine.Cost { return r.Cost })
	cost("lower bound", func(r *engine.Result) engine.Cost { return r.LowerBound })
	numbers("factor", "", func(r *engine.Result) float64 {
		if x := r.Factor(); !math.IsInf(x, 0) {
			return x
		}
		return math.NaN()
	})
	effort("expanded", "", func(r *engine.Result) float64 { return float64(r.Expanded) })
	effort("generated", "", func(r *engine.Result) float64 { return float64(r.Generated) })
	effort("inserted", "", func(r *engine.Result) float64 { return float64(r.Inserted) })
	effort("reopened", "", func(r *engine.Result) float64 { return float64(r.Reopened) })
	effort("time", "s", func(r *engine.Result) float64 { return r.Wall.Seconds() })
	effort("cpu", "s", func(r *engine.Result) float64 { return r.CPU.Seconds() })
	effort("memory", "MB", func(r *engine.Result) float64 { return float64(r.PeakBytes) / 1e6 })
	numbers("moves", "", func(r *engine.Result) float64 {
		if r.Cost < 0 {
			return math.NaN()
		}
		return float64(len(r.Moves))
	})
	return f
}

// names are what the name of a problem says.
type names struct {
	domain, set, instance string
	model                 string // the scale of its costs: the domain and the cost model
}

func namesOf(problem string) (n names) {
	n.domain, _, _ = strings.Cut(problem, "/")
	n.set, n.instance = report.Set(problem)
	path, variant, _ := strings.Cut(n.set, ":")
	if n.model, _, _ = strings.Cut(path, "/"); n.model == "npuzzle" {
		variant, _, _ = strings.Cut(variant, "+")
		n.model += " " + variant
	}
	return n
}
