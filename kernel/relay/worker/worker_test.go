package worker

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine"
)

// TestOther: a search that is another one than the task's says so, and has no result.
func TestOther(t *testing.T) {
	var log []int // which a function may change by way of another variable
	line := func(far int) *engine.Problem {
		return engine.Graph[int]{
			Name: "line",
			Goal: func(s int) bool { return s == 900 },
			Successors: func(s int) []engine.Edge[int] {
				if kept := log; far > 0 && s == far {
					kept[0]++
				}
				return []engine.Edge[int]{{To: s + 1, Cost: 1}, {To: s + 3, Cost: 2}}
			},
		}.Problem()
	}
	const at = 300 // expansions
	p := line(0)
	before := engine.Solve(t.Context(), p, engine.AStar(), engine.MaxExpanded(at))
	whole := engine.Solve(t.Context(), p, engine.AStar())
	for name, test := range map[string]struct {
		args   string
		change func(*Task)
		want   string
	}{
		"the same":             {"0", func(*Task) {}, ""},
		"a variable":           {"700", func(*Task) {}, "the functions change variables"},
		"another problem":      {"0", func(t *Task) { t.Digest += "." }, "compiled, its function makes another problem"},
		"another course":       {"0", func(t *Task) { t.At.Generated++ }, "compiled, the search takes another course"},
		"no such value":        {"0", func(t *Task) { t.Variables["log"] = json.RawMessage("[1.0]") }, "the variable log"},
		"an argument too wide": {"1e30", func(*Task) {}, "json: cannot unmarshal"},
	} {
		task := Task{Args: []json.RawMessage{json.RawMessage(test.args)}, Problem: "mine", Digest: p.Digest(), Unit: 1, Optimal: -1,
			Variables: map[string]json.RawMessage{"log": json.RawMessage("[0]")}, Search: engine.Task{Algorithm: engine.AStar()},
			At: engine.Snapshot{Counters: before.Counters}}
		test.change(&task)
		r, err := task.search(context.Background(), line, nil, map[string]any{"log": &log}, nil, func(Message) {})
		switch {
		case test.want != "":
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("%s: %v, want %s", name, err, test.want)
			}
		case err != nil || r.Counters != whole.Counters || r.Cost != whole.Cost || r.Problem != "mine":
			t.Errorf("%s: %v, %v, want %v", name, r, err, whole)
		}
	}
}

// TestSwept: an algorithm whose w a study gives is made with it.
func TestSwept(t *testing.T) {
	p := engine.Graph[int]{Name: "line", Goal: func(s int) bool { return s == 900 }, Successors: func(s int) []engine.Edge[int] {
		return []engine.Edge[int]{{To: s + 1, Cost: 1}, {To: s + 3, Cost: 2}}
	}}.Problem()
	made := func() engine.Algorithm {
		return engine.Custom{Name: "in turn", Queues: []engine.Queue{engine.LeastD, engine.LeastF}, Scheduler: func() engine.Scheduler {
			turn := 1
			return func(*engine.Observation) int { turn++; return turn % 2 }
		}}.Swept()
	}
	for _, w := range []float64{1, 1.5} {
		a := made().At(w, 0)
		before, whole := engine.Solve(t.Context(), p, a, engine.MaxExpanded(100)), engine.Solve(t.Context(), p, a)
		task := Task{Problem: "mine", Digest: p.Digest(), Unit: 1, Optimal: -1, Search: engine.Task{Algorithm: a},
			At: engine.Snapshot{Counters: before.Counters}}
		r, err := task.search(context.Background(), func() *engine.Problem { return p }, made, nil, nil, func(Message) {})
		if err != nil || r.Counters != whole.Counters || r.Cost != whole.Cost {
			t.Errorf("w = %v: %v, %v, want %v", w, r, err, whole)
		}
	}
}
