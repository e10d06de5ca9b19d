package study_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/store/export"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/internal/studytest"
)

// turns is a user's algorithm: k selections of least d, then one of least f. After some
// expansions it only selects least f.
func turns(k int, until int64) engine.Custom {
	return engine.Custom{
		Name: "turns", Queues: []engine.Queue{engine.LeastD, engine.LeastF},
		Scheduler: func() engine.Scheduler {
			turn := 0
			return func(o *engine.Observation) int {
				if turn++; turn%(k+1) == 0 || o.Expanded >= until {
					return 1
				}
				return 0
			}
		},
	}
}

// TestOwnAlgorithms: a store identifies a user's algorithm by name, version and code.
// Other code under the same name makes all runs again, with a note.
func TestOwnAlgorithms(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.db")
	const never = 1 << 62
	var warned []string
	run := func(c engine.Custom, problems string) *study.Runs {
		t.Helper()
		warned = nil
		return study.Grid{
			Problems: problems, Algorithms: append(engine.Named("altfs"), c.Swept(), studytest.Coin(0.7).Swept()),
			P: []float64{0.75}, W: []float64{1.25, 1.5}, Seeds: []uint64{1, 2},
		}.Run(context.Background(), path, study.OnWarning(func(text string) {
			if strings.Contains(text, "code") {
				warned = append(warned, text)
			}
		}))
	}
	other := turns(3, never)
	other.Version = "2"
	const perProblem = 2 + 2 + 2*2 // altfs, turns, coin with two seeds
	for i, test := range []struct {
		c      engine.Custom
		stored int
		warned string
	}{
		{turns(3, never), 0, ""},
		{turns(3, never), 3 * perProblem, ""},
		{turns(2, never), 3 * (perProblem - 2),
			"turns, version 1: its code has changed since 6 runs in the store were made: " +
				"they do not count, and the runs are made again"},
		{turns(2, never), 3 * perProblem, ""},
		{turns(3, never), 3 * perProblem, ""}, // made by that code before
		{other, 3 * (perProblem - 2), ""},
	} {
		runs := run(test.c, "npuzzle/random-8/1-3")
		if runs.Err != nil || runs.Stored != test.stored || runs.Missing != 0 || strings.Join(warned, "\n") != test.warned {
			t.Fatalf("%d: %v, %d stored, warned %q", i, runs, runs.Stored, warned)
		}
		for j, r := range runs.Results { // AltFS with p = 3/4 is three in four turns
			if r.Algorithm.Name == "turns" &&
				(r.Counters == runs.Results[j-2].Counters) != (test.c.Version == "2" || test.stored != 3*(perProblem-2) && i != 3) {
				t.Errorf("%d: %v, AltFS: %v", i, r, runs.Results[j-2])
			}
		}
	}

	// Code that differs only in parts that small problems do not reach is found by repeating
	// a run.
	hard := "npuzzle/random-15/15"
	if runs := run(turns(3, never), hard); runs.Err != nil {
		t.Fatal(runs)
	}
	runs := run(turns(3, 2500), hard)
	if runs.Err == nil || !strings.Contains(runs.Err.Error(),
		"turns, version 1: its code has changed: on npuzzle/random-15/15 it now expands") ||
		!strings.Contains(runs.Err.Error(), "give it another Version") {
		t.Error(runs)
	}

	// Tables of results distinguish versions, and keep them.
	s, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	records, err := s.Records(store.WithMoves())
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := export.WriteCSV(&text, records); err != nil {
		t.Fatal(err)
	}
	lines, err := export.Parse("runs.csv", []byte(text.String()))
	if err != nil || len(lines) != len(records) {
		t.Fatal(len(lines), err)
	}
	names := map[string]bool{}
	var results []*engine.Result
	for i, line := range lines {
		key, err := line.Identity()
		if err != nil || key != records[i].Key || !line.Checked {
			t.Error(key, err)
		}
		results = append(results, line.Result)
		if line.Result.Algorithm.Name == "turns" {
			names[line.Result.Algorithm.FullName()] = true
		}
	}
	if len(names) != 3 {
		t.Errorf("%v: want two codes of version 1, and version 2", names)
	}
	points, err := report.Curves(results)
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[string]bool{}
	for _, p := range points {
		drawn[p.Algorithm.Name] = true
	}
	for name := range names {
		if !drawn[name] {
			t.Errorf("%s is not among %v", name, drawn)
		}
	}
}

// TestOwnAlgorithmMistakes: mistakes are reported before anything runs.
func TestOwnAlgorithmMistakes(t *testing.T) {
	count := 0
	forgetful := turns(3, 1<<62)
	forgetful.Scheduler = func() engine.Scheduler {
		return func(*engine.Observation) int {
			count++ // of all runs
			return count / 7 % 2
		}
	}
	twice := turns(3, 1<<62)
	twice.Version = "2"
	spaced := turns(3, 1<<62)
	spaced.Version = "a@b"
	for want, own := range map[string][]engine.Custom{
		"does not repeat itself":                            {forgetful},
		"turns is already in the study":                     {turns(3, 1<<62), twice},
		"names and versions must not contain @ or #":        {spaced},
		`the name "fs" belongs to FS: choose another`:       {{Name: "fs"}},
		"turns needs w, the suboptimality bound, as 1.25":   nil,
		"no algorithms: want some of astar, wastar, xdp, x": {},
	} {
		g := study.Grid{Problems: "npuzzle/random-8/1", W: []float64{1.5}}
		for _, c := range own {
			g.Algorithms = append(g.Algorithms, c.Swept())
		}
		if own == nil {
			g.W, g.Algorithms = nil, []engine.Algorithm{turns(3, 1).Swept()}
		}
		if _, err := g.Runs(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for want, name := range map[string]string{"belongs to FS": "fs", "want letters, digits": "a b", "needs a Name": ""} {
		func() {
			defer func() {
				if reason, _ := recover().(string); !strings.Contains(reason, want) {
					t.Errorf("%q, want %q", reason, want)
				}
			}()
			engine.RegisterAlgorithm(engine.Custom{Name: name})
		}()
	}
	if slices.Contains(engine.OwnAlgorithms(), "a b") {
		t.Error("registered nevertheless")
	}
}
