package report_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	_ "github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	. "github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/engine/table"
)

func TestCounts(t *testing.T) {
	limits := func(l engine.Limits) func(*engine.Result) { return func(r *engine.Result) { r.Limits = l } }
	results := []*engine.Result{
		ran("pancake/40/1", engine.FS(1.25), 10),
		ran("pancake/40/1", engine.FS(1.25), 11), // the same run again
		ran("pancake/40/2", engine.FS(1.25), 10),
		cutOff("pancake/40/3", engine.FS(1.25), 10),
		ran("pancake/40/1", engine.PFS(1.25, 0.7), 10, seed(1)),
		cutOff("pancake/40/2", engine.PFS(1.25, 0.7), 10, seed(1),
			limits(engine.Limits{Expanded: 12_000, Time: 90 * time.Second, Memory: 3 << 29})),
		cutOff("tsp/50/1", engine.FS(1.25), 10, limits(engine.Limits{})),
		nil,
		{Problem: "tsp/50/2", Status: engine.Failed, Err: errors.New("broken")},
		ran("tsp/50/3", engine.FS(1.25), 1, func(r *engine.Result) { r.Status = engine.LimitCancelled }),
	}
	r := made(t, "taskwise", results)
	c := r.Counted
	// pancake/40 has three instances and two problems run on them, but five runs.
	if c.Runs != 6 || c.Instances != 4 || c.Missing != 1 || c.Solved != 3 || c.Unsolved["limit: inserted"] != 3 ||
		c.Failed != 2 || c.Interrupted != 1 || c.Repeated != 1 || c.Unused != 0 {
		t.Errorf("counted %+v", c)
	}
	is(t, rows(t, r.Tables[0])[0], map[string]any{"FS(w=1.25)": 11}) // the later one counts
	want := []string{
		"Counted: 6 runs on 4 instances of pancake/40, tsp/50:nn. Missing: at least 1. Solved: 3; unsolved: 3 (limit: inserted: 3).",
		"Limits of the runs: 5,000,000 inserted, 300 s (4 runs); 12,000 expanded, 90 s, 1.5 GiB (1 run); none (1 run).",
		"Beware: the runs on pancake/40 have different limits, which ended some of them: such runs are not comparable.",
		"Left out: 2 failed, 1 interrupted, 1 repeated.",
	}
	if got := c.Lines(); !slices.Equal(got, want) {
		t.Errorf("lines:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// What is missing is the same in every report about the same runs, also in those that compare only what is there, and
// what they leave out for that is not called something that they are not about.
func TestMissing(t *testing.T) {
	pfs := engine.PFS(1.25, 0.7)
	theirs, err := record.NewForeign("pancake/40/1", "ida")
	if err != nil {
		t.Fatal(err)
	}
	theirs.Result.Algorithm.W, theirs.Result.Status, theirs.Result.Cost = engine.Ratio{Num: 5, Den: 4}, engine.Solved, 12
	theirs.Result.Digest, theirs.Result.Unit = "", 1
	results := []*engine.Result{
		ran("pancake/40/1", engine.FS(1.25), 10), ran("pancake/40/1", pfs, 10, seed(1)), ran("pancake/40/1", pfs, 10, seed(2)),
		ran("pancake/40/2", engine.FS(1.25), 10), ran("pancake/40/2", pfs, 10, seed(1)),
		ran("pancake/40/3", engine.FS(1.25), 10),
		ran("pancake/40/4", pfs, 10, seed(2)),
		{Problem: "pancake/40/4", Algorithm: engine.FS(1.25), Status: engine.Failed, Err: errors.New("broken")},
		ran("pancake/60/1", engine.FS(1.25), 10), ran("pancake/60/2", pfs, 10, seed(1)),
		ran("pancake/40/1", engine.AStar(), 10),
	}
	// Of four instances with three runs each five are missing, and of two with two each two.
	for name, more := range map[string]string{
		"success": "", "absolute": "",
		"headline":     "2 without a run to compare with (FS: 1; PFS: 1), 1 run that this report is not about (A*: 1), ",
		"significance": "2 without a run to compare with (FS: 1; PFS: 1), 1 run that this report is not about (A*: 1), ",
		"settings":     "4 without a run to compare with (FS: 2; PFS: 2), 1 run that this report is not about (A*: 1), ",
		"ranking":      "4 without a run to compare with (FS: 2; PFS: 2), 1 run that this report is not about (A*: 1), ",
	} {
		c := made(t, name, results).Counted
		want := 7
		if more == "" { // of A*, which they are about
			want += 3
		}
		if lines := c.Lines(); c.Missing != want || !strings.Contains(lines[0], fmt.Sprintf("Missing: at least %d. ", want)) ||
			lines[len(lines)-1] != "Left out: "+more+"1 failed." {
			t.Errorf("%s: missing %d, want %d and %q: %q", name, c.Missing, want, more, lines)
		}
	}
	lines := made(t, "settings", append(results, theirs.Result)).Counted.Lines()
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "Left out: 4 without a run to compare with (FS: 2; PFS: 2), "+
		"1 without expansions (ida (foreign): 1), 1 run that") {
		t.Error(last)
	}
}

// Of runs under several limits those with the greatest count, in whatever order they come.
func TestLowered(t *testing.T) {
	under := func(expanded, inserted int64) func(*engine.Result) {
		return func(r *engine.Result) { r.Limits = engine.Limits{Expanded: expanded, Inserted: inserted} }
	}
	low := ran("pancake/40/1", engine.FS(1.25), 10, under(10, 0))
	high := ran("pancake/40/1", engine.FS(1.25), 300, under(300, 0))
	free := ran("pancake/40/1", engine.FS(1.25), 500, under(0, 900))
	for _, test := range []struct {
		results []*engine.Result
		limits  string
		left    string
	}{
		{[]*engine.Result{low, high}, "300 expanded", "1 repeated with other limits"},
		{[]*engine.Result{high, low, high}, "300 expanded", "1 repeated, 1 repeated with other limits"},
		{[]*engine.Result{low, low}, "10 expanded", "1 repeated"},
		{[]*engine.Result{high, free}, "300 expanded", "1 repeated with other limits"}, // no limit of insertions
	} {
		lines := made(t, "taskwise", test.results).Counted.Lines()
		for _, want := range []string{"Limits of the runs: " + test.limits + ".", "Left out: " + test.left + "."} {
			if !slices.Contains(lines, want) {
				t.Errorf("want %q in\n%s", want, strings.Join(lines, "\n"))
			}
		}
	}
}

// A report that mixes problems of one name reports it.
func TestMixed(t *testing.T) {
	of := func(digest string) func(*engine.Result) { return func(r *engine.Result) { r.Digest = digest } }
	results := []*engine.Result{
		ran("mine/line/1", engine.FS(1.25), 10, of("a")), ran("mine/line/1", engine.DPS(1.25), 10, of("b")),
		ran("mine/line/2", engine.FS(1.25), 10, of("c")), ran("mine/line/2", engine.FS(1.25), 10, of("d")),
		ran("mine/line/3", engine.FS(1.25), 10, of("e")), ran("mine/line/3", engine.DPS(1.25), 10, of("e")),
	}
	c := made(t, "taskwise", results).Counted
	const want = "Beware: mine/line/1 (2 names in all) stands for different problems, which count as different instances."
	if !slices.Equal(c.Mixed, []string{"mine/line/1", "mine/line/2"}) || c.Runs != 6 || c.Instances != 5 || !slices.Contains(c.Lines(), want) {
		t.Errorf("mixed: %v\n%s", c.Mixed, strings.Join(c.Lines(), "\n"))
	}
}

func TestErrors(t *testing.T) {
	fs, pfs := ran("pancake/40/1", engine.FS(1.25), 1), ran("pancake/40/1", engine.PFS(1.25, 0.6), 1, seed(1))
	other := ran("pancake/40/1", engine.PFS(1.25, 0.8), 1, seed(1))
	for _, c := range []struct {
		name    string
		results []*engine.Result
		opts    []Option
		want    string
	}{
		{"headlin", []*engine.Result{fs}, nil, `no report "headlin": did you mean "headline"?`},
		{"headline", nil, nil, "report headline: no results given"},
		{"headline", []*engine.Result{{Status: engine.Failed}}, nil, "1 failed, 0 were interrupted"},
		{"headline", []*engine.Result{fs}, nil, "no instance with runs of both algorithms of a pair"},
		{"headline", []*engine.Result{fs, pfs, other}, nil,
			"no runs at p = 0.7: choose one of the existing probabilities: 0.6, 0.8"},
		{"effects", []*engine.Result{fs, pfs}, []Option{P(0.8)},
			"(here w = 1.25, p = 0.8); existing probabilities: 0.6"},
		{"effects", []*engine.Result{ran("pancake/40/1", engine.FS(1.1), 1), ran("pancake/40/1", engine.FS(1.2), 1)}, nil,
			"no runs at w = 1.25: choose one of the existing bounds: 1.1, 1.2"},
		{"effects", []*engine.Result{fs}, []Option{W(0.5)},
			"w = 0.5: the suboptimality bound must be a number of at least 1"},
		{"effects", []*engine.Result{fs}, []Option{W(1e30)}, "w = 1e+30: the suboptimality bound must be below 2^63"},
		{"headline", []*engine.Result{fs}, []Option{P(1.5)},
			"p = 1.5: the probability of a guided selection must be between 0 and 1"},
		{"taskwise", []*engine.Result{fs}, []Option{Attribute("expandet")},
			`no attribute "expandet": did you mean "expanded"?`},
		{"tsp50", []*engine.Result{fs, pfs}, nil, "the report bounds is about all sets"},
		{"npuzzle-time", []*engine.Result{fs}, nil, "npuzzle/*: no runs of first-solution algorithms"},
		{"anytime", []*engine.Result{fs}, nil, "no runs of anytime algorithms"},
		{"absolute", []*engine.Result{fs, pfs}, []Option{W(9)},
			"report absolute: no runs (here w = 9); existing bounds: 1.25"},
		{"taskwise", []*engine.Result{fs, pfs}, []Option{W(9)},
			"report taskwise: no runs (here w = 9); existing bounds: 1.25"},
		{"seeds", []*engine.Result{fs, pfs}, []Option{W(9)},
			"no runs of first-solution algorithms (here w = 9); existing bounds: 1.25"},
		{"cactus", []*engine.Result{fs, pfs}, []Option{W(9)},
			"no runs of first-solution algorithms (here w = 9, p = 0.7); existing bounds: 1.25"},
		{"bounds", []*engine.Result{fs, pfs}, []Option{W(9), P(0.8)},
			"at the same w (here w = 9, p = 0.8); existing bounds: 1.25"},
		{"tsp50", []*engine.Result{fs, pfs}, []Option{W(9)},
			"existing bounds: 1.25; the report bounds is about all sets"},
		{"cactus", []*engine.Result{ran("pancake/40/1", engine.AFS(), 1)}, nil, "no runs of first-solution algorithms"},
	} {
		if r, err := Make(c.name, c.results, c.opts...); err == nil || !strings.Contains(err.Error(), c.want) || r != nil {
			t.Errorf("%s: %v, want %q in it", c.name, err, c.want)
		}
	}
	// The only p, or the only bound, need not be given.
	made(t, "headline", []*engine.Result{fs, pfs})
	made(t, "effects", []*engine.Result{ran("pancake/40/1", engine.FS(2), 1), ran("pancake/40/1", engine.PFS(2, 0.6), 1)})
}

func TestEveryReportIsDescribed(t *testing.T) {
	for _, name := range []string{"headline", "tsp50", "effects", "npuzzle-success", "npuzzle-expansions", "npuzzle-time",
		"trajectory",
		"sensitivity", "anytime", "significance", "absolute", "taskwise", "scatter", "cactus", "seeds", "bounds"} {
		if !slices.Contains(Names(), name) || Describe(name) == "" {
			t.Errorf("no report %s", name)
		}
	}
	if Describe("none") != "" {
		t.Error("an unknown report is described")
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string][3]string{ // set, instance, title of the set
		"npuzzle/korf/39":           {"npuzzle/korf:unit", "39", "N-Puzzle unit"},
		"npuzzle/korf/39:md":        {"npuzzle/korf:unit", "39", "N-Puzzle unit"},
		"npuzzle/korf/39:lc+heavy":  {"npuzzle/korf:heavy+lc", "39", "N-Puzzle heavy lc"},
		"npuzzle/random-8/7":        {"npuzzle/random-8:unit", "7", "npuzzle/random-8:unit"},
		"pancake/101/7":             {"pancake/101", "7", "Pancake-101"},
		"tsp/40/7":                  {"tsp/40:nn", "7", "TSP-40"},
		"tsp/40/7:depth":            {"tsp/40:depth", "7", "TSP-40 depth"},
		"tsp/tsplib/burma14":        {"tsp/tsplib:nn", "burma14", "tsp/tsplib:nn"},
		"gctsp/small/7":             {"gctsp/small:covering", "7", "GCTSP small"},
		"gctsp/files-small/x:all":   {"gctsp/files-small:all", "x", "GCTSP files-small all"},
		"my own problem":            {"my own problem", "my own problem", "my own problem"},
		"somewhere/else/entirely/1": {"somewhere/else/entirely", "1", "somewhere/else/entirely"},
	} {
		set, id := Cut(name)
		if set != want[0] || id != want[1] || SetTitle(set) != want[2] {
			t.Errorf("%s is %s of %s, called %q; want %v", name, id, set, SetTitle(set), want)
		}
	}
	sets := []string{"tsp/50:nn", "pancake/101", "npuzzle/korf:inverse", "pancake/40", "npuzzle/korf:unit",
		"npuzzle/korf:heavy+lc", "npuzzle/korf:heavy"}
	slices.SortFunc(sets, BySet)
	if want := "npuzzle/korf:unit npuzzle/korf:heavy npuzzle/korf:heavy+lc npuzzle/korf:inverse pancake/40 pancake/101 tsp/50:nn"; strings.Join(sets, " ") != want {
		t.Errorf("order %v", sets)
	}
}

func TestWriting(t *testing.T) {
	r := &Report{Name: "x", Title: "A title", Counted: Counts{Runs: 1, Sets: []string{"s"}, Limits: []string{"none"}},
		Tables: []table.Table{
			{Columns: []string{"set", "n|m", "x"}, Rows: [][]any{{"a|b", 1234567, 0.25}, {"c", nil, 1.0 / 3}},
				Notes: []string{"A note."}},
			{Caption: "Second", Columns: []string{"seed"}, Rows: [][]any{{uint64(20260720)}}},
		}}
	want := `# A title

| set  |      n\|m |      x |
| ---- | --------: | -----: |
| a\|b | 1,234,567 |   0.25 |
| c    |           | 0.3333 |

A note.

## Second

|     seed |
| -------: |
| 20260720 |

Counted: 1 run on 0 instances of s. Missing: 0. Solved: 0; unsolved: 1.

Limits of the runs: none.
`
	if got := r.Markdown(); got != want {
		t.Errorf("Markdown:\n%s\nwant:\n%s", got, want)
	}

	text, err := r.CSV()
	if err != nil {
		t.Fatal(err)
	}
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comment, reader.FieldsPerRecord = '#', -1
	records, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(records); got != "[[set n|m x] [a|b 1234567 0.25] [c  0.3333333333333333] [seed] [20260720]]" {
		t.Errorf("CSV holds %s in\n%s", got, text)
	}

	text, err = r.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var back struct {
		Name   string
		Tables []struct{ Rows [][]any }
	}
	if err := json.Unmarshal([]byte(text), &back); err != nil || back.Name != "x" || back.Tables[0].Rows[1][2] != 1.0/3 ||
		back.Tables[0].Rows[1][1] != nil {
		t.Errorf("JSON %v: %s", err, text)
	}
}

func TestText(t *testing.T) {
	for want, cell := range map[string]any{
		"": nil, "0": 0, "1,234": 1234, "-999": -999, "-1,000": -1000, "0.3333": 1.0 / 3, "0.05": 0.05, "12.35": 12.346,
		"1.200":   1.20001,
		"123,457": 123456.7, "100": 100.0, "0.001235": 0.00123456, "1.23e-05": 0.0000123456, "solved": "solved",
		"12345": uint64(12345),
		"1,000": 999.96, "-100.0": -99.996, "10.00": 9.9996, "1.000": 0.99996, "0.001000": 0.00099996, "999.9": 999.94,
		"1,001": 1000.6, "0.0001": 0.000099996,
		"NaN": math.NaN(), "+Inf": math.Inf(1),
	} {
		if got := Text(cell); got != want {
			t.Errorf("%v is written %q, want %q", cell, got, want)
		}
	}
}

// TestAgainstDefinitions computes the tables of random studies, in which runs are
// missing, unsolved and repeated over seeds, by looking up every run.
func TestAgainstDefinitions(t *testing.T) {
	for n := range uint64(20) {
		rng := rand.New(rand.NewPCG(n, 0))
		study := randomStudy(rng)
		find := func(problem, algorithm string, w, p float64, seed uint64) *engine.Result {
			for _, r := range study {
				if r.Problem == problem && r.Algorithm.Name == algorithm && r.Algorithm.W.Float() == w &&
					(!r.Algorithm.Draws() || r.Algorithm.P == p && r.Seed == seed) {
					return r
				}
			}
			return nil
		}
		for _, row := range rows(t, made(t, "headline", study, P(0.7)).Tables[0]) {
			if row["source"] == "paper" {
				continue
			}
			p, d, _ := strings.Cut(strings.ToLower(row["pair"].(string)), "/")
			variants := map[any][]string{"N-Puzzle": {"npuzzle/korf/%d:unit", "npuzzle/korf/%d:heavy"},
				"Pancake": {"pancake/60/%d"}}[row["domain"]]
			var ratios, success []float64
			for _, seed := range []uint64{1, 2, 3} {
				var sumP, sumD, solved, runs float64
				for _, format := range variants {
					for _, w := range []float64{1.1, 1.25} {
						var both [][2]*engine.Result
						var most int64
						for id := 1; id <= 6; id++ {
							problem := fmt.Sprintf(format, id)
							a, b := find(problem, p, w, 0.7, seed), find(problem, d, w, 0, 0)
							if a != nil && b != nil {
								both = append(both, [2]*engine.Result{a, b})
								most = max(most, a.Expanded, b.Expanded)
							}
						}
						for _, x := range both {
							runs++
							counts := [2]int64{most, most}
							for i := range x {
								if x[i].Cost >= 0 {
									counts[i] = x[i].Expanded
								}
							}
							if x[0].Cost >= 0 {
								solved++
							}
							sumP, sumD = sumP+float64(counts[0]), sumD+float64(counts[1])
						}
					}
				}
				if runs > 0 {
					ratios, success = append(ratios, sumP/sumD), append(success, 100*solved/runs)
				}
			}
			sort.Float64s(ratios)
			sort.Float64s(success)
			is(t, row, map[string]any{"ratio": middleOf(ratios), "success P %": middleOf(success)})
		}
		for _, row := range rows(t, made(t, "bounds", study, P(0.7)).Tables[0]) {
			p, d, _ := strings.Cut(strings.ToLower(row["pair"].(string)), "/")
			format := map[any]string{"N-Puzzle unit": "npuzzle/korf/%d:unit", "N-Puzzle heavy": "npuzzle/korf/%d:heavy",
				"Pancake-60": "pancake/60/%d"}[row["set"]]
			var medians []float64
			for _, seed := range []uint64{1, 2, 3} {
				var ratios []float64
				for id := 1; id <= 6; id++ {
					problem := fmt.Sprintf(format, id)
					a, b := find(problem, p, row["w"].(float64), 0.7, seed), find(problem, d, row["w"].(float64), 0, 0)
					if a != nil && b != nil && a.Cost >= 0 && b.Cost >= 0 {
						ratios = append(ratios, float64(a.Expanded)/float64(b.Expanded))
					}
				}
				if sort.Float64s(ratios); len(ratios) > 0 {
					medians = append(medians, middleOf(ratios))
				}
			}
			sort.Float64s(medians)
			if len(medians) == 0 {
				is(t, row, map[string]any{"median expansion ratio": nil})
			} else {
				is(t, row, map[string]any{"median expansion ratio": middleOf(medians)})
			}
		}
	}
}

// middleOf returns the median of sorted numbers.
func middleOf(x []float64) float64 { return (x[(len(x)-1)/2] + x[len(x)/2]) / 2 }

func randomStudy(rng *rand.Rand) []*engine.Result {
	var study []*engine.Result
	add := func(problem string, a engine.Algorithm, seed uint64) {
		if rng.IntN(10) == 0 {
			return
		}
		r := ran(problem, a, 1+rng.Int64N(1000), func(r *engine.Result) { r.Seed = seed })
		if rng.IntN(3) == 0 {
			r.Status, r.Cost = engine.LimitTime, -1
		}
		study = append(study, r)
	}
	for _, format := range []string{"npuzzle/korf/%d:unit", "npuzzle/korf/%d:heavy", "pancake/60/%d"} {
		for id := 1; id <= 6; id++ {
			problem := fmt.Sprintf(format, id)
			for _, w := range []float64{1.1, 1.25} {
				add(problem, engine.FS(w), 0)
				add(problem, engine.DPS(w), 0)
				for seed := range uint64(3) {
					add(problem, engine.PFS(w, 0.7), 1+seed)
					add(problem, engine.PFS(w, 0.8), 1+seed)
					add(problem, engine.PDPS(w, 0.7), 1+seed)
				}
			}
		}
	}
	rng.Shuffle(len(study), func(i, j int) { study[i], study[j] = study[j], study[i] })
	return study
}

// BenchmarkHeadline makes the paper's Table 1 from a study of its size, 50,400 runs.
func BenchmarkHeadline(b *testing.B) {
	var study []*engine.Result
	for _, format := range []string{"npuzzle/korf/%d:unit", "npuzzle/korf/%d:heavy", "npuzzle/korf/%d:inverse",
		"pancake/40/%d", "pancake/60/%d", "pancake/80/%d", "pancake/101/%d", "tsp/40/%d", "tsp/50/%d"} {
		for id := 1; id <= 100; id++ {
			problem := fmt.Sprintf(format, id)
			for _, w := range []float64{1.05, 1.10, 1.15, 1.20, 1.25, 1.50, 2} {
				study = append(study, ran(problem, engine.FS(w), 100), ran(problem, engine.DPS(w), 100))
				for _, p := range []float64{0.6, 0.7, 0.8} {
					study = append(study, ran(problem, engine.PFS(w, p), 50, seed(42)), ran(problem, engine.PDPS(w, p), 50, seed(42)))
				}
			}
		}
	}
	for b.Loop() {
		if _, err := Make("headline", study); err != nil {
			b.Fatal(err)
		}
	}
}

// TestNamesWithZeros: algorithms whose names differ by leading zeros only are two, of which
// each run counts once.
func TestNamesWithZeros(t *testing.T) {
	var results []*engine.Result
	for range 2 {
		for _, name := range []string{"a01", "a1"} {
			for _, problem := range []string{"mine/line/1", "mine/line/2"} {
				results = append(results, ran(problem, engine.FS(1.25), 10, func(r *engine.Result) { r.Algorithm.Name = name }))
			}
		}
	}
	if c := made(t, "taskwise", results).Counted; c.Runs != 4 || c.Repeated != 4 || c.Missing != 0 {
		t.Errorf("%d runs, %d repeated, %d missing", c.Runs, c.Repeated, c.Missing)
	}
}

// TestLimitsThatDoNotCompare: a solved run counts, and not one that another limit has ended.
func TestLimitsThatDoNotCompare(t *testing.T) {
	solved := ran("mine/line/1", engine.FS(1.25), 10, func(r *engine.Result) { r.Limits = engine.Limits{Inserted: 5_000_000} })
	ended := ran("mine/line/1", engine.FS(1.25), 7, func(r *engine.Result) {
		r.Limits, r.Status, r.Cost = engine.Limits{Time: time.Second}, engine.LimitTime, -1
	})
	for _, results := range [][]*engine.Result{{solved, ended}, {ended, solved}} {
		if c := made(t, "taskwise", results).Counted; c.Solved != 1 || c.Runs != 1 {
			t.Errorf("%d of %d runs are solved", c.Solved, c.Runs)
		}
	}
}

// TestUneven: a report of runs under different limits says so, where a limit ended some.
func TestUneven(t *testing.T) {
	under := func(n int64, solved bool) func(*engine.Result) {
		return func(r *engine.Result) {
			if r.Limits.Expanded = n; !solved {
				r.Status, r.Cost = engine.LimitExpanded, -1
			}
		}
	}
	fs := ran("pancake/40/1", engine.FS(1.25), 300, under(300, false))
	for want, other := range map[string]*engine.Result{
		"Beware: the runs on pancake/40 have different limits, which ended some of them: such runs are not comparable.": ran("pancake/40/1",
			engine.DPS(1.25), 20_000, under(20_000, false)),
		"": ran("pancake/40/1", engine.DPS(1.25), 300, under(300, false)),
	} {
		lines := made(t, "taskwise", []*engine.Result{fs, other}).Counted.Lines()
		if i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "Beware") }); (i < 0) != (want == "") ||
			i >= 0 && lines[i] != want {
			t.Errorf("want %q in %q", want, lines)
		}
	}
}

// A name of megabytes, as a stranger's file may have, makes no report of megabytes.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	r := ran(long+"/"+long+"/1", engine.FS(1.5), 7)
	r.Status = engine.Status(long)
	r.Algorithm.Name = long
	for _, name := range []string{"absolute", "taskwise"} {
		if text := made(t, name, []*engine.Result{r}).Markdown(); len(text) > 100<<10 {
			t.Errorf("%s has %d bytes", name, len(text))
		}
	}
}
