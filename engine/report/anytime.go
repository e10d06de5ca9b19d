package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
)

// A Profile tells when an anytime algorithm reached what on an instance set.
type Profile struct {
	Set, Algorithm string
	Instances      int
	Known          int // instances whose optimum is known
	Incumbent      Milestone
	Near           Milestone // within 1 % of the best final cost of any run
	Optimum        Milestone // within 1 % of the optimum, where it is known
}

// A Milestone holds, for each instance that reached it, after how many seconds
// (wall time) and expansions it did; both sorted, so that the first k say when k
// instances had reached it.
type Milestone struct{ Seconds, Expansions []float64 }

func (m *Milestone) reached(at engine.Incumbent) {
	m.Seconds = append(m.Seconds, at.Wall.Seconds())
	m.Expansions = append(m.Expansions, float64(at.Expanded))
}

func (m *Milestone) sort() { slices.Sort(m.Seconds); slices.Sort(m.Expansions) }

// By counts the instances that had reached the milestone within a number of
// seconds or expansions, whichever slice is given.
func By(reached []float64, limit float64) int {
	n, _ := slices.BinarySearchFunc(reached, limit, func(x, limit float64) int {
		if x <= limit {
			return -1
		}
		return 1
	})
	return n
}

// Profiles are those of the anytime algorithms, at one p (P chooses it) and the
// least seed.
func Profiles(results []*engine.Result, opts ...Option) ([]Profile, error) {
	o, err := newOptions(opts)
	if err != nil {
		return nil, err
	}
	a, err := newStudy(results).anytime(o)
	if err != nil {
		return nil, err
	}
	return a.profiles(seeds(a.runs)[0]), nil
}

// anytimeStudy is the anytime runs at one p, and what their costs are compared with.
type anytimeStudy struct {
	p             float64
	runs          []*run
	best, optimal map[string]engine.Cost // by instance
}

func (s *study) anytime(o *options) (*anytimeStudy, error) {
	if len(s.runs) == 0 {
		return nil, s.empty()
	}
	p, err := o.probability(s)
	if err != nil {
		return nil, err
	}
	a := &anytimeStudy{p: p, best: map[string]engine.Cost{}, optimal: map[string]engine.Cost{}}
	a.runs = s.where(func(r *run) bool {
		return r.Algorithm.Schedule != nil && (r.Algorithm.P == p || !takesP(r.Algorithm.Name))
	})
	if len(a.runs) == 0 {
		return nil, errors.New("no runs of anytime algorithms: AFS, APFS, ADPS, APDPS")
	}
	for _, r := range s.runs {
		name := r.instance()
		if r.Solved() && r.Algorithm.Schedule != nil {
			if best, known := a.best[name]; !known || r.Cost < best {
				a.best[name] = r.Cost
			}
		}
		if r.Solved() && r.Cost == r.LowerBound {
			a.optimal[name] = r.Cost
		}
	}
	for _, r := range a.runs {
		if _, known := a.optimal[r.instance()]; known {
			continue
		}
		// The problem itself may know, where its domain is there.
		if p, err := engine.Lookup(r.Problem); err == nil && p.Optimal >= 0 && (r.Digest == "" || r.Digest == p.Digest()) {
			a.optimal[r.instance()] = p.Optimal
		}
	}
	return a, nil
}

func (r *run) instance() string { return r.set + "\n" + r.id }

// within says whether a cost is at most 1 % above another.
func within(cost, best engine.Cost) bool { return float64(cost)*100 <= float64(best)*101 }

// first is the earliest incumbent of a run that is good enough.
func (r *run) first(enough func(engine.Cost) bool) (engine.Incumbent, bool) {
	i := slices.IndexFunc(r.Incumbents, func(x engine.Incumbent) bool { return enough(x.Cost) })
	if i < 0 {
		return engine.Incumbent{}, false
	}
	return r.Incumbents[i], true
}

func (a *anytimeStudy) profiles(seed uint64) []Profile {
	var all []Profile
	index := map[[2]string]int{}
	for _, r := range withSeed(a.runs, seed) {
		k := [2]string{r.set, r.Algorithm.Name}
		i, known := index[k]
		if !known {
			i = len(all)
			index[k] = i
			all = append(all, Profile{Set: r.set, Algorithm: r.Algorithm.Name})
		}
		p := &all[i]
		p.Instances++
		if found, ok := r.first(func(engine.Cost) bool { return true }); ok {
			p.Incumbent.reached(found)
		}
		if best, known := a.best[r.instance()]; known {
			if found, ok := r.first(func(c engine.Cost) bool { return within(c, best) }); ok {
				p.Near.reached(found)
			}
		}
		if optimal, known := a.optimal[r.instance()]; known {
			p.Known++
			if found, ok := r.first(func(c engine.Cost) bool { return within(c, optimal) }); ok {
				p.Optimum.reached(found)
			}
		}
	}
	for i := range all {
		all[i].Incumbent.sort()
		all[i].Near.sort()
		all[i].Optimum.sort()
	}
	slices.SortStableFunc(all, func(x, y Profile) int {
		if c := bySet(x.Set, y.Set); c != 0 {
			return c
		}
		return rank(x.Algorithm) - rank(y.Algorithm)
	})
	return all
}

