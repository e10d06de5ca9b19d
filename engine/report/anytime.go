package report

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/table"
)

// A Profile is the progress of an anytime algorithm on an instance set over time, with
// one seed.
type Profile struct {
	Set       string
	Algorithm engine.Algorithm
	Instances int
	Known     int       // instances whose optimum is known
	Proved    int       // instances whose optimum the run itself proved
	Factors   []float64 // final cost / lower bound proved of each run with an incumbent, sorted
	Incumbent Milestone // any solution
	Near      Milestone // within 1 % of the best final cost of any run
	Optimum   Milestone // within 1 % of the optimum, where it is known
}

// A Milestone holds the seconds (wall time) and the expansions that each instance took
// to reach it. Both are sorted: the k-th value is when k instances had reached it.
type Milestone struct{ Seconds, Expansions []float64 }

// first records a run's earliest incumbent of at most a cost.
func (m *Milestone) first(r *Run, cost engine.Cost) {
	i := slices.IndexFunc(r.Incumbents, func(x engine.Incumbent) bool { return x.Cost <= cost })
	if i < 0 {
		return
	}
	m.Seconds = append(m.Seconds, r.Incumbents[i].Wall.Seconds())
	m.Expansions = append(m.Expansions, float64(r.Incumbents[i].Expanded))
}

func (m *Milestone) sort() { slices.Sort(m.Seconds); slices.Sort(m.Expansions) }

// by counts the instances that had reached the milestone within a number of
// seconds or expansions, whichever slice is given.
func by(reached []float64, limit float64) int {
	n := slices.IndexFunc(reached, func(x float64) bool { return x > limit })
	if n < 0 {
		return len(reached)
	}
	return n
}

// Profiles returns the profiles of the anytime algorithms at one p, which P chooses,
// with the smallest seed.
func Profiles(results []*engine.Result, opts ...Option) ([]Profile, error) {
	all, err := from(results, opts, (*study).profiles)
	var first []Profile
	for _, of := range all {
		first = append(first, of[0])
	}
	return first, err
}

// profiles returns the profiles of each algorithm on each set, one for each seed.
func (s *study) profiles() ([][]Profile, error) {
	if _, err := s.oneP(); err != nil {
		return nil, err
	}
	runs, err := s.need((*Run).anytime, errors.New("no runs of anytime algorithms: AFS, APFS, ADPS, APDPS"))
	if err != nil {
		return nil, err
	}
	best, optimal := s.costs(runs)
	var all [][]Profile
	for _, of := range byEntrant(runs) {
		var profiles []Profile
		for _, runs := range bySeed(of) {
			p := Profile{Set: of[0].set, Algorithm: of[0].Algorithm}
			for _, r := range runs {
				p.Instances++
				switch {
				case !r.Solved():
				case r.Cost == r.LowerBound: // even if both are 0
					p.Proved++
					p.Factors = append(p.Factors, 1)
				default:
					p.Factors = append(p.Factors, float64(r.Cost)/float64(r.LowerBound))
				}
				p.Incumbent.first(r, unbounded)
				if cost, known := best[r.instance]; known {
					p.Near.first(r, near(cost))
				}
				if cost, known := optimal[r.instance]; known {
					p.Known++
					p.Optimum.first(r, near(cost))
				}
			}
			slices.Sort(p.Factors)
			p.Incumbent.sort()
			p.Near.sort()
			p.Optimum.sort()
			profiles = append(profiles, p)
		}
		all = append(all, profiles)
	}
	return all, nil
}

const unbounded = engine.Cost(1<<63 - 1)

// near returns the greatest cost within 1 % of another.
func near(cost engine.Cost) engine.Cost { return engine.Ratio{Num: 101, Den: 100}.Floor(cost) }

// costs returns, by instance, the least final cost of any anytime run, and the optimum if
// a run proved it or the domain knows it.
func (s *study) costs(runs []*Run) (best, optimal map[*instance]engine.Cost) {
	best, optimal = map[*instance]engine.Cost{}, map[*instance]engine.Cost{}
	for _, r := range s.runs {
		if !r.Solved() {
			continue
		}
		if cost, known := best[r.instance]; r.anytime() && (!known || r.Cost < cost) {
			best[r.instance] = r.Cost
		}
		if r.Cost == r.LowerBound {
			optimal[r.instance] = r.Cost
		}
	}
	for _, r := range runs {
		if _, known := optimal[r.instance]; known {
			continue
		}
		if p, err := engine.Lookup(r.Problem); err == nil && p.Optimal >= 0 && (r.Digest == "" || p.Is(r.Digest)) {
			optimal[r.instance] = p.Optimal
		}
	}
	return best, optimal
}

