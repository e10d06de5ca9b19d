package plot

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/engine/store/export"
	grids "github.com/focal-search/focal/engine/study"
	"github.com/focal-search/focal/kernel/frame"
)

// TestFew: charts say what there are too few results for.
func TestFew(t *testing.T) {
	const one, none = "There is one instance only", "No instance is solved by all algorithms"
	unsolved := func(problem string, a engine.Algorithm) *engine.Result { return unsolved(ran(problem, a, 0, 50)) }
	pair := func(problem string) []*engine.Result {
		return []*engine.Result{ran(problem, engine.FS(1.5), 0, 40), ran(problem, engine.PFS(1.5, 0.7), 1, 30)}
	}
	for name, test := range map[string]struct {
		results []*engine.Result
		notes   []string
	}{
		"one instance":  {pair("pancake/40/1"), []string{one}},
		"two":           {slices.Concat(pair("pancake/40/1"), pair("pancake/40/2")), nil},
		"one algorithm": {[]*engine.Result{unsolved("pancake/40/1", engine.FS(1.5)), unsolved("pancake/40/2", engine.FS(1.5))}, nil},
		"none common": {[]*engine.Result{unsolved("pancake/40/1", engine.FS(1.5)), ran("pancake/40/1", engine.PFS(1.5, 0.7), 1, 30),
			unsolved("pancake/40/2", engine.FS(1.5)), ran("pancake/40/2", engine.PFS(1.5, 0.7), 1, 30)}, []string{none}},
		"other w": {[]*engine.Result{ran("pancake/40/1", engine.FS(2), 0, 30), ran("pancake/40/1", engine.PFS(1.5, 0.7), 1, 30),
			ran("pancake/40/2", engine.FS(2), 0, 30)}, nil},
	} {
		for plot, c := range map[string]*Chart{"Success": Success(test.results), "Expansions": Expansions(test.results),
			"Cactus": Cactus(test.results), "Scatter": Scatter(test.results)} {
			var have []string
			for _, line := range c.notes {
				for _, of := range []string{one, none} {
					if strings.HasPrefix(line, of) && strings.Contains(c.HTML(), of) {
						have = append(have, of)
					}
				}
			}
			if !slices.Equal(have, test.notes) {
				t.Errorf("%s, %s: %q, want %q", name, plot, have, test.notes)
			}
		}
	}
}

// TestForeign: charts of other programs' runs beside ours draw what these give, and say whose runs lack it.
func TestForeign(t *testing.T) {
	lines, err := export.Parse("other.csv", []byte("problem,algorithm,cost\npancake/40/1,mine,38\npancake/40/2,mine,41\n"),
		export.Foreign{})
	if err != nil {
		t.Fatal(err)
	}
	var theirs []*engine.Result
	for _, line := range lines {
		theirs = append(theirs, line.Result)
	}
	all := theirs
	for _, problem := range []string{"pancake/40/1", "pancake/40/2"} {
		all = append(all, ran(problem, engine.FS(1.5), 0, 40), ran(problem, engine.PFS(1.5, 0.7), 1, 30))
	}
	const left = "Left out: mine (foreign), whose runs give no mean "
	for name, draw := range map[string]func([]*engine.Result, ...report.Option) *Chart{"Success": Success, "Expansions": Expansions,
		"Time": Time, "Ranking": Ranking, "Cactus": Cactus, "Scatter": Scatter, "Effects": Effects} {
		c := draw(all)
		page := c.HTML()
		if err := c.Err(); err != nil || strings.Contains(page, "<p>error: ") {
			t.Errorf("%s: %v", name, err)
		}
		if lacks := name == "Expansions" || name == "Time"; strings.Contains(page, left) != lacks {
			t.Errorf("%s: says that runs are left out: %v", name, !lacks)
		}
	}
	text := Cactus(all).String()
	for _, want := range []string{"Pancake-40, mine (foreign): 100 % of the runs solved, 2 of 2\n",
		"Pancake-40, mine (foreign): no expansions, since they are not known of 2 of the 2 solved runs.",
		"Pancake-40, mine (foreign): no times, since they are not known of 2 of the 2 solved runs."} {
		if !strings.Contains(text, want) {
			t.Errorf("Cactus: no %q in %s", want, text)
		}
	}
	theirs[0].Expanded, theirs[0].Wall, theirs[1].Wall = 10, 1e9, 2e9
	const fewer, wall = "Left out of the means: 1 of the 2 runs of mine (foreign), which give no expansions.",
		"The time of mine (foreign) is wall time."
	for name, c := range map[string]*Chart{"Expansions": Expansions(all), "Seeds": Seeds(all), "Time": Time(all), "Cactus": Cactus(all)} {
		picture, err := c.SVG()
		if err != nil {
			t.Fatal(name, err)
		}
		page := c.HTML()
		if ofMeans := name == "Expansions" || name == "Seeds"; strings.Contains(page, fewer) != ofMeans {
			t.Errorf("%s: says that means are of fewer runs: %v", name, !ofMeans)
		}
		if times := name == "Time" || name == "Cactus"; strings.Contains(page, wall) != times || strings.Contains(picture, "CPU time (s)") {
			t.Errorf("%s: says that a time is wall time: %v", name, !times)
		}
	}
	theirs[0].Wall, theirs[1].Wall = -1, -1
	if c := Time(theirs); c.Err() == nil || !strings.Contains(c.Err().Error(), "the runs of mine (foreign) give no mean time (s)") {
		t.Error(c.Err())
	}
}

