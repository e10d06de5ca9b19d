package batch

import (
	"context"
	"time"

	"github.com/focal-search/focal/engine"
)

// SetRoom changes what the process of a search has beyond its limits.
func SetRoom(wall time.Duration, data int64) (restore func()) {
	before, beforeData := wallRoom, dataRoom
	wallRoom, dataRoom = wall, data
	return func() { wallRoom, dataRoom = before, beforeData }
}

// AroundSearches has f called before each search; what it returns is called after.
func AroundSearches(f func() (after func())) (restore func()) {
	before := solve
	solve = func(ctx context.Context, p *engine.Problem, a engine.Algorithm, opts ...engine.Option) *engine.Result {
		defer f()()
		return before(ctx, p, a, opts...)
	}
	return func() { solve = before }
}

// SetStartPatience changes how long a new process has to say that it is there.
func SetStartPatience(patience time.Duration) (restore func()) {
	before := startPatience
	startPatience = patience
	return func() { startPatience = before }
}
