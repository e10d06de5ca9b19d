package engine

import (
	"context"
	"errors"
	"testing"
)

// TestPrepare: Solve prepares a problem with its context before the space is made. An error of that is the result's,
// and a cancelled context ends the run without one.
func TestPrepare(t *testing.T) {
	p := *chain(3, 1, func(int) Cost { return 0 })
	space, prepared := p.NewSpace, 0
	p.NewSpace = func() Space {
		if prepared == 0 {
			t.Error("the space is made first")
		}
		return space()
	}
	p.Prepare = func(ctx context.Context) error {
		prepared++
		return ctx.Err()
	}
	if x := Solve(t.Context(), &p, AStar()); !x.Solved() || prepared != 1 {
		t.Errorf("%v, prepared %d times", x, prepared)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if x := Solve(ctx, &p, AStar()); x.Status != LimitCancelled || x.Err != nil || x.Digest != p.Digest() {
		t.Errorf("cancelled: %v, %v", x, x.Err)
	}
	lost := errors.New("the table is lost")
	p.Prepare = func(context.Context) error { return lost }
	if x := Solve(t.Context(), &p, AStar()); x.Status != Failed || !errors.Is(x.Err, lost) {
		t.Errorf("%v, %v", x, x.Err)
	}
}
