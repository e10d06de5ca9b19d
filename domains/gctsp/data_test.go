package gctsp

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/domains/data/datatest"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func whole(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// checkOptimum compares what a search found and proved with a known optimum, which is
// given to six decimals, or exactly if it is an integer. Distances are rounded up by less
// than a unit each.
func checkOptimum(t *testing.T, r *engine.Result, known float64, solved bool) {
	t.Helper()
	least, greatest := known-0.6e-6, known+0.6e-6
	if r.Unit > 1 {
		greatest += float64(len(r.Moves)) / float64(r.Unit)
	}
	cost, bound := float64(r.Cost)/float64(r.Unit), float64(r.LowerBound)/float64(r.Unit)
	switch {
	case solved && !r.Solved():
		t.Errorf("%v: want a solution of cost %f", r, known)
	case r.Solved() && (cost < least || solved && cost > greatest):
		t.Errorf("%v: the optimum is %f", r, known)
	case r.Solved() && r.Algorithm.Name == "astar" && bound != cost:
		t.Errorf("%v: the bound is not the cost", r)
	case !r.Solved() && bound > known+50.0/float64(r.Unit):
		t.Errorf("%v: the bound is above the optimum %f", r, known)
	}
}

// TestFiles reads all .gctsp files, proves the known optima with A*, and finds which are
// infeasible. The hardest, pr76_t30_p100, takes 785,208 expansions.
func TestFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: make test runs it")
	}
	optima, infeasible := 0, 0
	for _, row := range datatest.Table(t, "gctsp/index.csv") {
		if row["exact_optimum_heldkarp"] != "" {
			optima++
		}
		if row["feasible"] == "0" {
			infeasible++
		}
		t.Run(row["instance"], func(t *testing.T) {
			t.Parallel()
			checkFile(t, row)
		})
	}
	if p, err := engine.Lookup("gctsp/files-small/att48_t30_p100"); err != nil || p.Optimal != 5689 {
		t.Errorf("%v, want a problem with the optimum 5689", err)
	}
	if optima != 63 || infeasible != 9 {
		t.Errorf("%d optima and %d infeasible instances, want 63 and 9", optima, infeasible)
	}
}

// checkFile compares an instance with its row of the index.
func checkFile(t *testing.T, row map[string]string) {
	in, optimal, err := fromFile(row["set"], row["instance"])
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(in, Covering)
	if err != nil {
		t.Fatal(err)
	}
	p.Optimal = optimal
	if !slices.Contains(fileNames(row["set"]), row["instance"]) {
		t.Error("the instance has no name")
	}
	got := []int{len(in.Covers), in.Customers, in.Quota, in.Coverable()}
	want := []int{whole(t, row["nodes"]), whole(t, row["customers"]), whole(t, row["quota"]),
		whole(t, row["coverable_customers"])}
	if facilities := len(in.vertices()) - 1; !slices.Equal(got, want) || facilities > whole(t, row["facilities"]) {
		t.Errorf("nodes, customers, quota, coverable are %v, want %v; %d facilities of %s", got, want, facilities,
			row["facilities"])
	}
	if row["feasible"] == "0" {
		r := engine.Solve(context.Background(), p, engine.AStar())
		if err := engine.Verify(p, r); err != nil || r.Status != engine.Unsolvable || len(r.Warnings) != 1 {
			t.Errorf("%v: %v, %q", r, err, r.Warnings)
		}
	}
	if row["exact_optimum_heldkarp"] == "" {
		return
	}
	known := number(t, row["exact_optimum_heldkarp"])
	if (p.Optimal >= 0) != (row["edge_weight_type"] != "EUC_2D") || p.Optimal >= 0 && float64(p.Optimal) != known {
		t.Errorf("the optimum is %d, the index has %f", p.Optimal, known)
	}
	r := engine.Solve(context.Background(), p, engine.AStar())
	if err := engine.Verify(p, r); err != nil {
		t.Error(err)
	}
	checkOptimum(t, r, known, true)
	if got, want := len(r.Moves)-1, whole(t, row["facilities_in_optimum"]); got != want {
		t.Errorf("%v: %d facilities are visited, want %d", r, got, want)
	}
	for _, a := range []engine.Algorithm{engine.FS(1.25), engine.DPS(1.25), engine.APFS(0.7)} {
		r := engine.Solve(context.Background(), p, a, engine.MaxExpanded(2000), engine.Seed(42))
		if err := engine.Verify(p, r); err != nil {
			t.Error(err)
		}
		checkOptimum(t, r, known, false)
		if within := float64(r.Cost) <= 1.25*known*float64(r.Unit)+50; r.Solved() && a.Schedule == nil && !within {
			t.Errorf("%v: not within 1.25 of %f", r, known)
		}
	}
}

