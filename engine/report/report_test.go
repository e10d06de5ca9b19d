package report_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/record"
	. "github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/engine/table"
)

// A result in these tests takes a millisecond of CPU time for each expansion and twice as
// much wall time; its limits are 300 s and 5 million insertions.
func ran(problem string, a engine.Algorithm, expanded int64, changes ...func(*engine.Result)) *engine.Result {
	r := &engine.Result{Problem: problem, Algorithm: a, Status: engine.Solved, Unit: 1, Cost: 12, FMin: 10, LowerBound: 10,
		Limits: engine.Limits{Time: 300 * time.Second, Inserted: 5_000_000}}
	r.Expanded, r.Generated = expanded, 3*expanded
	r.CPU = time.Duration(expanded) * time.Millisecond
	r.Wall = 2 * r.CPU
	for _, change := range changes {
		change(r)
	}
	return r
}

func cutOff(problem string, a engine.Algorithm, expanded int64, changes ...func(*engine.Result)) *engine.Result {
	return ran(problem, a, expanded,
		append(changes, func(r *engine.Result) { r.Status, r.Cost = engine.LimitInserted, -1 })...)
}

func seed(n uint64) func(*engine.Result) { return func(r *engine.Result) { r.Seed = n } }

// made makes a report that must exist.
func made(t *testing.T, name string, results []*engine.Result, opts ...Option) *Report {
	t.Helper()
	r, err := Make(name, results, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// rows returns the rows of a table, each from column to cell.
func rows(t *testing.T, table table.Table) []map[string]any {
	t.Helper()
	var all []map[string]any
	for _, row := range table.Rows {
		if len(row) != len(table.Columns) {
			t.Fatalf("%d cells in %d columns: %v", len(row), len(table.Columns), row)
		}
		cells := map[string]any{}
		for i, c := range table.Columns {
			cells[c] = row[i]
		}
		all = append(all, cells)
	}
	return all
}

// is checks cells of a row, real numbers to 12 digits.
func is(t *testing.T, row map[string]any, want map[string]any) {
	t.Helper()
	for column, w := range want {
		got, there := row[column]
		if !there {
			t.Errorf("no column %q in %v", column, row)
		} else if !same(got, w) {
			t.Errorf("%s is %v, want %v, in %v", column, got, w, row)
		}
	}
}

func same(got, want any) bool {
	x, isReal := want.(float64)
	y, wasReal := got.(float64)
	if isReal && wasReal {
		return math.Abs(x-y) <= 1e-12*math.Max(math.Abs(x), 1)
	}
	return got == want
}

func TestHeadline(t *testing.T) {
	fs, pfs := engine.FS, engine.PFS
	results := []*engine.Result{
		// A setting in which the greatest count is 400.
		ran("npuzzle/korf/1:heavy", fs(1.25), 100), ran("npuzzle/korf/1:heavy", pfs(1.25, 0.7), 50, seed(42)),
		cutOff("npuzzle/korf/2:heavy", fs(1.25), 400), cutOff("npuzzle/korf/2:heavy", pfs(1.25, 0.7), 300, seed(42)),
		ran("npuzzle/korf/3:heavy", fs(1.25), 50), ran("npuzzle/korf/3:heavy", pfs(1.25, 0.7), 100, seed(42)),
		// One in which it is 30; names without a variant have unit costs.
		ran("npuzzle/korf/1", fs(1.5), 10), cutOff("npuzzle/korf/1:unit", pfs(1.5, 0.7), 30, seed(42)),
		ran("npuzzle/korf/2:unit+md", fs(1.5), 20), ran("npuzzle/korf/2", pfs(1.5, 0.7), 5, seed(42)),
		// A run without a partner, and one at another p.
		ran("npuzzle/korf/4:heavy", fs(1.25), 7), ran("npuzzle/korf/1:heavy", pfs(1.25, 0.6), 1, seed(42)),
		// Another domain, and the other pair.
		ran("tsp/40/1", fs(1.25), 8), ran("tsp/40/1:nn", pfs(1.25, 0.7), 4, seed(42)),
		ran("tsp/40/1", engine.DPS(1.25), 9), ran("tsp/40/1", engine.PDPS(1.25, 0.7), 18, seed(42)),
	}
	r := made(t, "headline", results)
	got := rows(t, r.Tables[0])
	if len(got) != 6 {
		t.Fatalf("%d rows, want those of three pairs and domains, and the paper's: %v", len(got), got)
	}
	is(t, got[0], map[string]any{
		"pair": "PFS/FS", "domain": "N-Puzzle", "source": "here", "settings": 2, "runs of each": 5,
		"success P %":  100 * 3 / 5.0, // 1 and 3 of heavy, 2 of unit
		"success D %":  100 * 4 / 5.0,
		"expansions P": (50 + 400 + 100 + 30 + 5) / 5.0,
		"expansions D": (100 + 400 + 50 + 10 + 20) / 5.0,
		"ratio":        585 / 580.0,
		"time P (s)":   (0.050 + 300 + 0.100 + 300 + 0.005) / 5,
		"time D (s)":   (0.100 + 300 + 0.050 + 0.010 + 0.020) / 5,
	})
	is(t, got[1], map[string]any{"domain": "N-Puzzle", "source": "paper", "success P %": 83.6, "ratio": 0.393,
		"runs of each": nil})
	is(t, got[2], map[string]any{"pair": "PFS/FS", "domain": "TSP-40", "ratio": 0.5})
	is(t, got[4], map[string]any{"pair": "PDPS/DPS", "domain": "TSP-40", "ratio": 2.0})
	c := r.Counted
	if c.Runs != 15 || c.Missing != 1 || c.Unused != 1 || c.Solved != 12 || c.Instances != 7 ||
		c.Unsolved["limit: inserted"] != 3 {
		t.Errorf("counted %+v", c)
	}
	notes := strings.Join(r.Tables[0].Notes, "\n")
	if !strings.Contains(notes, "1 run left out because the other algorithm's run is missing") ||
		!strings.Contains(notes, "counts as its time limit") {
		t.Errorf("notes: %s", notes)
	}

	// At the other p there is one match, and the paper gives no figures.
	got = rows(t, made(t, "headline", results, P(0.6)).Tables[0])
	if len(got) != 1 {
		t.Fatalf("at p = 0.6: %v", got)
	}
	is(t, got[0], map[string]any{"domain": "N-Puzzle", "runs of each": 1, "ratio": 0.01})
}

// TestSeeds: with several seeds each number is the median over them.
func TestSeveralSeeds(t *testing.T) {
	problem := "pancake/40/1"
	results := []*engine.Result{
		ran(problem, engine.FS(1.25), 100),
		ran(problem, engine.PFS(1.25, 0.7), 10, seed(1)),
		ran(problem, engine.PFS(1.25, 0.7), 40, seed(2)),
		ran(problem, engine.PFS(1.25, 0.7), 20, seed(3)),
		cutOff("pancake/40/2", engine.FS(1.25), 200),
		ran("pancake/40/2", engine.PFS(1.25, 0.7), 50, seed(1)),
		cutOff("pancake/40/2", engine.PFS(1.25, 0.7), 60, seed(2)),
		ran("pancake/40/2", engine.PFS(1.25, 0.7), 70, seed(3)),
	}
	headline := rows(t, made(t, "headline", results).Tables[0])[0]
	is(t, headline, map[string]any{
		"success P %": 100.0, "success P % min": 50.0, "success P % max": 100.0, "success D %": 50.0,
		// Totals of P by seed: 10+50, 40+200 (the greatest of the setting), 20+70; of D
		// 100+200.
		"expansions P": 90 / 2.0, "ratio": 90 / 300.0, "ratio min": 60 / 300.0, "ratio max": 240 / 300.0,
	})
	effects := rows(t, made(t, "effects", results).Tables[0])[0]
	is(t, effects, map[string]any{"solved P": 2.0, "solved P min": 1.0, "solved P max": 2.0, "solved D": 1,
		"both": 1.0, "median ratio": 0.2, "median ratio min": 0.1, "median ratio max": 0.4})
	significance := rows(t, made(t, "significance", results).Tables[0])
	if len(significance) != 3 {
		t.Fatalf("%d rows of significance, want one for each seed", len(significance))
	}
	is(t, significance[1], map[string]any{"seed": uint64(2), "solved P": 1, "b": 0, "c": 0})
	seeds := rows(t, made(t, "seeds", results).Tables[0])
	is(t, seeds[0], map[string]any{"algorithm": "FS(w=1.25)", "seeds": 1, "runs with each": 2, "median expansions": 150.0,
		"least": 150.0, "greatest": 150.0})
	// Means over the instances by seed: 30, 50, 45; type 7 quartiles of 30, 45, 50.
	is(t, seeds[1], map[string]any{"algorithm": "PFS(w=1.25, p=0.7)", "seeds": 3, "median success %": 100.0,
		"median expansions": 45.0,
		"least":             30.0, "lower quartile": 37.5, "upper quartile": 47.5, "greatest": 50.0})
	sensitivity := rows(t, made(t, "sensitivity", results).Tables[0])[0]
	is(t, sensitivity, map[string]any{"settings": 1, "median ratio": 0.2, "min": 0.2,
		"max": 0.2}) // one setting: 0.2 is its median over the seeds
}

func TestBounds(t *testing.T) {
	var results []*engine.Result
	// Ratios of P to D by instance: 1/2, 1/4, 3, and two instances that one of them does not
	// solve.
	for i, x := range []struct{ p, d int64 }{{100, 200}, {100, 400}, {300, 100}} {
		problem := fmt.Sprintf("tsp/50/%d", i+1)
		results = append(results, ran(problem, engine.DPS(1.05), x.d),
			ran(problem, engine.PDPS(1.05, 0.7), x.p, seed(42), func(r *engine.Result) { r.CPU *= 10 }))
	}
	results = append(results, cutOff("tsp/50/4", engine.DPS(1.05), 5),
		ran("tsp/50/4", engine.PDPS(1.05, 0.7), 1, seed(42)),
		ran("tsp/50/5", engine.DPS(1.05), 5), cutOff("tsp/50/5", engine.PDPS(1.05, 0.7), 1, seed(42)),
		ran("tsp/50/1:depth", engine.DPS(1.05), 1), ran("tsp/50/1:depth", engine.PDPS(1.05, 0.7), 1, seed(42)))
	got := rows(t, made(t, "tsp50", results).Tables[0])
	if len(got) != 2 {
		t.Fatalf("%d rows, want one of ours and one of the paper: %v", len(got), got)
	}
	is(t, got[0], map[string]any{"pair": "PDPS/DPS", "set": "TSP-50", "w": 1.05, "instances": 5, "solved P": 4.0,
		"solved D": 4, "both": 3.0,
		"mean expansion ratio": (0.5 + 0.25 + 3) / 3, "median expansion ratio": 0.5,
		"mean time ratio": (5 + 2.5 + 30) / 3.0, "median time ratio": 5.0})
	is(t, got[1], map[string]any{"source": "paper", "instances": 100, "solved P": 40, "solved D": 12,
		"mean expansion ratio": .757, "mean time ratio": .390})

	all := rows(t, made(t, "bounds", results).Tables[0])
	if len(all) != 3 || all[2]["set"] != "TSP-50 depth" {
		t.Errorf("bounds has %v", all)
	}
}

func TestEffects(t *testing.T) {
	results := []*engine.Result{
		ran("npuzzle/korf/1:inverse", engine.FS(1.25), 1000),
		ran("npuzzle/korf/1:inverse", engine.PFS(1.25, 0.7), 100, seed(42)),
		ran("npuzzle/korf/2:inverse", engine.FS(1.25), 1000),
		ran("npuzzle/korf/2:inverse", engine.PFS(1.25, 0.7), 500, seed(42)),
		cutOff("npuzzle/korf/1", engine.FS(1.25), 1000), ran("npuzzle/korf/1", engine.PFS(1.25, 0.7), 100, seed(42)),
		ran("npuzzle/korf/1", engine.FS(2), 10), ran("npuzzle/korf/1", engine.PFS(2, 0.7), 30, seed(42)),
		// The start is a goal: nothing is expanded, and the two are equal.
		ran("pancake/40/1", engine.FS(1.25), 0), ran("pancake/40/1", engine.PFS(1.25, 0.7), 0, seed(42)),
	}
	got := rows(t, made(t, "effects", results).Tables[0])
	is(t, got[0], map[string]any{"set": "N-Puzzle unit", "solved D": 0, "solved P": 1.0, "both": 0.0, "median ratio": nil,
		"paper": 0.146})
	is(t, got[1], map[string]any{"set": "N-Puzzle inverse", "instances": 2, "median ratio": (0.1 + 0.5) / 2,
		"paper": 0.045})
	is(t, got[2], map[string]any{"set": "Pancake-40", "median ratio": 1.0, "paper": nil})
	got = rows(t, made(t, "effects", results, W(2)).Tables[0])
	if len(got) != 1 {
		t.Fatalf("at w = 2: %v", got)
	}
	is(t, got[0], map[string]any{"median ratio": 3.0, "paper": nil})
	// Sets are in order even if the first has only runs of a later seed.
	results = append(results, ran("npuzzle/korf/1:inverse", engine.PFS(1.25, 0.7), 100, seed(1)))
	got = rows(t, made(t, "effects", results).Tables[0])
	is(t, got[0], map[string]any{"set": "N-Puzzle unit"})
	is(t, got[1], map[string]any{"set": "N-Puzzle inverse"})
}

func TestSensitivity(t *testing.T) {
	var results []*engine.Result
	add := func(problem string, w, p float64, expanded, of int64) {
		results = append(results, ran(problem, engine.FS(w), of), ran(problem, engine.PFS(w, p), expanded, seed(42)))
	}
	// Two instances in one setting, whose median is 0.3; three other settings.
	add("tsp/40/1", 1.25, 0.6, 20, 100)
	add("tsp/40/2", 1.25, 0.6, 40, 100)
	add("tsp/40/1", 1.5, 0.6, 200, 100)
	add("tsp/50/1", 1.5, 0.6, 50, 100)
	add("tsp/40/1", 2, 0.8, 300, 100)
	results = append(results, cutOff("tsp/50/1", engine.FS(2), 1), ran("tsp/50/1", engine.PFS(2, 0.6), 1, seed(42)))
	got := rows(t, made(t, "sensitivity", results).Tables[0])
	if len(got) != 2 {
		t.Fatal(got)
	}
	is(t, got[0], map[string]any{"pair": "PFS/FS", "domain": "TSP", "p": 0.6, "settings": 3, "median ratio": 0.5,
		"min": 0.3, "max": 2.0,
		"without": 1, "paper": "0.021 to 0.029 over p"})
	is(t, got[1], map[string]any{"p": 0.8, "settings": 1, "median ratio": 3.0})
}

// TestUnequalSeeds: seeds with fewer settings than others change no total over settings,
// and a setting counts once for any number of seeds.
func TestUnequalSeeds(t *testing.T) {
	var results []*engine.Result
	add := func(problem string, w float64, of, first int64, others ...int64) {
		results = append(results, ran(problem, engine.FS(w), of))
		for i, expanded := range append([]int64{first}, others...) {
			results = append(results, ran(problem, engine.PFS(w, 0.7), expanded, seed(uint64(42+i))))
		}
	}
	add("npuzzle/korf/1:heavy", 1.25, 100, 10, 20, 90)
	add("npuzzle/korf/1:heavy", 1.5, 100, 200)
	add("npuzzle/korf/1:unit", 1.5, 100, 60)
	r := made(t, "headline", results)
	got := rows(t, r.Tables[0])
	is(t, got[0], map[string]any{"settings": 3, "runs of each": 3, "expansions P": (10 + 200 + 60) / 3.0, "ratio": 0.9})
	if notes := strings.Join(r.Tables[0].Notes, "\n"); !strings.Contains(notes,
		"PFS/FS, N-Puzzle: left out are 2 seeds with other or fewer settings than these 3.") {
		t.Errorf("notes: %s", notes)
	}
	// The medians of the settings are .2, 2 and .6.
	got = rows(t, made(t, "sensitivity", results).Tables[0])
	is(t, got[0], map[string]any{"settings": 3, "median ratio": 0.6, "min": 0.2, "max": 2.0})
}

func TestCurves(t *testing.T) {
	results := []*engine.Result{
		ran("npuzzle/korf/1:heavy", engine.AStar(), 1000), cutOff("npuzzle/korf/2:heavy", engine.AStar(), 5000),
		ran("npuzzle/korf/1:heavy", engine.WAStar(1.25), 10), ran("npuzzle/korf/2:heavy", engine.WAStar(1.25), 30),
		ran("npuzzle/korf/1:heavy", engine.PFS(1.25, 0.7), 10, seed(1)),
		cutOff("npuzzle/korf/2:heavy", engine.PFS(1.25, 0.7), 20, seed(1)),
		ran("npuzzle/korf/1:heavy", engine.PFS(1.25, 0.7), 10, seed(2)),
		ran("npuzzle/korf/2:heavy", engine.PFS(1.25, 0.7), 40, seed(2)),
		ran("npuzzle/korf/1:heavy", engine.PFS(1.25, 0.8), 1, seed(1)), ran("pancake/40/1", engine.FS(1.25), 1),
	}
	for name, column := range map[string]string{"npuzzle-success": "success %", "npuzzle-expansions": "mean expansions",
		"npuzzle-time": "mean time (s)"} {
		r := made(t, name, results)
		got := rows(t, r.Tables[0])
		want := map[string][][3]float64{ // of A*, WA* and PFS: median, least, greatest
			"npuzzle-success":    {{50, 50, 50}, {100, 100, 100}, {75, 50, 100}},
			"npuzzle-expansions": {{3000, 3000, 3000}, {20, 20, 20}, {20, 15, 25}},
			"npuzzle-time":       {{150.5, 150.5, 150.5}, {0.020, 0.020, 0.020}, {(150.005 + 0.025) / 2, 0.025, 150.005}},
		}[name]
		if len(got) != 3 {
			t.Fatalf("%s: %v", name, got)
		}
		for i, algorithm := range []string{"A*", "WA*", "PFS"} {
			is(t, got[i], map[string]any{"set": "N-Puzzle heavy", "algorithm": algorithm, "runs": 2,
				column: want[i][0], column + " min": want[i][1], column + " max": want[i][2]})
		}
		is(t, got[0], map[string]any{"w": nil})
		is(t, got[1], map[string]any{"w": 1.25})
		if r.Counted.Runs != 8 || r.Counted.Unused != 2 {
			t.Errorf("%s counted %+v", name, r.Counted)
		}
	}
}

func TestTrajectory(t *testing.T) {
	trace := &engine.Trace{
		Samples: []engine.Sample{{FMin: 2250, Focal: 1}, {Expanded: 100, FMin: 2500, Focal: 90},
			{Expanded: 200, FMin: 3060, Focal: 40}},
		Plateaus:   engine.Histogram{Count: 3, Sum: 200, Max: 120},
		Admissions: engine.Histogram{Count: 2, Sum: 30, Max: 20},
	}
	traced := func(r *engine.Result) { r.Trace, r.Unit, r.Cost = trace, 10, 3780 }
	results := []*engine.Result{
		ran("npuzzle/korf/39:heavy", engine.FS(1.25), 200, traced),
		ran("npuzzle/korf/39:heavy", engine.PFS(1.25, 0.7), 200, seed(1<<63), traced),
		cutOff("npuzzle/korf/39:heavy", engine.FS(1.5), 200, traced),
		ran("npuzzle/korf/40:heavy", engine.FS(1.25), 200),
	}
	got := rows(t, made(t, "trajectory", results).Tables[0])
	if len(got) != 3 {
		t.Fatal(got)
	}
	is(t, got[0], map[string]any{"algorithm": "FS(w=1.25)", "seed": nil, "expansions": 200, "paper": 444_774,
		"fmin first": 225.0, "fmin last": 306.0, "cost": 378.0,
		"rises of fmin": 2, "mean plateau": 200 / 3.0, "longest plateau": 120, "mean admission": 15.0, "greatest FOCAL": 90})
	is(t, got[1], map[string]any{"algorithm": "FS(w=1.5)", "paper": nil, "cost": nil, "status": "limit: inserted"})
	is(t, got[2], map[string]any{"seed": uint64(1 << 63), "paper": 43_972})
	weighted := ran("npuzzle/korf/39:heavy", engine.WAStar(1.25), 200, func(r *engine.Result) {
		r.Trace = &engine.Trace{Samples: []engine.Sample{{FMin: -1}, {Expanded: 200, FMin: -1}}}
	})
	is(t, rows(t, made(t, "trajectory", []*engine.Result{weighted}).Tables[0])[0],
		map[string]any{"expansions": 200, "fmin first": nil, "fmin last": nil})
	if n := len(rows(t, made(t, "trajectory", results, W(1.5)).Tables[0])); n != 1 {
		t.Errorf("at w = 1.5 %d rows", n)
	}
	if _, err := Make("trajectory", results[3:]); err == nil || !strings.Contains(err.Error(), "engine.Traced()") {
		t.Errorf("without traces: %v", err)
	}
}

// incumbents makes an anytime run that found these costs at these expansions, a
// millisecond each.
func incumbents(costAndExpansions ...int64) func(*engine.Result) {
	return func(r *engine.Result) {
		r.Status, r.Cost = engine.BoundReached, -1
		for i := 0; i < len(costAndExpansions); i += 2 {
			r.Cost = engine.Cost(costAndExpansions[i])
			n := costAndExpansions[i+1]
			r.Incumbents = append(r.Incumbents,
				engine.Incumbent{Cost: r.Cost, Expanded: n, Wall: time.Duration(n) * time.Millisecond})
		}
		r.LowerBound = 900
	}
}

// TestNothingProved: if a run has proved nothing its factor is infinite, and the median
// is the middle value.
func TestNothingProved(t *testing.T) {
	var results []*engine.Result
	for i, bound := range []engine.Cost{0, 100, 150} {
		results = append(results, ran(fmt.Sprintf("gctsp/small/%d", i+1), engine.AFS(), 10, incumbents(300, 5),
			func(r *engine.Result) { r.LowerBound = bound }))
	}
	is(t, rows(t, made(t, "anytime", results).Tables[0])[0], map[string]any{"with incumbent": 3.0, "factor proved": 3.0})
}

func TestAnytime(t *testing.T) {
	proved := func(r *engine.Result) { r.LowerBound, r.Status = r.Cost, engine.Optimal }
	results := []*engine.Result{
		// The best here is 1000, which no run proved: 1010 is within 1 %, 1011 is not.
		ran("gctsp/small/1", engine.AFS(), 400, incumbents(2000, 5, 1011, 50)),
		ran("gctsp/small/1", engine.APFS(0.7), 200, seed(42), incumbents(3000, 2, 1010, 30, 1000, 150)),
		// Here 500 is proved; AFS has 600, and APFS none.
		ran("gctsp/small/2:covering", engine.AFS(), 300, incumbents(600, 20)),
		ran("gctsp/small/2", engine.APFS(0.7), 600, seed(42), incumbents()),
		ran("gctsp/small/2", engine.ADPS(), 10, incumbents(500, 9), proved),
	}
	r := made(t, "anytime", results)
	got := rows(t, r.Tables[0])
	is(t, got[0], map[string]any{"set": "GCTSP small", "algorithm": "AFS", "source": "here", "instances": 2,
		"with incumbent":     2.0,
		"within 1 % of best": 0.0, "optimum known": 1, "within 1 % of optimum": 0.0, "proved optimal": 0.0,
		"factor proved": (1011.0/900 + 600.0/900) / 2})
	is(t, got[1], map[string]any{"algorithm": "AFS", "source": "paper", "instances": 81, "with incumbent": 76,
		"within 1 % of best": 61})
	is(t, got[2], map[string]any{"algorithm": "APFS", "with incumbent": 1.0, "within 1 % of best": 1.0,
		"within 1 % of optimum": 0.0})
	is(t, got[4], map[string]any{"algorithm": "ADPS", "instances": 1, "within 1 % of best": 1.0, "optimum known": 1,
		"within 1 % of optimum": 1.0, "proved optimal": 1.0, "factor proved": 1.0})

	common := rows(t, r.Tables[1])
	if len(common) != 1 {
		t.Fatalf("pairs in common: %v", common)
	}
	is(t, common[0], map[string]any{"pair": "APFS/AFS", "instances": 1.0, "expansion ratio": 0.5, "time ratio": 0.5})

	growth := map[string][]any{}
	for _, row := range r.Tables[2].Rows {
		growth[fmt.Sprint(row[1], " ", row[2], " ", row[3])] = row[4:]
	}
	for at, want := range map[string][]any{ // incumbents, near the best, near the optimum
		"AFS 0.01 s":          {1, 0, 0},
		"AFS 0.1 s":           {2, 0, 0},
		"APFS 0.1 s":          {1, 1, 0},
		"ADPS 100 expansions": {1, 1, 1},
	} {
		if !slices.Equal(growth[at], want) {
			t.Errorf("%s: %v, want %v", at, growth[at], want)
		}
	}

	// Parameters other than the study's make another row, without the paper's beside it.
	other := engine.AFS().From(2)
	got = rows(t, made(t, "anytime", append(results, ran("gctsp/small/1", other, 1, incumbents(4000, 1)))).Tables[0])
	if got[0]["algorithm"] != "AFS(w=2)" || got[1]["source"] != "here" || got[1]["algorithm"] != "AFS" {
		t.Errorf("with another schedule: %v", got[:2])
	}
}

// Columns are chosen by name, in the order given.
func TestColumns(t *testing.T) {
	results := []*engine.Result{ran("pancake/40/1", engine.FS(1.25), 100),
		ran("pancake/40/1", engine.PFS(1.25, 0.7), 50, seed(42))}
	got := made(t, "effects", results, Columns("median ratio", "pair")).Tables[0]
	if !slices.Equal(got.Columns, []string{"median ratio", "pair"}) || len(got.Rows) != 1 ||
		!slices.Equal(got.Rows[0], []any{0.5, "PFS/FS"}) {
		t.Errorf("%+v", got)
	}
	_, err := Make("effects", results, Columns("ratio"))
	if err == nil || !strings.HasPrefix(err.Error(), `report effects: no column "ratio"`) {
		t.Error(err)
	}
}

// TestOptimumOfDomain: the optimum is known if the problem's domain knows it.
func TestOptimumOfDomain(t *testing.T) {
	engine.Register(&engine.Domain{Name: "known", Sets: []engine.Set{{Name: "set", Count: 2}},
		Problem: func(string, int, string) (*engine.Problem, error) {
			return &engine.Problem{Unit: 1, Content: "known", Optimal: 100, NewSpace: func() engine.Space { return nil }}, nil
		}})
	p, err := engine.Lookup("known/set/1")
	if err != nil {
		t.Fatal(err)
	}
	results := []*engine.Result{
		ran("known/set/1", engine.AFS(), 9, incumbents(101, 4), func(r *engine.Result) { r.Digest = p.Digest() }),
		ran("known/set/2", engine.AFS(), 9, incumbents(101, 4), func(r *engine.Result) { r.Digest = "another content" }),
	}
	is(t, rows(t, made(t, "anytime", results).Tables[0])[0],
		map[string]any{"instances": 2, "optimum known": 1, "within 1 % of optimum": 1.0})
}

func TestSignificance(t *testing.T) {
	var results []*engine.Result
	add := func(problem string, p, d *engine.Result) {
		p.Problem, d.Problem = problem, problem
		results = append(results, p, d)
	}
	fs, pfs := engine.FS(1.25), engine.PFS(1.25, 0.7)
	// A published example of Wilcoxon's test, whose exact p is 0.0390625: depression scores
	// of nine patients (Hollander & Wolfe 1973). The test depends only on the ranks of the
	// differences, which are the log ratios here.
	x := []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	y := []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
	for i := range x {
		add(fmt.Sprintf("pancake/40/%d", i+1), ran("", pfs, int64(math.Round(1e6*math.Exp(x[i]-y[i]))), seed(42)),
			ran("", fs, 1e6))
	}
	// Five instances that only D solves: McNemar's p is 2/2^5.
	for i := range 5 {
		add(fmt.Sprintf("pancake/60/%d", i+1), cutOff("", pfs, 1, seed(42)), ran("", fs, 1))
	}
	// Ratios 1/2 and 2: a resample of two has the median 1/2, 5/4 or 2, with
	// probability 1/4, 1/2, 1/4. One more is solved by P only.
	add("pancake/80/1", ran("", pfs, 100, seed(42)), ran("", fs, 200))
	add("pancake/80/2", ran("", pfs, 200, seed(42)), ran("", fs, 100))
	add("pancake/80/3", ran("", pfs, 200, seed(42)), cutOff("", fs, 100))
	// Equal counts, and counts that differ by exactly 1 % or a little more.
	add("pancake/101/1", ran("", pfs, 100, seed(42)), ran("", fs, 100))
	add("pancake/101/2", ran("", pfs, 1000, seed(42)), ran("", fs, 1010))
	add("pancake/101/3", ran("", pfs, 1000, seed(42)), ran("", fs, 1011))
	got := rows(t, made(t, "significance", results).Tables[0])
	if len(got) != 4 {
		t.Fatal(got)
	}
	// Holm: of McNemar's p 1, 1/16, 1, 1 the least is multiplied by 4. Wilcoxon's 5/128, 1
	// (ranks 1.5 and 1.5 with different signs) and 1/2 (two of the same sign) are multiplied
	// by 3, 1 and 2.
	is(t, got[0], map[string]any{"set": "Pancake-40", "seed": uint64(42), "b": 0, "c": 0, "McNemar p": 1.0,
		"McNemar Holm": 1.0,
		"both":         9, "Wilcoxon p": 0.0390625, "Wilcoxon Holm": 3 * 0.0390625, "exact": "yes", "wins": 2, "ties": 0,
		"losses": 7})
	is(t, got[1], map[string]any{"b": 0, "c": 5, "McNemar p": 0.0625, "McNemar Holm": 0.25, "both": 0,
		"Wilcoxon p": nil, "Wilcoxon Holm": nil, "median ratio": nil, "wins": nil})
	is(t, got[2], map[string]any{"b": 1, "c": 0, "McNemar p": 1.0, "Wilcoxon p": 1.0, "Wilcoxon Holm": 1.0,
		"median ratio": 1.25, "95 % low": 0.5, "95 % high": 2.0, "wins": 1, "ties": 0, "losses": 1})
	is(t, got[3], map[string]any{"Wilcoxon p": 0.5, "Wilcoxon Holm": 1.0, "wins": 1, "ties": 2, "losses": 0,
		"median ratio": 1000 / 1010.0})
}

func TestAbsolute(t *testing.T) {
	memory := func(mib int64) func(*engine.Result) { return func(r *engine.Result) { r.PeakBytes = mib << 20 } }
	results := []*engine.Result{
		ran("pancake/40/1", engine.FS(1.25), 10, memory(3)), ran("pancake/40/1", engine.PFS(1.25, 0.7), 100, seed(1)),
		ran("pancake/40/2", engine.FS(1.25), 1000, memory(5)),
		ran("pancake/40/2", engine.PFS(1.25, 0.7), 0, seed(1), func(r *engine.Result) { r.Cost = 10 }),
		cutOff("pancake/40/3", engine.FS(1.25), 7), ran("pancake/40/3", engine.PFS(1.25, 0.7), 7, seed(1)),
		ran("pancake/40/4", engine.PFS(1.25, 0.7), 7, seed(1)), // FS was not run on it
	}
	got := rows(t, made(t, "absolute", results).Tables[0])
	is(t, got[0], map[string]any{"algorithm": "FS(w=1.25)", "runs": 3, "solved": 2, "success %": 200 / 3.0,
		"how others ended": "limit: inserted 1", "common": 2,
		"expansions": 100.0, "generated": 300.0, "time (s)": 0.1, "mean cost": 12.0, "mean proved factor": 1.2,
		"greatest memory (MiB)": 5.0})
	is(t, got[1], map[string]any{"algorithm": "PFS(w=1.25, p=0.7)", "runs": 4, "solved": 4, "how others ended": nil,
		"common":     2,
		"expansions": 10.0, "mean cost": 11.0, "mean proved factor": 1.1}) // sqrt(100·1), as a count of 0 enters as 1
}

func TestTaskwise(t *testing.T) {
	results := []*engine.Result{
		ran("npuzzle/korf/10:heavy", engine.FS(1.25), 7,
			func(r *engine.Result) { r.Unit, r.Cost, r.LowerBound = 10, 3785, 0 }),
		ran("npuzzle/korf/9:heavy", engine.PFS(1.25, 0.7), 8, seed(1)),
		cutOff("npuzzle/korf/9:heavy", engine.PFS(1.25, 0.7), 9, seed(2)),
	}
	for attribute, want := range map[string][2][]any{
		"":       {{"npuzzle/korf/9:heavy", nil, 8, nil}, {"npuzzle/korf/10:heavy", 7, nil, nil}},
		"time":   {{"npuzzle/korf/9:heavy", nil, 0.016, nil}, {"npuzzle/korf/10:heavy", 0.014, nil, nil}}, // by the clock
		"cpu":    {{"npuzzle/korf/9:heavy", nil, 0.008, nil}, {"npuzzle/korf/10:heavy", 0.007, nil, nil}},
		"cost":   {{"npuzzle/korf/9:heavy", nil, 12.0, nil}, {"npuzzle/korf/10:heavy", 378.5, nil, nil}},
		"factor": {{"npuzzle/korf/9:heavy", nil, 1.2, nil}, {"npuzzle/korf/10:heavy", nil, nil, nil}}, // none is proved without a bound
		"status": {{"npuzzle/korf/9:heavy", nil, "solved", "limit: inserted"}, {"npuzzle/korf/10:heavy", "solved", nil, nil}},
	} {
		var opts []Option
		if attribute != "" {
			opts = append(opts, Attribute(attribute))
		}
		r := made(t, "taskwise", results, opts...)
		if !slices.Equal(r.Tables[0].Columns,
			[]string{"instance", "FS(w=1.25)", "PFS(w=1.25, p=0.7) seed 1", "PFS(w=1.25, p=0.7) seed 2"}) {
			t.Errorf("columns %q", r.Tables[0].Columns)
		}
		for i := range want {
			if !slices.Equal(r.Tables[0].Rows[i], want[i]) {
				t.Errorf("%s: row %v, want %v", attribute, r.Tables[0].Rows[i], want[i])
			}
		}
		if _, err := r.JSON(); err != nil {
			t.Error(err)
		}
	}
}

func TestScatter(t *testing.T) {
	results := []*engine.Result{
		ran("pancake/40/1", engine.FS(1.25), 10), ran("pancake/40/1", engine.PFS(1.25, 0.7), 5, seed(3)),
		ran("pancake/40/1", engine.PFS(1.25, 1), 10), // draws no random numbers
		ran("pancake/40/2", engine.FS(1.25), 10), cutOff("pancake/40/2", engine.PFS(1.25, 0.7), 50, seed(3)),
	}
	got := rows(t, made(t, "scatter", results).Tables[0])
	if len(got) != 3 {
		t.Fatal(got)
	}
	is(t, got[0], map[string]any{"instance": "pancake/40/1", "w": 1.25, "p": 0.7, "seed": uint64(3), "expansions P": 5,
		"expansions D": 10, "ratio": 0.5, "time D (s)": 0.010})
	is(t, got[1], map[string]any{"instance": "pancake/40/2", "status P": "limit: inserted", "status D": "solved",
		"expansions P": 50, "ratio": nil})
	is(t, got[2], map[string]any{"p": 1.0, "seed": nil, "ratio": 1.0})
}

func TestCactus(t *testing.T) {
	results := []*engine.Result{
		ran("pancake/40/1", engine.FS(1.25), 30), ran("pancake/40/2", engine.FS(1.5), 10),
		ran("pancake/40/3", engine.FS(1.5), 20),
		cutOff("pancake/40/4", engine.FS(1.5), 5), ran("pancake/40/1", engine.AFS(), 1, incumbents(10, 1)),
	}
	got := rows(t, made(t, "cactus", results).Tables[0])
	if len(got) != 3 {
		t.Fatal(got)
	}
	for i, n := range []float64{10, 20, 30} {
		is(t, got[i], map[string]any{"algorithm": "FS", "runs": 4, "solved": i + 1, "within expansions": n,
			"within time (s)": n / 1000})
	}
	if n := len(rows(t, made(t, "cactus", results, W(1.25)).Tables[0])); n != 1 {
		t.Errorf("at w = 1.25 %d rows", n)
	}
}

// TestBuilds: a report of times says that not all runs are of one build; a report of expansions has no need to.
func TestBuilds(t *testing.T) {
	for builds := range 3 {
		var runs Runs
		for i, a := range []engine.Algorithm{engine.FS(1.5), engine.PFS(1.5, 0.7)} {
			rec := &record.Record{Result: ran("npuzzle/korf/1", a, 100)}
			if rec.Commit = "a"; i < builds {
				rec.Commit = fmt.Sprint(i)
			}
			runs.AddRecord(rec)
		}
		for name, want := range map[string]bool{"absolute": builds > 0, "sensitivity": false} {
			r, err := runs.Make(name)
			if err != nil {
				t.Fatal(err)
			}
			const note = "The times are of 2 builds or machines, and compare only roughly."
			if got := slices.Contains(r.Tables[0].Notes, note); got != want {
				t.Errorf("%s of %d builds: %q", name, builds, r.Tables[0].Notes)
			}
		}
	}
}

// Of another program's runs that give their effort in part: what they solve is counted, means are over the same
// instances or say over which, and notes say what is not known.
func TestPartlyKnown(t *testing.T) {
	theirs := func(problem string, expanded int64, wall time.Duration) *engine.Result {
		rec, err := record.NewForeign(problem, "ida")
		if err != nil {
			t.Fatal(err)
		}
		r := rec.Result
		r.Algorithm.W, r.Status, r.Cost, r.Unit = engine.Ratio{Num: 3, Den: 2}, engine.Solved, 21, 1
		r.Expanded, r.Wall, r.Digest = expanded, wall, "" // as that of the other runs here
		return r
	}
	results := []*engine.Result{
		ran("pancake/40/1", engine.FS(1.5), 100), ran("pancake/40/2", engine.FS(1.5), 400), ran("pancake/40/3", engine.FS(1.5), 900),
		theirs("pancake/40/1", 10, time.Second), theirs("pancake/40/2", -1, 2*time.Second), theirs("pancake/40/3", 1000, 3*time.Second),
	}
	for name, c := range map[string]struct {
		fs, ida map[string]any
		notes   []string
	}{
		"absolute": {map[string]any{"common": 3, "expansions": 300.0}, // sqrt(100·900)
			map[string]any{"common": 3, "expansions": 100.0, "generated": nil, "mean cost": 21.0, "mean proved factor": nil},
			[]string{"Pancake-40, expansions: without 1 common instance, as not all runs there give it.",
				"The time of ida (foreign) is wall time."}},
		"expansions": {map[string]any{"runs": 3, "mean expansions": 1400.0 / 3}, map[string]any{"runs": 2, "mean expansions": 505.0},
			[]string{"Left out of the means: 1 of the 3 runs of ida (foreign), which give no expansions."}},
		"time": {map[string]any{"runs": 3}, map[string]any{"runs": 3, "mean time (s)": 2.0},
			[]string{"The time of ida (foreign) is wall time."}},
		"success": {map[string]any{"success %": 100.0}, map[string]any{"runs": 3, "success %": 100.0}, nil},
	} {
		r := made(t, name, results)
		got := rows(t, r.Tables[0])
		if name == "absolute" {
			if x, _ := got[0]["generated"].(float64); math.Abs(x-math.Cbrt(300*1200*2700)) > 1e-9*x {
				t.Errorf("FS generated %v on all three, as ida gives none", x)
			}
		}
		is(t, got[0], c.fs)
		is(t, got[1], c.ida)
		for _, note := range c.notes {
			if !slices.Contains(r.Tables[0].Notes, note) {
				t.Errorf("%s: no %q in %q", name, note, r.Tables[0].Notes)
			}
		}
	}

	r := made(t, "cactus", results)
	var theirTimes []any
	for _, row := range rows(t, r.Tables[0]) {
		if row["algorithm"] == "ida (foreign)" {
			is(t, row, map[string]any{"runs": 3, "within expansions": nil})
			theirTimes = append(theirTimes, row["within time (s)"])
		}
	}
	if !slices.Equal(theirTimes, []any{1.0, 2.0, 3.0}) {
		t.Errorf("within %v", theirTimes)
	}
	for _, note := range []string{"Pancake-40, ida (foreign): no expansions, since they are not known of 1 of the 3 solved runs.",
		"The time of ida (foreign) is wall time."} {
		if !slices.Contains(r.Tables[0].Notes, note) {
			t.Errorf("cactus: no %q in %q", note, r.Tables[0].Notes)
		}
	}
	const empty = "Some cells are empty because the value of a solved run is not known."
	for attribute, some := range map[string]bool{"cost": false, "expanded": true} {
		if have := slices.Contains(made(t, "taskwise", results, Attribute(attribute)).Tables[0].Notes, empty); have != some {
			t.Errorf("%s: says that some is not known: %v", attribute, have)
		}
	}
	results[3].Wall = -1
	got := rows(t, made(t, "cactus", results).Tables[0])
	if len(got) != 4 {
		t.Fatal(got)
	}
	is(t, got[3], map[string]any{"algorithm": "ida (foreign)", "runs": 3, "solved": 3, "within expansions": nil, "within time (s)": nil})
}
