//go:build !invariants

// Built without invariants, which look at all nodes of this long search at each selection.

package engine

import (
	"context"
	"testing"
	"time"
)

// TestLateSlowness: a search whose expansions become slow stops soon after it is cancelled.
func TestLateSlowness(t *testing.T) {
	const slow = 100_000 // the first state whose successors take long
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	after := 0
	p := Graph[int]{
		Name: "slow", Start: 0, Goal: func(s int) bool { return s == 10*slow },
		Successors: func(s int) []Edge[int] {
			if s >= slow {
				cancel()
				after++
				time.Sleep(time.Millisecond)
			}
			return []Edge[int]{{To: s + 1, Cost: 1}}
		},
	}.Problem()
	r := Solve(ctx, p, FS(1.5))
	if r.Status != LimitCancelled || after > 1000 {
		t.Errorf("%v, %d expansions of a millisecond or more after it was cancelled", r.Status, after)
	}
}

// TestSlowSuccessors: a search stops soon after it is cancelled, or after its time limit, also where the functions make
// one expansion long; so does Check. If it goes on, all counters are those of a search that was not stopped.
func TestSlowSuccessors(t *testing.T) {
	var nap time.Duration
	h := func(s int) Cost { time.Sleep(nap); return Cost(max(0, 300-s)) / 60 }
	p := Graph[int]{
		Name: "slow", Goal: func(s int) bool { return s >= 300 },
		Successors: func(s int) (edges []Edge[int]) {
			for k := range 60 {
				edges = append(edges, Edge[int]{To: s + 1 + k, Cost: Cost(1 + k/20)})
			}
			return edges
		},
		H: h,
	}.Problem()
	want := Solve(t.Context(), p, FS(1.5))
	nap = 20 * time.Millisecond
	begun := time.Now()
	soon := func(what string) {
		t.Helper()
		if took := time.Since(begun); took > 700*time.Millisecond { // one expansion takes 1.2 s
			t.Errorf("%s after %v", what, took)
		}
		begun = time.Now()
	}
	cancelled := func() context.Context {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(50*time.Millisecond, cancel)
		return ctx
	}
	run := Start(p, FS(1.5), TimeLimit(100*time.Millisecond))
	defer run.Close()
	begun = time.Now()
	if run.Next(t.Context()); run.Result().Status != LimitTime {
		t.Error(run.Result())
	}
	soon("the time limit")
	run.More()
	if run.Next(cancelled()); run.Result().Status != LimitCancelled || run.Result().Expanded > 0 {
		t.Error(run.Result())
	}
	soon("cancelled")
	if c := Check(cancelled(), p); c.Complete || c.Stopped == "" {
		t.Error(c)
	}
	soon("Check")
	nap = 0
	run.Next(t.Context())
	if got := run.Result(); got.Status != Solved || got.Cost != want.Cost || got.Counters != want.Counters || got.FMin != want.FMin {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestSlowPath: once a goal is selected, the functions are asked once more for the moves, and once for their names.
func TestSlowPath(t *testing.T) {
	const edges, before = 500, 250 // the sample has the first 200 states
	calls := 0
	p := Graph[int]{Name: "slow", Goal: func(s int) bool { return s == edges },
		Successors: func(s int) []Edge[int] {
			if s >= before {
				calls++
			}
			return []Edge[int]{{To: s + 1, Cost: 1}}
		}}.Problem()
	r := Solve(t.Context(), p, AFS())
	if r.Cost != edges || len(r.Moves) != edges || len(r.Path) != edges || calls != 3*(edges-before) {
		t.Errorf("%v, %d calls, want %d", r, calls, 3*(edges-before))
	}
}
