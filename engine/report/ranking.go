package report

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/stats"
	"github.com/focal-search/focal/engine/table"
)

// A comparison holds the effort of several algorithms on the same instances of one set,
// at one bound.
type comparison struct {
	set       string
	w         engine.Ratio
	runs      [][]*Run // of each algorithm
	instances []string // on which all algorithms were run
	logs      []logs   // of each algorithm
}

// logs are the natural logarithms of an algorithm's expansions. A count of 0 enters as 1; a
// run that a limit ended enters as its count.
type logs struct {
	values []float64 // by instance and seed
	first  []int     // of each instance's values, and the number of all
}

func (l logs) of(instance int) []float64 { return l.values[l.first[instance]:l.first[instance+1]] }

// of returns an algorithm's runs on an instance.
func (c comparison) of(algorithm, instance int) []*Run {
	first := c.logs[algorithm].first
	return c.runs[algorithm][first[instance]:first[instance+1]]
}

var errNothingToCompare = errors.New("no instance on which two algorithms have been run at the same w")

// comparisons returns the settings in which at least two algorithms share instances.
func (s *study) comparisons() ([]comparison, error) {
	type place struct {
		set string
		w   engine.Ratio
	}
	var found []comparison
	compared := func(known bool) []*Run {
		return s.where(func(r *Run) bool { return firstSolution(r) && takesW(r) && known == (r.Expanded >= 0) })
	}
	lack(compared(false), withoutExpansions)
	for _, of := range groups(compared(true), func(r *Run) place { return place{r.set, r.w} }) {
		a := comparison{set: of[0].set, w: of[0].w, runs: byEntrant(of)}
		if len(a.runs) < 2 {
			continue
		}
		lack(of, withoutOther)
		byInstance := make([]map[string][]*Run, len(a.runs))
		for i, runs := range a.runs {
			byInstance[i] = map[string][]*Run{}
			for _, of := range groups(runs, func(r *Run) string { return r.id }) {
				byInstance[i][of[0].id] = of
			}
		}
		for _, first := range groups(a.runs[0], func(r *Run) string { return r.id }) {
			lacks := func(runs map[string][]*Run) bool { return runs[first[0].id] == nil }
			if !slices.ContainsFunc(byInstance, lacks) {
				a.instances = append(a.instances, first[0].id)
			}
		}
		if len(a.instances) == 0 {
			continue
		}
		for i, runs := range byInstance {
			a.runs[i] = nil
			l := logs{first: []int{0}}
			for _, id := range a.instances {
				a.runs[i] = append(a.runs[i], s.use(runs[id])...)
				for _, r := range runs[id] {
					l.values = append(l.values, math.Log(max(1, expansions(r))))
				}
				l.first = append(l.first, len(l.values))
			}
			a.logs = append(a.logs, l)
		}
		found = append(found, a)
	}
	if len(found) == 0 {
		return nil, s.none(errNothingToCompare)
	}
	return found, nil
}

// means returns the logarithm of each algorithm's geometric mean of expansions over some
// instances, given by index. pick combines the values of several seeds. The room is used
// for them if it has as many places.
func (c comparison) means(instances []int, pick func(logs []float64) float64, room []float64) []float64 {
	means := room
	if len(means) != len(c.logs) {
		means = make([]float64, len(c.logs))
	}
	for i, logs := range c.logs {
		sum := 0.0
		if len(logs.values) == len(c.instances) { // one seed each
			for _, k := range instances {
				sum += logs.values[k]
			}
		} else {
			for _, k := range instances {
				sum += pick(logs.of(k))
			}
		}
		means[i] = sum / float64(len(instances))
	}
	return means
}

// overBest replaces each mean by the logarithm of its ratio to the least of the other
// means.
func overBest(means []float64) []float64 {
	first, least, second := -1, math.Inf(1), math.Inf(1)
	for i, m := range means {
		if m < least {
			first, least, second = i, m, least
		} else if m < second {
			second = m
		}
	}
	for i, m := range means {
		best := least
		if i == first {
			best = second
		}
		means[i] = m - best
	}
	return means
}

func meanLog(logs []float64) float64 {
	sum := 0.0
	for _, x := range logs {
		sum += x
	}
	return sum / float64(len(logs))
}

func (c comparison) every() []int {
	all := make([]int, len(c.instances))
	for i := range all {
		all[i] = i
	}
	return all
}

// A sampler draws random numbers for resamples.
type sampler struct {
	pcg       *rand.PCG
	instances map[string][]int // of the resample, by set
}

func newSampler(r stats.Resampling) sampler {
	return sampler{rand.NewPCG(r.Seed, 0), map[string][]int{}}
}

func (s sampler) below(n int) int {
	k, _ := bits.Mul64(s.pcg.Uint64(), uint64(n))
	return int(k)
}

// of draws instances of a comparison with replacement, the same for all bounds of a set.
func (s sampler) of(c comparison) []int {
	instances := s.instances[c.set]
	if len(instances) != len(c.instances) {
		instances = make([]int, len(c.instances))
		for k := range instances {
			instances[k] = s.below(len(instances))
		}
		s.instances[c.set] = instances
	}
	return instances
}

// resample passes to draw, for each resample, the logarithms of the ratios by comparison
// and algorithm, which are valid during the call. A resample draws instances and a seed for
// each.
func resample(comparisons []comparison, r stats.Resampling, draw func(ratios [][]float64)) {
	s := newSampler(r)
	pick := func(logs []float64) float64 {
		if len(logs) == 1 {
			return logs[0]
		}
		return logs[s.below(len(logs))]
	}
	ratios := make([][]float64, len(comparisons))
	for range r.Resamples {
		clear(s.instances)
		for i, c := range comparisons {
			ratios[i] = overBest(c.means(s.of(c), pick, ratios[i]))
		}
		draw(ratios)
	}
}

