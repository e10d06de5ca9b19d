package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
)

// An Effect is a pair's median paired expansion ratio on an instance set at one w
// and p, over the seeds.
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

// Effects are the median paired expansion ratios at one w and p (W and P choose
// them), on instances that both solve: the paper's Figure 1.
func Effects(results []*engine.Result, opts ...Option) ([]Effect, error) {
	o, err := newOptions(opts)
	if err != nil {
		return nil, err
	}
	all, err := newStudy(results).effects(o)
	return pooledSeeds(all), err
}

// Ratios are the same for every w and p that the results hold.
func Ratios(results []*engine.Result) []Effect { return pooledSeeds(Settings(results)) }

func (s *study) effects(o *options) ([]Setting, error) {
	if len(s.runs) == 0 {
		return nil, s.empty()
	}
	w, err := o.bound(s)
	if err != nil {
		return nil, err
	}
	p, err := o.probability(s)
	if err != nil {
		return nil, err
	}
	all := s.compare(func(r *run) bool {
		return r.Algorithm.W == w && (r.Algorithm.P == p || !takesP(r.Algorithm.Name))
	})
	if len(all) == 0 {
		return nil, fmt.Errorf("%w (here w = %s)", errPairs(p), w)
	}
	return all, nil
}

// pooledSeeds joins settings that differ in the seed alone.
func pooledSeeds(all []Setting) []Effect {
	type key struct {
		pair Pair
		set  string
		w    engine.Ratio
		p    float64
	}
	ratio, solved := map[key][]float64{}, map[key][]float64{}
	index := map[key]int{}
	var effects []Effect
	for _, c := range all {
		k := key{c.Pair, c.Set, c.W, c.P}
		i, known := index[k]
		if !known {
			i = len(effects)
			index[k] = i
			effects = append(effects, Effect{Pair: c.Pair, Set: c.Set, W: c.W, P: c.P, SolvedD: c.SolvedD, Instances: c.Instances})
		}
		ratio[k], solved[k] = append(ratio[k], c.MedianExpansions), append(solved[k], float64(c.SolvedP))
		effects[i].Ratio, effects[i].SolvedP, effects[i].Seeds = NewSpread(ratio[k]), NewSpread(solved[k]), len(solved[k])
	}
	return effects
}

func effects(s *study, o *options) ([]Table, error) {
	all, err := s.effects(o)
	if err != nil {
		return nil, err
	}
	columns := []column{
		{"pair", label}, {"set", label}, {"instances", value}, {"solved D", value}, {"solved P", spread},
		{"both", value}, {"median ratio", spread}, {"paper", value},
	}
	earlier := false
	t := overSeeds("", columns, seedsOf(all), func(seed uint64) [][]any {
		var rows [][]any
		for _, c := range all {
			if c.Seed != seed {
				continue
			}
			var paper any
			if v, known := paperEffects[c.Set]; known && c.Pair == pfs && c.W.Float() == defaultW && c.P == defaultP {
				paper, earlier = v, true
			}
			rows = append(rows, []any{c.Pair.String(), SetTitle(c.Set), c.Instances, c.SolvedD, c.SolvedP, c.Both, cell(c.MedianExpansions), paper})
		}
		return rows
	})
	t.Notes = append(t.Notes, fmt.Sprintf("w = %s, p = %v. Ratio: expansions of P over those of D, on the instances that both solve.", all[0].W, all[0].P))
	if earlier {
		t.Notes = append(t.Notes, "The paper's ratios are those of an earlier version of it: 100 instances of each set, seed 42, 5 million inserted.")
	}
	return []Table{t}, nil
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

// SensitivityToP tells how the median paired expansion ratio changes with p.
// With several seeds each seed's settings count for themselves.
func SensitivityToP(results []*engine.Result) []Sensitivity { return overSettings(Settings(results)) }

func overSettings(all []Setting) []Sensitivity {
	type key struct {
		pair   Pair
		domain string
		p      float64
	}
	ratios := map[key][]float64{}
	var order []key
	for _, c := range all {
		k := key{c.Pair, broadFamily(c.Set), c.P}
		if _, known := ratios[k]; !known {
			order = append(order, k)
		}
		ratios[k] = append(ratios[k], c.MedianExpansions)
	}
	slices.SortStableFunc(order, func(a, b key) int {
		return cmp.Or(slices.Index(pairs, a.pair)-slices.Index(pairs, b.pair), strings.Compare(a.domain, b.domain), cmp.Compare(a.p, b.p))
	})
	var found []Sensitivity
	for _, k := range order {
		empty := 0
		for _, r := range ratios[k] {
			if math.IsNaN(r) {
				empty++
			}
		}
		found = append(found, Sensitivity{k.pair, k.domain, k.p, NewSpread(ratios[k]), len(ratios[k]) - empty, empty})
	}
	return found
}

func sensitivity(s *study, _ *options) ([]Table, error) {
	all := s.compare(func(*run) bool { return true })
	if len(all) == 0 {
		return nil, errPairs(defaultP)
	}
	t := Table{Columns: []string{"pair", "domain", "p", "settings", "median ratio", "min", "max", "without", "paper"}}
	for _, x := range overSettings(all) {
		var paper any
		if text, known := paperSensitivity[x.Domain][x.P]; known && x.Pair == pfs {
			paper = text
		}
		t.Rows = append(t.Rows, []any{x.Pair.String(), x.Domain, x.P, x.Settings, cell(x.Ratio.Median), cell(x.Ratio.Min), cell(x.Ratio.Max), x.Empty, paper})
	}
	t.Notes = []string{"Of each setting the median ratio of P's expansions to D's, on the instances that both solve; of these the median, the least and the greatest over the settings. " +
		"Without: settings in which no instance is solved by both."}
	if n := len(seedsOf(all)); n > 1 {
		t.Notes = append(t.Notes, fmt.Sprintf("%d seeds: each seed's settings count for themselves.", n))
	}
	return []Table{t}, nil
}
