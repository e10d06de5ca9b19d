package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/stats"
)

// A Setting compares a pair on an instance set at one w, p and seed. Its ratios
// are P's number over D's, on instances that both solve; NaN where there are none.
type Setting struct {
	Pair Pair
	Set  string // as npuzzle/korf:heavy
	W    engine.Ratio
	P    float64
	Seed uint64

	Instances         int // run by both
	SolvedP, SolvedD  int
	Both              int // solved by both
	MeanExpansions    float64
	MedianExpansions  float64
	MeanTime          float64
	MedianTime        float64
	MedianExpansionsP float64 // of P alone, on the same instances
	MedianExpansionsD float64
}

// Settings compares the first-solution pairs, PFS/FS and PDPS/DPS, in every
// setting that the results hold.
func Settings(results []*engine.Result) []Setting {
	return newStudy(results).compare(func(*run) bool { return true })
}

// compare compares the first-solution pairs on the runs that keep lets pass.
func (s *study) compare(keep func(*run) bool) []Setting {
	var all []Setting
	for _, pair := range firstSolution {
		for _, p := range s.probabilities() {
			runs := s.where(func(r *run) bool { return pair.has(r, p) && keep(r) })
			if !slices.ContainsFunc(runs, func(r *run) bool { return r.Algorithm.Name == pair.P }) {
				continue
			}
			for _, seed := range seeds(runs) {
				for _, at := range settings(withSeed(runs, seed), pair) {
					all = append(all, at.compare(pair, p, seed))
				}
			}
		}
	}
	return all
}

func (s *setting) compare(pair Pair, p float64, seed uint64) Setting {
	c := Setting{Pair: pair, Set: s.set, W: s.w, P: p, Seed: seed, Instances: len(s.matches)}
	c.SolvedP, c.SolvedD, c.Both = s.solved()
	ep, ed := s.paired(pairedExpansions)
	tp, td := s.paired(pairedSeconds)
	c.MeanExpansions, c.MedianExpansions = number(stats.Mean, ratios(ep, ed)), number(stats.Median, ratios(ep, ed))
	c.MeanTime, c.MedianTime = number(stats.Mean, ratios(tp, td)), number(stats.Median, ratios(tp, td))
	c.MedianExpansionsP, c.MedianExpansionsD = number(stats.Median, ep), number(stats.Median, ed)
	return c
}

// number is a statistic, NaN of nothing.
func number(of func([]float64) (float64, error), x []float64) float64 {
	v, err := of(x)
	if err != nil {
		return math.NaN()
	}
	return v
}

// cell is a number as a cell: nothing for NaN.
func cell(x float64) any {
	if math.IsNaN(x) {
		return nil
	}
	return x
}

// A Spread is a number over seeds: its median, the least and the greatest. With
// one seed all three are that number.
type Spread struct{ Median, Min, Max float64 }

// NewSpread is the spread of numbers; NaN are left out, and of nothing it is NaN.
func NewSpread(x []float64) Spread {
	x = slices.DeleteFunc(slices.Clone(x), math.IsNaN)
	if len(x) == 0 {
		return Spread{math.NaN(), math.NaN(), math.NaN()}
	}
	return Spread{number(stats.Median, x), slices.Min(x), slices.Max(x)}
}

// A column of a table that is made once for each seed.
type column struct {
	name string
	kind columnKind
}

type columnKind int

const (
	label  columnKind = iota // tells what the row is about
	value                    // a number, of which the median over the seeds is told
	spread                   // and the least and the greatest
)

// overSeeds is the table of rows made for each seed, which are those with the
// same keys: medians over the seeds, with the spread where a column asks for it.
func overSeeds(title string, columns []column, seeds []uint64, rows func(seed uint64) [][]any) Table {
	t := Table{Title: title}
	if len(seeds) == 1 {
		for _, c := range columns {
			t.Columns = append(t.Columns, c.name)
		}
		t.Rows = rows(seeds[0])
		return t
	}
	for _, c := range columns {
		t.Columns = append(t.Columns, c.name)
		if c.kind == spread {
			t.Columns = append(t.Columns, c.name+" min", c.name+" max")
		}
	}
	t.Columns = append(t.Columns, "seeds")
	byKey := map[string][][]any{}
	var order []string
	for _, seed := range seeds {
		for _, row := range rows(seed) {
			k := ""
			for i, c := range columns {
				if c.kind == label {
					k += fmt.Sprint(row[i]) + "\n"
				}
			}
			if byKey[k] == nil {
				order = append(order, k)
			}
			byKey[k] = append(byKey[k], row)
		}
	}
	for _, k := range order {
		t.Rows = append(t.Rows, merged(columns, byKey[k]))
	}
	t.Notes = []string{fmt.Sprintf("%d seeds: each number is the median over the seeds, with the least and the greatest beside the main ones.", len(seeds))}
	return t
}

func merged(columns []column, rows [][]any) []any {
	var row []any
	for i, c := range columns {
		if c.kind == label {
			row = append(row, rows[0][i])
			continue
		}
		var x []float64
		for _, r := range rows {
			switch v := r[i].(type) {
			case int:
				x = append(x, float64(v))
			case float64:
				x = append(x, v)
			}
		}
		over := NewSpread(x)
		row = append(row, cell(over.Median))
		if c.kind == spread {
			row = append(row, cell(over.Min), cell(over.Max))
		}
	}
	return append(row, len(rows))
}

// seedsOf are the seeds of settings.
func seedsOf(all []Setting) []uint64 {
	var found []uint64
	for _, s := range all {
		if !slices.Contains(found, s.Seed) {
			found = append(found, s.Seed)
		}
	}
	slices.SortFunc(found, cmp.Compare[uint64])
	return found
}

// percent is how many of n, in percent.
func percent(k, n int) float64 { return 100 * float64(k) / float64(n) }
