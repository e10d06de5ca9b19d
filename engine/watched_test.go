package engine_test

import (
	"context"
	"testing"

	"github.com/focal-search/focal/engine"
)

// TestWatched: a context's watcher is told of a search that takes longer than a second, and
// of no other one.
func TestWatched(t *testing.T) {
	endless := engine.Graph[int]{Name: "endless", Goal: func(int) bool { return false },
		Successors: func(s int) []engine.Edge[int] { return []engine.Edge[int]{{To: s + 1, Cost: 1}} }}.Problem()
	titles, reports, ended := []string{}, 0, 0
	ctx, stop := context.WithCancel(t.Context())
	ctx = engine.Watched(ctx, func(title string) (func(engine.Snapshot), func()) {
		titles = append(titles, title)
		return func(s engine.Snapshot) {
			if reports++; s.Expanded == 0 || s.Bytes == 0 || s.Elapsed.Seconds() < 1 {
				t.Errorf("%+v", s)
			}
			stop()
		}, func() { ended++ }
	})
	engine.Solve(ctx, endless, engine.AStar(), engine.MaxExpanded(10))
	if len(titles) > 0 {
		t.Errorf("a short search is watched: %q", titles)
	}
	if r := engine.Solve(ctx, endless, engine.AStar()); r.Status != engine.LimitCancelled || len(titles) != 1 || titles[0] != "endless A*" ||
		reports == 0 || ended != 1 {
		t.Errorf("%v: watched %q, %d reports, ended %d times", r, titles, reports, ended)
	}
	unwatched, stop := context.WithCancel(engine.Watched(ctx, nil))
	stop()
	engine.Solve(unwatched, endless, engine.AStar(), engine.OnProgress(func(engine.Snapshot) {}))
	if len(titles) != 1 {
		t.Error("a context without a watcher has one")
	}
}
