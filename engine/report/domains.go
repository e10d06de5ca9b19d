package report

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/stats"
	"github.com/focal-search/focal/engine/table"
)

// Rivals names the algorithms of which the report domains takes the best in each setting. Without it all are rivals.
func Rivals(names ...string) Option {
	return func(o *options) {
		o.rivals = append(o.rivals, names...)
	}
}

// A contest is a comparison whose logarithms are those of the attribute, with the instances in the order of their
// names. A run that ended at a limit counts with the greatest value of the setting.
type contest struct {
	comparison
	domain string
	rivals []int
}

func (s *study) contest(c comparison) (contest, error) {
	t := contest{comparison: c}
	t.logs = nil
	t.domain, _, _ = strings.Cut(c.set, "/")
	most, least := 0., 1.
	if s.attribute.Unit != "" {
		least = 1e-6 // a microsecond, or a byte
	}
	for i, runs := range c.runs {
		if s.rivals == nil || slices.Contains(s.rivals, runs[0].Algorithm.Name) {
			t.rivals = append(t.rivals, i)
		}
		for _, r := range runs {
			n := s.effort(r)
			if math.IsNaN(n) {
				return t, fmt.Errorf("the run of %s on %s has no %s", r.Algorithm, r.Problem, s.attribute.Show)
			}
			most = max(most, n)
		}
	}
	order := c.every()
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(c.of(0, a)[0].Problem, c.of(0, b)[0].Problem) })
	for i := range c.runs {
		l := logs{first: []int{0}}
		for _, k := range order {
			for _, r := range c.of(i, k) {
				n := s.effort(r)
				if !r.Solved() {
					n = most
				}
				l.values = append(l.values, math.Log(max(least, n)))
			}
			l.first = append(l.first, len(l.values))
		}
		t.logs = append(t.logs, l)
	}
	return t, nil
}

// effort is the attribute of a run: its expansions, CPU time and so on. It is NaN if the run lacks it.
func (s *study) effort(r *Run) float64 {
	if s.byWall(r) {
		return seconds(r)
	}
	switch v := s.attribute.Shown(r.record()).(type) {
	case int:
		return float64(v)
	case float64:
		return v
	}
	return math.NaN()
}

// byWall reports whether a run's wall time stands for its CPU time, which not every system reports.
func (s *study) byWall(r *Run) bool { return s.attribute.Name == "cpu_ns" && r.CPU == 0 }

// over is the logarithm of an algorithm's geometric mean over some instances, divided by that of the best rival.
func (t contest) over(algorithm int, instances []int) float64 {
	means, best := t.means(instances, meanLog, nil), math.Inf(1)
	for _, rival := range t.rivals {
		best = min(best, means[rival])
	}
	return means[algorithm] - best
}

// overDomains is the geometric mean over domains of the means over their settings; pick chooses a setting's instances.
func (c contender) overDomains(contests []contest, pick func(t contest) []int) float64 {
	sums, counts := map[string]float64{}, map[string]float64{}
	var order []string
	for _, at := range c.places {
		t := contests[at.comparison]
		if counts[t.domain] == 0 {
			order = append(order, t.domain)
		}
		sums[t.domain] += t.over(at.algorithm, pick(t))
		counts[t.domain]++
	}
	sum := 0.
	for _, domain := range order {
		sum += sums[domain] / counts[domain]
	}
	return math.Exp(sum / float64(len(order)))
}

// domains compares each algorithm with the best rival of each setting, where a domain counts once.
func domains(s *study) ([]table.Table, error) {
	if !s.attribute.Effort {
		return nil, fmt.Errorf("%s is nothing that an algorithm needs the less of the better: want expanded, cpu, memory, ...",
			s.attribute.Show)
	}
	comparisons, err := s.comparisons()
	if err != nil {
		return nil, err
	}
	var there []string
	for _, c := range comparisons {
		for _, runs := range c.runs {
			there = append(there, runs[0].Algorithm.Name)
		}
	}
	slices.Sort(there)
	there = slices.Compact(there)
	for _, rival := range s.rivals {
		if !slices.Contains(there, rival) {
			return nil, fmt.Errorf("no runs of the rival %q%s", rival, engine.Suggest(rival, there))
		}
	}
	slices.SortFunc(comparisons, func(a, b comparison) int {
		return cmp.Or(cmp.Compare(a.set, b.set), cmp.Compare(a.w.String(), b.w.String()))
	})
	var contests []contest
	for _, c := range comparisons {
		t, err := s.contest(c)
		if err != nil {
			return nil, err
		}
		if len(t.rivals) == 0 {
			return nil, fmt.Errorf("no rival has been run on %s at w = %s: want some of %s", SetTitle(c.set), c.w,
				strings.Join(s.rivals, ", "))
		}
		contests = append(contests, t)
	}
	every := func(t contest) []int { return t.every() }
	const resamples = 200
	over := table.Table{Columns: []string{"algorithm", "p", "solved", "of", "over domains", "95 % low", "95 % high", "worst",
		"worst in"}}
	each := table.Table{Columns: []string{"domain", "setting", "algorithm", "p", "over the best rival"}}
	for _, c := range contenders(comparisons) {
		var runs []*Run
		worst, worstIn := math.Inf(-1), ""
		for _, at := range c.places {
			t := contests[at.comparison]
			runs = append(runs, t.runs[at.algorithm]...)
			ratio, setting := t.over(at.algorithm, t.every()), fmt.Sprintf("%s, w = %s", SetTitle(t.set), t.w)
			if ratio > worst {
				worst, worstIn = ratio, setting
			}
			each.Rows = append(each.Rows, slices.Concat([]any{t.domain, setting}, algorithmCells(runs[0]),
				[]any{math.Exp(ratio)}))
		}
		random := rand.New(rand.NewPCG(stats.PaperResampling().Seed, 0))
		var samples []float64
		for range resamples {
			samples = append(samples, c.overDomains(contests, func(t contest) (drawn []int) {
				for n := len(t.instances); len(drawn) < n; {
					drawn = append(drawn, random.IntN(n))
				}
				return drawn
			}))
		}
		slices.Sort(samples)
		over.Rows = append(over.Rows, slices.Concat(algorithmCells(runs[0]), []any{solved(runs), len(runs),
			c.overDomains(contests, every), samples[resamples/40], samples[resamples-1-resamples/40], math.Exp(worst), worstIn}))
	}
	rivals := "of all algorithms"
	if s.rivals != nil {
		rivals = "of " + strings.Join(s.rivals, ", ")
	}
	over.Notes = []string{fmt.Sprintf("In each setting, an instance set at one w, the algorithm's geometric mean (%s) "+
		"over the least %s there; the geometric mean over a domain's settings, and of these over the domains; and the "+
		"greatest. A run that ended at a limit counts as the greatest value of its setting. The interval is the percentile "+
		"bootstrap's: %d resamples of each setting's instances; the best rival is found anew in each.", s.attribute.Title(),
		rivals, resamples)}
	if slices.ContainsFunc(s.counted(), s.byWall) {
		over.Notes = append(over.Notes, "Runs without CPU time, which not every system reports, count with their wall time.")
	}
	return []table.Table{over, each}, nil
}
