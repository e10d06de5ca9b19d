package report

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/stats"
)

// A Pair names a probabilistic algorithm P and the deterministic algorithm D with which
// it is compared.
type Pair struct{ P, D string }

// pairs are the pairs that follow from the engine's descriptions.
var pairs = func() (all []Pair) {
	for _, d := range engine.Descriptions() {
		if d.ProbabilisticOf != "" {
			all = append(all, Pair{d.Name, d.ProbabilisticOf})
		}
	}
	return all
}()

// String returns the pair as written in papers, such as "PFS/FS".
func (p Pair) String() string { return title(p.P) + "/" + title(p.D) }

func title(algorithm string) string { return engine.Algorithm{Name: algorithm}.Title() }

// A Setting is a pair on an instance set at one w, p and seed.
type Setting struct {
	Pair    Pair
	Set     string // such as npuzzle/korf:heavy
	W       engine.Ratio
	P       float64
	Seed    uint64  // 0 if P draws no random numbers
	Matches []Match // one for each instance on which both were run
}

// A Match holds the runs of the two algorithms of a pair on one instance.
type Match struct{ P, D *Run }

func (m Match) both() bool { return m.P.Solved() && m.D.Solved() }

// Settings matches the runs of the first-solution pairs, PFS/FS and PDPS/DPS, in every
// setting with an instance on which both were run.
func Settings(results []*engine.Result, opts ...Option) ([]Setting, error) {
	return from(results, opts, (*study).firstSettings)
}

// settings returns the settings of the runs that keep accepts, by pair, p, set, seed and w.
func (s *study) settings(keep func(*Run) bool) ([]Setting, error) {
	var all []Setting
	for _, pair := range pairs {
		for _, p := range s.probabilities() {
			runs := s.where(func(r *Run) bool { return keep(r) && (r.name == pair.D || r.name == pair.P && r.p == p) })
			if names := distinct(runs, func(r *Run) (string, bool) { return r.name, true }, cmp.Compare); len(names) == 2 {
				lack(runs, withoutOther)
			}
			for _, of := range groups(runs, func(r *Run) string { return r.set }) {
				for seed, runs := range bySeed(of) {
					all = append(all, s.match(runs, Setting{Pair: pair, P: p, Seed: seed})...)
				}
			}
		}
	}
	if len(all) == 0 {
		return nil, s.none(errNoPairs)
	}
	return all, nil
}

// What runs lack that a report would compare.
const (
	withoutOther      = "without a run to compare with"
	withoutExpansions = "without expansions"
)

// firstSettings returns the settings of the first-solution pairs.
func (s *study) firstSettings() ([]Setting, error) { return s.settings(firstSolution) }

// settingsAtP returns those at one p.
func (s *study) settingsAtP() ([]Setting, error) {
	if _, err := s.oneP(); err != nil {
		return nil, err
	}
	return s.firstSettings()
}

var errNoPairs = errors.New("no instance with runs of both algorithms of a pair, PFS/FS or PDPS/DPS, at the same w")

// match fills in the settings of one pair, p and seed.
func (s *study) match(runs []*Run, like Setting) []Setting {
	type place struct {
		set      string
		w        engine.Ratio
		schedule string
	}
	var all []Setting
	for _, of := range groups(runs, func(r *Run) place { return place{r.set, r.w, r.schedule} }) {
		at := like
		at.Set, at.W = of[0].set, of[0].w
		d := map[string]*Run{}
		for _, r := range of {
			if r.name == at.Pair.D {
				d[r.id] = r
			}
		}
		for _, r := range of {
			if partner := d[r.id]; r.name == at.Pair.P && partner != nil {
				at.Matches = append(at.Matches, Match{r, partner})
			}
		}
		if len(at.Matches) > 0 {
			s.use(of)
			all = append(all, at)
		}
	}
	return all
}

// partialSeeds is a note that seeds of a setting were run on different numbers of instances, as in a
// study that is not finished; none if there is no such setting.
func partialSeeds(all []Setting) []string {
	n := 0
	for _, of := range overSeeds(all) {
		if slices.ContainsFunc(of, func(s Setting) bool { return len(s.Matches) != len(of[0].Matches) }) {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Beware: in %s some seeds lack instances. Numbers over seeds, also those of solved instances, "+
		"are of different instances there.", count(n, "setting"))}
}

