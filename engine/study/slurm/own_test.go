package slurm_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/slurm"
)

// A program is its own worker: its jobs, which the scripts start, make the study's
// parts with the algorithms that it has registered, and collect them.
func TestOwnProgram(t *testing.T) {
	cluster(t)
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "own.db")
	g := study.Grid{Problems: "npuzzle/random-8/1-4", Algorithms: engine.Named("coin"), W: []float64{1.25},
		Seeds: []uint64{1, 2}}
	a, err := slurm.Prepare(ctx, g, path, slurm.Cluster{Tasks: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Submit(ctx); err != nil {
		t.Fatal(err)
	}
	job := func(script string, env ...string) {
		t.Helper()
		cmd := exec.Command("sh", filepath.Join(a.Dir, script))
		cmd.Dir, cmd.Env = a.Dir, append(cmd.Environ(), env...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", script, err, out)
		}
	}
	for _, task := range []string{"1", "2"} {
		job("tasks.sh", "SLURM_ARRAY_TASK_ID="+task, "SLURM_CPUS_PER_TASK=1", "SLURMD_NODENAME=here")
	}
	if runs := g.Stored(path, study.Part(1, 1)); runs.Err != nil || runs.Stored != 8 {
		t.Errorf("the tasks' runs: %v", runs)
	}
	job("collect.sh")
	runs := g.Stored(path)
	if runs.Err != nil || runs.Stored != 8 || len(runs.Results) != 8 {
		t.Errorf("collected: %v", runs)
	}
	for _, r := range runs.Results {
		if r.Algorithm.Name != "coin" || !r.Solved() {
			t.Error(r)
		}
	}
	queue(t, "")
	g.Algorithms = engine.Named("late")
	if _, err := slurm.Prepare(ctx, g, path, slurm.Cluster{}); err == nil ||
		!strings.Contains(err.Error(), `unknown algorithm "late"`) {
		t.Error(err)
	}
}
