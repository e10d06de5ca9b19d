package report_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/engine"
	. "github.com/focal-search/focal/engine/report"
)

// ranked returns runs in two settings, at w = 1.25 and 1.5. All expected values are
// computed by hand.
func ranked() []*engine.Result {
	fs, pfs, dps := engine.FS, engine.PFS, engine.DPS
	return []*engine.Result{
		// On the first instance PFS's geometric mean over the seeds is 100.
		ran("pancake/40/1", fs(1.25), 100), ran("pancake/40/1", dps(1.25), 10),
		ran("pancake/40/1", pfs(1.25, 0.5), 25, seed(1)), ran("pancake/40/1", pfs(1.25, 0.5), 400, seed(2)),
		ran("pancake/40/2", fs(1.25), 4), cutOff("pancake/40/2", dps(1.25), 10),
		ran("pancake/40/2", pfs(1.25, 0.5), 4, seed(1)), ran("pancake/40/2", pfs(1.25, 0.5), 4, seed(2)),
		ran("pancake/40/3", fs(1.25), 1_000_000), // no other run
		ran("pancake/40/1", fs(1.5), 8), ran("pancake/40/1", dps(1.5), 2),
		ran("pancake/40/2", fs(1.5), 8), ran("pancake/40/2", dps(1.5), 2),
		ran("pancake/60/1", fs(1.5), 3), ran("pancake/40/1", engine.AStar(), 5), // nothing to compare with
	}
}

func TestSettings(t *testing.T) {
	got := rows(t, made(t, "settings", ranked()).Tables[0])
	if len(got) != 5 {
		t.Fatalf("%d rows, want three algorithms and two: %v", len(got), got)
	}
	// With two instances, one resample in four is twice the first, one twice the second.
	is(t, got[0], map[string]any{"set": "Pancake-40", "w": 1.25, "algorithm": "FS", "p": nil, "instances": 2,
		"solved %":   100.0,
		"expansions": 20.0, "over the best other": 2.0, "95 % low": 1.0, "95 % high": 10.0})
	is(t, got[1], map[string]any{"algorithm": "PFS", "p": 0.5, "expansions": 20.0, "over the best other": 2.0})
	is(t, got[2], map[string]any{"algorithm": "DPS", "solved %": 50.0, "expansions": 10.0, "over the best other": 0.5})
	is(t, got[3], map[string]any{"algorithm": "FS", "w": 1.5, "over the best other": 4.0, "95 % low": 4.0,
		"95 % high": 4.0})
	is(t, got[4], map[string]any{"algorithm": "DPS", "w": 1.5, "over the best other": 0.25})
}

func TestRanking(t *testing.T) {
	r := made(t, "ranking", ranked())
	got := rows(t, r.Tables[0])
	if len(got) != 3 || r.Counted.Runs != 12 {
		t.Fatalf("%d runs, %v", r.Counted.Runs, got)
	}
	is(t, got[0], map[string]any{"algorithm": "FS", "p": nil, "settings": 2, "runs": 4, "solved %": 100.0,
		"over the best other": math.Sqrt(2 * 4), "best in": 0, "worst": 4.0, "worst in": "Pancake-40, w = 1.5"})
	is(t, got[1], map[string]any{"algorithm": "PFS", "p": 0.5, "settings": 1, "runs": 4, "over the best other": 2.0})
	is(t, got[2], map[string]any{"algorithm": "DPS", "settings": 2, "runs": 4, "solved %": 75.0,
		"over the best other": math.Sqrt(0.5 * 0.25), "best in": 2, "worst": 0.5, "worst in": "Pancake-40, w = 1.25"})

	if _, err := Make("ranking", ranked()[:1]); err == nil ||
		err.Error() != "report ranking: no instance on which two algorithms have been run at the same w" {
		t.Error(err)
	}
}

func TestSelection(t *testing.T) {
	pfs := engine.PFS(1.5, 0.5)
	results := append(ranked(),
		// PFS solves the first instance with one of two seeds only, so DPS is the best on it.
		ran("pancake/40/1", pfs, 1, seed(1)), cutOff("pancake/40/1", pfs, 4, seed(2)),
		ran("pancake/40/2", pfs, 1, seed(1)), ran("pancake/40/2", pfs, 1, seed(2)))
	got := rows(t, made(t, "selection", results).Tables[0])
	if len(got) != 5 {
		t.Fatalf("%d rows, want two choices and three algorithms: %v", len(got), got)
	}
	mean := func(expansions ...float64) float64 { // of two instances in two settings
		product := 1.0
		for _, x := range expansions {
			product *= x
		}
		return math.Pow(product, 0.25)
	}
	virtual := mean(10, 4, 2, 1)
	is(t, got[0], map[string]any{"choice": "virtual best", "algorithm": nil, "p": nil, "settings": 2, "solved %": 100.0,
		"expansions": virtual, "over the virtual best": 1.0, "95 % low": 1.0, "95 % high": 1.0})
	is(t, got[1], map[string]any{"choice": "best of each setting", "algorithm": nil, "solved %": 62.5, // DPS, then PFS
		"expansions": mean(10, 10, 2, 1), "over the virtual best": mean(10, 10, 2, 1) / virtual})
	is(t, got[2], map[string]any{"choice": "single best", "algorithm": "DPS", "p": nil, "solved %": 75.0,
		"expansions": mean(10, 10, 2, 2), "over the virtual best": mean(10, 10, 2, 2) / virtual})
	is(t, got[3], map[string]any{"choice": "", "algorithm": "PFS", "p": 0.5, "solved %": 87.5,
		"expansions": mean(100, 4, 2, 1), "over the virtual best": mean(100, 4, 2, 1) / virtual})
	// In one resample of four, each, the first instance is drawn twice, and the second.
	is(t, got[4], map[string]any{"choice": "", "algorithm": "FS", "solved %": 100.0,
		"expansions": mean(100, 4, 8, 8), "over the virtual best": mean(100, 4, 8, 8) / virtual,
		"95 % low": math.Sqrt(1 * 8), "95 % high": math.Sqrt(10 * 4)})

	r := made(t, "selection", ranked())
	if note := r.Tables[0].Notes; len(note) != 2 || note[1] != "Left out: PFS (p = 0.5), not run in every setting." {
		t.Errorf("%q", note)
	}
}

