package report

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine/table"
)

// A choice decides which algorithm solves which instance.
type choice struct {
	name    string
	run     *Run     // one of the algorithm's, if it is one algorithm
	efforts []effort // by setting
}

// An effort is what a choice takes in one setting, by instance.
type effort struct {
	logs   []float64 // of the expansions, averaged over the seeds
	solved []float64 // the share of the seeds that solve the instance
}

func (c comparison) effort(algorithm int) (e effort) {
	for i := range c.instances {
		runs := c.of(algorithm, i)
		e.logs = append(e.logs, meanLog(c.logs[algorithm].of(i)))
		e.solved = append(e.solved, float64(solved(runs))/float64(len(runs)))
	}
	return e
}

// bestOf returns the effort of the best algorithm for each instance: of those that solve
// it with most of their seeds, the one that expands least.
func bestOf(efforts []effort) effort {
	best := effort{slices.Clone(efforts[0].logs), slices.Clone(efforts[0].solved)}
	for _, e := range efforts[1:] {
		for i := range e.logs {
			if cmp.Or(cmp.Compare(best.solved[i], e.solved[i]), cmp.Compare(e.logs[i], best.logs[i])) < 0 {
				best.logs[i], best.solved[i] = e.logs[i], e.solved[i]
			}
		}
	}
	return best
}

// mean returns the mean over the settings of the mean over their instances.
func (c choice) mean(of func(effort) []float64) float64 {
	return meanLog(each(c.efforts, func(e effort) float64 { return meanLog(of(e)) }))
}

func (c choice) logs() float64   { return c.mean(func(e effort) []float64 { return e.logs }) }
func (c choice) solved() float64 { return c.mean(func(e effort) []float64 { return e.solved }) }

// over returns the logarithm of the geometric mean of the ratios to another choice, on
// some instances of each setting, given by index.
func (c choice) over(other choice, instances [][]int) float64 {
	sum := 0.0
	for i, drawn := range instances {
		inSetting := 0.0
		for _, k := range drawn {
			inSetting += c.efforts[i].logs[k] - other.efforts[i].logs[k]
		}
		sum += inSetting / float64(len(drawn))
	}
	return sum / float64(len(instances))
}

var errNoneEverywhere = errors.New("no algorithm has been run in every setting")

// selection compares the algorithms with the virtual best solver of algorithm selection,
// which runs the best of them on each instance (Xu, Hutter, Hoos, Leyton-Brown, SAT 2012).
// Only algorithms that were run in every setting take part.
func selection(s *study, comparisons []comparison) ([]table.Table, error) {
	var single []choice
	var left []string
	for _, c := range contenders(comparisons) {
		one := choice{}
		for _, at := range c.places {
			a := comparisons[at.comparison]
			one.run = a.runs[at.algorithm][0]
			one.efforts = append(one.efforts, a.effort(at.algorithm))
		}
		if len(one.efforts) == len(comparisons) {
			single = append(single, one)
		} else {
			left = append(left, titleWithP(one.run))
		}
	}
	if len(single) == 0 {
		return nil, s.none(errNoneEverywhere)
	}
	slices.SortStableFunc(single, func(a, b choice) int { return cmp.Compare(a.logs(), b.logs()) })
	single[0].name = "single best"
	virtual, ofSetting := choice{name: "virtual best"}, choice{name: "best of each setting"}
	for i := range comparisons {
		efforts := make([]effort, len(single))
		for k, c := range single {
			efforts[k] = c.efforts[i]
		}
		virtual.efforts = append(virtual.efforts, bestOf(efforts))
		ofSetting.efforts = append(ofSetting.efforts, slices.MinFunc(efforts, func(a, b effort) int {
			return cmp.Compare(meanLog(a.logs), meanLog(b.logs))
		}))
	}

	choices := slices.Concat([]choice{virtual, ofSetting}, single)
	of := rankingResampling()
	samples := make([][]float64, len(choices))
	random, drawn := newSampler(of), make([][]int, len(comparisons))
	for range of.Resamples {
		clear(random.instances)
		for i, a := range comparisons {
			drawn[i] = random.of(a)
		}
		for k, c := range choices {
			samples[k] = append(samples[k], c.over(virtual, drawn))
		}
	}
	t := table.Table{Columns: []string{"choice", "algorithm", "p", "settings", "solved %", "expansions",
		"over the virtual best", "95 % low", "95 % high"}}
	for k, c := range choices {
		algorithm := []any{nil, nil}
		if c.run != nil {
			algorithm = algorithmCells(c.run)
		}
		low, high := percentiles(of, samples[k], func(x float64) float64 { return x })
		t.Rows = append(t.Rows, slices.Concat([]any{c.name}, algorithm, []any{len(comparisons), 100 * c.solved(),
			math.Exp(c.logs()), math.Exp(c.logs() - virtual.logs()), low, high}))
	}
	t.Notes = []string{"Expansions are geometric means over the settings, each an instance set at one w. An unsolved " +
		"run counts as what it expanded, and several seeds as their geometric mean. The virtual best takes for each " +
		"instance, of the algorithms that solve it with most of their seeds, the one that expands least; the best of " +
		"each setting is one algorithm there, and the single best the same everywhere. " +
		fmt.Sprintf("The interval is the percentile bootstrap's: %d resamples of the instances, the same of a set at "+
			"all its bounds.", of.Resamples)}
	if len(left) > 0 {
		t.Notes = append(t.Notes, "Left out: "+strings.Join(left, ", ")+", not run in every setting.")
	}
	return []table.Table{t}, nil
}

// titleWithP returns an algorithm's name, with p if it takes one.
func titleWithP(r *Run) string {
	if cells := algorithmCells(r); cells[1] != nil {
		return fmt.Sprintf("%s (p = %v)", cells...)
	}
	return r.Algorithm.Title()
}
