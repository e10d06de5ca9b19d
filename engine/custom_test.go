package engine

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// wild is a custom algorithm with all kinds of queues and a scheduler that may select any
// of them.
func wild(w float64) Algorithm {
	return Custom{
		Name: "wild",
		Queues: []Queue{
			GreatestPotential, PromisingDHat, LeastD, OpenFHat, LeastFHat, SlackPerStep, OptimisticPotential,
			{Name: "deepest", Key: func(v Values) Cost { return -v.Depth }},
			{Name: "greedy", Key: func(v Values) Cost { return v.H }, All: true},
		},
		Scheduler: func() Scheduler {
			return func(o *Observation) int { return int(o.Uint64() % 10) }
		},
		Draws: true,
	}.Algorithm(w)
}

// TestCustom: whatever queue a scheduler selects, the bound holds, its observations are
// correct, and a run that is interrupted continues with the same result.
func TestCustom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		best := g.distances()[0]
		for _, a := range []Algorithm{wild(1), wild(1.5), wild(3).With(*DefaultSchedule())} {
			p := g.problem()
			p.Optimal = best
			r := comparable_(Solve(context.Background(), p, a, Seed(5), Traced()))
			if r.Err != nil {
				t.Fatal(r.Err)
			}
			if err := Verify(p, r); err != nil {
				t.Fatal(err)
			}
			if best < 0 != (r.Status == Unsolvable) || best >= 0 && a.Schedule == nil && r.Cost > a.W.Floor(best) {
				t.Fatalf("%v, C* = %d", r, best)
			}
			sum := int64(0)
			for _, n := range r.Queues {
				sum += n
			}
			if len(r.Queues) != 10 || sum != r.Expanded || r.Queues[9] != r.Head {
				t.Fatalf("%v: by queue %v, %d from the head", r, r.Queues, r.Head)
			}
			run := Start(p, a, Seed(5), Traced(), MaxExpanded(1))
			for limit := int64(1); ; limit += 7 {
				run.More(MaxExpanded(limit))
				for run.Next(context.Background()) {
				}
				if run.Result().Status != LimitExpanded {
					break
				}
			}
			run.Close()
			cut := comparable_(run.Result())
			if cut.Counters != r.Counters || !slices.Equal(cut.Queues, r.Queues) || !slices.Equal(cut.Moves, r.Moves) {
				t.Fatalf("cut off and continued\n%v\nwhole\n%v", cut, r)
			}
		}
	})
}

// TestObservation: a scheduler sees exact numbers. The test counts them again.
func TestObservation(t *testing.T) {
	for _, small := range []bool{false, true} {
		g := grid(15).with(func(s *Shape) { s.SmallCosts = small })
		asked := int64(0)
		var fmin Cost
		since := []int64{0, 0}
		a := Custom{Name: "observer", Queues: []Queue{LeastD}, Scheduler: func() Scheduler {
			return func(o *Observation) int {
				s := o.search
				if o.Expanded != asked || o.By[0]+o.By[1] != asked {
					t.Errorf("%d expansions, %v by queue, want %d", o.Expanded, o.By, asked)
				}
				open, focal, plateau, least := int64(0), int64(0), int64(0), Cost(1<<60)
				for id := range s.nodes.Len() {
					if h, d := s.space.Evaluate(s.node(id)); s.nodes.Live(id) {
						f := s.nodes.G(id) + h
						open++
						if f == o.FMin {
							plateau++
						}
						if f <= o.Threshold {
							focal++
							least = min(least, d)
						}
					}
				}
				if o.FMin > fmin {
					since = []int64{0, 0}
				}
				fmin = o.FMin
				_, key := o.Best(0)
				if o.Open() != open || o.Focal() != focal || o.Plateau() != plateau || key != least {
					t.Errorf("%d open, %d focal, plateau %d, least d %d; want %d, %d, %d, %d",
						o.Open(), o.Focal(), o.Plateau(), key, open, focal, plateau, least)
				}
				if !slices.Equal(o.SinceRise, since) {
					t.Errorf("since the last rise %v, want %v", o.SinceRise, since)
				}
				if asked > 0 && o.Last != int((asked-1)%2) {
					t.Errorf("the last queue was %d after %d", o.Last, asked)
				}
				q := int(asked % 2)
				asked++
				since[q]++
				return q
			}
		}}.Algorithm(2)
		if r := Solve(context.Background(), g.problem(), a); r.Err != nil || r.Expanded < 10 {
			t.Fatal(r)
		}
	}
}

