package report

import (
	"errors"
	"fmt"
	"slices"

	"github.com/focal-search/focal/engine/internal/inorder"
	"github.com/focal-search/focal/engine/stats"
	"github.com/focal-search/focal/engine/table"
)

// tiePercent is the greatest difference of two runs that count as a tie.
const tiePercent = 1

// significance tests each setting of a pair at one p. Holm's step-down is applied to the
// p-values of one test over all settings of a pair at one seed.
func significance(s *study, all []Setting) ([]table.Table, error) {
	t := table.Table{Columns: []string{"pair", "set", "w", "seed", "instances", "solved P", "solved D", "b", "c",
		"McNemar p", "McNemar Holm",
		"both", "Wilcoxon p", "Wilcoxon Holm", "exact", "median ratio", "95 % low", "95 % high", "wins", "ties", "losses"}}
	type key struct {
		pair Pair
		seed uint64
	}
	for _, settings := range groups(all, func(s Setting) key { return key{s.Pair, s.Seed} }) {
		rows, err := tested(settings)
		if err != nil {
			return nil, err
		}
		t.Rows = append(t.Rows, rows...)
	}
	t.Notes = []string{
		fmt.Sprintf("P at p = %v. b: solved by P only, c: by D only; McNemar is exact and two-sided. Wilcoxon's "+
			"signed-rank test is on the log ratios of expansions where both solve, zeros removed; exact up to %d of them.", *s.p,
			stats.MaxExact),
		"Holm's step-down is over all settings of a pair (and seed), for each test apart. The interval is the " +
			"percentile bootstrap's of the median ratio: 10,000 resamples, seed 20260720. Wins, ties and losses of P in " +
			"expansions, a tie within 1 %.",
	}
	return []table.Table{t}, nil
}

// A test holds the statistics of one setting.
type test struct {
	b, c     int
	mcnemar  float64
	wilcoxon *stats.SignedRank // nil if no instance is solved by both
	interval stats.Interval
	score    stats.WinTieLoss
	err      error
}

// tested returns the rows for the settings of a pair at one seed.
func tested(settings []Setting) ([][]any, error) {
	var tests []test
	var mcnemar, wilcoxon []float64
	for x := range inorder.Map(slices.Values(settings), Setting.test) { // a bootstrap takes tens of milliseconds
		if x.err != nil {
			return nil, x.err
		}
		tests, mcnemar = append(tests, x), append(mcnemar, x.mcnemar)
		if x.wilcoxon != nil {
			wilcoxon = append(wilcoxon, x.wilcoxon.P)
		}
	}
	mcnemar, err1 := holm(mcnemar)
	wilcoxon, err2 := holm(wilcoxon)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	var rows [][]any
	for i, at := range settings {
		x := tests[i]
		p, d, both := at.Solved()
		row := []any{at.Pair.String(), SetTitle(at.Set), at.W.Float(), seedCell(at.Matches[0].P),
			len(at.Matches), p, d, x.b, x.c, x.mcnemar, mcnemar[i], both}
		if x.wilcoxon == nil {
			rows = append(rows, append(row, nil, nil, nil, nil, nil, nil, nil, nil, nil))
			continue
		}
		exact := "yes"
		if !x.wilcoxon.Exact {
			exact = "no"
		}
		rows = append(rows, append(row, x.wilcoxon.P, wilcoxon[0], exact,
			x.interval.Estimate, x.interval.Low, x.interval.High, x.score.Win, x.score.Tie, x.score.Loss))
		wilcoxon = wilcoxon[1:]
	}
	return rows, nil
}

// holm adjusts p-values, of which there may be none.
func holm(p []float64) ([]float64, error) {
	if len(p) == 0 {
		return nil, nil
	}
	return stats.Holm(p)
}

func (s Setting) test() (x test) {
	solvedP, solvedD, both := s.Solved()
	x.b, x.c = solvedP-both, solvedD-both
	if x.mcnemar, x.err = stats.McNemar(x.b, x.c); x.err != nil {
		return x
	}
	p, d := s.paired(ofExpansions)
	if len(p) == 0 {
		return x
	}
	logs, err := stats.LogRatios(p, d)
	if err != nil {
		x.err = err
		return x
	}
	signed, err1 := stats.Wilcoxon(logs)
	interval, err2 := stats.Bootstrap(p, d, stats.MedianRatio, stats.PaperResampling())
	score, err3 := stats.Compare(p, d, tiePercent)
	x.wilcoxon, x.interval, x.score, x.err = &signed, interval, score, errors.Join(err1, err2, err3)
	return x
}
