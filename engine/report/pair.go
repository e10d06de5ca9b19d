package report

import (
	"slices"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/stats"
)

// A Pair is a probabilistic algorithm P and the deterministic D that it is
// compared with, by name.
type Pair struct{ P, D string }

var pairs = []Pair{{"pfs", "fs"}, {"pdps", "dps"}, {"apfs", "afs"}, {"apdps", "adps"}}

// firstSolution are the pairs that the study compares by their first solutions.
var firstSolution = pairs[:2]

// String is the pair as papers write it, such as "PFS/FS".
func (p Pair) String() string {
	return engine.Algorithm{Name: p.P}.Title() + "/" + engine.Algorithm{Name: p.D}.Title()
}

// has says whether a run is one of the pair's, with P at one p.
func (p Pair) has(r *run, probability float64) bool {
	return r.Algorithm.Name == p.D || r.Algorithm.Name == p.P && r.Algorithm.P == probability
}

// A setting is an instance set at one w and p, with a pair's runs on it.
type setting struct {
	set     string
	w       engine.Ratio
	matches []match
	alone   int // runs whose partner is missing
}

// A match is what the two algorithms of a pair did on one instance.
type match struct{ p, d *run }

func (m match) both() bool { return m.p.Solved() && m.d.Solved() }

// settings matches runs of a pair, of one p and one seed, in the runs' order.
func settings(runs []*run, pair Pair) []setting {
	type key struct {
		set string
		w   engine.Ratio
	}
	type instance struct {
		key
		id string
	}
	found := map[instance]*match{}
	var order []instance
	for _, r := range runs {
		at := instance{key{r.set, r.Algorithm.W}, r.id}
		if found[at] == nil {
			found[at] = &match{}
			order = append(order, at)
		}
		if r.Algorithm.Name == pair.P {
			found[at].p = r
		} else {
			found[at].d = r
		}
	}
	index := map[key]int{}
	var all []setting
	for _, at := range order {
		i, known := index[at.key]
		if !known {
			i = len(all)
			index[at.key] = i
			all = append(all, setting{set: at.set, w: at.w})
		}
		if m := found[at]; m.p != nil && m.d != nil {
			all[i].matches = append(all[i].matches, *m)
		} else {
			all[i].alone++
		}
	}
	all = slices.DeleteFunc(all, func(s setting) bool { return len(s.matches) == 0 })
	slices.SortStableFunc(all, func(a, b setting) int {
		if c := bySet(a.set, b.set); c != 0 {
			return c
		}
		return compareRatios(a.w, b.w)
	})
	return all
}

// solved counts the instances that P and D and both solved.
func (s *setting) solved() (p, d, both int) {
	for _, m := range s.matches {
		if m.p.Solved() {
			p++
		}
		if m.d.Solved() {
			d++
		}
		if m.both() {
			both++
		}
	}
	return p, d, both
}

// most is the largest expansion count of any run of the setting.
func (s *setting) most() float64 {
	most := 0.0
	for _, m := range s.matches {
		most = max(most, expansions(m.p), expansions(m.d))
	}
	return most
}

// A measure is a number that a run took.
type measure func(r *run) float64

// paired are the numbers that P and D took on the instances that both solve.
// Where one of them took nothing there is no ratio, so such a pair is left out,
// unless both took nothing, which is the ratio 1.
func (s *setting) paired(of func(m match) (p, d float64)) (p, d []float64) {
	for _, m := range s.matches {
		if !m.both() {
			continue
		}
		a, b := of(m)
		if a == 0 && b == 0 {
			a, b = 1, 1
		}
		if a > 0 && b > 0 {
			p, d = append(p, a), append(d, b)
		}
	}
	return p, d
}

func pairedExpansions(m match) (p, d float64) { return expansions(m.p), expansions(m.d) }

// pairedSeconds are CPU times, or wall times where one has no CPU time.
func pairedSeconds(m match) (p, d float64) {
	if m.p.CPU > 0 && m.d.CPU > 0 {
		return m.p.CPU.Seconds(), m.d.CPU.Seconds()
	}
	return m.p.Wall.Seconds(), m.d.Wall.Seconds()
}

func expansions(r *run) float64 { return float64(r.Expanded) }

// seconds is the CPU time, or the wall time where the system does not tell it.
func seconds(r *run) float64 {
	if r.CPU > 0 {
		return r.CPU.Seconds()
	}
	return r.Wall.Seconds()
}

// charged is the time that counts in means: an unsolved run contributes its
// time limit, or what it took where it had none.
func charged(r *run) float64 {
	if !r.Solved() && r.Limits.Time > 0 {
		return r.Limits.Time.Seconds()
	}
	return seconds(r)
}

// Medians and means of nothing are absent.

func median(x []float64) any { return summary(stats.Median, x) }
func mean(x []float64) any   { return summary(stats.Mean, x) }

func summary(of func([]float64) (float64, error), x []float64) any {
	v, err := of(x)
	if err != nil {
		return nil
	}
	return v
}

func ratios(p, d []float64) []float64 {
	r, _ := stats.Ratios(p, d) // all are positive, see paired
	return r
}

// unlimited says whether an unsolved run had no time limit to be counted at.
func unlimited(runs []*run) bool {
	return slices.ContainsFunc(runs, func(r *run) bool { return !r.Solved() && r.Limits.Time == 0 })
}
