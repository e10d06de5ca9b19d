package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/setup"
)

// TestCoverage: the confidences are those in tables of the sign test's interval for the
// median (Conover, Practical Nonparametric Statistics, table A3).
func TestCoverage(t *testing.T) {
	for _, want := range []struct {
		n, rank  int
		coverage float64
	}{{5, 0, .9375}, {6, 0, .96875}, {8, 0, .9922}, {9, 1, .9609}, {10, 1, .9785}, {12, 2, .9614}, {20, 5, .9586}} {
		if got := rank(want.n); got != want.rank {
			t.Errorf("of %d values %d are left out at either end, want %d", want.n, got, want.rank)
		}
		if got := coverage(want.n, want.rank); math.Abs(got-want.coverage) > 5e-5 {
			t.Errorf("the interval of %d values has the confidence %f, want %f", want.n, got, want.coverage)
		}
	}
	if got := spread([]float64{.5, 2, 1}); got != "1.000  0.500 to 2.000" {
		t.Error(got)
	}
}

// command builds the focal command, for a release as compare does, which compiles all
// packages anew.
func command(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "focal")
	var err error
	if setup.Release() {
		path, err = build(t.Context(), t.TempDir(), "")
	} else {
		_, err = output(t.Context(), ".", "go", "build", "-o", path, "../../focal")
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestMeasure: a suite runs with both commands, and commands with different counters are
// detected.
func TestMeasure(t *testing.T) {
	command := command(t)
	s := suite{runs: []run{{"solve", "npuzzle/random-8/1", "--json", "--alg=dps", "--w=1.5", "--max-inserted=50"}}}
	costs, err := s.measure(t.Context(), [2]string{command, command}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if c := costs[0]; c.insertions < 50 || c.expansions >= c.insertions || c.CPU <= 0 || c.Peak <= 0 ||
		costs[1].insertions != c.insertions {
		t.Errorf("%+v", costs)
	}

	other := filepath.Join(t.TempDir(), "other")
	script := "#!/bin/sh\n" + command + ` "$@" | sed 's/"generated":/&1/'` + "\n"
	if err := os.WriteFile(other, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := s.measure(t.Context(), [2]string{command, other}, 0); err == nil ||
		!strings.Contains(err.Error(), "the commits differ") {
		t.Errorf("%v, want a difference found", err)
	}
}
