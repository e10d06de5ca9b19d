package report

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/stats"
)

// tiePercent is the difference up to which two runs are a tie.
const tiePercent = 1

// significance tests each setting of a pair at one p. A family, over which Holm's
// step-down goes, is the settings of one pair at one seed under one test.
func significance(s *study, o *options) ([]Table, error) {
	p, err := o.probability(s)
	if err != nil {
		return nil, err
	}
	t := Table{Columns: []string{"pair", "set", "w", "seed", "instances", "solved P", "solved D", "b", "c", "McNemar p", "McNemar Holm",
		"both", "Wilcoxon p", "Wilcoxon Holm", "exact", "median ratio", "95 % low", "95 % high", "wins", "ties", "losses"}}
	for _, pair := range firstSolution {
		runs := s.where(func(r *run) bool { return pair.has(r, p) })
		for _, seed := range seeds(runs) {
			rows, err := family2(settings(withSeed(runs, seed), pair), pair, seed)
			if err != nil {
				return nil, err
			}
			t.Rows = append(t.Rows, rows...)
		}
	}
	if len(t.Rows) == 0 {
		return nil, errPairs(p)
	}
	t.Notes = []string{
		fmt.Sprintf("P at p = %v. b: solved by P alone, c: by D alone; McNemar is exact and two-sided. Wilcoxon's signed-rank test is on the log ratios of expansions where both solve, zeros removed; exact up to %d of them.", p, stats.MaxExact),
		"Holm's step-down is over all settings of a pair (and seed), for each test apart. The interval is the percentile bootstrap's of the median ratio: 10,000 resamples, seed 20260720. Wins, ties and losses of P in expansions, a tie within 1 %.",
	}
	return []Table{t}, nil
}

// A test is what is computed for one setting.
type test struct {
	b, c     int
	mcnemar  float64
	wilcoxon *stats.SignedRank // nil where no instance is solved by both
	interval stats.Interval
	score    stats.WinTieLoss
}

func family2(all []setting, pair Pair, seed uint64) ([][]any, error) {
	tests, err := runTests(all)
	if err != nil {
		return nil, err
	}
	var mcnemar, wilcoxon []float64
	for _, x := range tests {
		mcnemar = append(mcnemar, x.mcnemar)
		if x.wilcoxon != nil {
			wilcoxon = append(wilcoxon, x.wilcoxon.P)
		}
	}
	mcnemarHolm, err1 := holm(mcnemar)
	wilcoxonHolm, err2 := holm(wilcoxon)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	var rows [][]any
	for i, at := range all {
		x := tests[i]
		p, d, both := at.solved()
		row := []any{pair.String(), SetTitle(at.set), at.w.Float(), nil, len(at.matches), p, d, x.b, x.c, x.mcnemar, mcnemarHolm[i], both}
		if engineDraws(at) {
			row[3] = int(seed)
		}
		if x.wilcoxon == nil {
			rows = append(rows, append(row, nil, nil, nil, nil, nil, nil, nil, nil, nil))
			continue
		}
		exact := "yes"
		if !x.wilcoxon.Exact {
			exact = "no"
		}
		rows = append(rows, append(row, x.wilcoxon.P, wilcoxonHolm[0], exact,
			x.interval.Estimate, x.interval.Low, x.interval.High, x.score.Win, x.score.Tie, x.score.Loss))
		wilcoxonHolm = wilcoxonHolm[1:]
	}
	return rows, nil
}

func engineDraws(at setting) bool { return at.matches[0].p.Algorithm.Draws() }

func holm(p []float64) ([]float64, error) {
	if len(p) == 0 {
		return nil, nil
	}
	return stats.Holm(p)
}

// runTests tests the settings, as many at once as there are cores: the bootstrap
// takes tens of milliseconds each.
func runTests(all []setting) ([]test, error) {
	tests, errs := make([]test, len(all)), make([]error, len(all))
	turns := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for i := range all {
		wg.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			tests[i], errs[i] = all[i].test()
		})
	}
	wg.Wait()
	return tests, errors.Join(errs...)
}

func (s *setting) test() (x test, err error) {
	for _, m := range s.matches {
		switch {
		case m.p.Solved() && !m.d.Solved():
			x.b++
		case m.d.Solved() && !m.p.Solved():
			x.c++
		}
	}
	if x.mcnemar, err = stats.McNemar(x.b, x.c); err != nil {
		return x, err
	}
	p, d := s.paired(pairedExpansions)
	if len(p) == 0 {
		return x, nil
	}
	logs, err := stats.LogRatios(p, d)
	if err != nil {
		return x, err
	}
	signed, err := stats.Wilcoxon(logs)
	if err != nil {
		return x, err
	}
	x.wilcoxon = &signed
	if x.interval, err = stats.Bootstrap(p, d, stats.MedianRatio, stats.PaperResampling()); err != nil {
		return x, err
	}
	x.score, err = stats.Compare(p, d, tiePercent)
	return x, err
}

// A Match is a run of a pair's P beside that of its D on the same instance.
type Match struct {
	Pair    Pair
	Set, ID string
	P, D    *engine.Result
}

// Matches are all runs of the first-solution pairs that have a partner: same
// instance, same w.
func Matches(results []*engine.Result) []Match { return newStudy(results).matches() }

func (s *study) matches() []Match {
	var all []Match
	for _, pair := range firstSolution {
		for _, p := range s.probabilities() {
			runs := s.where(func(r *run) bool { return pair.has(r, p) })
			if !slices.ContainsFunc(runs, func(r *run) bool { return r.Algorithm.Name == pair.P }) {
				continue
			}
			for _, seed := range seeds(runs) {
				for _, at := range settings(withSeed(runs, seed), pair) {
					for _, m := range at.matches {
						all = append(all, Match{pair, m.p.set, m.p.id, m.p.Result, m.d.Result})
					}
				}
			}
		}
	}
	return all
}
