package report

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/stats"
)

// A Point of a curve against w is what an algorithm did in one setting, over the
// seeds.
type Point struct {
	Set       string
	Algorithm string       // its name, as "pfs"
	W         engine.Ratio // 1 for A*, which is the same at every w
	Runs      int          // with each seed
	// Success is in %, expansions the mean over all runs as they ended, time the
	// mean CPU seconds with unsolved runs at their time limit.
	Success, Expansions, Seconds Spread
}

// Curves are the first-solution algorithms against w, at one p (P chooses it).
func Curves(results []*engine.Result, opts ...Option) ([]Point, float64, error) {
	o, err := newOptions(opts)
	if err != nil {
		return nil, 0, err
	}
	return newStudy(results).curves(o, func(*run) bool { return true })
}

// curves are the points and the p of those algorithms that take one.
func (s *study) curves(o *options, keep func(*run) bool) ([]Point, float64, error) {
	if len(s.runs) == 0 {
		return nil, 0, s.empty()
	}
	p, err := o.probability(s)
	if err != nil {
		return nil, 0, err
	}
	type key struct {
		set, algorithm string
		w              engine.Ratio
	}
	groups := map[key][]*run{}
	var order []key
	for _, r := range s.where(func(r *run) bool {
		return r.Algorithm.Schedule == nil && (r.Algorithm.P == p || !takesP(r.Algorithm.Name)) && keep(r)
	}) {
		k := key{r.set, r.Algorithm.Name, r.Algorithm.W}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], r)
	}
	slices.SortStableFunc(order, func(a, b key) int {
		return cmp.Or(bySet(a.set, b.set), cmp.Compare(rank(a.algorithm), rank(b.algorithm)), compareRatios(a.w, b.w))
	})
	var points []Point
	for _, k := range order {
		at := Point{Set: k.set, Algorithm: k.algorithm, W: k.w}
		var success, expanded, time []float64
		for _, seed := range seeds(groups[k]) {
			runs := withSeed(groups[k], seed)
			at.Runs = max(at.Runs, len(runs))
			success = append(success, percent(solvedOf(runs), len(runs)))
			expanded = append(expanded, meanOf(runs, expansions))
			time = append(time, meanOf(runs, charged))
		}
		at.Success, at.Expansions, at.Seconds = NewSpread(success), NewSpread(expanded), NewSpread(time)
		points = append(points, at)
	}
	return points, p, nil
}

func solvedOf(runs []*run) int {
	n := 0
	for _, r := range runs {
		if r.Solved() {
			n++
		}
	}
	return n
}

func meanOf(runs []*run, of measure) float64 {
	var x []float64
	for _, r := range runs {
		x = append(x, of(r))
	}
	return number(stats.Mean, x)
}

// A curveMeasure is what one of Figures 2 to 4 shows.
type curveMeasure struct {
	column string
	of     func(Point) Spread
	note   string
}

var (
	successMeasure    = curveMeasure{"success %", func(p Point) Spread { return p.Success }, ""}
	expansionsMeasure = curveMeasure{"mean expansions", func(p Point) Spread { return p.Expansions },
		"Expansions are means over all runs as they ended; those of unsolved runs are what their limits let them reach."}
	timeMeasure = curveMeasure{"mean time (s)", func(p Point) Spread { return p.Seconds }, ""}
)

// curveTables makes the table of one measure on the N-Puzzle.
func curveTables(m curveMeasure) func(*study, *options) ([]Table, error) {
	return func(s *study, o *options) ([]Table, error) {
		points, p, err := s.curves(o, func(r *run) bool { return strings.HasPrefix(r.set, "npuzzle/") })
		if err != nil {
			return nil, err
		}
		if len(points) == 0 {
			return nil, errors.New("no first-solution runs on npuzzle")
		}
		several := slices.ContainsFunc(points, func(p Point) bool { return p.Success.Min != p.Success.Max || m.of(p).Min != m.of(p).Max })
		t := Table{Columns: []string{"set", "algorithm", "w", "runs", m.column}}
		if several {
			t.Columns = append(t.Columns, m.column+" min", m.column+" max")
		}
		for _, at := range points {
			row := []any{SetTitle(at.Set), engine.Algorithm{Name: at.Algorithm}.Title(), at.W.Float(), at.Runs, m.of(at).Median}
			if at.Algorithm == "astar" {
				row[2] = nil
			}
			if several {
				row = append(row, m.of(at).Min, m.of(at).Max)
			}
			t.Rows = append(t.Rows, row)
		}
		t.Notes = append(t.Notes, fmt.Sprintf("PFS and PDPS at p = %v.", p))
		if several {
			t.Notes = append(t.Notes, "Several seeds: the median over them, the least and the greatest.")
		}
		if m.note != "" {
			t.Notes = append(t.Notes, m.note)
		}
		if m.column == timeMeasure.column {
			t.Notes = append(t.Notes, timeNote(s.where(func(r *run) bool { return s.used[r] })))
		}
		return []Table{t}, nil
	}
}
