package plot

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/frame"
	"github.com/focal-search/focal/kernel/setup"
	"github.com/focal-search/focal/kernel/show"
)

// runsOf returns runs on 2 sets of 5 instances by FS and by PFS with 2 seeds, at two w.
// FS expands 100·i on instance i; a limit ends the fifth run. PFS expands a tenth.
func runsOf() []*engine.Result {
	var all []*engine.Result
	add := func(set string, i int, a engine.Algorithm, seed uint64, expanded int64) {
		r := &engine.Result{Problem: fmt.Sprintf("npuzzle/korf/%d:%s", i, set), Algorithm: a, Seed: seed,
			Status: engine.Solved, Unit: 1, Cost: engine.Cost(40 + i), LowerBound: 40}
		r.Expanded = expanded
		if i == 5 && a.Name == "fs" {
			r.Status, r.Cost = engine.LimitExpanded, -1
		}
		all = append(all, r)
	}
	for _, set := range []string{"unit", "heavy"} {
		for _, w := range []float64{1.5, 2} {
			for i := 1; i <= 5; i++ {
				add(set, i, engine.FS(w), 0, int64(100*i))
				add(set, i, engine.PFS(w, 0.7), 1, int64(10*i-1))
				add(set, i, engine.PFS(w, 0.7), 2, int64(10*i+1))
			}
		}
	}
	return all
}

// graphics returns one for every mark.
func graphics() map[string]*Graphic {
	g := Of(runsOf())
	return map[string]*Graphic{
		"lines":     g.X("w").Y("expanded").Color("algorithm").Panel("set").Median().Interval(0.9),
		"points":    g.X("cost").Y("expanded").Color("algorithm").Shape("w").Panel("set"),
		"graded":    g.X("instance").Y("expanded").Points().Color("expanded"),
		"bars":      g.X("set").Color("algorithm").Share("status = solved"),
		"counts":    g.X("algorithm"),
		"boxes":     g.X("algorithm").Y("expanded").Panel("set"),
		"violins":   g.X("algorithm").Y("expanded").Color("algorithm").Violins(),
		"histogram": g.X("expanded").Color("algorithm"),
		"ecdf":      g.X("expanded").Color("algorithm").ECDF(),
		"heat":      g.X("w").Y("algorithm").HeatMap("expanded"),
		"pairs":     g.Y("expanded").Pairs("algorithm", "FS", "PFS").Color("w").Panel("set"),
	}
}

// said checks a line of a chart's text.
func said(t *testing.T, c *Graphic, want string) {
	t.Helper()
	if text := c.String(); !slices.Contains(strings.Split(text, "\n"), want) {
		t.Errorf("no line %q in\n%s", want, text)
	}
}

