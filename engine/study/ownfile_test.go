package study_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
)

// TestOwnFile: a study names files, in YAML and in Go. Their runs are identified by the
// files' content, isolated or not.
func TestOwnFile(t *testing.T) {
	t.Chdir(t.TempDir())
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put("stack.txt", "3 1 4 2")
	put("copy.txt", "3,1,4,2 # the same")
	put("study.yaml", "problems: [pancake/file/stack.txt, pancake/file/copy.txt, pancake/stack/3-1-4-2]\n"+
		"algorithms: [astar, fs]\nw: 1.5\n")
	g, err := study.Read("study.yaml")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "own.db")
	for _, test := range []struct {
		stack         string
		total, stored int
		cost          engine.Cost
	}{
		{"3 1 4 2", 2, 0, 4}, // the same instance three times
		{"3 1 4 2", 2, 2, 4},
		{"1 2 4 3", 4, 2, 3}, // another one, and that of the two other names
		{"3 1 4 2", 2, 2, 4},
	} {
		put("stack.txt", test.stack)
		runs := g.Run(context.Background(), path, study.Isolated())
		if runs.Err != nil || runs.Total != test.total || runs.Stored != test.stored || runs.Missing != 0 {
			t.Fatalf("%s: %v, %d in the store", test.stack, runs, runs.Stored)
		}
		if r := runs.Results[0]; r.Problem != "pancake/file/stack.txt" || r.Cost != test.cost || r.Algorithm.Name != "astar" {
			t.Errorf("%s: %v", test.stack, r)
		}
	}
	if err := os.Remove("copy.txt"); err != nil {
		t.Fatal(err)
	}
	if _, err := study.Read("study.yaml"); err == nil ||
		err.Error() != `study.yaml:1: problem "pancake/file/copy.txt": copy.txt: no such file or directory` {
		t.Error(err)
	}
	if _, err := (study.Grid{Problems: "pancake/file/a b.txt", Algorithms: g.Algorithms}).Runs(); err == nil ||
		strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
}
