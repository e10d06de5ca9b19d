package study_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/store"
	"github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/engine/study/internal/studytest"
)

func TestRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	var last study.Progress
	runs := studytest.Small.Run(context.Background(), path, study.OnProgress(func(p study.Progress) { last = p }))
	if runs.Err != nil || runs.Total != studytest.SmallRuns || runs.Stored != 0 || runs.Missing != 0 ||
		len(runs.Failed) != 0 {
		t.Fatalf("%+v", runs)
	}
	want := studytest.Undisturbed(t, studytest.Small)
	if got := studytest.Outcomes(runs.Results); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if last.Done != studytest.SmallRuns || last.Total != studytest.SmallRuns || last.Solved != studytest.SmallRuns ||
		last.Left != 0 || last.Rate <= 0 {
		t.Errorf("progress at the end: %+v", last)
	}

	// Run again, it is answered from the store, with the same results.
	again := studytest.Small.Run(context.Background(), path)
	if again.Err != nil || again.Stored != studytest.SmallRuns || !reflect.DeepEqual(again.Results, runs.Results) {
		t.Errorf("again: %v", again)
	}
	// A larger study makes the missing runs. Other names of the same problems are not other
	// problems, but the results carry them.
	larger := studytest.Small
	larger.Problems = "npuzzle/random-8/1-6:unit"
	grown := larger.Run(context.Background(), path)
	if grown.Err != nil || grown.Total != 6*studytest.SmallRuns/10 || grown.Stored != 5*studytest.SmallRuns/10 ||
		grown.Missing != 0 {
		t.Errorf("larger: %v", grown)
	}
	if want := studytest.Undisturbed(t, larger); !reflect.DeepEqual(studytest.Outcomes(grown.Results), want) {
		t.Error("larger: other results")
	}
	plan, err := larger.Plan(path)
	if err != nil || plan.Runs != grown.Total || plan.Missing() != 0 {
		t.Errorf("plan: %+v, %v", plan, err)
	}
}

// Parts of a study are made by processes that share only a folder. Together they make
// each run once; a part that is made again finds its runs, and the database collects them
// all. Solved runs are counted alike, made now or stored before, including runs that a
// limit ended after their first solution.
func TestSolved(t *testing.T) {
	g := study.Grid{Problems: "gctsp/medium/100-104", Algorithms: engine.Named("apfs"), P: []float64{0.7},
		Limits: engine.Limits{Expanded: 2000}}
	path := filepath.Join(t.TempDir(), "tours.db")
	for i, problems := range []string{g.Problems, "gctsp/medium/100-105"} {
		g.Problems = problems
		var last study.Progress
		runs := g.Run(context.Background(), path, study.OnProgress(func(p study.Progress) { last = p }))
		solved := 0
		for _, r := range runs.Results {
			if r.Solved() {
				solved++
			}
		}
		if runs.Err != nil || solved == 0 || last.Solved != solved {
			t.Errorf("study %d: %d solved, reported %d: %v", i+1, solved, last.Solved, runs.Err)
		}
	}
}

func TestPart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	const n = 4
	total := 0
	for i := 1; i <= n; i++ {
		runs := studytest.Small.Run(context.Background(), path, study.Part(i, n), study.Shuffled(7))
		if runs.Err != nil || runs.Stored != 0 || runs.Missing != 0 || len(runs.Results) != runs.Total ||
			runs.Total < studytest.SmallRuns/n || runs.Total > studytest.SmallRuns/n+1 {
			t.Errorf("part %d: %v", i, runs)
		}
		total += runs.Total
		again := studytest.Small.Run(context.Background(), path, study.Part(i, n), study.Shuffled(7))
		if again.Err != nil || again.Stored != runs.Total ||
			!reflect.DeepEqual(studytest.Outcomes(again.Results), studytest.Outcomes(runs.Results)) {
			t.Errorf("part %d again: %v", i, again)
		}
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a part has touched the database")
	}
	whole := studytest.Small.Run(context.Background(), path)
	if whole.Err != nil || total != studytest.SmallRuns || whole.Stored != studytest.SmallRuns ||
		!reflect.DeepEqual(studytest.Outcomes(whole.Results), studytest.Undisturbed(t, studytest.Small)) {
		t.Errorf("%d runs in parts, and together: %v", total, whole)
	}
	for _, wrong := range []study.Option{study.Part(0, 4), study.Part(5, 4), study.Part(1, 0), study.Part(-1, -1)} {
		if runs := studytest.Small.Run(context.Background(), path, wrong); runs.Err == nil ||
			!strings.Contains(runs.Err.Error(), "want one such as 1 of 4") {
			t.Errorf("a wrong part: %v", runs.Err)
		}
	}
}