// overSeeds groups settings that differ only in the seed.
func overSeeds(all []Setting) [][]Setting {
	type key struct {
		pair           Pair
		set, algorithm string // P's with its parameters
	}
	return groups(all, func(s Setting) key { return key{s.Pair, s.Set, s.Matches[0].P.Algorithm.String()} })
}

// Solved counts the instances that P, D and both solved.
func (s Setting) Solved() (p, d, both int) {
	for _, m := range s.Matches {
		if m.P.Solved() {
			p++
		}
		if m.D.Solved() {
			d++
		}
		if m.both() {
			both++
		}
	}
	return p, d, both
}

func (s Setting) solvedP() float64    { p, _, _ := s.Solved(); return float64(p) }
func (s Setting) solvedBoth() float64 { _, _, both := s.Solved(); return float64(both) }

// most is the largest expansion count of any run of the setting.
func (s Setting) most() float64 {
	most := int64(0)
	for _, m := range s.Matches {
		most = max(most, m.P.Expanded, m.D.Expanded)
	}
	return float64(most)
}

// paired returns the effort of P and D on the instances that both solve. An instance is
// left out if only one of them has effort 0, since it has no ratio; if both have, the
// ratio is 1.
func (s Setting) paired(of func(m Match) (p, d float64)) (p, d []float64) {
	for _, m := range s.Matches {
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

// ratios returns P's numbers divided by D's.
func (s Setting) ratios(of func(m Match) (p, d float64)) []float64 {
	r, _ := stats.Ratios(s.paired(of)) // no error: all are positive
	return r
}

// MedianRatio returns the median ratio of P's expansions to D's on the instances that
// both solve; NaN if there are none.
func (s Setting) MedianRatio() float64 { return median(s.ratios(ofExpansions)) }

func ofExpansions(m Match) (p, d float64) { return expansions(m.P), expansions(m.D) }

// ofSeconds returns the CPU times, or the wall times if one of the runs has no CPU time.
func ofSeconds(m Match) (p, d float64) {
	if m.P.CPU > 0 && m.D.CPU > 0 {
		return m.P.CPU.Seconds(), m.D.CPU.Seconds()
	}
	return m.P.Wall.Seconds(), m.D.Wall.Seconds()
}

func expansions(r *Run) float64 { return known(r.Expanded) }

// known is a number, which a run of another program may lack: NaN then.
func known(n int64) float64 {
	if n < 0 {
		return math.NaN()
	}
	return float64(n)
}

// seconds returns the CPU time, or the wall time if the system does not report CPU time.
func seconds(r *Run) float64 {
	if r.CPU > 0 {
		return r.CPU.Seconds()
	}
	return known(int64(r.Wall)) / 1e9
}

// charged returns the time that enters means: for an unsolved run its time limit, if it
// has one.
func charged(r *Run) float64 {
	if !r.Solved() && r.Limits.Time > 0 {
		return r.Limits.Time.Seconds()
	}
	return seconds(r)
}

// timeNote explains how the time of the counted runs was charged.
func (s *study) timeNote() string {
	note := "Time is CPU time (wall time where the system does not report it)"
	unsolved := func(limited bool) func(*Run) bool {
		return func(r *Run) bool { return !r.Solved() && limited == (r.Limits.Time > 0) }
	}
	if slices.ContainsFunc(s.counted(), unsolved(true)) {
		note += "; an unsolved run counts as its time limit"
	}
	if slices.ContainsFunc(s.counted(), unsolved(false)) {
		note += "; unsolved runs without a time limit count as what they took"
	}
	return note + "."
}

// wallOnly reports whether a run of another program gives wall time and no CPU time.
func wallOnly(r *Run) bool { return r.CPU < 0 && r.Wall >= 0 }

// walls are the algorithms that give wall times only, by name.
type walls map[string]bool

func (w walls) add(algorithm string, wall bool) {
	if wall {
		w[algorithm] = true
	}
}

func (w walls) notes() []string {
	if len(w) == 0 {
		return nil
	}
	return []string{"The time of " + strings.Join(slices.Sorted(maps.Keys(w)), ", ") + " is wall time."}
}

// given returns a number of those runs that give it.
func given(runs []*Run, of func(*Run) float64) []float64 {
	return slices.DeleteFunc(each(runs, of), math.IsNaN)
}

// meanOf returns the mean of a number over runs.
func meanOf(runs []*Run, of func(*Run) float64) float64 { return mean(given(runs, of)) }

var compareFloats = cmp.Compare[float64]