// TestHeads: the queues of OPEN's head, selected alone, are those of A* and of PFS at p = 0.
func TestHeads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawGraph(t).problem()
		always := func(queue int, queues ...Queue) Algorithm {
			return Custom{Name: "always", Queues: queues, Scheduler: func() Scheduler {
				return func(*Observation) int { return queue }
			}}.Algorithm(1)
		}
		for _, test := range []struct{ own, builtIn Algorithm }{
			{always(0, LeastFThenH), AStar()},
			{always(1, LeastD, LeastFThenH), AStar()},
			{always(1, LeastF, LeastFThenH), AStar()},
			{always(2, GreatestPotential, LeastD, LeastFThenH), AStar()},
			{always(1, LeastD, LeastF), PFS(1, 0)},
			{always(0, LeastF, LeastFThenH), PFS(1, 0)},
			{always(2, GreatestPotential, LeastF, LeastF), PFS(1, 0)},
		} {
			got := Solve(context.Background(), p, test.own)
			want := Solve(context.Background(), p, test.builtIn)
			if got.Err != nil || got.Expanded != want.Expanded || got.Inserted != want.Inserted || got.Cost != want.Cost {
				t.Fatalf("%s: %v, want %v", test.own.custom.Queues[0].Name, got, want)
			}
		}
	})
}

// TestCustomMistakes: a mistake in a custom algorithm gives an error that names it.
func TestCustomMistakes(t *testing.T) {
	g := grid(5)
	named := func(n int) func() Scheduler {
		return func() Scheduler { return func(*Observation) int { return n } }
	}
	draw := func() Scheduler {
		return func(o *Observation) int {
			o.Chance(0.5)
			return 0
		}
	}
	for want, a := range map[string]Algorithm{
		"needs a Name":                Custom{Queues: []Queue{LeastD}}.Algorithm(2),
		`the name "fs" belongs to FS`: Custom{Name: "fs"}.Algorithm(2),
		`the name "FS" belongs to FS`: Custom{Name: "FS"}.Algorithm(2),
		`the name "a*" belongs to A*`: Custom{Name: "a*"}.Algorithm(2),
		`"a\xff", version ""`:         Custom{Name: "a\xff"}.Algorithm(2),
		`"a", version "1\r\n"`:        Custom{Name: "a", Version: "1\r\n"}.Algorithm(2),
		"mine: queue 1 has no Key": Custom{Name: "mine",
			Queues: []Queue{LeastD, {Name: "x"}}}.Algorithm(2),
		"queue 0 is LeastFThenH, which can only be the last queue": Custom{Name: "mine",
			Queues: []Queue{LeastFThenH, LeastD}}.Algorithm(2),
		"names queue 2: there are queues 0 to 1": Custom{Name: "mine", Queues: []Queue{LeastD},
			Scheduler: named(2)}.Algorithm(2),
		"names queue -1: there are queues 0 to 1": Custom{Name: "mine", Queues: []Queue{LeastD},
			Scheduler: named(-1)}.Algorithm(2),
		"set Draws in its Custom": Custom{Name: "mine", Queues: []Queue{LeastD},
			Scheduler: draw}.Algorithm(2),
		"w = 0.5: the suboptimality bound must be":    Custom{Name: "mine"}.Algorithm(0.5),
		"is a user-defined algorithm that was read":   {Name: "mine", Version: "1", W: one, P: 1},
		"only a user-defined algorithm has a version": {Name: "fs", Version: "1", W: one, P: 1},
	} {
		if r := Solve(context.Background(), g.problem(), a); r.Err == nil || !strings.Contains(r.Err.Error(), want) {
			t.Errorf("got %v, want %q", r.Err, want)
		}
	}
}

// TestCustomJSON: a result of a custom algorithm is unchanged after it is written and
// read, and it verifies without the algorithm.
func TestCustomJSON(t *testing.T) {
	g := grid(20)
	p := g.problem()
	r := Solve(context.Background(), p, wild(1.5), Seed(3), Traced())
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back Result
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	if err := Verify(p, &back); err != nil {
		t.Fatal(err)
	}
	if back.Algorithm.String() != r.Algorithm.String() || back.Counters != r.Counters ||
		!slices.Equal(back.Queues, r.Queues) {
		t.Errorf("%v read as %v", r, &back)
	}
}