// TestEqual: a chart says that all values are the same, and that there is no interval.
func TestEqual(t *testing.T) {
	table := func(values ...float64) *Graphic {
		var rows [][]any
		for i, v := range values {
			rows = append(rows, []any{fmt.Sprint("p", min(i, 1)), "a", v})
		}
		return Of(frame.New([]string{"problem", "algorithm", "expanded"}, rows)).X("algorithm").Y("expanded")
	}
	for name, test := range map[string]struct {
		c    *Chart
		want string
	}{
		"equal":        {table(5, 5, 5).Boxes().Chart(), "All 3 values of expanded are 5."},
		"points":       {table(5, 5).Points().Chart(), "All 2 values of expanded are 5."},
		"different":    {table(5, 5, 6).Boxes().Chart(), ""},
		"one value":    {table(5).Points().Chart(), ""},
		"no interval":  {table(5).Mean().Interval(.95).Chart(), "No interval: there is one problem only."},
		"an interval":  {table(5, 6).Mean().Interval(.95).Chart(), "Strokes: intervals of 95 % (bootstrap over problems, 1,000 resamples)."},
		"equal values": {Of(frame.New([]string{"x"}, [][]any{{2.5}, {2.5}})).X("x").Histogram().Chart(), "All 2 values of x are 2.5."},
	} {
		if have := strings.Join(test.c.notes, "\n"); have != test.want || test.c.Err() != nil {
			t.Errorf("%s: %q, %v, want %q", name, have, test.c.Err(), test.want)
		}
	}
}

// TestStudyErrorInPlace: in one line the error of a study stands where its chart would be, once.
func TestStudyErrorInPlace(t *testing.T) {
	for _, test := range []struct{ problems, algorithm, want string }{
		{"npuzzle/random-8/1", "fss", `unknown algorithm "fss": did you mean "fs"?`},
		{"npuzle/random-8/1", "fs", `unknown domain "npuzle": did you mean "npuzzle"?`},
		{"npuzzle/random-8/1:havy", "fs", `unknown variant "havy": did you mean "heavy"?`},
		{"npuzzle/korf/101", "fs", "no instance 101"},
		{"tsp/file/none.tsp", "fs", "none.tsp: no such file or directory"},
	} {
		grid := grids.Grid{Problems: test.problems, Algorithms: engine.Named(test.algorithm), W: []float64{1.5}}
		store := filepath.Join(t.TempDir(), "x.db")
		results := grid.Run(t.Context(), store).Results
		for name, c := range map[string]*Chart{"Success": Success(results), "Ranking": Ranking(results), "Scatter": Scatter(results),
			"Of": Of(results).X("algorithm").Y("expanded").Chart()} {
			if n := strings.Count(c.String(), test.want); n != 1 {
				t.Errorf("%s of %s: %d times in %s", name, test.problems, n, c)
			}
		}
	}
}