// A problem given under two names is run and counted once.
func TestTwoNames(t *testing.T) {
	g := study.Grid{Problems: "npuzzle/random-8/1 npuzzle/random-8/1:unit npuzzle/random-8/1:unit+md",
		Algorithms: engine.Named("fs", "fs"), W: []float64{1.5, 1.5}, Seeds: []uint64{1, 2}}
	runs, err := g.Runs()
	if err != nil || len(runs) != 1 || runs[0].Problem != "npuzzle/random-8/1" || runs[0].Seed != 0 {
		t.Errorf("%v, %v", runs, err)
	}
}

// Heuristics make variants of each problem; the default heuristic gives the problems
// themselves.
func TestHeuristics(t *testing.T) {
	g := study.Grid{Problems: "npuzzle/random-8/1 npuzzle/random-8/1:heavy", Heuristics: []string{"md", "lc"},
		Algorithms: engine.Named("astar")}
	runs, err := g.Runs()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range runs {
		names = append(names, r.Problem)
	}
	if want := []string{"npuzzle/random-8/1:md", "npuzzle/random-8/1:lc", "npuzzle/random-8/1:heavy+md",
		"npuzzle/random-8/1:heavy+lc"}; !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
	g.Heuristics = nil
	plain, err := g.Runs()
	if err != nil || plain[0].Key != runs[0].Key || plain[1].Key != runs[2].Key || plain[0].Key == runs[1].Key {
		t.Errorf("the default heuristic gives other runs: %v, %v", plain, err)
	}
}

// Traces are made for runs that have none, and returned with the results.
func TestTrace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	g := studytest.Small
	g.Problems = "npuzzle/random-8/1"
	plain := g.Run(context.Background(), path)
	g.Trace = true
	traced := g.Run(context.Background(), path)
	if plain.Err != nil || traced.Err != nil || traced.Stored != 0 || traced.Missing != 0 {
		t.Fatalf("%v, %v", plain, traced)
	}
	for i, r := range traced.Results {
		if plain.Results[i].Trace != nil || r.Trace == nil || len(r.Trace.Samples) == 0 {
			t.Errorf("%s %s: no trace, or one that was not requested", r.Problem, r.Algorithm)
		}
	}
	if again := g.Run(context.Background(), path); again.Stored != again.Total ||
		!reflect.DeepEqual(again.Results, traced.Results) {
		t.Errorf("again: %v", again)
	}
}

// An interrupt ends a study within a second, keeps finished runs and leaves out the
// others; the next run continues.
func TestInterrupt(t *testing.T) {
	g := study.Grid{Problems: "npuzzle/random-8/1-20 npuzzle/korf/88,60:heavy", Algorithms: engine.Named("fs"),
		W: []float64{1.05}}
	path := filepath.Join(t.TempDir(), "korf.db")
	ctx, cancel := context.WithCancel(context.Background())
	g.Jobs = 3 // so that the two long runs do not block the short ones
	var cancelled time.Time
	runs := g.Run(ctx, path, study.OnProgress(func(p study.Progress) {
		if p.Done == 20 && cancelled.IsZero() {
			cancelled = time.Now()
			cancel()
		}
	}))
	if took := time.Since(cancelled); took > time.Second {
		t.Errorf("stopped %v after the interrupt", took)
	}
	if runs.Err != nil || runs.Missing != 2 || len(runs.Results) != 20 {
		t.Errorf("%v, %d results", runs, len(runs.Results))
	}
	short := g
	short.Problems = "npuzzle/random-8/1-20"
	if again := short.Run(context.Background(), path); again.Stored != 20 || again.Err != nil {
		t.Errorf("again: %v", again)
	}
	if none := g.Run(ctx, path); none.Missing != 2 || none.Err != nil { // ctx is done already
		t.Errorf("with a cancelled context: %v", none)
	}
}

