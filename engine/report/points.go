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

// Points returns the points of all algorithms, by set and algorithm.
func Points(results []*engine.Result, opts ...Option) ([]Point, error) {
	return from(results, opts, func(s *study) ([]Point, error) { return s.points(all) })
}

// Curves returns the points of first-solution algorithms against w, at one p, which P
// chooses. A* does not depend on w.
func Curves(results []*engine.Result, opts ...Option) ([]Point, error) {
	return from(results, opts, func(s *study) ([]Point, error) { return s.curves(firstSolution) })
}

var errNoFirst = errors.New("no runs of first-solution algorithms")

func (s *study) curves(keep func(*Run) bool) ([]Point, error) {
	if _, err := s.oneP(); err != nil {
		return nil, err
	}
	return s.points(keep)
}

func (s *study) points(keep func(*Run) bool) ([]Point, error) {
	var points []Point
	for _, of := range byEntrant(s.use(s.where(keep))) {
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
	if len(points) == 0 {
		return nil, s.none(errNoFirst)
	}
	return points, nil
}

// Partly says which means of points, of their expansions or else of their time, are without some of the runs, and which
// are of wall times.
func Partly(points []Point, time bool) (notes []string) {
	wall := walls{}
	for _, of := range groups(points, func(at Point) string { return at.Algorithm.Title() }) {
		runs, lacking := 0, 0
		for _, at := range of {
			without := at.NoExpansions
			if time {
				without = at.NoSeconds
				wall.add(at.Algorithm.Title(), at.Wall)
			}
			runs, lacking = runs+at.Runs, lacking+without
		}
		if lacking > 0 {
			what := "expansions"
			if time {
				what = "time"
			}
			notes = append(notes, fmt.Sprintf("Left out of the means: %s of the %s of %s, which give no %s.", grouped(lacking),
				count(runs, "run"), of[0].Algorithm.Title(), what))
		}
	}
	return append(notes, wall.notes()...)
}

// curveTables makes the table of one number against w, which some of the runs may lack.
func curveTables(column string, of func(Point) []float64, lacking func(Point) int, note func(*study, []Point) []string,
) func(*study) ([]table.Table, error) {
	return func(s *study) ([]table.Table, error) {
		points, err := s.curves(firstSolution)
		if err != nil {
			return nil, err
		}
		var rows [][]any
		for _, at := range points {
			var w any = at.Algorithm.W.Float()
			if !at.Algorithm.TakesW() {
				w = nil
			}
			rows = append(rows, []any{SetTitle(at.Set), at.Algorithm.Title(), w, at.Runs - lacking(at), perSeed(of(at))})
		}
		t := newTable([]string{"set", "algorithm", "w", "runs", column}, rows)
		t.Notes = append(t.Notes, fmt.Sprintf("PFS and PDPS at p = %v.", *s.p))
		t.Notes = append(t.Notes, note(s, points)...)
		return []table.Table{t}, nil
	}
}

var (
	successTables = curveTables("success %", func(p Point) []float64 { return p.Success }, func(Point) int { return 0 },
		func(*study, []Point) []string { return nil })
	expansionsTables = curveTables("mean expansions", func(p Point) []float64 { return p.Expansions },
		func(p Point) int { return p.NoExpansions },
		func(_ *study, points []Point) []string {
			return append([]string{"Expansions are means over all runs as they ended; those of unsolved runs are what their " +
				"limits let them reach."}, Partly(points, false)...)
		})
	timeTables = curveTables("mean time (s)", func(p Point) []float64 { return p.Seconds },
		func(p Point) int { return p.NoSeconds },
		func(s *study, points []Point) []string {
			return append([]string{s.timeNote()}, Partly(points, true)...)
		})
)

// seedsTable shows how means vary over the seeds.
func seedsTable(s *study) ([]table.Table, error) {
	points, err := s.points(all)
	if err != nil {
		return nil, err
	}
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
	t.Notes = append(t.Notes, Partly(points, false)...)
	return []table.Table{t}, nil
}