func anytime(s *study, o *options) ([]Table, error) {
	a, err := s.anytime(o)
	if err != nil {
		return nil, err
	}
	seeds := seeds(a.runs)
	main := overSeeds("", []column{
		{"set", label}, {"algorithm", label}, {"source", label}, {"instances", value}, {"with incumbent", spread},
		{"within 1 % of best", spread}, {"optimum known", value}, {"within 1 % of optimum", spread},
	}, seeds, func(seed uint64) [][]any {
		var rows [][]any
		for _, p := range a.profiles(seed) {
			title := engine.Algorithm{Name: p.Algorithm}.Title()
			rows = append(rows, []any{SetTitle(p.Set), title, "here", p.Instances, len(p.Incumbent.Seconds),
				len(p.Near.Seconds), p.Known, len(p.Optimum.Seconds)})
			if size, f, known := paperIncumbents(p); known && a.p == defaultP {
				rows = append(rows, []any{SetTitle(p.Set), title, "paper", size, f.incumbent, f.near, nil, nil})
			}
		}
		return rows
	})
	main.Notes = append(main.Notes, fmt.Sprintf("APFS and APDPS at p = %v. Best is the least final cost of any anytime run on the instance here; the optimum is known where a run proved it or the instance's source tells it.", a.p))
	return []Table{main, a.common(seeds), a.growth(seeds[0], len(seeds))}, nil
}

// paperIncumbents are the paper's figures for a profile of the GCTSP.
func paperIncumbents(p Profile) (size int, f paperInstances, known bool) {
	set, isGCTSP := strings.CutPrefix(p.Set, "gctsp/")
	if !isGCTSP {
		return 0, f, false
	}
	set, _, _ = strings.Cut(set, ":")
	f, known = paperAnytime[set][p.Algorithm]
	return map[string]int{"small": 81, "medium": 234}[set], f, known
}

// common compares the pairs on the instances on which both have an incumbent.
func (a *anytimeStudy) common(seeds []uint64) Table {
	t := overSeeds("Median ratios P/D of whole runs, where both have an incumbent", []column{
		{"pair", label}, {"set", label}, {"source", label}, {"instances", value}, {"expansion ratio", spread}, {"time ratio", spread},
	}, seeds, func(seed uint64) [][]any {
		var rows [][]any
		for _, pair := range pairs[2:] {
			runs := slices.DeleteFunc(withSeed(a.runs, seed), func(r *run) bool { return !pair.has(r, a.p) })
			for _, at := range settings(runs, pair) {
				_, _, both := at.solved()
				rows = append(rows, []any{pair.String(), SetTitle(at.set), "here", both,
					median(ratios(at.paired(pairedExpansions))), median(ratios(at.paired(pairedSeconds)))})
				size, isGCTSP := strings.CutPrefix(at.set, "gctsp/")
				if f, known := paperCommon[size]; known && isGCTSP && pair.P == "apdps" && a.p == defaultP {
					rows = append(rows, []any{pair.String(), SetTitle(at.set), "paper", nil, f[0], f[1]})
				}
			}
		}
		return rows
	})
	return t
}

// growth tells the profiles at powers of ten.
func (a *anytimeStudy) growth(seed uint64, seeds int) Table {
	t := Table{
		Title:   "Instances over time and expansions",
		Columns: []string{"set", "algorithm", "within", "unit", "with incumbent", "within 1 % of best", "within 1 % of optimum"},
	}
	if seeds > 1 {
		t.Notes = []string{fmt.Sprintf("Seed %d alone, of %d.", seed, seeds)}
	}
	for _, p := range a.profiles(seed) {
		title := engine.Algorithm{Name: p.Algorithm}.Title()
		for _, limit := range []float64{0.01, 0.1, 1, 10, 100, 300} {
			t.Rows = append(t.Rows, []any{SetTitle(p.Set), title, limit, "s",
				By(p.Incumbent.Seconds, limit), By(p.Near.Seconds, limit), By(p.Optimum.Seconds, limit)})
		}
		for limit := 100.0; limit <= 1e7; limit *= 10 {
			t.Rows = append(t.Rows, []any{SetTitle(p.Set), title, limit, "expansions",
				By(p.Incumbent.Expansions, limit), By(p.Near.Expansions, limit), By(p.Optimum.Expansions, limit)})
		}
	}
	return t
}
