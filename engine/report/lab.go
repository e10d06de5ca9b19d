package report

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/stats"
)

// An attribute is a number of a run that taskwise can tell.
type attribute struct {
	name, title string
	of          func(r *run) any
	always      bool // told of unsolved runs too
}

var attributes = []attribute{
	{"expanded", "expansions", func(r *run) any { return int(r.Expanded) }, false},
	{"generated", "generated", func(r *run) any { return int(r.Generated) }, false},
	{"inserted", "inserted", func(r *run) any { return int(r.Inserted) }, false},
	{"reopened", "reopened", func(r *run) any { return int(r.Reopened) }, false},
	{"time", "time (s)", func(r *run) any { return seconds(r) }, false},
	{"cost", "cost", func(r *run) any { return inUnits(r, r.Cost) }, false},
	{"factor", "proved factor", func(r *run) any { return r.Factor() }, false},
	{"memory", "peak memory (MiB)", func(r *run) any { return mebibytes(r) }, false},
	{"status", "status", func(r *run) any { return string(r.Status) }, true},
}

func mebibytes(r *run) float64 { return float64(r.PeakBytes) / (1 << 20) }

// A labelled group of runs is what one algorithm with its parameters did on an
// instance set, with all seeds.
type labelled struct {
	set, label string
	runs       []*run
}

func byAlgorithm(runs []*run) []labelled {
	type key struct {
		set string
		config
	}
	groups := map[key][]*run{}
	for _, r := range runs {
		k := key{r.set, configOf(r.Result)}
		k.seed = 0
		groups[k] = append(groups[k], r)
	}
	keys := slices.SortedFunc(maps.Keys(groups), func(a, b key) int {
		return cmp.Or(bySet(a.set, b.set), compareConfigs(a.config, b.config))
	})
	var all []labelled
	for _, k := range keys {
		all = append(all, labelled{k.set, groups[k][0].Algorithm.String(), groups[k]})
	}
	return all
}

// absolute sums each algorithm up, as Lab's report of that name does: coverage
// over all runs, all else on the instances that every algorithm solves.
func absolute(s *study, _ *options) ([]Table, error) {
	all := s.where(func(*run) bool { return true })
	unsolved := map[string]bool{} // instances that some run did not solve
	configs, solvers := map[string]map[config]bool{}, map[string]int{}
	for _, r := range all {
		if configs[r.set] == nil {
			configs[r.set] = map[config]bool{}
		}
		configs[r.set][configOf(r.Result)] = true
		solvers[r.instance()]++
		if !r.Solved() {
			unsolved[r.instance()] = true
		}
	}
	common := func(r *run) bool {
		return !unsolved[r.instance()] && solvers[r.instance()] == len(configs[r.set])
	}
	t := Table{Columns: []string{"set", "algorithm", "runs", "solved", "success %", "how others ended", "common",
		"expansions", "generated", "time (s)", "mean cost", "mean proved factor", "greatest memory (MiB)"}}
	for _, g := range byAlgorithm(all) {
		solved := solvedOf(g.runs)
		row := []any{SetTitle(g.set), g.label, len(g.runs), solved, percent(solved, len(g.runs)), ends(g.runs), nil, nil, nil, nil, nil, nil, nil}
		shared := slices.DeleteFunc(slices.Clone(g.runs), func(r *run) bool { return !common(r) })
		row[6] = len(shared)
		if len(shared) > 0 {
			row[7] = geometric(shared, 1, expansions)
			row[8] = geometric(shared, 1, func(r *run) float64 { return float64(r.Generated) })
			row[9] = geometric(shared, 1e-6, seconds)
			row[10] = meanOf(shared, func(r *run) float64 { return inUnits(r, r.Cost) })
			row[11] = cell(meanOf(shared, func(r *run) float64 { return r.Factor() }))
		}
		most := 0.0
		for _, r := range g.runs {
			most = max(most, mebibytes(r))
		}
		row[12] = most
		t.Rows = append(t.Rows, row)
	}
	t.Notes = []string{"Common: the runs on instances that every algorithm of the set solves. On these, expansions, generated and time are geometric means " +
		"(a count of 0 enters as 1, a time below a microsecond as that), cost and proved factor arithmetic ones."}
	return []Table{t}, nil
}

