package report

import (
	"errors"
	"fmt"
	"slices"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/stats"
	"github.com/focal-search/focal/engine/table"
)

// A Point is the performance of an algorithm with its parameters on an instance set. Its
// slices have one number for each seed, or a single number if the algorithm draws no
// random numbers.
type Point struct {
	Set        string
	Algorithm  engine.Algorithm
	Runs       int // with each seed
	Seeds      []uint64
	Success    []float64 // in %
	Expansions []float64 // mean over all runs, as they ended
	Seconds    []float64 // mean CPU time, where an unsolved run counts as its time limit

	// Runs of another program need not give their expansions and time, or no CPU time: the
	// means are without the former, and of wall times of the latter.
	NoExpansions, NoSeconds int // of the runs with each seed
	Wall                    bool
}

// A Quantity is what curves show of points.
type Quantity struct {
	Name string                // of the axis
	Of   func(Point) []float64 // one for each seed

	lacking func(Point) int // how many of a point's runs do not give it; nil if all do
	what    string          // that these do not give
	clock   bool            // it is time, by a clock that points name
}

// The quantities of curves.
var (
	SuccessRate    = Quantity{Name: "solved (%)", Of: func(p Point) []float64 { return p.Success }}
	MeanExpansions = Quantity{"mean expansions", func(p Point) []float64 { return p.Expansions },
		func(p Point) int { return p.NoExpansions }, "expansions", false}
	MeanTime = Quantity{"mean time (s)", func(p Point) []float64 { return p.Seconds },
		func(p Point) int { return p.NoSeconds }, "time", true}
)

// Runs returns how many of a point's runs with each seed give the quantity.
func (q Quantity) Runs(p Point) int {
	if q.lacking == nil {
		return p.Runs
	}
	return p.Runs - q.lacking(p)
}

// Partly says of which points the quantity is without some of the runs, and of which it is wall time.
func (q Quantity) Partly(points []Point) (notes []string) {
	wall := walls{}
	for _, of := range groups(points, func(at Point) string { return at.Algorithm.Title() }) {
		runs, lacking := 0, 0
		for _, at := range of {
			runs, lacking = runs+at.Runs, lacking+at.Runs-q.Runs(at)
			wall.add(at.Algorithm.Title(), at.Wall && q.clock)
		}
		if lacking > 0 {
			notes = append(notes, fmt.Sprintf("Left out of the means: %s of the %s of %s, which give no %s.", grouped(lacking),
				count(runs, "run"), of[0].Algorithm.Title(), q.what))
		}
	}
	return append(notes, wall.notes()...)
}

// Points returns the points of all algorithms, by set and algorithm.
func Points(results []*engine.Result, opts ...Option) ([]Point, error) {
	return from(results, opts, (*study).allPoints)
}

// Curves returns the points of first-solution algorithms against w, at one p, which P
// chooses. A* does not depend on w.
func Curves(results []*engine.Result, opts ...Option) ([]Point, error) {
	return from(results, opts, (*study).curves)
}

var errNoFirst = errors.New("no runs of first-solution algorithms")

func (s *study) allPoints() ([]Point, error) { return s.points(all) }

func (s *study) curves() ([]Point, error) {
	if _, err := s.oneP(); err != nil {
		return nil, err
	}
	return s.points(firstSolution)
}

func (s *study) points(keep func(*Run) bool) ([]Point, error) {
	kept, err := s.need(keep, errNoFirst)
	if err != nil {
		return nil, err
	}
	var points []Point
	for _, of := range byEntrant(kept) {
		at := Point{Set: of[0].set, Algorithm: of[0].Algorithm}
		for seed, runs := range bySeed(of) {
			at.Seeds = append(at.Seeds, seed)
			at.Runs = max(at.Runs, len(runs))
			at.Success = append(at.Success, percent(solved(runs), len(runs)))
			at.Expansions = append(at.Expansions, meanOf(runs, expansions))
			at.Seconds = append(at.Seconds, meanOf(runs, charged))
			at.NoExpansions = max(at.NoExpansions, len(runs)-len(given(runs, expansions)))
			at.NoSeconds = max(at.NoSeconds, len(runs)-len(given(runs, charged)))
			at.Wall = at.Wall || slices.ContainsFunc(runs, wallOnly)
		}
		points = append(points, at)
	}
	return points, nil
}

// against makes the table of a quantity against w. Its note may be nil.
func against(column string, q Quantity, note func(*study) string) func(*study) ([]table.Table, error) {
	return tabled((*study).curves, func(s *study, points []Point) ([]table.Table, error) {
		var rows [][]any
		for _, at := range points {
			var w any = at.Algorithm.W.Float()
			if !at.Algorithm.TakesW() {
				w = nil
			}
			rows = append(rows, []any{SetTitle(at.Set), at.Algorithm.Title(), w, q.Runs(at), perSeed(q.Of(at))})
		}
		t := newTable([]string{"set", "algorithm", "w", "runs", column}, rows)
		t.Notes = append(t.Notes, fmt.Sprintf("PFS and PDPS at p = %v.", *s.p))
		if note != nil {
			t.Notes = append(t.Notes, note(s))
		}
		t.Notes = append(t.Notes, q.Partly(points)...)
		return []table.Table{t}, nil
	})
}

func expansionsNote(*study) string {
	return "Expansions are means over all runs as they ended; those of unsolved runs are what their limits let them reach."
}

// seedsTable shows how means vary over the seeds.
func seedsTable(_ *study, points []Point) ([]table.Table, error) {
	t := table.Table{Columns: []string{"set", "algorithm", "seeds", "runs with each", "median success %",
		"median expansions",
		"least", "lower quartile", "upper quartile", "greatest"}}
	for _, at := range points {
		row := []any{SetTitle(at.Set), at.Algorithm.String(), len(at.Seeds), at.Runs, cell(median(at.Success)),
			cell(median(at.Expansions))}
		for _, q := range []float64{0, 0.25, 0.75, 1} {
			row = append(row, cell(number(stats.Quantile(at.Expansions, q))))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = []string{"Of each seed the mean expansions over its runs, solved or not; of these means the " +
		"quartiles over the seeds. An algorithm that draws nothing counts as one seed."}
	t.Notes = append(t.Notes, MeanExpansions.Partly(points)...)
	return []table.Table{t}, nil
}
