package slurm_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/slurm"
)

// The tasks find a user's files where they work, as they were when the array was
// submitted, and make runs with the same identity there.
func TestOwnFiles(t *testing.T) {
	cluster(t)
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{"a/one.txt": "3 1 4 2", "a/two.txt": "2 1 3", "b.txt": "3 1 4 2"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	full := filepath.ToSlash(filepath.Join(dir, "b.txt"))
	g := study.Grid{Problems: "pancake/file/a/*.txt pancake/file/b.txt pancake/stack/1-3-2 pancake/file/" + full,
		Algorithms: engine.Named("astar")}
	runs, err := g.Runs()
	if err != nil || len(runs) != 3 { // files with the same content give one run
		t.Fatal(runs, err)
	}
	ctx := context.Background()
	a, err := slurm.Prepare(ctx, g, "s.db", with(slurm.Cluster{Tasks: 2}))
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Submit(ctx); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("a/one.txt", []byte("4 3 1 2"), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Chdir(a.Dir)
	there, err := study.Read("study.yaml")
	if err != nil {
		t.Fatal(err)
	}
	again, err := there.Runs()
	if err != nil || len(again) != len(runs) {
		t.Fatal(again, err)
	}
	for i := range runs {
		if again[i].Key != runs[i].Key || again[i].Problem != runs[i].Problem {
			t.Errorf("a task makes %s, want %s", again[i].Problem, runs[i].Problem)
		}
	}
	part := there.Run(ctx, filepath.Join(dir, "s.db"), study.Part(1, 1))
	if part.Err != nil || part.Missing != 0 || part.Results[0].Cost != 4 {
		t.Error(part)
	}
	if files, err := engine.FilesOf(runs[0].Problem); err != nil || !slices.Equal(files, []string{filepath.FromSlash("a/one.txt")}) {
		t.Errorf("%s is in %q, %v", runs[0].Problem, files, err)
	}

	t.Chdir(filepath.Join(dir, "a"))
	g.Problems = "pancake/file/../b.txt"
	_, err = slurm.Prepare(ctx, g, "t.db", with(slurm.Cluster{Tasks: 1}))
	if err == nil || !strings.Contains(err.Error(), "pancake/file/../b.txt: the tasks work in another folder") {
		t.Error(err)
	}
}
