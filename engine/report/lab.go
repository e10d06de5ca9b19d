package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/internal/natural"
	"github.com/focal-search/focal/engine/stats"
	"github.com/focal-search/focal/engine/table"
)

func mebibytes(r *Run) float64 { return known(r.PeakBytes) / (1 << 20) }

func cost(r *Run) float64 {
	if r.Unit == 0 { // that of another program's run is not known
		return math.NaN()
	}
	return inUnits(r, r.Cost)
}

func inUnits(r *Run, c engine.Cost) float64 { return float64(c) / float64(max(r.Unit, 1)) }

// absolute summarizes each algorithm like Lab's report of that name: coverage over all
// runs, everything else over the instances that every algorithm solves. A mean is over those
// of them on which no algorithm lacks the number, unless it gives none at all.
func absolute(_ *study, runs []*Run) ([]table.Table, error) {
	common := commonInstances(runs)
	t := table.Table{Columns: []string{"set", "algorithm", "runs", "solved", "success %", "how others ended", "common"}}
	t.Notes = []string{"Common: the runs on instances that every algorithm of the set solves. On these, " +
		"expansions, generated and time are geometric means " +
		"(a count of 0 enters as 1, a time below a microsecond as that), cost and proved factor arithmetic ones."}
	means := []struct {
		column string
		least  float64 // of a geometric mean; 0 for an arithmetic one
		of     func(*Run) float64
	}{
		{"expansions", 1, expansions}, {"generated", 1, func(r *Run) float64 { return known(r.Generated) }},
		{"time (s)", 1e-6, seconds}, {"mean cost", 0, cost}, {"mean proved factor", 0, (*Run).Factor},
	}
	for _, m := range means {
		t.Columns = append(t.Columns, m.column)
	}
	t.Columns = append(t.Columns, "greatest memory (MiB)")
	wall := walls{}
	for _, entrants := range groups(byEntrant(runs), func(of []*Run) string { return of[0].set }) {
		rows, shared := make([][]any, len(entrants)), make([][]*Run, len(entrants))
		for i, of := range entrants {
			shared[i] = slices.DeleteFunc(slices.Clone(of), func(r *Run) bool { return !common[r.instance] })
			rows[i] = []any{SetTitle(of[0].set), of[0].Algorithm.String(), len(of), solved(of), percent(solved(of), len(of)),
				ends(of), len(shared[i])}
			wall.add(of[0].Algorithm.Title(), slices.ContainsFunc(shared[i], wallOnly))
		}
		for _, m := range means {
			without := map[*instance]bool{}
			for _, of := range shared {
				gives := len(given(of, m.of)) > 0
				for _, r := range of {
					if gives && math.IsNaN(m.of(r)) {
						without[r.instance] = true
					}
				}
			}
			for i, of := range shared {
				of = slices.DeleteFunc(slices.Clone(of), func(r *Run) bool { return without[r.instance] })
				if m.least > 0 {
					rows[i] = append(rows[i], geometric(of, m.least, m.of))
				} else {
					rows[i] = append(rows[i], cell(meanOf(of, m.of)))
				}
			}
			if len(without) > 0 {
				t.Notes = append(t.Notes, fmt.Sprintf("%s, %s: without %s, as not all runs there give it.", rows[0][0],
					m.column, count(len(without), "common instance")))
			}
		}
		for i, of := range entrants {
			t.Rows = append(t.Rows, append(rows[i], cell(number(stats.Quantile(given(of, mebibytes), 1)))))
		}
	}
	t.Notes = append(t.Notes, wall.notes()...)
	return []table.Table{t}, nil
}

// commonInstances returns the instances that every algorithm of their set was run on and
// solved.
func commonInstances(runs []*Run) map[*instance]bool {
	common := map[*instance]bool{}
	for _, set := range groups(runs, func(r *Run) string { return r.set }) {
		configs := map[config]bool{}
		for _, r := range set {
			configs[r.config] = true
		}
		for _, of := range groups(set, instanceOf) {
			common[of[0].instance] = solved(of) == len(configs)
		}
	}
	return common
}

// ends lists how the unsolved runs ended.
func ends(runs []*Run) any {
	n := map[string]int{}
	for _, r := range runs {
		if !r.Solved() {
			n[string(r.Status)]++
		}
	}
	var parts []string
	for _, status := range slices.Sorted(maps.Keys(n)) {
		parts = append(parts, fmt.Sprintf("%s %d", status, n[status]))
	}
	if len(parts) == 0 {
		return nil
	}
	return strings.Join(parts, ", ")
}

// geometric returns the geometric mean of a number, where values below least count as
// least.
func geometric(runs []*Run, least float64, of func(*Run) float64) any {
	return cell(number(stats.GeometricMean(given(runs, func(r *Run) float64 { return max(of(r), least) }))))
}