// A run that fails is reported, stops no other, and is not stored.
func TestFailures(t *testing.T) {
	g := study.Grid{Problems: "wild/run/* npuzzle/random-8/1-5", Algorithms: engine.Named("fs"), W: []float64{1.5}}
	path := filepath.Join(t.TempDir(), "korf.db")
	runs := g.Run(context.Background(), path)
	if runs.Err == nil || !strings.HasPrefix(runs.Err.Error(), "3 of 9 runs failed; the first: wild/run/") ||
		runs.Missing != 3 || len(runs.Results) != 6 {
		t.Errorf("%v", runs)
	}
	why := map[string]string{}
	for _, r := range runs.Failed {
		why[r.Problem] = r.Error
	}
	for name, reason := range map[string]string{
		"wild/run/panics": "wild/run/panics FS(w=1.5) seed 0: panic: a mistake of the domain",
		"wild/run/lies":   "the result does not verify: wild/run/lies: the path costs 7, not 3",
		"wild/run/broken": "nothing known of state 1",
	} {
		if !strings.Contains(why[name], reason) {
			t.Errorf("%s: %s", name, why[name])
		}
	}
	if again := g.Run(context.Background(), path); again.Stored != 6 || len(again.Failed) != 3 {
		t.Errorf("again: %v", again)
	}
}

// All mistakes are reported before the first search.
func TestWrongGrids(t *testing.T) {
	for want, change := range map[string]func(g *study.Grid){
		"no problems: want patterns such as npuzzle/korf/*:heavy":                              func(g *study.Grid) { g.Problems = " " },
		`unknown set "korff" of domain npuzzle: did you mean "korf"?`:                          func(g *study.Grid) { g.Problems += " npuzzle/korff/1" },
		"the range 5-1 is empty":                                                               func(g *study.Grid) { g.Problems = "npuzzle/korf/5-1" },
		"the study has more than 10000000 runs: make several of it":                            func(g *study.Grid) { g.Problems += " npuzzle/random-8/1-1000000" },
		"no algorithms: want some of astar,":                                                   func(g *study.Grid) { g.Algorithms = nil },
		`unknown algorithm "pfz": did you mean "pfs"?`:                                         func(g *study.Grid) { g.Algorithms = engine.Named("fs", "pfz") },
		"w = 0.9: the suboptimality bound must be at least 1":                                  func(g *study.Grid) { g.W = []float64{1.5, 0.9} },
		"p = 1.5: the probability of a guided selection must be between 0 and 1":               func(g *study.Grid) { g.P = []float64{1.5} },
		"fs needs w, the suboptimality bound, as 1.25":                                         func(g *study.Grid) { g.W = nil },
		"pfs needs p, the probability of a guided selection, as 0.7":                           func(g *study.Grid) { g.P = nil },
		"limits: the time limit -1ns must be positive (leave it out for none)":                 func(g *study.Grid) { g.Limits.Time = -1 },
		"jobs = -1: want the number of searches at a time (leave it out for one on each core)": func(g *study.Grid) { g.Jobs = -1 },
	} {
		g := studytest.Small
		change(&g)
		path := filepath.Join(t.TempDir(), "korf.db")
		runs := g.Run(context.Background(), path)
		if runs.Err == nil || !strings.Contains(runs.Err.Error(), want) {
			t.Errorf("error %v, want %s", runs.Err, want)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s: a store was made", want)
		}
	}
}

