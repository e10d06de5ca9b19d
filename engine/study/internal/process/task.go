package process

import (
	"context"
	"errors"
	"fmt"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/panics"
)

// A Task is a run to be made.
type Task struct {
	Name      string // of the problem
	Problem   *engine.Problem
	Algorithm engine.Algorithm
	Seed      uint64
	Limits    engine.Limits
	Key       string // identity of the run, see record.Key
	Trace     bool
	Named     bool // the problem and the algorithm have names that other instances of this program know too
}

// Searches is engine.Solve; a benchmark replaces it to measure the cost of searches.
var Searches = engine.Solve

// Solve makes the run in this process and verifies the result. Any error, including a
// panic of the problem or the algorithm, gives a failed result.
func (t Task) Solve(ctx context.Context) (result *engine.Result) {
	ctx = engine.Watched(ctx, nil) // the study shows its own progress
	opts := []engine.Option{engine.Seed(t.Seed), engine.WithLimits(t.Limits)}
	if t.Trace {
		opts = append(opts, engine.Traced())
	}
	err := panics.Call(func() error {
		if result = Searches(ctx, t.Problem, t.Algorithm, opts...); result.Err != nil {
			return result.Err
		}
		if err := engine.Verify(t.Problem, result); err != nil {
			return fmt.Errorf("the result does not verify: %w", err)
		}
		return nil
	})
	if err != nil {
		return t.failed(err)
	}
	return result
}

// Here makes the run in this process. One without a memory limit has failed if the machine has
// little memory left, as it would be another run on another machine.
func (t Task) Here(ctx context.Context) *engine.Result {
	result := t.Solve(ctx)
	if result.Status == engine.LimitMemory && t.Limits.Memory == 0 {
		return t.failed(errors.New("the machine has too little memory left for it; a memory limit would end it in order"))
	}
	return result
}

func (t Task) failed(err error) *engine.Result {
	err = fmt.Errorf("%s %s seed %d: %w", t.Name, t.Algorithm, t.Seed, err)
	return &engine.Result{
		Problem: t.Name, Digest: t.Problem.Digest(), Algorithm: t.Algorithm, Seed: t.Seed, Limits: t.Limits,
		Status: engine.Failed, Unit: t.Problem.Unit, Cost: -1, Err: err, Error: err.Error(),
	}
}