// algorithmCells returns an algorithm's name and p, which is nil if it takes none.
func algorithmCells(r *Run) []any {
	if !r.Algorithm.TakesP() {
		return []any{r.Algorithm.Title(), nil}
	}
	return []any{r.Algorithm.Title(), r.p}
}

// eachSetting compares each algorithm with the best of the others in each setting.
func eachSetting(_ *study, comparisons []comparison) ([]table.Table, error) {
	of := rankingResampling()
	samples := make([][][]float64, len(comparisons))
	resample(comparisons, of, func(ratios [][]float64) {
		for i := range ratios {
			samples[i] = append(samples[i], slices.Clone(ratios[i]))
		}
	})
	t := table.Table{Columns: []string{"set", "w", "algorithm", "p", "instances", "solved %", "expansions",
		"over the best other", "95 % low", "95 % high"}}
	for i, a := range comparisons {
		means := a.means(a.every(), meanLog, nil)
		ratios := overBest(slices.Clone(means))
		for k, runs := range a.runs {
			low, high := percentiles(of, samples[i], func(ratios []float64) float64 { return ratios[k] })
			t.Rows = append(t.Rows, slices.Concat([]any{SetTitle(a.set), a.w.Float()}, algorithmCells(runs[0]),
				[]any{len(a.instances), percent(solved(runs), len(runs)), math.Exp(means[k]), math.Exp(ratios[k]), low, high}))
		}
	}
	t.Notes = []string{"Expansions are geometric means over the instances on which every algorithm of the setting " +
		"has been run; " +
		"an unsolved run counts as what it expanded. " + intervalNote(of)}
	return []table.Table{t}, nil
}

// A contender is an algorithm, at one p, in all settings in which it was run.
type contender struct {
	config
	places []place
}

type place struct{ comparison, algorithm int }

// contenders returns the algorithms of some comparisons, in the order of reports.
func contenders(comparisons []comparison) []contender {
	var found []contender
	number := map[config]int{}
	for i, a := range comparisons {
		for k, runs := range a.runs {
			is := config{name: runs[0].name, p: runs[0].p}
			at, known := number[is]
			if !known {
				at = len(found)
				number[is] = at
				found = append(found, contender{config: is})
			}
			found[at].places = append(found[at].places, place{i, k})
		}
	}
	slices.SortFunc(found, func(a, b contender) int { return compareConfigs(a.config, b.config) })
	return found
}

// ranking compares each algorithm with the best of the others over all its settings.
func ranking(_ *study, comparisons []comparison) ([]table.Table, error) {
	order := contenders(comparisons)
	// The geometric mean of a contender's ratios over settings.
	over := func(ratios [][]float64, c contender) float64 {
		sum := 0.0
		for _, at := range c.places {
			sum += ratios[at.comparison][at.algorithm]
		}
		return math.Exp(sum / float64(len(c.places)))
	}
	of := rankingResampling()
	samples := make([][]float64, len(order))
	resample(comparisons, of, func(ratios [][]float64) {
		for i, c := range order {
			samples[i] = append(samples[i], over(ratios, c))
		}
	})
	found := make([][]float64, len(comparisons))
	for i, a := range comparisons {
		found[i] = overBest(a.means(a.every(), meanLog, nil))
	}
	t := table.Table{Columns: []string{"algorithm", "p", "settings", "runs", "solved %", "over the best other",
		"95 % low", "95 % high",
		"best in", "worst", "worst in"}}
	for i, c := range order {
		var runs []*Run
		best, worst, worstIn := 0, math.Inf(-1), comparison{}
		for _, at := range c.places {
			a := comparisons[at.comparison]
			runs = append(runs, a.runs[at.algorithm]...)
			ratio := found[at.comparison][at.algorithm]
			if ratio < 0 {
				best++
			}
			if ratio > worst {
				worst, worstIn = ratio, a
			}
		}
		low, high := percentiles(of, samples[i], func(x float64) float64 { return math.Log(x) })
		t.Rows = append(t.Rows, slices.Concat(algorithmCells(runs[0]),
			[]any{len(c.places), len(runs), percent(solved(runs), len(runs)),
				over(found, c), low, high, best, math.Exp(worst), fmt.Sprintf("%s, w = %s", SetTitle(worstIn.set), worstIn.w)}))
	}
	t.Notes = []string{"In each setting, an instance set at one w, the algorithm's geometric mean expansions over " +
		"the least of all others' there; of these ratios the geometric mean over the settings, " +
		"and the greatest. An unsolved run counts as what it expanded. " + intervalNote(of)}
	return []table.Table{t}, nil
}

// rankingResampling is the paper's resampling with fewer resamples, since each one
// computes all settings.
func rankingResampling() stats.Resampling {
	r := stats.PaperResampling()
	r.Resamples = 2000
	return r
}

// percentiles returns the ends of the percentile interval of a ratio, given samples of
// its logarithm.
func percentiles[S any](r stats.Resampling, samples []S, log func(S) float64) (low, high any) {
	x := each(samples, log)
	end := func(q float64) any { return cell(math.Exp(number(stats.Quantile(x, q)))) }
	return end((1 - r.Level) / 2), end((1 + r.Level) / 2)
}

func intervalNote(r stats.Resampling) string {
	return fmt.Sprintf("The interval is the percentile bootstrap's: %d resamples of the instances, the same of a "+
		"set at all its bounds, and of each one's seeds; "+
		"the best other is found anew in each.", r.Resamples)
}
