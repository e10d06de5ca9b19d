package engine

import (
	"context"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// combinations returns every base with every set of modifiers that means something for it.
func combinations(w, p float64) (all []Algorithm) {
	for _, base := range bases {
		for set := range 1 << len(modifiers) {
			var words []string
			for i, m := range modifiers {
				if set>>i&1 == 1 {
					words = append(words, m.word)
				}
			}
			if d, err := base.modified(words); err == nil {
				a, err := NewAlgorithm(d.Name, w, p)
				if err != nil {
					panic(err)
				}
				all = append(all, a)
			}
		}
	}
	return all
}

// TestModifiers: each combination of a base and modifiers has a name that is read as that
// combination, and makes the search that the naive engine makes by the name.
func TestModifiers(t *testing.T) {
	all := combinations(1.5, 0.5)
	names := map[string]bool{}
	for _, a := range all {
		if d, ok := Describe(a.Name); !ok || names[a.Name] {
			t.Errorf("%s is described as %v, or twice", a.Name, d)
		}
		names[a.Name] = true
	}
	for _, name := range append(AlgorithmNames(), "afs-defer", "pdxes", "rrd-boost-defer", "rrdxes-boost-defer", "aees", "aaltdps", "apdxes") {
		if !names[name] {
			t.Errorf("%s is no combination", name)
		}
	}
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 21))
		g := randomGraph(r, graphOptions{states: 40, goals: 2, maxCost: []Cost{3, 1000}[seed%2], consistent: seed%4 < 2})
		g = g.with(func(s *Shape) { s.SmallCosts = seed%2 == 0 })
		for _, a := range all {
			got, want := Solve(context.Background(), g.problem(), a, Seed(seed)), runNaive(g, a, seed, 0)
			if got.Err != nil || got.Expanded != want.expanded || got.Inserted != want.inserted || got.Reopened != want.reopened ||
				got.Guided != want.guided || got.Cost != want.cost || got.Status != want.status {
				t.Fatalf("graph %d: %v\nnaive: %s, cost %d, %d expanded, %d guided, %d inserted, %d reopened", seed, got, want.status,
					want.cost, want.expanded, want.guided, want.inserted, want.reopened)
			}
		}
	}
}

