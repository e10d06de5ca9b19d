package process

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/focal-search/focal/engine"
)

// Remote has another instance of this program make the run. ask sends it the order that
// [Answer] takes, and returns the answer. The result is nil if that instance cannot make
// this run.
func (t Task) Remote(ctx context.Context, ask func(context.Context, []byte) ([]byte, error)) *engine.Result {
	text, err := json.Marshal(t.order(1))
	if err != nil {
		return t.failed(err)
	}
	text, err = ask(ctx, text)
	switch {
	case ctx.Err() != nil:
		return &engine.Result{Status: engine.LimitCancelled}
	case err != nil:
		return t.failed(err)
	case len(text) == 0:
		return nil
	}
	result := new(engine.Result)
	if err := json.Unmarshal(text, result); err != nil {
		return t.failed(err)
	}
	switch {
	case result.Status == engine.Failed:
		result.Err = errors.New(result.Error) // which names the run
	case !t.adopts(result):
		return nil // its problem of this name is a different one
	}
	return result
}

// Answer makes the run of an order and returns the result, or nothing if this instance
// does not know the problem.
func Answer(text []byte) ([]byte, error) {
	var o order
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, err
	}
	t, err := o.task()
	if err != nil {
		return nil, nil
	}
	result := t.Solve(context.Background())
	result.Path = nil // the moves say the same
	return json.Marshal(result)
}
