package study_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/job"
	"github.com/focal-search/focal/engine/study/slurm"
)

// street is a problem of your own: from 0 to n by steps of 1 at a cost, or of 2.
func street(n int, cost engine.Cost) *engine.Problem {
	return engine.Graph[int]{
		Name: "street",
		Goal: func(s int) bool { return s == n },
		Successors: func(s int) []engine.Edge[int] {
			return []engine.Edge[int]{{To: s + 1, Cost: cost}, {To: s + 2, Cost: 2*cost + 1}}
		},
	}.Problem()
}

// TestOwn: problems of your own make a study like any other, are answered from the store,
// and are made again if their functions change.
func TestOwn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.db")
	run := func(p *engine.Problem) *study.Runs {
		g := study.Grid{Own: []*engine.Problem{p}, Problems: "npuzzle/random-8/1", Algorithms: engine.Named("astar", "fs"),
			W: []float64{1, 2}}
		runs := g.Run(context.Background(), path)
		if runs.Err != nil || len(runs.Results) != 6 {
			t.Fatal(runs)
		}
		return runs
	}
	for _, test := range []struct {
		n      int
		cost   engine.Cost
		stored int
	}{{10, 3, 0}, {10, 3, 6}, {10, 4, 3}, {9, 4, 3}, {10, 3, 6}} {
		runs := run(street(test.n, test.cost))
		if runs.Stored != test.stored {
			t.Errorf("%+v: %d runs were in the store", test, runs.Stored)
		}
		// A step of 1 is the cheapest way, and A* finds the optimum.
		if r := runs.Results[0]; r.Problem != "street" || r.Cost != engine.Cost(test.n)*test.cost {
			t.Errorf("%+v: %v", test, r)
		}
	}
}

// TestOwnChanged: a change that the states near the start do not show is found by repeating a run.
func TestOwnChanged(t *testing.T) {
	end, closed := 900, -1
	long := func() *engine.Problem {
		return engine.Graph[int]{
			Name: "long",
			Goal: func(s int) bool { return s == end },
			H:    func(int) engine.Cost { return 0 },
			Successors: func(s int) (edges []engine.Edge[int]) {
				if s == closed {
					panic("closed")
				}
				return []engine.Edge[int]{{To: s + 1, Cost: 1}}
			},
		}.Problem()
	}
	p := long()
	path := filepath.Join(t.TempDir(), "own.db")
	g := study.Grid{Own: []*engine.Problem{street(3, 1), p}, Algorithms: engine.Named("astar", "fs"), W: []float64{1.5}}
	run := func() error { return g.Run(t.Context(), path).Err }
	if err := run(); err != nil {
		t.Fatal(err)
	}
	end = 800
	const changed = "long: its functions, or what they read, have changed since runs of it were stored: A* now "
	want := changed + `expands 800 nodes of 800 inserted, and ends with status "solved" and cost 800; in the store 900 of 900, ` +
		`"solved" and 900: give it another Name`
	if err := run(); err == nil || err.Error() != want {
		t.Errorf("another goal: %v", err)
	}
	engine.Register(&engine.Domain{Name: "longroad", Doc: "for tests", Sets: []engine.Set{{Name: "a", Doc: "for tests", Count: 1}},
		Problem: func(string, int, string) (*engine.Problem, error) { return long(), nil }})
	named := study.Grid{Problems: "longroad/a/1", Algorithms: g.Algorithms, W: g.W}
	if err := named.Run(t.Context(), path).Err; err == nil || err.Error() != strings.Replace(want, "long:", "longroad/a/1:", 1) {
		t.Errorf("another goal of a problem of a domain: %v", err)
	}
	if g.Own[1] = long(); g.Own[1].Digest() != p.Digest() {
		t.Fatal("the states near the start show the change")
	}
	if err := run(); err == nil || err.Error() != want {
		t.Errorf("another goal of a new problem: %v", err)
	}
	end, closed = 900, 700
	if err := run(); err == nil || !strings.HasPrefix(err.Error(), changed+"fails (panic: closed, in study_test.") {
		t.Errorf("a panic: %v", err)
	}
	closed = -1
	if err := run(); err != nil {
		t.Errorf("as before: %v", err)
	}
}

// TestOwnNames: reports distinguish problems by their names.
func TestOwnNames(t *testing.T) {
	g := study.Grid{Own: []*engine.Problem{street(3, 1), street(3, 1), street(4, 1)}, Algorithms: engine.Named("astar")}
	var field *study.FieldError
	_, err := g.Runs()
	if !errors.As(err, &field) || field.Field != "own" || field.Index != 2 ||
		!strings.Contains(err.Error(), `own problem number 3 is named "street", like another one before it`) {
		t.Error(err)
	}
	g.Own = g.Own[:2] // which are the same
	if runs, err := g.Runs(); len(runs) != 1 || err != nil {
		t.Error(runs, err)
	}
}

// TestOwnElsewhere: a study that needs another process reports that it cannot make them.
func TestOwnElsewhere(t *testing.T) {
	g := study.Grid{Own: []*engine.Problem{street(3, 1)}, Algorithms: engine.Named("astar")}
	path := filepath.Join(t.TempDir(), "own.db")
	_, array := slurm.Prepare(context.Background(), g, path, slurm.Cluster{Program: "focal", Tasks: 1})
	for what, err := range map[string]error{
		"isolated": g.Run(context.Background(), path, study.Isolated()).Err,
		"start":    job.Start(g, path).Err,
		"array":    array,
		"write":    g.Write(filepath.Join(t.TempDir(), "study.yaml")),
	} {
		if err == nil || !strings.Contains(err.Error(), "street is a problem of your own") {
			t.Errorf("%s: %v", what, err)
		}
	}
	broken := engine.Graph[int]{Name: "broken"}.Problem()
	for _, p := range []*engine.Problem{nil, broken} {
		g.Own[0] = p
		if runs := g.Run(context.Background(), path); runs.Err == nil {
			t.Errorf("%v: no error", p)
		}
	}
}
