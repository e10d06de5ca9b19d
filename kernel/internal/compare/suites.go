package main

import (
	_ "embed"
	"fmt"
	"strconv"
)

// A row is a line of the table of speeds: suites whose ratios are averaged.
type row struct {
	name   string
	suites []suite
}

// A suite is one algorithm on some problems.
type suite struct {
	name string
	runs []run
	peak int64 // bytes that a run has taken so far at most
}

// A run is one search: the arguments of the focal command that makes it.
type run []string

// pancake48 is a script that solves 48 pancakes with A*, since no set has that size.
//
//go:embed pancake48.go.txt
var pancake48 string

// rows are the suites. Tiles are solved to the end; the other runs end at a
// limit of insertions. quick is for use while something is being changed: fewer
// problems and limits of a tenth.
func rows(quick bool, script string) []row {
	limit := func(inserted int) string {
		if quick {
			inserted /= 10
		}
		return "--max-inserted=" + strconv.Itoa(inserted)
	}
	suiteOf := func(set, variant string, ids []int, options ...string) suite {
		if quick && len(ids) > 3 {
			ids = ids[:3]
		}
		s := suite{name: fmt.Sprint(set, variant)}
		for _, o := range options {
			s.name += " " + o
		}
		for _, id := range ids {
			problem := fmt.Sprintf("%s/%d%s", set, id, variant)
			s.runs = append(s.runs, append(run{"solve", problem, "--json", "--seed=42"}, options...))
		}
		return s
	}
	limited := func(s suite, inserted int) suite {
		for i := range s.runs {
			s.runs[i] = append(s.runs[i], limit(inserted))
		}
		return s
	}
	four := func(set, variant string, ids []int, w string, inserted int) (all []suite) {
		for _, options := range [][]string{{"--alg=fs"}, {"--alg=pfs", "--p=0.7"}, {"--alg=dps"}, {"--alg=pdps", "--p=0.7"}} {
			all = append(all, limited(suiteOf(set, variant, ids, append(options, "--w="+w)...), inserted))
		}
		return all
	}

	const korf = "npuzzle/korf"
	easy := []int{55, 94, 16, 28, 65, 18, 5, 36, 4, 40}
	to15 := []int{82, 14, 63, 59, 88, 66, 56, 53, 72, 33}
	to2 := []int{14, 1, 82, 29, 13, 63, 59, 66, 56, 53}
	first := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}

	var tours []suite
	for _, set := range []string{"tsp/40", "tsp/50"} {
		for _, w := range []string{"1.05", "1.1"} {
			tours = append(tours, four(set, "", first, w, 1_000_000)...)
		}
	}
	var covering []suite
	for _, options := range [][]string{{"--alg=afs"}, {"--alg=apfs", "--p=0.7"}, {"--alg=adps"},
		{"--alg=apdps", "--p=0.7"}} {
		covering = append(covering, limited(suiteOf("gctsp/medium", "", []int{17, 93, 225, 39, 126, 150}, options...),
			2_000_000))
	}
	var stacks []suite
	for _, set := range []string{"pancake/40", "pancake/60", "pancake/80", "pancake/101"} {
		stacks = append(stacks, four(set, "", first, "1.05", 1_000_000)...)
	}
	eight := suite{name: "48 pancakes --alg=astar"}
	for seed := 1; seed <= 10; seed++ {
		if seed <= 3 || !quick {
			eight.runs = append(eight.runs, run{"script", script, strconv.Itoa(seed)})
		}
	}
	stacks = append(stacks, eight)

	return []row{
		{"A* unit", []suite{suiteOf(korf, ":unit", easy, "--alg=astar")}},
		{"A* heavy", []suite{suiteOf(korf, ":heavy", easy[:7], "--alg=astar")}},
		{"WA* and DPS", []suite{
			suiteOf(korf, ":unit", to15, "--alg=wastar", "--w=1.5"),
			suiteOf(korf, ":unit", to2, "--alg=wastar", "--w=2"),
			suiteOf(korf, ":unit", to15, "--alg=dps", "--w=1.5"),
			suiteOf(korf, ":unit", to2, "--alg=dps", "--w=2"),
			suiteOf(korf, ":heavy", to2, "--alg=dps", "--w=2"),
		}},
		{"FS and PFS", []suite{
			suiteOf(korf, ":unit", []int{5, 12, 20, 55}, "--alg=fs", "--w=1.5"),
			suiteOf(korf, ":unit", []int{66, 17, 92, 49, 82}, "--alg=pfs", "--p=0.7", "--w=1.5"),
		}},
		{"inverse", four(korf, ":inverse", []int{55, 39, 94}, "1.25", 5_000_000)},
		{"TSP", tours},
		{"GCTSP", covering},
		{"pancakes", stacks},
	}
}