// Title returns the algorithm's name, with its parameters if they differ from the study's.
func (p Profile) Title() string {
	if usual(p.Algorithm) {
		return p.Algorithm.Title()
	}
	return p.Algorithm.String()
}

// usual reports whether an anytime algorithm has the paper's schedule.
func usual(a engine.Algorithm) bool {
	return *a.Schedule == *engine.DefaultSchedule() && a.W == engine.AFS().W
}

func anytime(s *study, profiles [][]Profile) ([]table.Table, error) {
	incumbents := func(p Profile) float64 { return float64(len(p.Incumbent.Seconds)) }
	near := func(p Profile) float64 { return float64(len(p.Near.Seconds)) }
	optimum := func(p Profile) float64 { return float64(len(p.Optimum.Seconds)) }
	proved := func(p Profile) float64 { return float64(p.Proved) }
	factor := func(p Profile) float64 { return middleFactor(p.Factors) }
	var rows [][]any
	for _, of := range profiles {
		p := of[0]
		set, name := SetTitle(p.Set), p.Title()
		rows = append(rows, []any{set, name, "here", p.Instances, each(of, incumbents), each(of, near), p.Known,
			each(of, optimum), each(of, proved), each(of, factor)})
		if figures := paper("anytime", p.Algorithm.Name, p.Set, *s.p); figures != nil && usual(p.Algorithm) {
			rows = append(rows, append(append([]any{set, name, "paper"}, figures...), nil, nil, nil, nil))
		}
	}
	main := newTable([]string{"set", "algorithm", "source", "instances", "with incumbent", "within 1 % of best",
		"optimum known", "within 1 % of optimum", "proved optimal", "factor proved"}, rows)
	main.Notes = append(main.Notes, fmt.Sprintf("APFS and APDPS at p = %v. Best is the least final cost of any "+
		"anytime run on the instance here; the optimum is known where a run proved it or the instance's source gives "+
		"it. The factor proved is that of final cost to lower bound, the median of the runs with an incumbent.", *s.p))
	common, err := s.common()
	if err != nil {
		return nil, err
	}
	return append([]table.Table{main}, append(common, growth(profiles))...), nil
}

// middleFactor returns the median of sorted factors. A factor is infinite if the lower
// bound is 0.
func middleFactor(sorted []float64) float64 {
	n := len(sorted)
	if n == 0 {
		return math.NaN()
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// common compares the pairs on the instances on which both have an incumbent.
func (s *study) common() ([]table.Table, error) {
	all, err := s.settings((*Run).anytime)
	if errors.Is(err, errNoPairs) {
		return nil, nil // only one algorithm of each pair
	}
	var rows [][]any
	for _, of := range overSeeds(all) {
		at := of[0]
		pair, set := at.Pair.String(), SetTitle(at.Set)
		rows = append(rows, []any{pair, set, "here",
			middle(of, Setting.solvedBoth),
			each(of, Setting.MedianRatio), each(of, func(s Setting) float64 { return median(s.ratios(ofSeconds)) })})
		if figures := paper("common", pair, at.Set, *s.p); figures != nil && usual(at.Matches[0].P.Algorithm) {
			rows = append(rows, append([]any{pair, set, "paper", nil}, figures...))
		}
	}
	t := newTable([]string{"pair", "set", "source", "instances", "expansion ratio", "time ratio"}, rows)
	t.Caption = "Median ratios P/D of whole runs, where both have an incumbent"
	return []table.Table{t}, err
}

// growth lists the profiles at powers of ten, up to the first at which they are complete.
func growth(profiles [][]Profile) table.Table {
	t := table.Table{
		Caption: "Instances over time and expansions",
		Columns: []string{"set", "algorithm", "within", "unit", "with incumbent", "within 1 % of best",
			"within 1 % of optimum"},
	}
	several := false
	for _, of := range profiles {
		several = several || len(of) > 1
		p := of[0]
		for _, effort := range []struct {
			least float64
			unit  string
			of    func(Milestone) []float64
		}{
			{0.01, "s", func(m Milestone) []float64 { return m.Seconds }},
			{100, "expansions", func(m Milestone) []float64 { return m.Expansions }},
		} {
			incumbent, near, optimum := effort.of(p.Incumbent), effort.of(p.Near), effort.of(p.Optimum)
			last := slices.Max(slices.Concat([]float64{0}, incumbent, near, optimum))
			for limit := effort.least; limit == effort.least || limit < 10*last; limit *= 10 {
				t.Rows = append(t.Rows, []any{SetTitle(p.Set), p.Title(), limit, effort.unit,
					by(incumbent, limit), by(near, limit), by(optimum, limit)})
			}
		}
	}
	if several {
		t.Notes = []string{"Only the least seed."}
	}
	return t
}
