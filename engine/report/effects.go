package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/table"
)

// An Effect is a pair's median paired expansion ratio on an instance set at one w and p,
// over the seeds. The median is over the instances that both solve, and NaN if there are
// none.
type Effect struct {
	Pair             Pair
	Set              string
	W                engine.Ratio
	P                float64
	Ratio            Spread
	SolvedP          Spread
	SolvedD          int
	Instances, Seeds int
}

// Effects returns the effects at one w and p, which W and P choose, as in the paper's Figure 1.
func Effects(results []*engine.Result, opts ...Option) ([]Effect, error) {
	all, err := from(results, opts, (*study).effectSettings)
	return effectsOf(all), err
}

// Ratios returns the effects at every w and p in the results, by pair and set.
func Ratios(results []*engine.Result, opts ...Option) ([]Effect, error) {
	all, err := Settings(results, opts...)
	type key struct {
		pair Pair
		set  string
	}
	var effects []Effect
	for _, of := range groups(all, func(s Setting) key { return key{s.Pair, s.Set} }) {
		effects = append(effects, effectsOf(of)...)
	}
	return effects, err
}

func (s *study) effectSettings() ([]Setting, error) {
	if _, err := s.oneW(); err != nil {
		return nil, err
	}
	return s.settingsAtP()
}

func effectsOf(all []Setting) []Effect {
	var effects []Effect
	for _, of := range overSeeds(all) {
		at := of[0]
		_, d, _ := at.Solved()
		effects = append(effects, Effect{at.Pair, at.Set, at.W, at.P, NewSpread(each(of, Setting.MedianRatio)),
			NewSpread(each(of, Setting.solvedP)), d, len(at.Matches), len(of)})
	}
	return effects
}

func effects(_ *study, all []Setting) ([]table.Table, error) {
	var rows [][]any
	shown := false
	for _, of := range overSeeds(all) {
		at := of[0]
		_, solvedD, _ := at.Solved()
		var beside any
		if figures := paper("effects", at.Pair, at.Set, at.W, at.P); figures != nil {
			beside, shown = figures[0], true
		}
		rows = append(rows, []any{at.Pair.String(), SetTitle(at.Set), len(at.Matches), solvedD, each(of, Setting.solvedP),
			middle(of, Setting.solvedBoth),
			each(of, Setting.MedianRatio), beside})
	}
	t := newTable([]string{"pair", "set", "instances", "solved D", "solved P", "both", "median ratio", "paper"}, rows)
	t.Notes = append(t.Notes, fmt.Sprintf("w = %s, p = %v. Ratio: expansions of P over those of D, on the "+
		"instances that both solve.", all[0].W, all[0].P))
	t.Notes = append(t.Notes, partialSeeds(all)...)
	if shown {
		t.Notes = append(t.Notes, notes["effects"]...)
	}
	return []table.Table{t}, nil
}

// A Sensitivity is, for a pair, a domain and a p, the median over settings of the
// median paired expansion ratio.
type Sensitivity struct {
	Pair     Pair
	Domain   string
	P        float64
	Ratio    Spread // over the settings
	Settings int    // with an instance that both solve
	Empty    int    // settings without
}

// SensitivityToP returns the median paired expansion ratio for each p. The ratio of a
// setting is the median over its seeds.
func SensitivityToP(results []*engine.Result, opts ...Option) ([]Sensitivity, error) {
	all, err := Settings(results, opts...)
	return overSettings(all), err
}

func overSettings(all []Setting) []Sensitivity {
	type key struct {
		pair   Pair
		domain string
	}
	var found []Sensitivity
	for _, of := range groups(all, func(s Setting) key { return key{s.Pair, broadFamily(s.Set)} }) {
		for _, at := range groups(of, func(s Setting) float64 { return s.P }) {
			var ratios []float64
			settings := overSeeds(at)
			for _, of := range settings {
				ratios = append(ratios, NewSpread(each(of, Setting.MedianRatio)).Median)
			}
			ratios = slices.DeleteFunc(ratios, math.IsNaN)
			found = append(found, Sensitivity{at[0].Pair, broadFamily(at[0].Set), at[0].P, NewSpread(ratios), len(ratios),
				len(settings) - len(ratios)})
		}
	}
	return found
}

func sensitivity(_ *study, all []Setting) ([]table.Table, error) {
	t := table.Table{Columns: []string{"pair", "domain", "p", "settings", "median ratio", "min", "max", "without",
		"paper"}}
	for _, x := range overSettings(all) {
		var beside any
		if figures := paper("sensitivity", x.Pair, x.Domain, x.P); figures != nil {
			beside = figures[0]
		}
		t.Rows = append(t.Rows, []any{x.Pair.String(), x.Domain, x.P, x.Settings, cell(x.Ratio.Median),
			cell(x.Ratio.Min), cell(x.Ratio.Max), x.Empty, beside})
	}
	t.Notes = []string{"Of each setting the median ratio of P's expansions to D's, on the instances that both " +
		"solve; of these the median, the least and the greatest over the settings. " +
		"Without: settings in which no instance is solved by both."}
	if n := len(groups(all, func(s Setting) uint64 { return s.Seed })); n > 1 {
		t.Notes = append(t.Notes, fmt.Sprintf("%d seeds: a setting's median ratio is the median over its seeds.", n))
	}
	return []table.Table{t}, nil
}