// TestWith: algorithms that are made by modifiers are those that are made by name.
func TestWith(t *testing.T) {
	for name, a := range map[string]Algorithm{
		"pfs":           FS(1.5).With(ByChance(0.5)),
		"altdps":        DPS(1.5).With(Evenly(0.5)),
		"rrfs-boost-h":  RRFS(1.5).With(TiesByH, Boost),
		"arrfs-boost-h": Anytime(RRFS(1.5).With(Boost, TiesByH)),
		"apfs-h-defer":  Anytime(PFS(1.5, 0.5)).With(Deferred, TiesByH),
		"Rrfs-H-boost":  RRFS(1.5).With(Boost, TiesByH),
	} {
		want, err := NewAlgorithm(name, 1.5, 0.5)
		if err != nil || a.Err() != nil || !reflect.DeepEqual(a, want) {
			t.Errorf("%s: %+v, want %+v; %v, %v", name, a, want, a.Err(), err)
		}
	}
	s := Schedule{Step: Ratio{1, 3}, Stop: one}
	if a := Anytime(RRFS(2)).With(s); *a.Schedule != s || a.Err() != nil {
		t.Errorf("%v, %v", a, a.Err())
	}
	for want, a := range map[string]Algorithm{
		"the modifier h: A* breaks ties by h already":                                                            AStar().With(TiesByH),
		"the modifier h: FS never selects OPEN's head, so its ties do not matter":                                FS(2).With(TiesByH),
		"the modifier boost: the queues of PFS do not select in turn, so none can be boosted":                    PFS(2, 0.5).With(Boost),
		"the modifier a: WA* has no FOCAL with which it could go on; ARA*, RWA* and ANA* are anytime algorithms": Anytime(WAStar(2)),
		"the modifier a is given twice":                                                                          Anytime(AFS()),
		"the modifier defer: XDP has no FOCAL from which a node could be left out":                               XDP(2).With(Deferred),
		"p = 1.5: the probability of a guided selection must be between 0 and 1":                                 FS(2).With(ByChance(1.5)),
		"mine is a user-defined algorithm: of modifiers it takes only a Schedule":                                Custom{Name: "mine"}.Algorithm(2).With(Boost),
		"w = 0.5: the suboptimality bound must be at least 1":                                                    FS(0.5).With(Deferred),
	} {
		if a.Err() == nil || a.Err().Error() != want {
			t.Errorf("got %v\nwant %s", a.Err(), want)
		}
	}
	for name, want := range map[string]string{
		"rrfs-bost": `algorithm "rrfs-bost": unknown modifier -bost of rrfs: want some of -boost, -h, -defer`,
		"fs-h":      `algorithm "fs-h": the modifier h: FS never selects OPEN's head, so its ties do not matter`,
		"rsfs":      `unknown algorithm "rsfs": did you mean "rrfs"?`,
	} {
		if _, err := NewAlgorithm(name, 2, 0.5); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}

// TestNamed: a text is read as the algorithm that it names, whose parameters may be open, and
// written again.
func TestNamed(t *testing.T) {
	for text, want := range map[string]Algorithm{
		"pfs(w=1.25;p=0.7)":             PFS(1.25, 0.7),
		"astar":                         AStar(),
		"afs(w=3;step=1/3;stop=1)":      AFS().With(Schedule{Step: Ratio{1, 3}, Stop: one}),
		"apdps(w=2;p=0.5)":              APDPS(0.5).From(2),
		"rrfs-boost(w=1.1)":             RRFS(1.1).With(Boost),
		"anastar(step=1/10;stop=11/10)": ANAStar().With(Schedule{Step: Ratio{1, 10}, Stop: Ratio{11, 10}}),
	} {
		a := Named(text)[0]
		if a.Err() != nil || !reflect.DeepEqual(a, want) {
			t.Errorf("%s: %+v, want %+v; %v", text, a, want, a.Err())
		}
		if again := Named(a.Text())[0]; !reflect.DeepEqual(again, want) {
			t.Errorf("%s is written as %s, which is %+v", text, a.Text(), again)
		}
	}
	open := Named("pfs", "pfs(p=0.7)", "fs")
	for i, want := range []Algorithm{PFS(1.5, 0.5), PFS(1.5, 0.7), FS(1.5)} {
		a := open[i]
		if a.Err() == nil || !strings.Contains(a.Err().Error(), "the parameters of "+a.Text()+" are open") {
			t.Errorf("%s: %v", a.Text(), a.Err())
		}
		if got := a.At(1.5, 0.5); got.Err() != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s at 1.5 and 0.5: %+v", a.Text(), got)
		}
		if a.At(0.5, 0.5).Err() == nil {
			t.Errorf("%s at w = 0.5", a.Text())
		}
	}
	for text, want := range map[string]string{
		"pfs(q=1)":  `algorithm "pfs(q=1)": PFS takes no parameter "q=1"`,
		"fs(p=0.5)": `algorithm "fs(p=0.5)": FS takes no parameter "p=0.5"`,
		"fs(w=x)":   `algorithm "fs(w=x)": w=x: want a number, as in pfs(w=1.25;p=0.7)`,
		"fs(w=0.5)": "w = 0.5: the suboptimality bound must be at least 1",
		"pfs(w=1.5": `algorithm "pfs(w=1.5": want parameters as in pfs(w=1.25;p=0.7)`,
		"pfs(p=2)":  "p = 2: the probability of a guided selection must be between 0 and 1",
	} {
		a := Named(text)[0]
		err := a.Err()
		if w, _ := a.Open(); w && err != nil && strings.Contains(err.Error(), "are open") {
			err = a.At(1.5, 0.5).Err()
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestTitlesAreNames: what charts and documents call an algorithm names it, with further modifiers too.
func TestTitlesAreNames(t *testing.T) {
	for _, d := range Descriptions() {
		if a := Named(d.Title)[0]; a.Name != d.Name {
			t.Errorf("%q is the algorithm %q, want %q (%v)", d.Title, a.Name, d.Name, a.err)
		}
	}
	if a := Named("RR-slack-defer")[0]; a.Name != "rrslack-defer" {
		t.Errorf("RR-slack-defer is %q (%v)", a.Name, a.err)
	}
	if a := Named("RR-slack-loud")[0]; a.err == nil || !strings.Contains(a.err.Error(), "-boost") {
		t.Errorf("RR-slack-loud: %v, want an error that names the modifiers", a.err)
	}
}