// Computed by hand: at w = 1.25 the means on two stacks are 20, 10·√10 (an unsolved run counts as the setting's 100) and
// 10, at 1.5 they are 8, 2 and 8, and on the tour 9, 18 and 3. A domain counts once. Of the resamples of two instances
// half have both, and a quarter has each one alone.
func TestDomains(t *testing.T) {
	fs, pfs, dps := engine.FS, engine.PFS, engine.DPS
	results := []*engine.Result{
		ran("pancake/40/1", fs(1.25), 100), ran("pancake/40/1", dps(1.25), 10), ran("pancake/40/1", pfs(1.25, 0.5), 25),
		ran("pancake/40/2", fs(1.25), 4), cutOff("pancake/40/2", dps(1.25), 10), ran("pancake/40/2", pfs(1.25, 0.5), 4),
		ran("pancake/40/1", fs(1.5), 8), ran("pancake/40/1", dps(1.5), 2), ran("pancake/40/1", pfs(1.5, 0.5), 8),
		ran("tsp/40/1:nn", fs(1.25), 9), ran("tsp/40/1:nn", dps(1.25), 18), ran("tsp/40/1:nn", pfs(1.25, 0.5), 3),
	}
	r, err := Make("domains", results, Rivals("fs", "dps"))
	if err != nil {
		t.Fatal(err)
	}
	got := rows(t, r.Tables[0])
	if len(got) != 3 || len(rows(t, r.Tables[1])) != 9 {
		t.Fatal(got)
	}
	is(t, got[0], map[string]any{"algorithm": "FS", "solved": 4, "of": 4, "over domains": math.Sqrt2, "worst": 4.0,
		"worst in": "Pancake-40, w = 1.5"})
	is(t, got[1], map[string]any{"algorithm": "PFS", "p": 0.5, "over domains": math.Sqrt(math.Sqrt(0.5*4) / 3),
		"95 % low": math.Sqrt(math.Sqrt(0.5*4) / 3), "95 % high": math.Sqrt(math.Sqrt(2.5*4) / 3)})
	is(t, got[2], map[string]any{"algorithm": "DPS", "solved": 3,
		"over domains": math.Sqrt(2 * math.Sqrt(math.Sqrt(10)/2)), "worst": 2.0, "worst in": "TSP-40, w = 1.25"})

	// By CPU time, which is ten milliseconds an expansion of FS and one of the others.
	for _, r := range results {
		if r.CPU = time.Duration(r.Expanded) * time.Millisecond; r.Algorithm.Name == "fs" {
			r.CPU *= 10
		}
	}
	for _, reported := range []bool{true, false} {
		if r, err = Make("domains", results, Rivals("dps"), Attribute("cpu")); err != nil {
			t.Fatal(err)
		}
		// The unsolved run of DPS counts as the setting's second, of FS.
		is(t, rows(t, r.Tables[0])[0], map[string]any{"algorithm": "FS", "worst": 40.0, "worst in": "Pancake-40, w = 1.5",
			"over domains": math.Sqrt(math.Sqrt(math.Sqrt(1000*40/(10*1000.))*40) * 5)})
		if said := strings.Contains(strings.Join(r.Tables[0].Notes, " "), "wall time"); said == reported {
			t.Errorf("CPU time reported: %v; the notes are %q", reported, r.Tables[0].Notes)
		}
		for _, r := range results { // a system that does not report it
			r.CPU, r.Wall = 0, r.CPU
		}
	}
	for want, options := range map[string][]Option{
		"report domains: the run of FS(w=1.25) on pancake/40/1 has no cpu": {Attribute("cpu")},
		"report domains: status is nothing that ":                          {Attribute("status")},
	} {
		results[0].CPU = -1 // unknown
		if _, err := Make("domains", results, options...); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for want, rivals := range map[string][]string{
		`report domains: no runs of the rival "dsp": did you mean "dps"?`: {"fs", "dsp"},
		`report domains: no runs of the rival "wastar"`:                   {"wastar"},
	} {
		if _, err := Make("domains", results, Rivals(rivals...)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