// taskwise lists one attribute of every run.
func taskwise(s *study, runs []*Run) ([]table.Table, error) {
	configs := distinct(runs, func(r *Run) (config, bool) { return r.config, true }, compareConfigs)
	label := map[config]string{}
	severalSeeds := len(seeds(runs)) > 1
	for _, r := range runs {
		label[r.config] = r.Algorithm.String()
		if severalSeeds && r.draws() {
			label[r.config] += fmt.Sprintf(" seed %d", r.seed)
		}
	}
	t := table.Table{Columns: []string{"instance"}, Notes: []string{"Listed: " + s.attribute.Title() + "."}}
	for _, c := range configs {
		t.Columns = append(t.Columns, label[c])
	}
	unknown := false
	slices.SortStableFunc(runs, func(a, b *Run) int {
		if c := bySet(a.set, b.set); c != 0 {
			return c
		}
		return natural.Compare(a.id, b.id)
	})
	for _, of := range groups(runs, instanceOf) {
		row := make([]any, 1+len(configs))
		row[0] = of[0].label()
		for _, r := range of {
			if r.Solved() || s.attribute.Always {
				v := s.attribute.Shown(r.record())
				row[1+slices.Index(configs, r.config)], unknown = v, unknown || v == nil
			}
		}
		t.Rows = append(t.Rows, row)
	}
	if !s.attribute.Always {
		t.Notes = append(t.Notes, "An empty cell is a run that is missing or unsolved; the attribute status says which.")
	}
	if unknown {
		t.Notes = append(t.Notes, "Some cells are empty because the value of a solved run is not known.")
	}
	return []table.Table{t}, nil
}

// scatter lists every instance of each pair.
func scatter(_ *study, all []Setting) ([]table.Table, error) {
	t := table.Table{Columns: []string{"pair", "instance", "w", "p", "seed", "status P", "status D",
		"expansions P", "expansions D", "ratio", "time P (s)", "time D (s)"}}
	for _, at := range all {
		for _, m := range at.Matches {
			var ratio any
			if m.both() && m.D.Expanded > 0 {
				ratio = expansions(m.P) / expansions(m.D)
			}
			t.Rows = append(t.Rows, []any{at.Pair.String(), m.P.label(), at.W.Float(), at.P, seedCell(m.P),
				string(m.P.Status), string(m.D.Status),
				int(m.P.Expanded), int(m.D.Expanded), ratio, seconds(m.P), seconds(m.D)})
		}
	}
	t.Notes = []string{"The ratio is given where both solve. Counts of unsolved runs are those at which they ended."}
	return []table.Table{t}, nil
}

// seedCell returns the seed of a run that draws random numbers, else nil.
func seedCell(r *Run) any {
	if !r.draws() {
		return nil
	}
	return r.seed
}

// A Cactus holds the effort of an algorithm's solved runs in ascending order: k runs are
// solved within the k-th value. All bounds count together, unless W chooses one.
type Cactus struct {
	Set, Algorithm      string  // the algorithm's name
	P                   float64 // for algorithms that take it
	Runs, Solved        int
	Expansions, Seconds []float64 // of the solved ones, sorted; those of another program need not give them
	Wall                bool      // some of the times are wall times of another program
}

// CactusOf returns a Cactus for every instance set and first-solution algorithm, at one
// p, which P chooses.
func CactusOf(results []*engine.Result, opts ...Option) ([]Cactus, error) {
	return from(results, opts, (*study).cactus)
}

func (s *study) cactus() ([]Cactus, error) {
	p, err := s.oneP()
	if err != nil {
		return nil, err
	}
	runs, err := s.need(firstSolution, errNoFirst)
	if err != nil {
		return nil, err
	}
	var found []Cactus
	for _, of := range groups(runs, func(r *Run) [2]string { return [2]string{r.set, r.name} }) {
		c := Cactus{Set: of[0].set, Algorithm: of[0].name, P: p, Runs: len(of)}
		of = slices.DeleteFunc(of, func(r *Run) bool { return !r.Solved() })
		c.Solved, c.Expansions, c.Seconds = len(of), given(of, expansions), given(of, seconds)
		c.Wall = slices.ContainsFunc(of, wallOnly)
		slices.Sort(c.Expansions)
		slices.Sort(c.Seconds)
		found = append(found, c)
	}
	return found, nil
}

// Absent says which algorithms do not tell, of all runs that they solve, within which expansions or time, so that it is
// not known within which they solve how many, and which tell wall times.
func Absent(all []Cactus) (notes []string) {
	wall := walls{}
	for _, c := range all {
		for _, effort := range []struct {
			what  string
			given []float64
		}{{"expansions", c.Expansions}, {"times", c.Seconds}} {
			if n := c.Solved - len(effort.given); n > 0 {
				notes = append(notes, fmt.Sprintf("%s, %s: no %s, since they are not known of %s of the %s.",
					SetTitle(c.Set), title(c.Algorithm), effort.what, grouped(n), count(c.Solved, "solved run")))
			} else {
				wall.add(title(c.Algorithm), c.Wall && effort.what == "times")
			}
		}
	}
	return append(notes, wall.notes()...)
}

func cactus(s *study, found []Cactus) ([]table.Table, error) {
	t := table.Table{Columns: []string{"set", "algorithm", "runs", "solved", "within expansions", "within time (s)"}}
	for _, c := range found {
		first := c.Solved - 1 // of the rows: one if there is nothing to tell them apart
		at := func(x []float64, i int) any {
			if len(x) < c.Solved {
				return nil
			}
			return x[i]
		}
		if len(c.Expansions) == c.Solved || len(c.Seconds) == c.Solved {
			first = 0
		}
		for i := max(0, first); i < c.Solved; i++ {
			t.Rows = append(t.Rows, []any{SetTitle(c.Set), title(c.Algorithm), c.Runs, i + 1, at(c.Expansions, i),
				at(c.Seconds, i)})
		}
	}
	t.Notes = append([]string{fmt.Sprintf("PFS and PDPS at p = %v; all bounds and seeds count as runs. A row says that so "+
		"many runs are solved within these expansions, and as many within this time.", *s.p)}, Absent(found)...)
	return []table.Table{t}, nil
}
