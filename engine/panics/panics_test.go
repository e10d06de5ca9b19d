package panics_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/panics"
)

// The error of a panic names the functions of the problem.
func TestCall(t *testing.T) {
	least := func(xs []int) int { return slices.Min(xs) }
	p := engine.Graph[int]{
		Name:       "broken",
		Successors: func(v int) []engine.Edge[int] { return []engine.Edge[int]{{To: least(nil), Cost: 1}} },
		Goal:       func(int) bool { return false },
		H:          func(int) engine.Cost { return 0 },
	}.Problem()
	err := panics.Call(func() error { return engine.Solve(context.Background(), p, engine.FS(1.5)).Err })
	const want = "panic: slices.Min: empty list, in slices.Min[...] (sort.go:"
	const caller = "), called by panics_test.TestCall.func1 (panics_test.go:15), called by panics_test.TestCall.func2 " +
		"(panics_test.go:18)"
	if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.HasSuffix(err.Error(), caller) {
		t.Errorf("%v", err)
	}
	err = panics.Call(func() error { panic("outside of the engine") })
	if err == nil || !strings.HasPrefix(err.Error(), "panic: outside of the engine\ngoroutine ") {
		t.Errorf("%v", err)
	}
	if err := panics.Call(func() error { return nil }); err != nil {
		t.Errorf("without a panic: %v", err)
	}
	if err := panics.Call(func() error { return context.Canceled }); err != context.Canceled {
		t.Errorf("of the run: %v", err)
	}
}