// TestShaelaie reads the original instances, proves the small optima with A*, and
// compares bounds with the best published values. S31 takes A* 1,465,434 expansions, so
// it is cut off like the larger ones.
func TestShaelaie(t *testing.T) {
	exact, small := 0, 0
	for _, row := range datatest.Table(t, "gctsp_shaelaie/best_known.csv") {
		name := row["instance"]
		limit := engine.MaxExpanded(200)
		solves := name[0] == 'S' && name != "S31"
		switch {
		case solves:
			limit = engine.MaxExpanded(200_000)
			small++
		case name[0] == 'L':
			limit = engine.MaxExpanded(2)
		}
		if row["exact_optimum_heldkarp"] != "" {
			exact++
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := engine.Lookup("gctsp/shaelaie/" + name)
			if err != nil {
				t.Fatal(err)
			}
			r := engine.Solve(context.Background(), p, engine.AStar(), limit)
			if err := engine.Verify(p, r); err != nil {
				t.Error(err)
			}
			published := number(t, row["published_best"])
			const rounding = 0.0051
			if cost := float64(r.Cost) / float64(r.Unit); solves && !(r.Solved() && math.Abs(cost-published) < rounding) {
				t.Errorf("%v: published is %f", r, published)
			}
			if bound := float64(r.LowerBound) / float64(r.Unit); bound > published+rounding {
				t.Errorf("%v: the bound is above the published cost %f", r, published)
			}
			if text := row["exact_optimum_heldkarp"]; text != "" {
				checkOptimum(t, r, number(t, text), true)
			}
		})
	}
	if exact != 26 || small != 31 {
		t.Errorf("%d exact optima and %d small instances solved, want 26 and 31", exact, small)
	}
}

// TestTSPLIB makes the instances from TSPLIB's bases. They have the sizes of the .gctsp
// files made by the same recipe.
func TestTSPLIB(t *testing.T) {
	t.Parallel()
	datatest.Find(t, "tsplib/burma14.tsp")
	for _, set := range []string{"small", "medium"} {
		for i, name := range mixed(bases[set]) {
			in, err := fromTSPLIB(set, i+1)
			if err != nil {
				t.Error(err)
				continue
			}
			nodes := whole(t, strings.TrimLeft(strings.SplitN(name, "_", 2)[0], "abcdefghijklmnopqrstuvwxyzABCDE"))
			checkRecipe(t, name, in, nodes, mixes[i%9])
			if exact := in.Unit == tsplib.Unit; exact == (strings.HasPrefix(name, "att") || strings.HasPrefix(name, "gr") ||
				strings.HasPrefix(name, "burma") || strings.HasPrefix(name, "ulysses")) {
				t.Errorf("%s: the unit is 1/%d", name, in.Unit)
			}
		}
	}
	p, err := engine.Lookup("gctsp/tsplib-small/eil51_t30_p50")
	if err != nil || p.Err != nil {
		t.Fatal(err, p.Err)
	}
	r := engine.Solve(context.Background(), p, engine.APFS(0.7), engine.Seed(42))
	if err := engine.Verify(p, r); err != nil || !r.Solved() {
		t.Errorf("%v: %v", r, err)
	}
}