// Algorithms are multiplied by the parameters that they take, and by no others.
func TestWhatAlgorithmsTake(t *testing.T) {
	g := study.Grid{Problems: "npuzzle/korf/1", Algorithms: engine.Named(engine.AlgorithmNames()...), W: []float64{1.5, 2},
		P: []float64{0.5, 1}, Seeds: []uint64{1, 2, 3}}
	runs, err := g.Runs()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, r := range runs {
		got[r.Algorithm.Name]++
	}
	want := map[string]int{"astar": 1, "anastar": 1, "wastar": 2, "fs": 2, "pfs": 2 * 4, "pfs-h": 2 * 4, "dps": 2, "pdps": 2 * 4,
		"altfs":  2 * 2,
		"altdps": 2 * 2, "afs": 2, "apfs": 2 * 4, "adps": 2, "apdps": 2 * 4}
	for _, name := range []string{"xdp", "xup", "pwxd", "pwxu", "dswastar", "dswastar-map", "ios", "rrfs", "rrfs-boost", "rrfs-boost-h", "rrslack", "rrslack-boost-h-defer", "ees", "eespp", "rrd", "rrdps", "dxes", "rrdxes",
		"arrfs", "arrfs-boost", "arrfs-boost-h", "arastar", "rwastar"} { // w, and no p
		want[name] = 2
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	g.Algorithms, g.W = engine.Named("afs", "astar"), nil
	if runs, err = g.Runs(); err != nil || len(runs) != 2 || runs[0].Algorithm.W.Float() != 3 {
		t.Errorf("without w: %v, %v", runs, err)
	}
}

// A plan counts, estimates and warns, and makes nothing.
func TestPlan(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	g := studytest.Small
	g.Limits = engine.Limits{Memory: 1 << 50, Inserted: 1000}
	g.Jobs = 1000
	plan, err := g.Plan(path)
	if err != nil || plan.Runs != studytest.SmallRuns || plan.Stored != 0 || plan.Known != 0 || plan.Estimate != 0 ||
		plan.Jobs != 1000 {
		t.Errorf("%+v, %v", plan, err)
	}
	if len(plan.Warnings) != 0 || len(plan.Machine) != 2 ||
		!strings.Contains(plan.Machine[0], "1000 searches at a time on ") ||
		!strings.Contains(plan.Machine[1],
			"1000 searches at a time of up to 1024 TiB each may need 1024000 TiB, and there are ") {
		t.Errorf("warnings: %q", plan.Machine)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a store was made")
	}

	one := study.Grid{Problems: "npuzzle/random-8/1-3", Algorithms: engine.Named("fs"), W: []float64{1.5}, Jobs: 2}
	if plan, err := one.Plan(path); err != nil || len(plan.Warnings) != 1 ||
		!strings.HasPrefix(plan.Warnings[0], "no limits are set") {
		t.Errorf("%+v, %v", plan, err)
	}
	// The store knows runs that took 2 s.
	s, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	shard, err := s.Shard()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"npuzzle/random-8/1", "npuzzle/random-8/2"} {
		r := engine.Solve(context.Background(), domains.Get(name), engine.FS(1.5))
		r.Wall = 2 * time.Second
		if err := shard.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	shard.Close()
	s.Close()
	one.Problems = "npuzzle/random-8/1-12"
	plan, err = one.Plan(path)
	if err != nil || plan.Stored != 2 || plan.Missing() != 10 || plan.Known != 10 || plan.Estimate != 10*time.Second {
		t.Errorf("%+v, %v", plan, err)
	}
	one.Limits.Time = time.Second // other runs, which cannot take longer
	plan, err = one.Plan(path)
	if err != nil || plan.Stored != 0 || plan.Known != 12 || plan.Estimate != 6*time.Second {
		t.Errorf("with a time limit: %+v, %v", plan, err)
	}
}

// Times are estimated from runs of the same variant, also if the variant has no name, and
// the longest run takes its time however many are made beside it.
func TestEstimate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "korf.db")
	shard, err := store.NewShard(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, wall := range map[string]time.Duration{"npuzzle/random-8/1": 2 * time.Second,
		"npuzzle/random-8/1:heavy": 8 * time.Second} {
		r := engine.Solve(context.Background(), domains.Get(name), engine.FS(1.5))
		r.Wall = wall
		if err := shard.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	shard.Close()
	g := study.Grid{Algorithms: engine.Named("fs"), W: []float64{1.25}}
	for _, test := range []struct {
		problems string
		jobs     int
		want     time.Duration
	}{
		{"npuzzle/random-8/1-3", 1, 6 * time.Second},
		{"npuzzle/random-8/1-3:heavy", 1, 24 * time.Second},
		{"npuzzle/random-8/1-3:inverse", 1, 15 * time.Second}, // of all variants
		{"npuzzle/random-8/1-3", 100, 2 * time.Second},
		{"npuzzle/random-8/1-3 npuzzle/random-8/1:heavy", 2, 8 * time.Second},
	} {
		g.Problems, g.Jobs = test.problems, test.jobs
		if plan, err := g.Plan(path); err != nil || plan.Estimate != test.want {
			t.Errorf("%s, %d at a time: %v, want %v; %v", test.problems, test.jobs, plan.Estimate, test.want, err)
		}
	}
}
