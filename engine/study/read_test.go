package study_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/internal/studytest"
)

// readText writes a study file and reads it.
func readText(t *testing.T, text string) (study.Grid, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "study.yaml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	g, err := study.Read(path)
	if err != nil && !strings.HasPrefix(err.Error(), path) {
		t.Errorf("an error that does not name the file: %v", err)
	}
	return g, err
}

func TestRead(t *testing.T) {
	g, err := readText(t, `
name: heavy tiles
problems:                      # several patterns on a line are fine
  - npuzzle/korf/1-3:heavy npuzzle/korf/1-3
  - npuzzle/random-8/4,7
heuristics: [md, lc]
algorithms: [fs, pfs]
w: &bounds [1.05, 1.25]
p: 0.7
seeds: [42, 1-3]
limits: {inserted: 5000000, time: 300s, memory: 4GiB}
trace: true
jobs: 4
`)
	want := study.Grid{
		Name: "heavy tiles", Problems: "npuzzle/korf/1-3:heavy npuzzle/korf/1-3 npuzzle/random-8/4,7",
		Heuristics: []string{"md", "lc"}, Algorithms: engine.Named("fs", "pfs"), W: []float64{1.05, 1.25}, P: []float64{0.7},
		Seeds:  []uint64{42, 1, 2, 3},
		Limits: engine.Limits{Inserted: 5e6, Time: 300 * time.Second, Memory: 4 << 30}, Trace: true, Jobs: 4,
	}
	if err != nil || !reflect.DeepEqual(g, want) {
		t.Errorf("%+v, %v", g, err)
	}
}

// A study from Go or from flags can be written and read back, to the last bit.
func TestYAML(t *testing.T) {
	for _, g := range []study.Grid{
		studytest.Small,
		{Problems: "npuzzle/korf/1", Algorithms: engine.Named("astar")},
		{
			Name: "yes: [no] #1", Problems: "npuzzle/korf/1-3,7:heavy npuzzle/random-8/1-4:inverse",
			Heuristics: []string{"md", "lc"}, Algorithms: engine.Named("fs", "pdps", "afs"),
			W: []float64{1, 1.1, 1.0000000000000002, 3}, P: []float64{0, 0.1, 1e-7}, Seeds: []uint64{0, 1<<64 - 1},
			Limits: engine.Limits{Inserted: 1, Generated: 2, Expanded: 3, Time: 1500*time.Millisecond + 1, Memory: 1<<50 + 1},
			Trace:  true, Jobs: 3,
		},
	} {
		back, err := readText(t, string(g.YAML()))
		if err != nil || !reflect.DeepEqual(back, g) {
			t.Errorf("%s\nreads back as %+v, %v", g.YAML(), back, err)
		}
	}
}

// Every mistake is reported with its line and, for a misspelt key, the nearest known key.
func TestWrongFiles(t *testing.T) {
	const rest = "\nalgorithms: [fs]\nw: 1.5\n"
	for text, want := range map[string]string{
		"": ": empty: want a study",
		"problems: npuzzle/korf/1\nalgoritms: [fs]":                   `:2: unknown key "algoritms": did you mean "algorithms"?`,
		"problems: npuzzle/korff/1" + rest:                            `:1: unknown set "korff"`,
		"problems:\n- npuzzle/korf/1\n- npuzzle/korf/5-1" + rest:      ":3: ",
		"problems: ''" + rest:                                         ": no problems",
		"problems: npuzzle/korf/1\nalgorithms: [fs]\nw: [1.5,\n 0.9]": ":4: w = 0.9: the suboptimality bound must be at least 1",
		"problems: npuzzle/korf/1\nheuristics: [md,\n nn]" +
			rest: `:3: problem "npuzzle/korf/1:nn": unknown variant "nn"`,
		"problems: npuzzle/korf/1\nalgorithms: [fs]":          ":2: fs needs w",
		"problems: npuzzle/korf/1\nalgorithms: [fs]\nw: much": `:3: w: "much" is not a number`,
		"problems: npuzzle/korf/1\np: [70%]" +
			rest: `:2: p: "70%" is not a number: want a decimal such as 0.7`,
		"problems: npuzzle/korf/1\np: [.5, 1.5]" + rest:                 ":2: p = 1.5: the probability",
		"problems: npuzzle/korf/1\nlimits: {tyme: 3s}" + rest:           `:2: unknown key "tyme": did you mean "time"?`,
		"problems: npuzzle/korf/1\nlimits:\n  time: 300" + rest:         `:3: limits: "300" is not a time`,
		"problems: npuzzle/korf/1\nlimits:\n  inserted: 0" + rest:       ":3: limits: ",
		"problems: npuzzle/korf/1\nseeds: [1, -2]" + rest:               ":2: seeds: ",
		"problems: npuzzle/korf/1\njobs: 0" + rest:                      ":2: jobs: ",
		"problems: npuzzle/korf/1\ntrace: perhaps" + rest:               `:2: trace: "perhaps" is neither true nor false`,
		"problems: npuzzle/korf/1\nproblems: npuzzle/korf/2" + rest:     `:2: "problems" is given on line 1 already`,
		"problems: npuzzle/korf/1\nw:" + "\nalgorithms: [fs]":           ":2: w: want a value",
		"problems: [npuzzle/korf/1" + rest:                              ":1: did not find expected ',' or ']'",
		"- problems":                                                    ":1: the file: want lines such as name: value",
		"problems: npuzzle/korf/1" + rest + "---\nproblems: npuzzle/x/": ": more than one document",
	} {
		if _, err := readText(t, text); err == nil || !strings.Contains(err.Error(), ".yaml"+want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
	if _, err := study.Read(filepath.Join(t.TempDir(), "none.yaml")); err == nil ||
		!strings.HasSuffix(err.Error(), "none.yaml: no such file or directory") {
		t.Errorf("no file: %v", err)
	}
}