// TestAbsent: without the data folder the error names the folders searched.
func TestAbsent(t *testing.T) {
	t.Setenv("FOCAL_DATA", t.TempDir())
	for name, file := range map[string]string{
		"gctsp/files-small/eil51_t30_p50":  filepath.Join("gctsp", "tsplib_small", "eil51_t30_p50.gctsp"),
		"gctsp/shaelaie/M3":                filepath.Join("gctsp_shaelaie", "paper", "Medium", "3M.txt"),
		"gctsp/tsplib-small/eil51_t30_p50": filepath.Join("tsplib", "eil51.tsp"),
	} {
		if _, err := engine.Lookup(name); err == nil || !strings.Contains(err.Error(), file) ||
			!strings.Contains(err.Error(), "FOCAL_DATA") {
			t.Errorf("%s: %v, want the names %s and FOCAL_DATA", name, err, file)
		}
	}
	for name, want := range map[string]string{
		"gctsp/small/82":          "no instance 82 in set small, which has 1 to 81",
		"gctsp/small/u14_t30_p51": `did you mean "u14_t30_p50"?`,
		"gctsp/small/1:al":        `unknown variant "al": did you mean "all"? (known: covering, all)`,
	} {
		if _, err := engine.Lookup(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// TestAnytime: on a medium instance the anytime algorithms find incumbents that replay,
// each cheaper than the one before.
func TestAnytime(t *testing.T) {
	t.Parallel()
	p, err := engine.Lookup("gctsp/medium/u100a_t40_p50")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []engine.Algorithm{engine.AFS(), engine.APFS(0.7), engine.ADPS(), engine.APDPS(0.7)} {
		r := engine.Solve(context.Background(), p, a, engine.Seed(42), engine.MaxExpanded(20_000),
			engine.TimeLimit(20*time.Second))
		if err := engine.Verify(p, r); err != nil {
			t.Errorf("%v: %v", r, err)
		}
		for i := 1; i < len(r.Incumbents); i++ {
			if r.Incumbents[i].Cost >= r.Incumbents[i-1].Cost {
				t.Errorf("%v: incumbent %d is no better", r, i+1)
			}
		}
		t.Log(r)
	}
}

// TestChanged: a file that is not as published is an error of one line that says what to do, for each set that reads files;
// so is the index of the optima. Without the index no optimum is known.
func TestChanged(t *testing.T) {
	folder := t.TempDir()
	const index = "gctsp/index.csv"
	problems := map[string]string{
		"gctsp/tsplib-small/burma14_t30_p50": "tsplib/burma14.tsp",
		"gctsp/files-small/burma14_t30_p50":  "gctsp/tsplib_small/burma14_t30_p50.gctsp",
		"gctsp/shaelaie/S1":                  shaelaieFile(1),
	}
	published := datatest.Folder()
	put := func(file, more string) {
		t.Helper()
		content, err := os.ReadFile(filepath.Join(published, filepath.FromSlash(file)))
		to := filepath.Join(folder, filepath.FromSlash(file))
		if err := errors.Join(err, os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, append(content, more...), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range problems {
		datatest.Find(t, file)
		put(file, "")
	}
	t.Setenv("FOCAL_DATA", folder)
	t.Chdir(t.TempDir())
	check := func(name, changed string) {
		t.Helper()
		_, err := engine.Lookup(name)
		if (err == nil) != (changed == "") || err != nil && (strings.Contains(err.Error(), "\n") ||
			!strings.Contains(err.Error(), filepath.Join(folder, filepath.FromSlash(changed))+" is not as published: its SHA-256 is ")) {
			t.Errorf("%s, with %s changed: %v", name, changed, err)
		}
	}
	for name, file := range problems {
		check(name, "")
		put(file, "\n")
		check(name, file)
		put(file, "")
	}
	for _, optimal := range []engine.Cost{-1, 1412} {
		if p, err := engine.Lookup("gctsp/files-small/burma14_t30_p50"); err != nil || p.Optimal != optimal {
			t.Errorf("the optimum is %v, %v, want %d", p, err, optimal)
		}
		put(index, "")
	}
	put(index, "\n")
	check("gctsp/files-small/burma14_t30_p50", index)
}
