package study_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/focal-search/focal/engine/study"
)

// FuzzRead reads any text as a study file: the result is a study or an error.
func FuzzRead(f *testing.F) {
	f.Add([]byte("problems: npuzzle/random-8/1-3\nalgorithms: [fs, pfs]\nw: [1.05, 1.25]\np: 0.7\nseeds: 1-3\nlimits: {inserted: 5000000, time: 300s, memory: 4GiB}\n"))
	f.Add([]byte("a: &a [*a]"))
	f.Add([]byte("problems: npuzzle/random-8/1\nalgorithms: fs\nw: 1.5\nseeds: 1-99999999999\n"))
	file := filepath.Join(f.TempDir(), "study.yaml")
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
		g, err := study.Read(file)
		if err != nil {
			return
		}
		if runs, err := g.Runs(); err != nil || len(runs) == 0 {
			t.Fatalf("%d runs, %v", len(runs), err)
		}
	})
}
