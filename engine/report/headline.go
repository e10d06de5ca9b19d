package report

import (
	"errors"
	"fmt"
	"slices"
)

// headline is the paper's Table 1. Within each setting an unsuccessful run counts
// as the largest expansion count of any run of the two algorithms, and the ratio
// is that of the means over all settings. Instances that only one of the two has
// been run on are left out, since a mean over others would compare instances.
func headline(s *study, o *options) ([]Table, error) {
	p, err := o.probability(s)
	if err != nil {
		return nil, err
	}
	columns := []column{
		{"pair", label}, {"domain", label}, {"source", label}, {"settings", value}, {"runs of each", value},
		{"success P %", spread}, {"success D %", value}, {"expansions P", value}, {"expansions D", value},
		{"ratio", spread}, {"time P (s)", value}, {"time D (s)", value},
	}
	var all []*run
	alone := 0
	for _, pair := range firstSolution {
		all = append(all, s.where(func(r *run) bool { return pair.has(r, p) })...)
	}
	t := overSeeds("", columns, seeds(all), func(seed uint64) [][]any {
		var rows [][]any
		for _, pair := range firstSolution {
			runs := withSeed(s.where(func(r *run) bool { return pair.has(r, p) }), seed)
			for _, total := range totals(settings(runs, pair)) {
				alone += total.alone
				rows = append(rows, total.row(pair))
				if figures, known := paperHeadline[paperKey{pair, total.domain}]; known && p == defaultP {
					rows = append(rows, append([]any{pair.String(), total.domain, "paper", nil, nil}, figures...))
				}
			}
		}
		return rows
	})
	if len(t.Rows) == 0 {
		return nil, errPairs(p)
	}
	t.Notes = append(t.Notes,
		fmt.Sprintf("P at p = %v. An unsolved run counts as the largest expansion count of any run of the two algorithms in its setting; ratio is that of the means.", p),
		timeNote(all))
	if slices.ContainsFunc(t.Rows, func(row []any) bool { return row[2] == "paper" }) {
		t.Notes = append(t.Notes, "The paper has 7 bounds and 100 instances of each set: 2,100 runs of each on N-Puzzle, 2,800 on Pancake, 700 on TSP-40 and TSP-50; "+
			"limits 300 s, 5 million inserted (TSP: 20 million). Its figures are comparable with a study of that size and under those limits alone, its times with none.")
	}
	if alone > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%s left out because the other algorithm's run is missing.", count(alone, "run")))
	}
	return []Table{t}, nil
}

func errPairs(p float64) error {
	return fmt.Errorf("no instance with runs of both PFS (p = %v) and FS, or of PDPS and DPS, at the same w", p)
}

func timeNote(runs []*run) string {
	note := "Time is CPU time (wall time where the system does not tell it)"
	if slices.ContainsFunc(runs, func(r *run) bool { return !r.Solved() && r.Limits.Time > 0 }) {
		note += "; an unsolved run counts as its time limit"
	}
	if unlimited(runs) {
		note += "; unsolved runs without a time limit count as what they took"
	}
	return note + "."
}

// A total pools the settings of a domain.
type total struct {
	domain           string
	settings, n      int
	solvedP, solvedD int
	expP, expD       float64 // sums
	timeP, timeD     float64
	alone            int
}

func totals(all []setting) []total {
	var pooled []total
	for _, at := range all {
		domain := family(at.set)
		i := slices.IndexFunc(pooled, func(t total) bool { return t.domain == domain })
		if i < 0 {
			i = len(pooled)
			pooled = append(pooled, total{domain: domain})
		}
		pooled[i].add(&at)
	}
	return pooled
}

func (t *total) add(s *setting) {
	most := s.most()
	counted := func(r *run) float64 {
		if r.Solved() {
			return expansions(r)
		}
		return most
	}
	p, d, _ := s.solved()
	t.settings++
	t.solvedP += p
	t.solvedD += d
	t.alone += s.alone
	for _, m := range s.matches {
		t.n++
		t.expP += counted(m.p)
		t.expD += counted(m.d)
		t.timeP += charged(m.p)
		t.timeD += charged(m.d)
	}
}

func (t *total) row(pair Pair) []any {
	n := float64(t.n)
	var ratio any // of nothing there is none
	if t.expD > 0 {
		ratio = t.expP / t.expD
	}
	return []any{pair.String(), t.domain, "here", t.settings, t.n,
		percent(t.solvedP, t.n), percent(t.solvedD, t.n), t.expP / n, t.expD / n, ratio, t.timeP / n, t.timeD / n}
}

// tsp50 is the paper's Table 2.
func tsp50(s *study, o *options) ([]Table, error) {
	t, err := boundsTable(s, o, func(r *run) bool { return r.set == "tsp/50:nn" })
	if err != nil {
		return nil, errors.New("no instance of tsp/50 with runs of both PFS and FS, or of PDPS and DPS, at the same w; the report bounds tells of other sets")
	}
	return []Table{t}, nil
}

// bounds is the same for every instance set.
func bounds(s *study, o *options) ([]Table, error) {
	t, err := boundsTable(s, o, func(*run) bool { return true })
	return []Table{t}, err
}

func boundsTable(s *study, o *options, keep func(*run) bool) (Table, error) {
	p, err := o.probability(s)
	if err != nil {
		return Table{}, err
	}
	all := s.compare(func(r *run) bool { return keep(r) && (r.Algorithm.P == p || !takesP(r.Algorithm.Name)) })
	if len(all) == 0 {
		return Table{}, errPairs(p)
	}
	columns := []column{
		{"pair", label}, {"set", label}, {"w", label}, {"source", label}, {"instances", value},
		{"solved P", spread}, {"solved D", value}, {"both", value},
		{"mean expansion ratio", spread}, {"median expansion ratio", value},
		{"mean time ratio", spread}, {"median time ratio", value},
	}
	t := overSeeds("", columns, seedsOf(all), func(seed uint64) [][]any {
		var rows [][]any
		for _, c := range all {
			if c.Seed != seed {
				continue
			}
			name, w := SetTitle(c.Set), c.W.Float()
			rows = append(rows, []any{c.Pair.String(), name, w, "here", c.Instances, c.SolvedP, c.SolvedD, c.Both,
				cell(c.MeanExpansions), cell(c.MedianExpansions), cell(c.MeanTime), cell(c.MedianTime)})
			if f, known := paperTSP50[paperBound{c.Pair, w}]; known && c.Set == "tsp/50:nn" && p == defaultP {
				rows = append(rows, []any{c.Pair.String(), name, w, "paper", 100, f.solvedP, f.solvedD, nil, f.expansions, nil, f.time, nil})
			}
		}
		return rows
	})
	t.Notes = append(t.Notes, fmt.Sprintf("P at p = %v. Ratios are P over D on the instances that both solve; time is CPU time (wall time where the system does not tell it).", p))
	return t, nil
}
