package frame

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	_ "github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
)

// small is a table from which results can be computed by hand.
func small() *Frame {
	return New([]string{"name", "x", "y", "group"}, [][]any{
		{"a10", 1, 2.5, "u"}, {"a9", 2, nil, "u"}, {"b", 3, 4.0, "v"}, {nil, 4, 8.0, "v"}, {"c d", 5, 1.0, "v"},
	})
}

// column returns a column's values as text, with commas.
func column(f *Frame, name string) string {
	if err := f.Err(); err != nil {
		return "error: " + err.Error()
	}
	c, err := f.Need(name)
	if err != nil {
		return "error: " + err.Error()
	}
	var all []string
	for i := range f.Rows() {
		all = append(all, c.Text(i))
	}
	return strings.Join(all, ",")
}

// TestOfRows: a user's rows become columns, whatever type holds them.
func TestOfRows(t *testing.T) {
	x, name := 2.5, "b"
	for want, f := range map[string]*Frame{
		"1,2,":    Of([]map[string]any{{"a": 1, "b": "u"}, {"a": 2}, {}}),
		"2.5,":    Of([]struct{ a, A *float64 }{{nil, &x}, {}}).Derive("a", "A"),
		"b,":      New([]string{"a"}, [][]any{{&name}, {}}),
		"7,8":     Of(map[string][]int{"a": {7, 8}}),
		"1,0":     Of([]map[string]bool{{"a": true}, {"a": false}}),
		"3,seven": New([]string{"a"}, [][]any{{3}, {"seven"}}),
		"error: row 2 has 2 values, and there are 1 columns":            New([]string{"a"}, [][]any{{1}, {1, 2}}),
		"error: there is no table: the reader is nil":                   CSV(nil),
		`error: column "a" mixes durations and plain numbers: want one`: New([]string{"a"}, [][]any{{time.Second}, {2}}),
		`error: column "a" is infinite in row 2: leave the row out`:     Of(map[string][]float64{"a": {1, math.Inf(-1)}}),
		`error: two columns are called "a"`:                             New([]string{"a", "a"}, nil),
		"error: []int is no table: want results, a frame, a table":      Of([]int{3}),
	} {
		if got := column(f, "a"); got != want && !(strings.HasPrefix(want, "error: ") && strings.HasPrefix(got, want)) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A ratio is to the base of the same group; rows of a group without it are left out, as a note says.
func TestOver(t *testing.T) {
	means := New([]string{"set", "algorithm", "p", "mean"}, [][]any{{"a", "FS", nil, 8}, {"a", "PFS", 0.5, 2}, {"a", "PFS", 0.7, 4},
		{"b", "PFS", 0.5, 3}, {"b", "FS", nil, 6}, {"c", "PFS", 0.5, 1}})
	over := means.Over("mean", "algorithm", "FS", "set")
	if got := column(over, "set") + " " + column(over, "ratio"); got != "a,a,a,b,b 1,0.25,0.5,0.5,1" {
		t.Error(got, over.Err())
	}
	if notes := over.Notes(); len(notes) != 1 || !strings.Contains(notes[0], "1 of 6 rows have no partner") {
		t.Errorf("%q", notes)
	}
	for want, f := range map[string]*Frame{
		`over: no row has the algorithm "DPS"`: means.Over("mean", "algorithm", "DPS", "set"),
		`over: no column "mode"`:               means.Over("mode", "algorithm", "FS", "set"),
		"join: by which columns?":              means.Over("mean", "algorithm", "FS"),
	} {
		if err := f.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A frame is printed as a table, with its first rows.
func TestString(t *testing.T) {
	rows := make([]struct{ Name, N int }, 60)
	for i := range rows {
		rows[i].N = i
	}
	if got, want := fmt.Sprint(Of(rows[7:8])), "Name  N\n----  -\n   0  7"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	got := strings.Split(Of(rows).String(), "\n")
	if len(got) != 2+50+1 || got[51] != "   0  49" || got[52] != "10 more rows" {
		t.Errorf("60 rows: %q", got)
	}
	if got, want := Of(rows).Select("other").String(), "no column"; !strings.Contains(got, want) {
		t.Errorf("an error: %q, want %q", got, want)
	}
}

func TestWhere(t *testing.T) {
	for condition, want := range map[string]string{
		"x > 3":                               "4,5",
		"x >= 2 and x != 4":                   "2,3,5",
		"not x > 3":                           "1,2,3",
		"y > 0":                               "1,3,4,5",
		"y != 4":                              "1,4,5",
		"missing(y) or missing(name)":         "2,4",
		"name = b":                            "3",
		"name = 'c d'":                        "5",
		`name in (b, "c d")`:                  "3,5",
		"x in (1, 5) and group = u":           "1",
		"x not in (1, 5)":                     "2,3,4",
		"name not in (b)":                     "1,2,5",
		"name ~ '^a'":                         "1,2",
		"name < a10":                          "2",
		"x = 1 or x = 2 and group = v":        "1",
		"(x = 1 or x = 3) and group = v":      "3",
		"x * 2 + 1 = 7":                       "3",
		"-x < -4":                             "5",
		"2 ^ 3 ^ 1 - 2 * x / 2 > 4":           "1,2,3",
		"x % 2 = 0 && !(x = 4)":               "2",
		"log2(x) = 2 || sqrt(x) = 1":          "1,4",
		"min(x, 3) = 3":                       "3,4,5",
		"max(x, y, 3) = 8":                    "4",
		"1":                                   "1,2,3,4,5",
		"`x` <= 1e0":                          "1",
		"x >= 1_0 / 2":                        "5",
		"round(y) = 3 and group = 'u'":        "1",
		"x > 2 and (group = u or not y >= 4)": "5",
	} {
		if got := column(small().Where(condition), "x"); got != want {
			t.Errorf("where %s: rows %s, want %s", condition, got, want)
		}
	}
	for condition, want := range map[string]string{
		"z > 3":        `no column "z": there are name, x, y, group`,
		"grop = u":     `no column "grop" (did you mean "group"?)`,
		"name > 3":     "a text is compared with a number: name is a10, a9, b, c d",
		"x = 'b'":      "a text is compared with a number: x is a number from 1 to 5",
		"x >":          "it ends where a value is expected",
		"x = 1 x":      `"x" is not expected here`,
		"(x = 1":       "a bracket is not closed",
		"name ~ b":     "regular expression in quotes",
		"name ~ '('":   "error parsing regexp",
		"sin(x) = 0":   "there is no function sin of 1 values",
		"name = 'b":    "a ' is not closed",
		"x = 1 ; 2":    `";" is not understood`,
		"name":         "this is a text: want a condition",
		"x in 1":       "after in, want a list",
		"":             "it is empty",
		"name + 1 = 2": "+ takes numbers",
	} {
		if err := small().Where(condition).Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("where %s: %v, want %q in it", condition, err, want)
		}
	}
	none := small().Where("group = w")
	if want := "none of the 5 rows has group = w; group is u, v"; none.Err() != nil || none.Rows() != 0 ||
		!slices.Contains(none.Notes(), want) {
		t.Errorf("%v, %q, want %q", none.Err(), none.Notes(), want)
	}
}

func TestDeriveSortSelect(t *testing.T) {
	f := small().Derive("z", "y / x").Derive("big", "x > 2").Derive("copy", "name")
	if got := column(f, "z"); got != "2.5,,1.33333,2,0.2" {
		t.Error(got)
	}
	if got := column(f, "big") + " " + column(f, "copy"); got != "0,0,1,1,1 a10,a9,b,,c d" {
		t.Error(got)
	}
	if err := small().Derive("z", "x / (x - 3)").Err(); err == nil ||
		!strings.Contains(err.Error(), "infinite in row 3 (x = 3, x = 3)") {
		t.Error(err)
	}
	if got := column(small().Sort("name"), "x"); got != "2,1,3,5,4" {
		t.Errorf("by name %s", got)
	}
	if got := column(small().Sort("group", "-y"), "x"); got != "1,2,4,3,5" {
		t.Errorf("by group and y downwards %s", got)
	}
	if got := small().Select("y", "x").Names(); !slices.Equal(got, []string{"y", "x"}) {
		t.Error(got)
	}
	if got := small().Drop("y").Rename("x", "number").Head(2); !slices.Equal(got.Names(),
		[]string{"name", "number", "group"}) || got.Rows() != 2 {
		t.Error(got.Names(), got.Rows())
	}
	f = small().Numbers("half", func(r Row) float64 { return r.Number("x") / 2 }).Texts("both",
		func(r Row) string { return r.Text("name") + r.Text("group") })
	if got := column(f, "half") + " " + column(f, "both"); got != "0.5,1,1.5,2,2.5 a10u,a9u,bv,v,c dv" {
		t.Error(got)
	}
	if got := column(small().Filter(func(r Row) bool { return r.Text("group") == "u" }), "x"); got != "1,2" {
		t.Error(got)
	}
}

func TestGroups(t *testing.T) {
	g := small().Group("group")
	for got, want := range map[string]string{
		column(g.Count(), "count"):                               "2,3",
		column(g.Median("y"), "median y"):                        "2.5,4",
		column(g.Mean("y"), "mean y"):                            "2.5,4.33333",
		column(g.GeoMean("y"), "geometric mean y"):               "2.5,3.1748", // the cube root of 32
		column(g.Sum("x"), "sum x"):                              "3,12",
		column(g.Min("y"), "least y"):                            "2.5,1",
		column(g.Max("y"), "greatest y"):                         "2.5,8",
		column(g.Quantile(0.25, "x"), "25 % x"):                  "1.25,3.5",
		column(g.Share("y >= 4"), "y >= 4"):                      "0,66.6667",
		column(g.Median("x", "y"), "group"):                      "u,v",
		column(small().Group().Count(), "count"):                 "5",
		column(small().Pivot("group", "x", "name"), "v"):         ",,3,4,5",
		column(small().Long("n", "v", "x", "y").Head(4), "v"):    "1,2.5,2,",
		column(small().Long("n", "v", "x", "y").Head(3), "n"):    "x,y,x",
		column(small().Long("n", "v", "x", "y").Head(3), "name"): "a10,a10,a9",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for want, f := range map[string]*Frame{
		"two rows have group = u and the group u":   small().Pivot("group", "x", "group"),
		`column "name" holds text: name is a10, a9`: g.Mean("name"),
		`no column "q"`:                                 small().Group("q").Count(),
		"of which columns?":                             g.Mean(),
		"do not hold the same kind of values":           small().Long("n", "v", "x", "name"),
		`both tables have a column "x": rename or drop`: small().Join(small(), "name"),
		`"k" holds numbers in one table and text in the`: New([]string{"k"},
			[][]any{{1}}).Join(New([]string{"k"}, [][]any{{"1"}}), "k"),
		`column "t" is in "s" in one table and in "" in`: New([]string{"t"},
			[][]any{{time.Second}}).Join(New([]string{"t"}, [][]any{{1}}), "t"),
		`column "a" mixes durations and plain numbers`:    New([]string{"a"}, [][]any{{time.Second}, {3}}),
		`column "a" is infinite in row 2`:                 New([]string{"a"}, [][]any{{1}, {math.Inf(1)}}),
		`two columns are called "a"`:                      New([]string{"a", "a"}, nil),
		"int is no table: want results, a frame, a table": Of(3),
		`column "a" has 1 values and column "b" 2`:        Of(map[string]any{"a": []int{1}, "b": []int{1, 2}}),
		"nil was given": Of(nil),
	} {
		if err := f.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
	joined := small().Join(New([]string{"group", "weight"}, [][]any{{"v", 7}, {"v", 8}}), "group")
	if got := column(joined, "weight") + " " + column(joined, "x"); got != "7,8,7,8,7,8 3,3,4,4,5,5" {
		t.Error(got)
	}
	if want := "2 of 5 rows have no partner with the same group, and are left out"; !slices.Contains(joined.Notes(),
		want) {
		t.Errorf("%q", joined.Notes())
	}
}

// TestFigures: the figures of a text are one row's, or a statistic's.
func TestFigures(t *testing.T) {
	f := small()
	for _, row := range []Row{f.One("x = 3"), f.Row(2)} {
		if row.Text("group") != "v" || row.Number("x") != 3 {
			t.Errorf("%v", row)
		}
	}
	got := fmt.Sprintf("%v %v %.4f %v", f.Number(Min, "y"), f.Number(Max, "x"), f.Where("group = v").Number(GeoMean, "y"),
		f.Where("x > 9").Number(Median, "x"))
	if want := "1 5 3.1748 NaN"; got != want { // the cube root of 32; of no values
		t.Errorf("%s, want %s", got, want)
	}
	for want, do := range map[string]func(){
		"group = v: 3 rows, want one": func() { f.One("group = v") },
		"x = 7: 0 rows, want one":     func() { f.One("x = 7") },
		"no row 5: there are 5":       func() { f.Row(5) },
		`no column "q"`:               func() { f.One("q = 7") },
		`no column "r"`:               func() { f.Number(Min, "r") },
		`column "name" holds text`:    func() { f.Number(Min, "name") },
	} {
		func() {
			defer func() {
				if err, _ := recover().(error); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%v, want %q in it", err, want)
				}
			}()
			do()
		}()
	}
}

// TestResults: the frame has the values of the runs, and knows which of their numbers are
// only bounds.
func TestResults(t *testing.T) {
	run := func(problem string, a engine.Algorithm, status engine.Status, cost engine.Cost,
		expanded int64) *engine.Result {
		r := &engine.Result{Problem: problem, Algorithm: a, Status: status, Unit: 10, Cost: cost, LowerBound: 30,
			Seed: 1 << 60, Wall: 2 * time.Second, PeakBytes: 3e6}
		r.Expanded = expanded
		return r
	}
	f := Results(
		run("npuzzle/korf/39:heavy", engine.FS(1.25), engine.Solved, 45, 100),
		run("npuzzle/korf/40:heavy", engine.PFS(1.25, 0.7), engine.LimitInserted, -1, 40),
		run("npuzzle/korf/41:heavy", engine.PFS(1.25, 0.7), engine.Solved, 30, 70),
		run("npuzzle/korf/42:heavy", engine.FS(1.25), engine.LimitTime, -1, 500),
		run("npuzzle/korf/43:heavy", engine.FS(1.25), engine.Solved, 30, 300),
		nil,
	)
	for name, want := range map[string]string{
		"domain": "npuzzle,npuzzle,npuzzle,npuzzle,npuzzle", "instance": "39,40,41,42,43", "algorithm": "FS,PFS,PFS,FS,FS",
		"p": ",0.7,0.7,,", "seed": ",1152921504606846976,1152921504606846976,,", "cost": "4.5,,3,,3", "factor": "1.5,,1,,1",
		"time": "2,2,2,2,2", "memory": "3,3,3,3,3",
		"solved": "1,0,1,0,1",
	} {
		if got := column(f, name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if !slices.Contains(f.Notes(), "1 run failed: left out") {
		t.Error(f.Notes())
	}
	if got := column(f.Where("bound(expanded)"), "instance"); got != "40,42" {
		t.Errorf("bounds only: %s", got)
	}
	if got := column(f.Where("status = solved"), "instance"); got != "39,41,43" {
		t.Errorf("solved is a column of numbers too, and the word the text is compared with: %s", got)
	}
	// For FS 100, 300 and at least 500: the median is 300 whatever the last value is, the
	// mean is not known. For PFS at least 40, and 70: at least 55.
	medians := f.Group("algorithm").Median("expanded").Column("median expanded")
	if medians.Number(0) != 300 || medians.Bound(0) || medians.Number(1) != 55 || !medians.Bound(1) {
		t.Errorf("medians %v, bounds %v", medians.numbers, medians.bound)
	}
	means := f.Group("algorithm").Mean("expanded").Column("mean expanded")
	if means.Number(0) != 300 || !means.Bound(0) {
		t.Errorf("means %v, bounds %v", means.numbers, means.bound)
	}
	if d := f.Derive("rate", "expanded / time").Column("rate"); d.Bound(0) || !d.Bound(1) {
		t.Error("a value computed from a bound is not a bound")
	}
	rows := f.Select("expanded").Table().Rows
	if rows[1][0] != any(f.Column("expanded").value(1)) ||
		!strings.HasPrefix(f.Select("expanded").columns[0].shown(1), "40") {
		t.Error(rows)
	}
	other := run("tsp/40/1", engine.FS(1.25), engine.Solved, 45, 100)
	if err := Results(run("npuzzle/korf/39:heavy", engine.FS(1.25), engine.Solved, 45, 100),
		other).Group().Mean("cost").Err(); err == nil ||
		!strings.Contains(err.Error(), "the units of npuzzle heavy and of tsp") {
		t.Error(err)
	}
}

// TestScales: costs of two cost models have no mean; those of two heuristics have, and ratios of costs.
func TestScales(t *testing.T) {
	of := func(a, b string) *Frame {
		return Results(&engine.Result{Problem: a, Status: engine.Solved, Unit: 1, Cost: 45, LowerBound: 40},
			&engine.Result{Problem: b, Status: engine.Solved, Unit: 1, Cost: 40, LowerBound: 40})
	}
	for expression, comparable := range map[string]bool{
		"cost / lower_bound": true, "cost < 45": true, "log2(cost * 2 / lower_bound)": true, "expanded + w": true,
		"cost": false, "cost - lower_bound": false, "1 / cost": false, "cost ^ 2 / lower_bound": false, "sqrt(cost)": false, "abs(lower_bound - cost) / cost": true, "log2(cost) / ln(cost)": false,
		"cost * cost / lower_bound": false, "min(cost, 3) + 1": false, "expanded - cost": false,
	} {
		mixed := of("tsp/40/1", "pancake/40/1").Derive("x", expression)
		if err := mixed.Group().Mean("x").Err(); (err == nil) != comparable || mixed.Err() != nil {
			t.Errorf("the mean of %s over two domains: %v, %v", expression, err, mixed.Err())
		}
	}
	for _, c := range []struct{ a, b, want string }{
		{"npuzzle/korf/1", "npuzzle/korf/1:inverse", "npuzzle unit and of npuzzle inverse"},
		{"pancake/40/1", "pancake/40/1:heavy", "pancake unit and of pancake heavy"},
		{"grid/rooms-16/1:4", "grid/rooms-16/1", "grid 4 and of grid octile"},
		{"vacuum/50/1", "vacuum/50/1:heavy", "vacuum plain and of vacuum heavy"},
		{"npuzzle/korf/1:lc", "npuzzle/random-15/2", ""},
		{"pancake/40/1:heavy+gap-1", "pancake/101/1:heavy", ""},
		{"tsp/40/1:nn", "tsp/40/1:depth", ""},
		{"countries/1", "countries/2", ""},
	} {
		err := of(c.a, c.b).Group().Mean("cost").Err()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), "the units of "+c.want) {
			t.Errorf("%s and %s: %v", c.a, c.b, err)
		}
	}
}

func TestFiles(t *testing.T) {
	f := Read("../../notebooks/results/seeds.parquet")
	if f.Err() != nil || !f.Has("set") || f.Rows() == 0 {
		t.Fatal(f.Err(), f.Rows())
	}
	path := filepath.Join(t.TempDir(), "own.csv")
	if err := os.WriteFile(path, []byte("name,x\nu,1.5\nv,\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := column(Of(path), "x"); got != "1.5," || !Of(path).Column("x").Numeric() {
		t.Error(got)
	}
	for want, path := range map[string]string{"no such file": "none.csv", "want a CSV or a Parquet file": "frame.go"} {
		if err := Read(path).Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	type row struct {
		Name string
		N    int
	}
	if got := column(Of([]row{{"a", 1}, {"b", 2}}), "N"); got != "1,2" {
		t.Error(got)
	}
	if got := column(Of(map[string][]float64{"b": {1, 2}, "a": {3, math.NaN()}}), "a"); got != "3," {
		t.Error(got)
	}
}

func TestAppend(t *testing.T) {
	both := small().Append(New([]string{"x", "z"}, [][]any{{6, "new"}}))
	if got := column(both, "x") + " " + column(both, "z") + " " +
		column(both, "name"); got != "1,2,3,4,5,6 ,,,,,new a10,a9,b,,c d," {
		t.Error(got)
	}
	for want, f := range map[string]*Frame{
		`column "x" holds numbers in one table and text in another (number 2)`: small().Append(New([]string{"x"},
			[][]any{{"a"}})),
		`column "x" is in "" in one table and in "s" in another`: small().Append(New([]string{"x"}, [][]any{{time.Second}})),
	} {
		if err := f.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
}

// TestEqual: values are equal only if all their digits and characters are, in groups, joins,
// pivots and conditions.
func TestEqual(t *testing.T) {
	near := New([]string{"a", "b"}, [][]any{{1234567.25, 1}, {1234567.75, 2}, {1790000000000001, 3}, {1790000000000002, 4}})
	texts := Of(map[string][]string{"v": {"1.5", "1.05", "1.005", "01", "1", "-"}})
	for got, want := range map[string]string{
		column(near.Group("a").Count(), "count"):                                                                 "1,1,1,1",
		column(near.Join(near.Rename("b", "c"), "a"), "c"):                                                       "1,2,3,4",
		column(near.Head(2).Pivot("a", "b"), "1.23456775e+06"):                                                   "2",
		column(texts.Where("v = '1.5'"), "v"):                                                                    "1.5",
		column(texts.Where("v in ('1')"), "v"):                                                                   "1",
		column(texts.Where("v != '1.5'"), "v"):                                                                   "1.05,1.005,01,1,-",
		column(texts.Where("v > '1'").Sort("v"), "v"):                                                            "1.005,1.05,1.5",
		column(Of(map[string][]string{"v": {"a\x1f", "a"}, "w": {"", "\x1f"}}).Group("v", "w").Count(), "count"): "1,1",
		column(New([]string{"p", "s"}, [][]any{{"p1", 11}, {"p11", 1}}).Pivot("s", "s", "p"), "1"):               ",1",
		column(small().Derive("z", "-x^2"), "z"):                                                                 "-1,-4,-9,-16,-25",
		column(small().Derive("z", "2^-x^2").Head(2), "z"):                                                       "0.5,0.0625",
		column(small().Where("x not in (y)"), "x"):                                                               "1,3,4,5",
		column(small().Where("x not in (1, 2)"), "x"):                                                            "3,4,5",
		column(small().Derive("z", "2 - -x").Head(2), "z"):                                                       "3,4",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	wide := make([][]any, 0, 13*12)
	for p := 1; p <= 13; p++ {
		for s := 1; s <= 12; s++ {
			wide = append(wide, []any{fmt.Sprintf("p%d", p), s, p * s})
		}
	}
	if got := column(New([]string{"p", "s", "x"}, wide).Pivot("s", "x", "p"), "12"); got != "12,24,36,48,60,72,84,96,108,120,132,144,156" {
		t.Errorf("the pivot has %s", got)
	}
	if err := small().Rename("x", "count").Group("count").Count().Err(); err == nil || !strings.Contains(err.Error(), "have a column count already") {
		t.Errorf("a count of groups by count: %v", err)
	}
}

// TestLongAttributes: what any of the columns knows of its values, their scale and that they
// are bounds which may be too high or too low, is known afterwards.
func TestLongAttributes(t *testing.T) {
	f := New([]string{"x", "y"}, [][]any{{1, 2}, {3, 4}})
	f.columns[1].bound, f.columns[1].loose = []bool{true, false}, true
	f.columns[1].scale = []string{"tiles", "tours"}
	v := f.Long("n", "v", "x", "y").Column("v")
	if !v.Loose() || !v.Bound(1) || v.Bound(0) || v.Scale(1) != "tiles" || v.Scale(3) != "tours" || v.Scale(0) != "" {
		t.Errorf("loose %v, bounds %v, scales %v", v.loose, v.bound, v.scale)
	}
	if share := f.Group().Share("y > 3").Column("y > 3"); !share.Bound(0) || share.Number(0) != 50 {
		t.Errorf("a share of bounds is %v, bound %v", share.Number(0), share.Bound(0))
	}
}

// TestForeignFiles: numbers that a column of numbers cannot hold stay text, and Parquet's
// logical types are what they say.
func TestForeignFiles(t *testing.T) {
	f := CSV(strings.NewReader("\ufeffid,x\n9007199254740993,1\n9007199254740992,2\n"))
	if got := column(f.Group("id").Count(), "id"); got != "9007199254740993,9007199254740992" {
		t.Errorf("large integers of a CSV file: %s", got)
	}
	type row struct {
		U uint64    `parquet:"u"`
		D int64     `parquet:"d,decimal(2:10)"`
		T time.Time `parquet:"t,timestamp(microsecond)"`
		N int32     `parquet:"n,date"`
	}
	var file bytes.Buffer
	w := parquet.NewGenericWriter[row](&file)
	at := time.Date(2026, 11, 26, 12, 0, 0, 1000, time.UTC)
	if _, err := w.Write([]row{{1 << 63, 12345, at, 1}, {math.MaxUint64, -5, at.Add(time.Microsecond), -1}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "foreign.parquet")
	if err := os.WriteFile(path, file.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"u": "9223372036854775808,18446744073709551615", "d": "123.45,-0.05",
		"t": "2026-11-26T12:00:00.000001Z,2026-11-26T12:00:00.000002Z", "n": "1970-01-02,1969-12-31",
	} {
		if got := column(Read(path), name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}
