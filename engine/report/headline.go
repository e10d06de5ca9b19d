package report

import (
	"fmt"

	"github.com/focal-search/focal/engine/table"
)

// A total pools the settings of a domain at one seed.
type total struct {
	pair             Pair
	domain           string
	of               string // the settings' names
	settings, n      int
	solvedP, solvedD int
	expP, expD       float64 // sums
	timeP, timeD     float64
}

func newTotal(settings []Setting) total {
	t := total{pair: settings[0].Pair, domain: family(settings[0].Set), settings: len(settings)}
	for _, s := range settings {
		p, d, _ := s.Solved()
		t.of += fmt.Sprintf("%s w=%s\n", s.Set, s.W)
		t.solvedP += p
		t.solvedD += d
		most := s.most()
		for _, m := range s.Matches {
			p, d := ofExpansions(m)
			if !m.P.Solved() {
				p = most
			}
			if !m.D.Solved() {
				d = most
			}
			t.n++
			t.expP += p
			t.expD += d
			t.timeP += charged(m.P)
			t.timeD += charged(m.D)
		}
	}
	return t
}

// alike returns the totals of the seeds with the most settings, provided that these are
// the same settings, since totals over different settings cannot be compared.
func alike(totals []total) []total {
	var most []total
	for _, of := range groups(totals, func(t total) string { return t.of }) {
		if len(most) == 0 || of[0].settings > most[0].settings {
			most = of
		}
	}
	return most
}

// headline pools each family's settings at one p, as the paper's Table 1. An unsolved run
// counts as the largest expansion count of any run of the two algorithms in its setting,
// and the ratio is the ratio of the means over all settings. Instances on which only one
// of the two was run are left out, since means over different instances cannot be
// compared.
func headline(s *study, all []Setting) ([]table.Table, error) {
	type key struct {
		pair   Pair
		domain string
		seed   uint64
	}
	var totals []total
	for _, of := range groups(all, func(s Setting) key { return key{s.Pair, family(s.Set), s.Seed} }) {
		totals = append(totals, newTotal(of))
	}
	var rows [][]any
	beside, seedNotes := false, []string{}
	for _, seeds := range groups(totals, func(t total) [2]string { return [2]string{t.pair.String(), t.domain} }) {
		of := alike(seeds)
		first := of[0]
		if fewer := len(seeds) - len(of); fewer > 0 {
			seedNotes = append(seedNotes, fmt.Sprintf("%s, %s: left out are %s with other or fewer settings than these %d.",
				first.pair, first.domain, count(fewer, "seed"), first.settings))
		}
		rows = append(rows, []any{first.pair.String(), first.domain, "here", first.settings, first.n,
			each(of, func(t total) float64 { return percent(t.solvedP, t.n) }),
			middle(of, func(t total) float64 { return percent(t.solvedD, t.n) }),
			middle(of, func(t total) float64 { return t.expP / float64(t.n) }),
			middle(of, func(t total) float64 { return t.expD / float64(t.n) }),
			each(of, func(t total) float64 { return t.expP / t.expD }),
			middle(of, func(t total) float64 { return t.timeP / float64(t.n) }),
			middle(of, func(t total) float64 { return t.timeD / float64(t.n) })})
		if figures := paper("headline", first.pair, first.domain, *s.p); figures != nil {
			beside = true
			rows = append(rows, append([]any{first.pair.String(), first.domain, "paper", nil, nil}, figures...))
		}
	}
	t := newTable([]string{"pair", "domain", "source", "settings", "runs of each", "success P %", "success D %",
		"expansions P", "expansions D", "ratio", "time P (s)", "time D (s)"}, rows)
	t.Notes = append(t.Notes,
		fmt.Sprintf("P at p = %v. An unsolved run counts as the largest expansion count of any run of the two "+
			"algorithms in its setting; ratio is that of the means.", *s.p),
		s.timeNote())
	if beside {
		t.Notes = append(t.Notes, notes["headline"]...)
	}
	t.Notes = append(t.Notes, seedNotes...)
	t.Notes = append(t.Notes, partialSeeds(all)...)
	if n := s.unpartnered(all); n > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%s left out because the other algorithm's run is missing.", count(n, "run")))
	}
	return []table.Table{t}, nil
}

// unpartnered counts the runs without a run of the other algorithm in their setting.
func (s *study) unpartnered(all []Setting) int {
	matched := map[*Run]bool{}
	for _, at := range all {
		for _, m := range at.Matches {
			matched[m.P], matched[m.D] = true, true
		}
	}
	return s.uses() - len(matched)
}

// bounds compares the pairs on each instance set and at each bound. The paper's Table 2
// does so for one set.
func bounds(s *study, all []Setting) ([]table.Table, error) {
	var rows [][]any
	for _, of := range overSeeds(all) {
		at := of[0]
		_, solvedD, _ := at.Solved()
		pair, name, w := at.Pair.String(), SetTitle(at.Set), at.W.Float()
		rows = append(rows, []any{pair, name, w, "here", len(at.Matches), each(of, Setting.solvedP), solvedD,
			middle(of, Setting.solvedBoth),
			each(of, func(s Setting) float64 { return mean(s.ratios(ofExpansions)) }),
			middle(of, Setting.MedianRatio),
			each(of, func(s Setting) float64 { return mean(s.ratios(ofSeconds)) }),
			middle(of, func(s Setting) float64 { return median(s.ratios(ofSeconds)) })})
		if figures := paper("bounds", pair, at.Set, w, *s.p); figures != nil {
			rows = append(rows, append([]any{pair, name, w, "paper"}, figures...))
		}
	}
	t := newTable([]string{"pair", "set", "w", "source", "instances", "solved P", "solved D", "both",
		"mean expansion ratio", "median expansion ratio", "mean time ratio", "median time ratio"}, rows)
	t.Notes = append(t.Notes, fmt.Sprintf("P at p = %v. Ratios are P over D on the instances that both solve; time "+
		"is CPU time (wall time where the system does not report it).", *s.p))
	t.Notes = append(t.Notes, partialSeeds(all)...)
	return []table.Table{t}, nil
}