// ends tells how the unsolved runs ended.
func ends(runs []*run) any {
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

// geometric is the geometric mean of a measure, no value below least.
func geometric(runs []*run, least float64, of measure) any {
	var x []float64
	for _, r := range runs {
		x = append(x, max(of(r), least))
	}
	return summary(stats.GeometricMean, x)
}

// taskwise tells one attribute of every run.
func taskwise(s *study, o *options) ([]Table, error) {
	all := s.where(func(*run) bool { return true })
	configs := distinct(all, func(r *run) (config, bool) { return configOf(r.Result), true }, compareConfigs)
	label := map[config]string{}
	severalSeeds := len(seeds(all)) > 1
	for _, r := range all {
		c := configOf(r.Result)
		label[c] = r.Algorithm.String()
		if severalSeeds && r.Algorithm.Draws() {
			label[c] += fmt.Sprintf(" seed %d", r.Seed)
		}
	}
	t := Table{Columns: []string{"instance"}, Notes: []string{"Told: " + o.attribute.title + "."}}
	for _, c := range configs {
		t.Columns = append(t.Columns, label[c])
	}
	rows := map[string][]any{}
	for _, r := range all {
		name := r.instance()
		if rows[name] == nil {
			rows[name] = make([]any, 1+len(configs))
			rows[name][0] = r.Problem
			t.Rows = append(t.Rows, rows[name])
		}
		if r.Solved() || o.attribute.always {
			rows[name][1+slices.Index(configs, configOf(r.Result))] = o.attribute.of(r)
		}
	}
	if !o.attribute.always {
		t.Notes = append(t.Notes, "An empty cell is a run that is missing or unsolved; the attribute status tells which.")
	}
	return []Table{t}, nil
}

// scatter lists every instance of each pair.
func scatter(s *study, _ *options) ([]Table, error) {
	t := Table{Columns: []string{"pair", "instance", "w", "p", "seed", "status P", "status D",
		"expansions P", "expansions D", "ratio", "time P (s)", "time D (s)"}}
	for _, m := range s.matches() {
		row := []any{m.Pair.String(), m.P.Problem, m.P.Algorithm.W.Float(), m.P.Algorithm.P, nil, string(m.P.Status), string(m.D.Status),
			int(m.P.Expanded), int(m.D.Expanded), nil, seconds(&run{Result: m.P}), seconds(&run{Result: m.D})}
		if m.P.Algorithm.Draws() {
			row[4] = int(m.P.Seed)
		}
		if m.P.Solved() && m.D.Solved() && m.D.Expanded > 0 {
			row[9] = float64(m.P.Expanded) / float64(m.D.Expanded)
		}
		t.Rows = append(t.Rows, row)
	}
	if len(t.Rows) == 0 {
		return nil, errors.New("no instance with runs of both PFS and FS, or of PDPS and DPS, at the same w")
	}
	t.Notes = []string{"The ratio is told where both solve. Counts of unsolved runs are those at which they ended."}
	return []Table{t}, nil
}

// A Cactus is how many runs of an algorithm are solved within how much: the k-th
// number is what the k cheapest solved runs took at most. All bounds together,
// unless one is chosen.
type Cactus struct {
	Set, Algorithm      string
	Runs                int       // solved or not
	Expansions, Seconds []float64 // of the solved ones, sorted
}

// CactusOf is that of every instance set and first-solution algorithm, at one p
// (P chooses it) and all bounds or one (W).
func CactusOf(results []*engine.Result, opts ...Option) ([]Cactus, float64, error) {
	o, err := newOptions(opts)
	if err != nil {
		return nil, 0, err
	}
	return newStudy(results).cactus(o)
}

func (s *study) cactus(o *options) ([]Cactus, float64, error) {
	if len(s.runs) == 0 {
		return nil, 0, s.empty()
	}
	p, err := o.probability(s)
	if err != nil {
		return nil, 0, err
	}
	groups := map[[2]string]*Cactus{}
	var order [][2]string
	for _, r := range s.where(func(r *run) bool {
		return r.Algorithm.Schedule == nil && (r.Algorithm.P == p || !takesP(r.Algorithm.Name)) &&
			(o.w == nil || r.Algorithm.W == *o.w || r.Algorithm.Name == "astar")
	}) {
		k := [2]string{r.set, r.Algorithm.Name}
		if groups[k] == nil {
			groups[k] = &Cactus{Set: r.set, Algorithm: r.Algorithm.Name}
			order = append(order, k)
		}
		c := groups[k]
		c.Runs++
		if r.Solved() {
			c.Expansions, c.Seconds = append(c.Expansions, expansions(r)), append(c.Seconds, seconds(r))
		}
	}
	if len(order) == 0 {
		return nil, 0, errors.New("no first-solution runs")
	}
	slices.SortStableFunc(order, func(a, b [2]string) int {
		return cmp.Or(bySet(a[0], b[0]), cmp.Compare(rank(a[1]), rank(b[1])))
	})
	var all []Cactus
	for _, k := range order {
		slices.Sort(groups[k].Expansions)
		slices.Sort(groups[k].Seconds)
		all = append(all, *groups[k])
	}
	return all, p, nil
}

func cactus(s *study, o *options) ([]Table, error) {
	all, p, err := s.cactus(o)
	if err != nil {
		return nil, err
	}
	t := Table{Columns: []string{"set", "algorithm", "runs", "solved", "within expansions", "within time (s)"}}
	for _, c := range all {
		for i := range c.Expansions {
			t.Rows = append(t.Rows, []any{SetTitle(c.Set), engine.Algorithm{Name: c.Algorithm}.Title(), c.Runs, i + 1, c.Expansions[i], c.Seconds[i]})
		}
	}
	t.Notes = []string{fmt.Sprintf("PFS and PDPS at p = %v; all bounds and seeds count as runs. A row says that so many runs are solved within these expansions, and as many within this time.", p)}
	return []Table{t}, nil
}