// TestGraphics: every mark shows the data.
func TestGraphics(t *testing.T) {
	all := graphics()
	for name, g := range all {
		svg, err := g.SVG()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := wellFormed(svg); err != nil || strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("%s: %v in the picture", name, err)
		}
		if _, err := g.Chart().body(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := g.Save(filepath.Join(t.TempDir(), name+".png")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	said(t, all["lines"], "Median expanded against w")
	said(t, all["lines"], "N-Puzzle unit, FS: 300 at 1.5, 300 at 2") // of 100, 200, 300, 400 and at least 500
	said(t, all["lines"], "N-Puzzle heavy, PFS: 30 at 1.5, 30 at 2")
	said(t, all["lines"], "Strokes: intervals of 90 % (bootstrap over problems, 1,000 resamples).")
	said(t, all["points"], "4 of 60 rows have no cost or expanded and are not drawn.")
	said(t, all["bars"], "FS: 80 at N-Puzzle heavy, 80 at N-Puzzle unit")
	said(t, all["bars"], "PFS: 100 at N-Puzzle heavy, 100 at N-Puzzle unit")
	said(t, all["counts"], "20 at FS, 40 at PFS")
	said(t, all["boxes"], "N-Puzzle unit: median 300 at FS (10 rows, 2 of them a bound only), median 30 at PFS (20 rows)")
	said(t, all["histogram"], "FS: 20 rows, expanded from 100 to 500, median 300, 4 of them a bound only")
	said(t, all["ecdf"], "FS: 16 of 20 rows, median of these 250")
	said(t, all["ecdf"], "Rows that a limit ended count among all, and never as reached: lines end below 100 %.")
	said(t, all["heat"], "300 at 1.5, FS; 300 at 2, FS; 30 at 1.5, PFS; 30 at 2, PFS")
	said(t, all["pairs"], "Expanded: PFS against FS")
	said(t, all["pairs"], "N-Puzzle heavy, 1.5: 5 rows, PFS from 10 to 50, 1 of them a bound only")
	// The greatest value is a bound if a limit ended a run.
	said(t, Of(runsOf()).Where("algorithm = FS").X("w").Y("expanded").Quantile(1),
		"at least 500 at 1.5, at least 500 at 2")
	said(t, Of(runsOf()).X("w").Y("expanded").Mean(), "Rows of 2 values of algorithm are aggregated: FS, PFS.")
	// A line through rows with one value at each x needs nothing else.
	own := frame.New([]string{"n", "seconds"}, [][]any{{1, 2.5}, {2, 3.5}, {3, -1.0}})
	said(t, Of(own).X("n").Y("seconds").Lines(), "2.5 at 1, 3.5 at 2, -1 at 3")
}

// TestGraphicMarks checks what is drawn: the last step of an ECDF, the heights of bars,
// the ends of an interval.
func TestGraphicMarks(t *testing.T) {
	all := graphics()
	steps := all["ecdf"].Chart().figure.panels[0].lines
	for i, want := range []float64{80, 100} {
		if rows := steps[i].data.rows; rows[len(rows)-1][1] != want {
			t.Errorf("the line of %s ends at %v %%, want %v", steps[i].name, rows[len(rows)-1][1], want)
		}
	}
	open := 0
	for _, l := range Of(runsOf()).X("instance").Y("expanded").Points().Color("algorithm").Chart().figure.panels[0].lines {
		if l.open {
			open += len(l.data.rows)
		}
	}
	if open != 4 {
		t.Errorf("%d open points, want one for each run that a limit ended", open)
	}
	// All instances of PFS have the same pair of seeds, so the median of a resample is among
	// the values, and the interval consists of their quantiles.
	rows := all["lines"].Chart().figure.panels[0].lines[0].data.rows
	if r := rows[0]; !(r[3] <= r[1] && r[1] <= r[4] && r[3] >= 100 && r[4] <= 500) || r[2] != 5 {
		t.Errorf("an interval %v", r)
	}
	if got := rangesOf(1, 1000, true, true, 100); math.Abs(got[0]-1) > 1e-9 || got[len(got)-1] < 1000 || len(got) < 10 {
		t.Errorf("ranges %v", got)
	}
	outline, err := violin([]float64{1, 2, 2, 3}, 5, 0.4, false)
	if err != nil || outline[0][1] != 1 || math.Abs(outline[24][0]-5.4) > 1e-9 || outline[24][1] != 2 {
		t.Errorf("the outline is widest at %v, %v", outline[24], err)
	}
}

// TestGraphicErrors: an error is one line that says what is wrong and what would be
// right.
func TestGraphicErrors(t *testing.T) {
	g := Of(runsOf())
	many := make([][]any, 40)
	for i := range many {
		many[i] = []any{fmt.Sprint("name ", i), i}
	}
	wide := Of(frame.New([]string{"name", "n"}, many))
	tsp := &engine.Result{Problem: "tsp/40/1", Algorithm: engine.FS(1.5), Status: engine.Solved, Unit: 1, Cost: 3,
		LowerBound: 3}
	for want, bad := range map[string]*Graphic{
		`y: no column "expandd" (did you mean "expanded"?): there are domain`:     g.X("w").Y("expandd"),
		"which column is x? There are domain, set":                                g.Y("expanded"),
		"which column is y? There are domain, set":                                g.X("algorithm").Lines(),
		`y: the column "algorithm" holds text, such as "FS": want numbers`:        g.X("w").Y("algorithm"),
		"none of the 60 rows has status = slved; status is solved, limit: expand": g.Where("status = slved").X("w").Y("cost"),
		"the table has no rows":                                                   Of(frame.New([]string{"a"}, nil)).X("a"),
		"15 rows of expanded have w = 1.5: choose how to aggregate them":          g.Where("set ~ 'unit'").X("w").Y("expanded").Lines(),
		"cost has the units of npuzzle heavy and of tsp in one panel": Of(append(runsOf()[30:],
			tsp)).X("w").Y("cost"),
		"a logarithmic axis cannot show n = 0":                                     wide.X("n").Y("n").LogX(),
		"color: name has 40 different values, and at most 12 can be distinguished": wide.X("n").Y("n").Color("name"),
		"an interval of level 2: want one between 0 and 1":                         g.X("w").Y("expanded").Median().Interval(2),
		"an interval around what?":                                                 g.X("w").Y("expanded").Interval(0.9),
		`a ECDF takes x only: leave out Y("w")`:                                    g.X("w").Y("w").ECDF(),
		"boxes show all rows: leave out median":                                    g.X("w").Y("expanded").Boxes().Median(),
		"pairs: no row has the algorithm DPS: there are FS, PFS": g.Y("expanded").Pairs("algorithm", "FS",
			"DPS"),
		"no row has both cost and expanded":                               g.Where("solved = 0").X("cost").Y("expanded"),
		`column "n": stats: x[0] is 0: a finite number above 0 is needed`: wide.X("name").Y("n").GeoMean(),
		"where status ~ solved: ~ takes a text and a regular expression":  g.Where("status ~ solved").X("w").Y("cost"),
		"nil was given": Of(nil).X("a"),
	} {
		err := bad.Err()
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v\nwant %q in it", err, want)
		}
	}
}

// TestGraphicShown: show.Value shows a Graphic, as a cell does.
func TestGraphicShown(t *testing.T) {
	r := recordBundles(t)
	show.Value(graphics()["lines"])
	if svg, _ := r.last()[show.SVGType].(string); !strings.Contains(svg, "median expanded") {
		t.Error("no picture")
	}
	show.Value(Of(nil).X("a"))
	if text, _ := r.last()[show.Plain].(string); !strings.HasPrefix(text, "error: nothing to plot: there is no table") {
		t.Errorf("%q", text)
	}
	show.Value(frame.Of(runsOf()).Group("algorithm").Max("expanded"))
	if text, _ := r.last()[show.Plain].(string); !strings.Contains(text, "FS                     ≥ 500") {
		t.Errorf("%q", text)
	}
}

// TestGraphicsPainted opens the charts in a browser.
func TestGraphicsPainted(t *testing.T) {
	setup.Needed(t)
	for _, p := range paint(t, graphics()) {
		for _, c := range p.Charts {
			if c.Overflows || c.Colours < 50 {
				t.Errorf("%s, %s: painted %+v", p.Name, p.Scheme, c)
			}
		}
	}
}

// TestOwnAlgorithmColor: a user-defined algorithm has the same colour in charts of a table
// as in all others.
func TestOwnAlgorithmColor(t *testing.T) {
	svg, err := Of([]map[string]any{{"algorithm": "FS", "w": 1.1, "expanded": 3}, {"algorithm": "patience", "w": 1.2,
		"expanded": 5}}).X("w").Y("expanded").Color("algorithm").Points().SVG()
	if err != nil || !strings.Contains(svg, color("patience")) || !strings.Contains(svg, color("fs")) {
		t.Errorf("%v: want the colours %s and %s in %s", err, color("patience"), color("fs"), svg)
	}
}

// The live legend takes a name's symbol from its first series. Where that is a line whose
// dots are another series, it has their shape: square for deterministic algorithms.
func TestLegendSymbols(t *testing.T) {
	shapes := map[string]string{"FS": "rect", "PFS": "circle"}
	seen := map[string]bool{}
	c := Of(runsOf()).X("w").Y("expanded").Color("algorithm").Median().Chart()
	for _, l := range c.figure.panels[0].lines {
		s := series(l, 0, 0)
		if s.Symbol != shapes[s.Name] || s.Type == "line" && *s.ShowSymbol {
			t.Errorf("%s, %s: symbol %q, want %q", s.Name, s.Type, s.Symbol, shapes[s.Name])
		}
		seen[s.Name+" "+s.Type] = true
	}
	if len(seen) != 4 {
		t.Errorf("series %v, want a line and dots of each algorithm", seen)
	}
}

// Seven algorithms have different dots, whichever they are; the first keep those of their looks.
func TestDotsDifferWithoutColours(t *testing.T) {
	rows := []map[string]any{}
	for i, a := range []string{"pfs", "dps", "fs", "rrfs", "ees", "wastar", "mine"} {
		rows = append(rows, map[string]any{"algorithm": a, "x": i, "y": i * i})
	}
	c := Of(rows).X("x").Y("y").Color("algorithm").Points().Chart()
	marks := map[string]string{}
	for _, l := range c.figure.legend {
		if other, twice := marks[l.mark()]; twice {
			t.Errorf("%s and %s have the dot %q", other, l.name, l.mark())
		}
		marks[l.mark()] = l.name
	}
	if len(marks) != 7 || c.figure.legend[0].mark() != lineOf("dps").mark() {
		t.Errorf("%v; the first is a %q", marks, c.figure.legend[0].mark())
	}
}
