package domains_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
)

// TestRoundRobin compares Round-Robin Focal Search with the counts of an independent
// prototype (SPEC 2b): expanded, generated, inserted, reopened, and the cost if it is
// known.
func TestRoundRobin(t *testing.T) {
	inTurn := engine.Custom{Name: "rrfs-strict", Queues: []engine.Queue{engine.LeastD, engine.GreatestPotential, engine.LeastF},
		Scheduler: func() engine.Scheduler {
			turn := -1
			return func(*engine.Observation) int {
				turn = (turn + 1) % 3
				return turn
			}
		}}
	for _, test := range []struct {
		problem      string
		w            float64
		strict, free [5]int64
	}{
		{"npuzzle/korf/39:heavy", 1.25, [5]int64{10_849, 32_581, 21_011, 907, 386},
			[5]int64{10_900, 32_743, 21_128, 898, 386}},
		{"npuzzle/korf/79:heavy", 1.25, [5]int64{1_863, 5_624, 3_689, 104, 326}, [5]int64{1_825, 5_506, 3_607, 102, 326}},
		{"npuzzle/korf/71", 1.5, [5]int64{27_367, 84_251, 55_306, 1_986, 54}, [5]int64{27_359, 84_239, 55_306, 1_987, 54}},
		{"pancake/60/71", 1.2, [5]int64{226, 13_334, 13_109, 0, 67}, [5]int64{158, 9_322, 9_165, 7, 68}},
		{"tsp/50/71:nn", 1.1, [5]int64{802, 24_231, 20_348, 62, -1}, [5]int64{778, 23_098, 19_470, 57, -1}},
	} {
		p := domains.Get(test.problem)
		for _, run := range []struct {
			a    engine.Algorithm
			want [5]int64
		}{{inTurn.Algorithm(test.w), test.strict}, {engine.RRFS(test.w), test.free}} {
			r := engine.Solve(context.Background(), p, run.a)
			if err := engine.Verify(p, r); err != nil {
				t.Error(err)
			}
			got := [5]int64{r.Expanded, r.Generated, r.Inserted, r.Reopened, r.Cost}
			if run.want[4] < 0 {
				got[4] = -1
			}
			if got != run.want {
				t.Errorf("%s %v: %v, want %v", test.problem, run.a, got, run.want)
			}
			if q := r.Queues; len(q) != 3 || q[0]+q[1] != r.Guided || q[2] != r.Head {
				t.Errorf("%s %v: expansions by queue %v, guided %d, head %d", test.problem, run.a, q, r.Guided, r.Head)
			}
		}
	}
}

