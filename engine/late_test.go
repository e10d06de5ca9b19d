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
