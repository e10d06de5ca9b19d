package bundle

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestTimeless(t *testing.T) {
	a := "expanded     time\n--------  -------\n 444,774   168 ms\n verified: 1,332,395 generated, 16ms\n"
	for _, b := range []string{
		"expanded  time\n--------  ------\n 444,774  1.68 s\n\nverified: 1,332,395 generated, 1.02s\n",
		"expanded        time\n--------  ----------\n 444,774  1 min 08 s\n\nverified: 1,332,395 generated, 1h2m3.5s\n",
		"expanded        time\n--------  ----------\n 444,774   2 h 08 min\n\nverified: 1,332,395 generated, 2m0s\n",
		"expanded    time\n--------  ------\n 444,774  9.1 µs\n\nverified: 1,332,395 generated, 700ns\n",
	} {
		if Timeless(a) != Timeless(b) {
			t.Errorf("%q and\n%q", Timeless(a), Timeless(b))
		}
	}
	busy := "\nwarning: the machine has 2 cores and a load of 8.1 already: with this study's 2 beside it wall times will be too long; " +
		"compare CPU times"
	if Timeless("6 runs"+busy+"\nwarning: no limits") != Timeless("6 runs\nwarning: no limits") {
		t.Errorf("%q", Timeless("6 runs"+busy))
	}
	if c := strings.Replace(a, "444,774", "444,775", 1); Timeless(a) == Timeless(c) {
		t.Error("another count is not noticed")
	}
	series := "FS: mean time (s) 40.01 at w = 1.05, 0.0042 at w = 2\nFS: mean expansions 1,234 at w = 1.05"
	if other := strings.Replace(series, "40.01", "0.026", 1); Timeless(series) != Timeless(other) {
		t.Errorf("%q and\n%q", Timeless(series), Timeless(other))
	}
	if other := strings.Replace(series, "1,234", "1,235", 1); Timeless(series) == Timeless(other) {
		t.Error("another count of a series is not noticed")
	}
	for _, kept := range []string{"time (s) expanded 17", "36 moves", "w = 1.25", "3 solutions", "5 sets of 12 hashes"} {
		if Timeless(kept) != kept {
			t.Errorf("%q becomes %q", kept, Timeless(kept))
		}
	}
}

// A notebook reads the files for each value that its comments list for a constant.
func TestReads(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"tours-full.yaml", "tours-smoke.yaml", "tours-other.yaml"} {
		if err := os.MkdirAll(filepath.Join(dir, "study"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "study", name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	n := &Notebook{Cells: []Cell{
		{Type: "code", Source: "// size is \"full\", or \"smoke\" for a sample.\nconst size = \"full\""},
		{Type: "code", Source: "study.RunFile(ctx, \"study/tours-\"+size+\".yaml\", \"study.db\")"},
	}}
	if got, want := n.Reads(dir), []string{"study/tours-full.yaml", "study/tours-smoke.yaml"}; !slices.Equal(got, want) {
		t.Errorf("reads %q, want %q", got, want)
	}
}

// A family's files are those that its pattern matches, and nothing else beside them.
func TestReadsPatterns(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"levels/a.txt", "levels/b.txt", "levels/.c.txt", "levels/d.md", "e.txt", "f.db", "g.map", "h.ipynb"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777),
			os.WriteFile(filepath.Join(dir, name), nil, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for code, want := range map[string][]string{
		`Files: "levels/*.txt"`: {"levels/a.txt", "levels/b.txt"},
		`"*.map"`:               {"g.map"},
		`"levels/*", "*", "*.db", "*.ipynb", "../*.txt", "npuzzle/korf/*", "[*.txt", "w*1.5"`: nil,
	} {
		n := &Notebook{Cells: []Cell{{Type: "code", Source: Text(code)}}}
		if got := n.Reads(dir); !slices.Equal(got, want) {
			t.Errorf("%s reads %q, want %q", code, got, want)
		}
	}
	n := &Notebook{Cells: []Cell{{Type: "code", Source: Text(`"levels/*.txt", "maps/*.txt", "npuzzle/korf/*", "w*1.5", "x.db", "%d * 2.go"`)}}}
	if got, want := n.unmatched(dir), []string{"maps/*.txt"}; !slices.Equal(got, want) {
		t.Errorf("nothing matches %q, want %q", got, want)
	}
}

// says returns a notebook whose code cells show texts.
func says(texts ...string) *Notebook {
	n := &Notebook{Cells: []Cell{{Type: "markdown"}}}
	for _, text := range texts {
		n.Cells = append(n.Cells, Cell{Type: "code", Outputs: []Output{{Type: "stream", Text: Text(text)}}})
	}
	return n
}

func TestCompare(t *testing.T) {
	long := strings.Repeat("word ", 50)
	bundled := says("solved in 3 ms", "cost 378, expanded 444,774", long+"x "+long, "", "gone")
	again := says("solved in 12.5 s", "cost 378, expanded 444,775", long+"y z "+long, "new", "")
	six := strings.Repeat("word ", 6)
	want := []Difference{
		{2, "cost 378, expanded 444,774", "cost 378, expanded 444,775"},
		{3, "… " + six + "x " + six + "…", "… " + six + "y z " + six + "…"},
		{4, "(nothing)", "new"},
		{5, "gone", "(nothing)"},
	}
	if got := Compare(bundled, again); !slices.Equal(got, want) {
		t.Errorf("%v, want\n%v", got, want)
	}
	if got := Compare(says(long+long), says("z")); len(strings.Fields(got[0].Bundled)) != 31 { // 30 and …
		t.Errorf("%q is not cut", got[0].Bundled)
	}
	if got := Compare(bundled, bundled); got != nil {
		t.Errorf("it differs from itself: %v", got)
	}
}

// Each kind of output counts: printed text, displayed text, and an error.
func TestSays(t *testing.T) {
	n, err := ParseNotebook([]byte(`{"nbformat": 4, "cells": [{"cell_type": "code", "source": "x", "outputs": [
		{"output_type": "stream", "name": "stdout", "text": ["a\n", "b"]},
		{"output_type": "display_data", "data": {"text/plain": "c", "text/html": "<i>hidden</i>", "application/json": {"k": 1}}},
		{"output_type": "error", "ename": "panic", "evalue": "d", "traceback": []}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := n.Says(); !slices.Equal(got, []string{"a b c d"}) {
		t.Errorf("%q", got)
	}
}