// TestBoost: RRFS-boost and RRFS-boost-h equal their definition, written as custom
// algorithms: a queue selects again after a record, and after no record as often as it has
// had records in its turn. RRFS-boost-h selects from OPEN by f and then by h.
func TestBoost(t *testing.T) {
	boost := func() engine.Scheduler {
		turn, records, fails := -1, 0, 0
		least := map[int]engine.Cost{}
		return func(o *engine.Observation) int {
			if q := o.Last; q == 0 || q == 1 {
				if key, any := least[q]; !any || o.LastKey < key {
					least[q] = o.LastKey
					records++
					return q
				}
				if fails < records {
					fails++
					return q
				}
			}
			turn, records, fails = (turn+1)%3, 0, 0
			return turn
		}
	}
	// Slack per step in place of least d; counters of a prototype.
	slack := engine.Custom{Name: "slack", Scheduler: boost,
		Queues: []engine.Queue{engine.GreatestPotential, engine.SlackPerStep, engine.LeastFThenH}}
	r := engine.Solve(context.Background(), domains.Get("npuzzle/korf/39:heavy"), slack.Algorithm(1.25))
	if got := [4]int64{r.Expanded, r.Generated, r.Inserted, r.Reopened}; got != [4]int64{9_987, 29_918, 19_379, 580} {
		t.Errorf("slack per step: %v", got)
	}
	if r := engine.Solve(context.Background(), domains.Get("npuzzle/korf/71"), slack.Algorithm(1.5)); r.Expanded != 20_058 {
		t.Errorf("slack per step: %v", r)
	}

	for _, test := range []struct {
		problem string
		w       float64
	}{
		{"npuzzle/korf/39:heavy", 1.25}, {"npuzzle/korf/79:inverse", 1.5}, {"npuzzle/korf/71", 2},
		{"pancake/60/71", 1.2}, {"tsp/50/71:nn", 1.1}, {"tsp/40/71:depth", 1.25},
	} {
		p := domains.Get(test.problem)
		own := engine.Custom{Name: "boost", Scheduler: boost,
			Queues: []engine.Queue{engine.GreatestPotential, engine.LeastD, engine.LeastF}}.Algorithm(test.w)
		want := engine.Solve(context.Background(), p, own)
		got := engine.Solve(context.Background(), p, engine.RRFS(test.w).With(engine.Boost))
		if err := engine.Verify(p, got); err != nil {
			t.Error(err)
		}
		if got.Counters != want.Counters || got.Cost != want.Cost || !slices.Equal(got.Queues, want.Queues) {
			t.Errorf("%s: %v\nby its definition %v", test.problem, got, want)
		}

		// OPEN by one key: f, and h in the bits below it. The f of tours has too many bits for that.
		if strings.HasPrefix(test.problem, "tsp") {
			continue
		}
		fThenH := engine.Queue{Name: "f, then h", All: true, Key: func(v engine.Values) engine.Cost { return v.F<<30 | v.H }}
		own = engine.Custom{Name: "boost", Scheduler: boost,
			Queues: []engine.Queue{engine.GreatestPotential, engine.LeastD, fThenH}}.Algorithm(test.w)
		want = engine.Solve(context.Background(), p, own)
		got = engine.Solve(context.Background(), p, engine.RRFS(test.w).With(engine.Boost, engine.TiesByH))
		if err := engine.Verify(p, got); err != nil {
			t.Error(err)
		}
		// The fourth queue, LeastF, is never asked; the third counts as guided.
		if got.Expanded != want.Expanded || got.Inserted != want.Inserted || got.Cost != want.Cost ||
			!slices.Equal(got.Queues, want.Queues[:3]) {
			t.Errorf("%s: %v\nby its definition %v", test.problem, got, want)
		}
	}
}

// TestOwnCoin: PFS, FS and DPS written as custom algorithms equal the built-in ones.
func TestOwnCoin(t *testing.T) {
	p := domains.Get("npuzzle/korf/79:heavy")
	coin := func() engine.Scheduler {
		return func(o *engine.Observation) int {
			if o.Chance(0.7) {
				return 0
			}
			return 1
		}
	}
	own := func(name string, q engine.Queue, s func() engine.Scheduler) engine.Algorithm {
		return engine.Custom{Name: name, Queues: []engine.Queue{q, engine.LeastF}, Scheduler: s,
			Draws: s != nil}.Algorithm(1.25)
	}
	byD := engine.Queue{Name: "my d", Key: func(v engine.Values) engine.Cost { return v.D }}
	for _, pair := range [][2]engine.Algorithm{
		{engine.FS(1.25), own("my FS", engine.LeastD, nil)},
		{engine.FS(1.25), own("my FS by a key", byD, nil)},
		{engine.PFS(1.25, 0.7), own("my PFS", engine.LeastD, coin)},
		{engine.PFS(1.25, 0.7), own("my PFS by a key", byD, coin)},
		{engine.DPS(1.25), own("my DPS", engine.GreatestPotential, nil)},
		{engine.PDPS(1.25, 0.7), own("my PDPS", engine.GreatestPotential, coin)},
	} {
		want := engine.Solve(context.Background(), p, pair[0], engine.Seed(42))
		got := engine.Solve(context.Background(), p, pair[1], engine.Seed(42))
		if err := engine.Verify(p, got); err != nil {
			t.Error(err)
		}
		if got.Counters != want.Counters || got.Cost != want.Cost {
			t.Errorf("%v: %v\n%v: %v", pair[0], want, pair[1], got)
		}
	}
}
