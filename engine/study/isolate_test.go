package study_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/internal/process"
	"github.com/focal-search/focal/engine/study/internal/studytest"
)

// Runs in separate processes have the same outcomes as in this one.
func TestIsolated(t *testing.T) {
	g := studytest.Small
	g.Problems = "npuzzle/random-8/1"
	g.Limits = engine.Limits{Inserted: 1e6, Time: time.Minute, Memory: 1 << 30}
	g.Trace = true
	runs := g.Run(context.Background(), filepath.Join(t.TempDir(), "korf.db"), study.Isolated())
	if runs.Err != nil || !reflect.DeepEqual(studytest.Outcomes(runs.Results), studytest.Undisturbed(t, g)) {
		t.Errorf("%v", runs)
	}
	for _, r := range runs.Results {
		if r.Trace == nil || r.Wall == 0 {
			t.Errorf("%s %s: no trace or no time", r.Problem, r.Algorithm)
		}
	}
}

// If a search's process ends, that run fails with the reason, and the others continue.
func TestWild(t *testing.T) {
	g := study.Grid{
		Problems: "wild/process/* npuzzle/random-8/1-5", Algorithms: engine.Named("fs"), W: []float64{1.5},
		Limits: engine.Limits{Time: 200 * time.Millisecond, Memory: 64 << 20}, Jobs: 3,
	}
	path := filepath.Join(t.TempDir(), "korf.db")
	defer func(wall time.Duration, data int64) { process.WallRoom, process.DataRoom = wall, data }(process.WallRoom, process.DataRoom)
	process.WallRoom, process.DataRoom = 3*time.Second, 256<<20
	runs := g.Run(context.Background(), path, study.Isolated())
	if runs.Missing != 5 || len(runs.Failed) != 5 || len(runs.Results) != 6 {
		t.Errorf("%v: %d failed, %d results", runs, len(runs.Failed), len(runs.Results))
	}
	why := map[string]string{}
	for _, r := range runs.Failed {
		why[r.Problem] = r.Error
	}
	for name, want := range map[string]string{
		"wild/process/throws": "its process ended with exit code 2: panic: a mistake in a goroutine of the domain",
		"wild/process/eats":   "out of memory", // which the runtime words in several ways
		"wild/process/dies":   "its process was ended by a signal: killed",
		"wild/process/hangs":  "its process had to be ended 3s after the time limit",
		"wild/process/exits":  "its process ended with exit code 7: this is the end",
	} {
		if !strings.Contains(why[name], want) {
			t.Errorf("%s: %q, want %q", name, why[name], want)
		}
	}
	if kids := children(t); len(kids) > 0 {
		t.Errorf("processes left: %v", kids)
	}
}

// An interrupt ends the processes too, within a second.
func TestInterruptIsolated(t *testing.T) {
	g := study.Grid{Problems: "npuzzle/korf/88,60:heavy wild/process/hangs", Algorithms: engine.Named("fs"),
		W: []float64{1.05}, Jobs: 3}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(500*time.Millisecond, cancel)
	start := time.Now()
	runs := g.Run(ctx, filepath.Join(t.TempDir(), "korf.db"), study.Isolated())
	if took := time.Since(start); took > 1700*time.Millisecond || runs.Err != nil || runs.Missing != 3 {
		t.Errorf("after %v: %v", took, runs)
	}
	if kids := children(t); len(kids) > 0 {
		t.Errorf("processes left: %v", kids)
	}
}

// children lists the processes that this one has started.
func children(t *testing.T) (all []string) {
	t.Helper()
	tasks, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		text, _ := os.ReadFile(task)
		all = append(all, strings.Fields(string(text))...)
	}
	return all
}
