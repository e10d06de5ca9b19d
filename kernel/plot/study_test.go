package plot

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/report"
	"github.com/focal-search/focal/kernel/show"
)

// ran returns a solved run with this many expansions, a microsecond each.
func ran(problem string, a engine.Algorithm, seed uint64, expanded int64) *engine.Result {
	r := &engine.Result{Problem: problem, Algorithm: a, Seed: seed, Status: engine.Solved, Unit: 1, Cost: 12, FMin: 10,
		LowerBound: 10}
	r.Expanded, r.CPU, r.Wall = expanded, time.Duration(expanded)*time.Microsecond,
		time.Duration(expanded)*time.Microsecond
	return r
}

func unsolved(r *engine.Result) *engine.Result {
	r.Status, r.Cost = engine.LimitExpanded, -1
	return r
}

// study has two sets, two bounds, two p and several seeds. On instance i of
// npuzzle/korf:heavy FS takes 1000·i expansions at w = 1.25, and PFS with seed s and p =
// 0.7 takes 100·i·s.
func study() []*engine.Result {
	var all []*engine.Result
	for i := range int64(4) {
		i++
		heavy := fmt.Sprintf("npuzzle/korf/%d:heavy", i)
		all = append(all, ran(heavy, engine.FS(1.25), 0, 1000*i), ran(heavy, engine.WAStar(1.25), 0, 500*i),
			ran(heavy, engine.AStar(), 0, 2000*i),
			ran(heavy, engine.DPS(1.25), 0, 300*i), unsolved(ran(heavy, engine.FS(1.1), 0, 9000)))
		for s := range uint64(3) {
			s++
			all = append(all, ran(heavy, engine.PFS(1.25, 0.7), s, 100*i*int64(s)), ran(heavy, engine.PDPS(1.25, 0.7), s, 600*i),
				ran(heavy, engine.PFS(1.25, 0.8), s, 50*i), ran(heavy, engine.PFS(1.1, 0.7), s, 4000))
		}
		pancake := fmt.Sprintf("pancake/40/%d", i)
		all = append(all, ran(pancake, engine.FS(1.25), 0, 40), ran(pancake, engine.PFS(1.25, 0.7), 1, 60))
	}
	return all
}

func anytimeStudy() []*engine.Result {
	var all []*engine.Result
	for i := range 3 {
		for j, a := range []engine.Algorithm{engine.AFS(), engine.APFS(0.7), engine.ADPS(), engine.APDPS(0.7)} {
			r := ran(fmt.Sprintf("gctsp/small/%d", i+1), a, 42, 1000)
			r.Cost, r.LowerBound = 100, 100
			for k, cost := range []engine.Cost{200, 100} {
				n := int64(10 * (i + j + 1) * (50*k + 1))
				r.Incumbents = append(r.Incumbents,
					engine.Incumbent{Cost: cost, FMin: 80, Expanded: n, Wall: time.Duration(n) * time.Microsecond})
			}
			all = append(all, r)
		}
	}
	return all
}

// everyPlot returns all plots of studies, each with what its picture must contain.
func everyPlot() map[string]struct {
	chart *Chart
	texts []string
} {
	s, a := study(), anytimeStudy()
	return map[string]struct {
		chart *Chart
		texts []string
	}{
		"Success": {Success(s), []string{"Success against w, p = 0.7", "N-Puzzle heavy", "Pancake-40", "solved (%)",
			"w\n", "1.1\n1.25\n", "A*\nWA*\nFS\nPFS\nDPS (= WA*)\nPDPS (= WA*)\n"}},
		"Expansions": {Expansions(s), []string{"mean expansions\n", "10,000\n"}},
		"Time":       {Time(s), []string{"mean time (s)\n", "0.01\n"}},
		"Effects": {Effects(s), []string{"PFS/FS\n", "PDPS/DPS\n", "N-Puzzle heavy  4 → 4\n",
			"expansions of PFS / FS\n"}},
		"Sensitivity": {Sensitivity(s), []string{"N-Puzzle\n", "Pancake\n", "0.7\n0.8\n", "p\n", "expansions of P / D\n"}},
		"HeatMap": {HeatMap(s), []string{"P expands less\nP expands more\n", "PFS/FS, N-Puzzle heavy\n", "0.2\n", "1.5\n",
			"w\n", "p\n"}},
		"Scatter": {Scatter(s), []string{"expansions of FS\n", "expansions of PFS\n", "expansions of DPS\n", "100\n"}},
		"Cactus":  {Cactus(s), []string{"runs solved (%)\n", "CPU time (s)\n", "expansions\n", "N-Puzzle heavy\n"}},
		"Seeds":   {Seeds(s), []string{"PFS(w=1.25, p=0.7)\n", "mean expansions\n", "FS(w=1.1)\n"}},
		"Anytime": {Anytime(a), []string{"GCTSP small: with an incumbent\n", "GCTSP small: within 1 % of the best cost\n",
			"GCTSP small: within 1 % of the optimum, of the 3 where it is known\n", "wall time (s)\n",
			"AFS\nAPFS\nADPS\nAPDPS\n"}},
		"Lines": {Lines("Cost against w", "w", "cost (moves)", Series{"FS", []float64{1.25, 1.5, 2}, []float64{41, 45, 53}},
			Series{"mine", []float64{1.25, 2}, []float64{41, 1300}}),
			[]string{"Cost against w\n", "w\n", "cost (moves)\n", "FS\nmine\n", "1,000\n"}},
		"Incumbents": {Incumbents(a[:2]...),
			[]string{"gctsp/small/1\n", "AFS: cost 100, proved optimal\n", "APFS: cost 100", "bound\n"}},
	}
}

// Reasons why nothing can be drawn are reported.
func TestLinesErrors(t *testing.T) {
	one := []float64{1}
	for want, series := range map[string][]Series{
		"no series given":                       nil,
		"a: 1 X and 0 Y: want one Y for each X": {{"a", one, nil}},
		"series 2: no numbers":                  {{"a", one, one}, {}},
		"b: a number is NaN or infinite: leave it out, with its X and Y": {{"b", one, []float64{math.NaN()}}},
	} {
		if err := Lines("t", "x", "y", series...).Err(); err == nil || err.Error() != "nothing to plot: "+want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	low := Lines("t", "x", "y", Series{"a", []float64{-3, 4}, []float64{0, 1000}}).figure.panels[0] // no logarithms here
	if low.x.log || low.y.log || low.x.min > -3 || low.x.max < 4 {
		t.Errorf("axes %+v, %+v", low.x, low.y)
	}
}

func TestEveryPlot(t *testing.T) {
	for name, c := range everyPlot() {
		t.Run(name, func(t *testing.T) {
			svg, err := c.chart.SVG()
			if err != nil {
				t.Fatal(err)
			}
			written := texts(t, svg)
			for _, want := range c.texts {
				if !strings.Contains(written, want) {
					t.Errorf("no %q in the picture: %q", want, written)
				}
			}
			for _, wrong := range []string{"NaN", "Inf", "%!"} {
				if strings.Contains(svg, wrong) {
					t.Errorf("%s in the picture", wrong)
				}
			}
			if found := loads.FindString(c.chart.HTML()); found != "" {
				t.Errorf("the page has %q", found)
			}
			if len(c.chart.summary) == 0 {
				t.Error("the chart says nothing in words")
			}

			// The live chart has the same panels, and a position for every number.
			fragment, err := c.chart.figure.fragment("", "")
			if err != nil {
				t.Fatal(err)
			}
			l := unpack(t, fragment)
			o := l.Option
			if len(o.Grid) == 0 || len(o.Grid) != len(o.XAxis) || len(o.Grid) != len(o.YAxis) ||
				len(o.Series) != len(l.Labels) || len(o.Series) != len(l.Blocks) {
				t.Errorf("%d grids, %d and %d axes, %d series, %d labels, %d blocks", len(o.Grid), len(o.XAxis), len(o.YAxis),
					len(o.Series), len(l.Labels), len(l.Blocks))
			}
			for i, a := range append(slices.Clone(o.XAxis), o.YAxis...) {
				if !(a.Min < a.Max) || a.Type == "log" && a.Min <= 0 {
					t.Errorf("axis %d: %+v", i, a)
				}
			}
			for i, x := range o.XAxis {
				if x.Name == "" {
					t.Errorf("the horizontal axis of panel %d has no name", i)
				}
			}
		})
	}
}

// drawn returns a line of the live chart, with its rows.
func drawn(t *testing.T, c *Chart, name string, panel int) (columns []any, rows [][]any) {
	t.Helper()
	fragment, err := c.figure.fragment("", "")
	if err != nil {
		t.Fatal(err)
	}
	l := unpack(t, fragment)
	for _, s := range l.Option.Series {
		if s.Name == name && s.XAxisIndex == panel {
			source := l.Option.Dataset[s.DatasetIndex].Source
			return source[0], source[1:]
		}
	}
	t.Fatalf("no series %q in panel %d", name, panel)
	return nil, nil
}

func TestCurvesTell(t *testing.T) {
	// At w = 1.1 FS solves none and PFS all; at 1.25 PFS's mean is 100·2.5·seed.
	_, fs := drawn(t, Success(study()), "FS", 0)
	if got := fmt.Sprint(fs); got != "[[0 0 4 0 0] [1 100 4 100 100]]" {
		t.Errorf("success of FS: %s", got)
	}
	columns, pfs := drawn(t, Expansions(study()), "PFS", 0)
	if got := fmt.Sprint(columns); got != "[w mean expansions runs least greatest]" {
		t.Errorf("columns %s", got)
	}
	if got := fmt.Sprint(pfs); got != "[[0 4000 4 4000 4000] [1 500 4 250 750]]" {
		t.Errorf("expansions of PFS: %s", got)
	}
	_, astar := drawn(t, Expansions(study()), "A*", 0)
	if got := fmt.Sprint(astar); got != "[[0 5000 4 5000 5000] [1 5000 4 5000 5000]]" {
		t.Errorf("A* is not the same at every w: %s", got)
	}
	_, other := drawn(t, Expansions(study(), report.P(0.8)), "PFS", 0)
	if got := fmt.Sprint(other); got != "[[1 125 4 125 125]]" {
		t.Errorf("at p = 0.8: %s", got)
	}
}

func TestScatterTells(t *testing.T) {
	c := Scatter(study(), report.P(0.7))
	columns, _ := drawn(t, c, "PFS/FS", 0)
	if got := fmt.Sprint(columns); got != "[_x _y instance w p seed expansions of PFS expansions of FS]" {
		t.Errorf("the tooltip shows %s", got)
	}
	_, lost := drawn(t, c, "not solved by FS", 0)
	if len(lost) != 12 { // 4 instances at w = 1.1, with 3 seeds
		t.Errorf("%d runs that FS does not solve", len(lost))
	}
	p := c.figure.panels[0]
	if !p.x.log || !p.y.log || p.x.min != p.y.min || p.x.max != p.y.max {
		t.Errorf("axes %+v, %+v", p.x, p.y)
	}
	if lost[0][0] != p.x.max || lost[0][7] != 9000.0 {
		t.Errorf("an unsolved run stands at %v and shows %v", lost[0][0], lost[0][7])
	}
	if want := "PFS/FS: 28 runs, solved by both 16, not solved by FS 12; PFS expands less in 12"; !strings.Contains(c.String(), want) {
		t.Errorf("no %q in %q", want, c)
	}
}

func TestGrowthTells(t *testing.T) {
	_, apfs := drawn(t, Anytime(anytimeStudy()), "APFS", 1) // by expansions
	for i, want := range [][2]float64{{20, 1}, {30, 2}, {40, 3}} {
		if got := apfs[1+i]; got[0] != want[0] || got[1] != want[1] {
			t.Errorf("step %d of APFS: %v, want %v", i, got, want)
		}
	}
}

// TestLogarithmic: axes are logarithmic if data span decades, and only then.
func TestLogarithmic(t *testing.T) {
	for _, c := range []struct {
		values []float64
		log    bool
	}{{[]float64{100, 200, 400}, false}, {[]float64{10, 1e6}, true}, {[]float64{0, 0}, false},
		{[]float64{0, 5, 5000}, true}, {nil, false}} {
		a := fit("x", c.values...)
		if a.log != c.log {
			t.Errorf("%v: %+v", c.values, a)
		}
		for _, v := range c.values {
			if at := a.at(v); v > 0 && !(at >= 0 && at <= 1) {
				t.Errorf("%v lies outside the axis %+v", v, a)
			}
		}
	}
}

// TestOneLook: an algorithm looks the same in every plot, and pairs differ in more than
// colour.
func TestOneLook(t *testing.T) {
	seen := map[string]line{}
	for name, c := range everyPlot() {
		if name == "Sensitivity" || name == "HeatMap" || name == "Incumbents" {
			continue // these show pairs, or costs and bounds
		}
		for _, p := range c.chart.figure.panels {
			for _, l := range p.lines {
				algorithm, _, _ := strings.Cut(l.name, "(")
				if strings.Contains(algorithm, "/") || algorithm == "mine" || l.color == grey && algorithm != "A*" {
					continue
				}
				if before, known := seen[algorithm]; known &&
					(before.color != l.color || before.dash != l.dash || before.square != l.square) {
					t.Errorf("%s: %s looks different: %+v", name, algorithm, l)
				}
				seen[algorithm] = l
			}
		}
	}
	if len(seen) != 10 {
		t.Errorf("looks of %d algorithms: %v", len(seen), seen)
	}
	for _, pair := range [][2]string{{"PFS", "FS"}, {"PDPS", "DPS"}, {"APFS", "AFS"}, {"APDPS", "ADPS"}} {
		p, d := seen[pair[0]], seen[pair[1]]
		if p.color == d.color || p.dash == d.dash || p.square == d.square {
			t.Errorf("%v look alike: %+v, %+v", pair, p, d)
		}
		if p.dash != "" || p.square {
			t.Errorf("%s is not a solid line with round dots", pair[0])
		}
	}
}

// TestColourBlind: the colours remain distinct for readers without red, green or blue
// cones, and from the backgrounds of both themes.
func TestColourBlind(t *testing.T) {
	// Rows of matrices on linear RGB: Viénot, Brettel, Mollon (1999) for protanopia
	// and deuteranopia; Brettel's tritanopia in the same one-plane form.
	simulations := map[string][3][3]float64{
		"normal":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"protanopia":   {{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}},
		"deuteranopia": {{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}},
		"tritanopia":   {{1, 0.14461, -0.14461}, {0, 0.85924, 0.14076}, {0, 0.85924, 0.14076}},
	}
	colours := []string{"fs", "pfs", "dps", "pdps", "wastar"}
	for kind, m := range simulations {
		for i, a := range colours {
			for _, b := range colours[:i] {
				for ground, least := range map[string]float64{"light": 12, "dark": 7} {
					x, y := linearRGB(color(a)), linearRGB(color(b))
					if ground == "dark" {
						x, y = tinted(color(a)), tinted(color(b))
					}
					if d := distance(lab(seenAs(m, x)), lab(seenAs(m, y))); d < least {
						t.Errorf("%s, %s: %s and %s are %.1f apart", kind, ground, a, b, d)
					}
				}
			}
		}
	}
	// Graphics need a contrast of about 3; the pictures have one colour for both
	// backgrounds.
	for _, a := range append(colours, "astar") {
		for _, ground := range []string{"#ffffff", "#111111"} {
			if c := contrast(linearRGB(color(a)), linearRGB(ground)); c < 2.9 {
				t.Errorf("%s on %s has the contrast %.1f", a, ground, c)
			}
		}
		if c := contrast(tinted(color(a)), linearRGB("#111111")); c < 4.5 {
			t.Errorf("%s as text on a dark ground has the contrast %.1f", a, c)
		}
	}
}

// tinted returns a colour as live.js has it on dark backgrounds.
func tinted(hex string) (c [3]float64) {
	var v [3]int
	fmt.Sscanf(hex, "#%02x%02x%02x", &v[0], &v[1], &v[2])
	for i := range v {
		v[i] = int(math.Round(0.75*float64(v[i]) + 64))
	}
	return linearRGB(fmt.Sprintf("#%02x%02x%02x", v[0], v[1], v[2]))
}

func linearRGB(hex string) (c [3]float64) {
	var v [3]int
	fmt.Sscanf(hex, "#%02x%02x%02x", &v[0], &v[1], &v[2])
	for i := range c {
		x := float64(v[i]) / 255
		if c[i] = x / 12.92; x > 0.04045 {
			c[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return c
}

func seenAs(m [3][3]float64, c [3]float64) (seen [3]float64) {
	for i := range seen {
		seen[i] = min(1, max(0, m[i][0]*c[0]+m[i][1]*c[1]+m[i][2]*c[2]))
	}
	return seen
}

// lab returns a colour in CIELAB under D65, in which distances are about as seen.
func lab(c [3]float64) [3]float64 {
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124*c[0] + 0.3576*c[1] + 0.1805*c[2]) / 0.95047)
	y := f(0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2])
	z := f((0.0193*c[0] + 0.1192*c[1] + 0.9505*c[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

func contrast(a, b [3]float64) float64 {
	luminance := func(c [3]float64) float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] + 0.05 }
	x, y := luminance(a), luminance(b)
	return max(x, y) / min(x, y)
}

// TestNotebookOfPlots: a notebook with every plot stays small.
func TestNotebookOfPlots(t *testing.T) {
	n := open(t)
	var big []*engine.Result
	for i := range 100 {
		for _, set := range []string{"npuzzle/korf/%d:unit", "npuzzle/korf/%d:heavy", "npuzzle/korf/%d:inverse"} {
			problem := fmt.Sprintf(set, i+1)
			for j, w := range []float64{1.05, 1.10, 1.15, 1.20, 1.25, 1.50, 2} {
				n := int64(1000*i + 137*j + 1)
				big = append(big, ran(problem, engine.FS(w), 0, n*7), ran(problem, engine.DPS(w), 0, n*3))
				for k, p := range []float64{0.6, 0.7, 0.8} {
					big = append(big, ran(problem, engine.PFS(w, p), 42, n*int64(k+1)),
						ran(problem, engine.PDPS(w, p), 42, n*int64(k+2)))
				}
			}
		}
	}
	fs, pfs := fsAndPFS()
	charts := []*Chart{Success(big), Expansions(big), Time(big), Effects(big), Sensitivity(big), HeatMap(big),
		Scatter(big), Cactus(big), Seeds(big), Trajectory(fs, pfs)}
	total := 0
	for i, c := range charts {
		c.Show()
		b, err := json.Marshal(n.bundles[i])
		if err != nil {
			t.Fatal(err)
		}
		total += len(b)
		t.Logf("%s: %d KB", c.figure.title, len(b)/1000)
	}
	if total > 2_000_000 {
		t.Errorf("a notebook of %d charts of %d runs takes %d bytes, want less than 2 MB", len(charts), len(big), total)
	}
}

func TestNothingToPlot(t *testing.T) {
	fs := []*engine.Result{ran("pancake/40/1", engine.FS(1.25), 0, 1)}
	for name, c := range map[string]struct {
		chart *Chart
		want  string
	}{
		"Success": {Success(nil), "no results given"},
		"Effects": {Effects(fs), "no instance with runs of both"},
		"Scatter": {Scatter(fs), "no instance with runs of both"},
		"HeatMap": {HeatMap([]*engine.Result{fs[0], unsolved(ran("pancake/40/1", engine.PFS(1.25, 0.7), 1, 1))}),
			"solve at the same w"},
		"Anytime":    {Anytime(fs), "no runs of anytime algorithms"},
		"Cactus":     {Cactus(anytimeStudy()), "no runs of first-solution algorithms"},
		"Expansions": {Expansions(fs, report.W(0)), "must be a number of at least 1"},
	} {
		if err := c.chart.Err(); err == nil || !strings.Contains(err.Error(), "nothing to plot: ") ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q in it", name, err, c.want)
		}
	}
	// A run without expansions has no position on a logarithmic axis, and is not an error.
	zero := []*engine.Result{ran("pancake/40/1", engine.FS(1.25), 0, 0), ran("pancake/40/1", engine.PFS(1.25, 0.7), 1, 0)}
	for name, c := range map[string]*Chart{"Expansions": Expansions(zero), "Effects": Effects(zero),
		"Scatter": Scatter(zero), "Cactus": Cactus(zero), "Seeds": Seeds(zero)} {
		if svg, err := c.SVG(); err != nil || strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("%s of nothing: %v %s", name, err, svg)
		}
	}
}

func TestDocument(t *testing.T) {
	n := open(t)
	d := Report("headline", study())
	d.Show()
	if len(n.bundles) != 3 { // the title, the chart, the table
		t.Fatalf("%d displays", len(n.bundles))
	}
	html, text := "", ""
	for i, b := range n.bundles {
		html += n.html(i)
		text += b[show.Plain].(string) + "\n"
	}
	for _, want := range []string{"<h2>Success, expansions and time of each pair (Table 1)</h2>", "<img ", "focalCharts",
		"DecompressionStream",
		"<td style=", "Counted: 56 runs on 8 instances of npuzzle/korf:heavy, pancake/40."} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in the report", want)
		}
	}
	if svg, _ := n.bundles[1][show.SVGType].(string); !strings.Contains(svg, "</svg>") {
		t.Error("the chart's display has no picture")
	}
	for line := range strings.Lines(d.String()) {
		if !strings.Contains(text, strings.TrimPrefix(line, "# ")) {
			t.Errorf("the text does not say %q", line)
		}
	}
	if found := loads.FindString(d.HTML()); found != "" || !strings.HasPrefix(d.HTML(), "<!DOCTYPE html>") {
		t.Errorf("the page has %q", found)
	}
	Report("headlin", study()).Show()
	if text := n.bundles[3][show.Plain].(string); !strings.Contains(text, `did you mean "headline"?`) {
		t.Errorf("a wrong name shows %q", text)
	}
	for _, name := range report.Names() {
		results := append(study(), anytimeStudy()...)
		fs, pfs := fsAndPFS()
		if results = append(results, fs, pfs); name == "tsp50" {
			results = append(results, ran("tsp/50/1", engine.FS(1.25), 0, 1), ran("tsp/50/1", engine.PFS(1.25, 0.7), 1, 1))
		}
		if d := Report(name, results); d.Err() != nil || len(d.Charts()) == 0 {
			t.Errorf("%s: %v, %d charts", name, d.Err(), len(d.Charts()))
		}
	}
}

// TestSolutionBound: if the optimal cost is known, the trajectory marks C*/w.
func TestSolutionBound(t *testing.T) {
	fs, _ := fsAndPFS()
	if c := Trajectory(fs); strings.Contains(string(must(t, c)), "C*/w") {
		t.Error("a line for an optimum that is not known")
	}
	fs.LowerBound = fs.Cost // proved
	_, rows := drawn(t, Trajectory(fs), "least fmin of a solution", 0)
	if rows[0][1] != 378/1.25 {
		t.Errorf("C*/w is %v, want 302.4", rows[0][1])
	}
}

func must(t *testing.T, c *Chart) string {
	t.Helper()
	svg, err := c.SVG()
	if err != nil {
		t.Fatal(err)
	}
	return svg
}

// TestAnytimeThreshold: the threshold of an anytime search follows its w.
func TestAnytimeThreshold(t *testing.T) {
	r := traced(engine.AFS(), 0, 384)
	r.Incumbents = []engine.Incumbent{{Cost: 500, FMin: 250, W: engine.Ratio{Num: 3, Den: 1}, Expanded: 100},
		{Cost: 400, FMin: 300, W: engine.Ratio{Num: 19, Den: 10}, Expanded: 200}}
	_, rows := drawn(t, Trajectory(r), "AFS(w=3)", 0)
	for i, w := range []float64{3, 1.9, 4/3.0 - 0.1, 4/3.0 - 0.1} { // at 0, 128, 256 and 384 expansions
		if got := rows[i][threshold].(float64) / rows[i][fmin].(float64); math.Abs(got-w) > 1e-9 {
			t.Errorf("w is %v at sample %d, want %v", got, i, w)
		}
	}
}

// TestLargeNumbers: large numbers that are close together or far apart are drawn within
// their panel, with legible marks.
func TestLargeNumbers(t *testing.T) {
	for name, s := range map[string]Series{
		"close":    {"a", []float64{1760000000000000000, 1760000000000001000}, []float64{1e17, 1e17 + 16}},
		"constant": {"a", []float64{1, 2}, []float64{1e17, 1e17}},
		"two":      {"a", []float64{1, 2}, []float64{-1e300, 1e300}},
		"one":      {"a", []float64{1}, []float64{1e300}},
		"span":     {"a", []float64{1, 2}, []float64{1, 1e300}},
		"negative": {"a", []float64{1, 2}, []float64{-5e17, -4e17}},
		"small":    {"a", []float64{1e-300, 2e-300}, []float64{3e-9, 4e-9}},
		"tiny":     {"a", []float64{1, 2}, []float64{1e-300, 1}},
		"nothing":  {"a", []float64{0}, []float64{0}},
	} {
		t.Run(name, func(t *testing.T) {
			c := Lines("t", "x", "y", s)
			svg := must(t, c)
			if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
				t.Errorf("a place is not a number: %s", svg)
			}
			boxes, _ := c.figure.layout()
			if boxes[0].width < 400 {
				t.Errorf("the panel is %v wide", boxes[0].width)
			}
			p := c.figure.panels[0]
			for values, a := range map[*[]float64]axis{&s.X: p.x, &s.Y: p.y} {
				marks := a.ticks(5)
				if len(marks) < 2 || len(marks) > 20 {
					t.Fatalf("%d marks", len(marks))
				}
				written := map[string]bool{}
				for _, v := range marks {
					if written[a.text(v)] || len(a.text(v)) > 22 {
						t.Errorf("mark %q of %v", a.text(v), marks)
					}
					written[a.text(v)] = true
				}
				for _, v := range *values {
					if at := a.at(v); !(at >= 0 && at <= 1) {
						t.Errorf("%v is at %v of the axis %+v", v, at, a)
					}
				}
			}
			if _, err := c.figure.fragment("", ""); err != nil {
				t.Error(err)
			}
		})
	}
	for _, v := range []float64{1.7e308, -1.7e308, 1e-320} {
		if err := Lines("t", "x", "y", Series{"a", []float64{1, 2}, []float64{1, v}}).Err(); err == nil ||
			!strings.Contains(err.Error(), "nearer to 0 than 1e-300 or farther than 1e300") {
			t.Errorf("%v: %v", v, err)
		}
	}
	for v, want := range map[float64]string{1e15: "1e+15", 1.5e300: "1.5e+300", -2e17: "-2e+17",
		999e12: "999,000,000,000,000", 2e-7: "2e-7", 0.25: "0.25", 0: "0"} {
		if got := tick(v); got != want {
			t.Errorf("%v is written %q, want %q", v, got, want)
		}
	}
}

// TestLargeCosts: costs near the greatest possible have a chart too.
func TestLargeCosts(t *testing.T) {
	r := handmade()
	const huge = engine.Cost(1) << 62
	r.Unit, r.Cost, r.LowerBound = 1, huge+3, huge
	r.Trace.Samples = []engine.Sample{{FMin: huge - 2}, {Expanded: 10, FMin: huge - 1}, {Expanded: 80, FMin: huge}}
	r.Incumbents = []engine.Incumbent{{Cost: huge + 9, FMin: huge - 2, Expanded: 15, W: r.Algorithm.W},
		{Cost: huge + 3, FMin: huge - 1, Expanded: 40, W: r.Algorithm.W}}
	for _, c := range []*Chart{Incumbents(r), Trajectory(r)} {
		if svg := must(t, c); strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("a place is not a number: %s", svg)
		}
		if _, err := c.figure.fragment("", ""); err != nil {
			t.Error(err)
		}
	}
}

// TestCellsRead: the text in the cells of a heat map is legible, on a page of any colour
// and for any strength of the cell.
func TestCellsRead(t *testing.T) {
	var all []*engine.Result
	for i, n := range []int64{1, 30, 300, 900, 1000, 1100, 3000, 30_000, 1_000_000} {
		w := 1.1 + float64(i)/10
		all = append(all, ran("pancake/40/1", engine.FS(w), 0, 1000), ran("pancake/40/1", engine.PFS(w, 0.7), 1, n))
	}
	svg := HeatMap(all).figure.svg()
	cells := regexp.MustCompile(`<path d="[^"]*Z" fill="(#[0-9a-f]{6})"/><text [^>]*fill="(#[0-9a-f]{3})">`).FindAllStringSubmatch(svg, -1)
	if len(cells) != 9 {
		t.Fatalf("%d solid cells with text: %s", len(cells), svg)
	}
	fills := map[string]bool{}
	for _, c := range cells {
		fills[c[1]] = true
		ink := "#" + strings.Repeat(c[2][1:], 2)
		if got := contrast(linearRGB(c[1]), linearRGB(ink)); got < 4.5 {
			t.Errorf("%s on %s has the contrast %.2f", ink, c[1], got)
		}
	}
	if len(fills) < 6 {
		t.Errorf("the cells look alike: %v", fills)
	}
}

// TestSchedules: two schedules of one algorithm are distinguished in the chart and in
// words.
func TestSchedules(t *testing.T) {
	all := anytimeStudy()
	for _, r := range anytimeStudy() {
		until := *r.Algorithm.Schedule
		until.UntilProved = true
		r.Algorithm.Schedule = &until
		all = append(all, r)
	}
	c := Anytime(all)
	var names []string
	looks := map[string]bool{}
	for _, l := range c.figure.legend {
		names = append(names, l.name)
		looks[fmt.Sprint(l.color, l.dash)] = true
	}
	const until = "step=0.1, stop=1.05, until proved)"
	want := "AFS|AFS(w=3, " + until + "|APFS|APFS(w=3, p=0.7, " + until + "|ADPS|ADPS(w=3, " + until +
		"|APDPS|APDPS(w=3, p=0.7, " + until
	if got := strings.Join(names, "|"); got != want {
		t.Errorf("legend %s\nwant %s", got, want)
	}
	if len(looks) != 8 {
		t.Errorf("%d looks of 8 lines: %v", len(looks), looks)
	}
	for _, p := range c.figure.panels {
		for i, l := range p.lines {
			if j := slices.IndexFunc(c.figure.legend,
				func(of line) bool { return of.name == l.name && of.dash == l.dash && of.color == l.color }); j < 0 {
				t.Errorf("line %d, %s, is not in the legend", i, l.name)
			}
		}
	}
	for _, name := range names {
		if n := strings.Count(c.String(), ", "+name+": of 3"); n != 1 {
			t.Errorf("%s is written %d times: %s", name, n, c)
		}
	}
	svg := must(t, c)
	if !strings.Contains(svg, `stroke-dasharray="12 3 2 3"`) {
		t.Error("no line of dashes and dots")
	}
	// Such long names take several lines, within the picture and above the panels.
	boxes, _ := c.figure.onPaper(paper{}).layout()
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(`<text x="([\d.]+)" y="([\d.]+)" text-anchor="start" >(A[^<]*)</text>`).FindAllStringSubmatch(svg, -1) {
		x, _ := strconv.ParseFloat(m[1], 64)
		y, _ := strconv.ParseFloat(m[2], 64)
		seen[m[2]] = true
		if x+textWidth(m[3]) > pageWidth || y > boxes[0].top-nameHeight-15 {
			t.Errorf("%s stands at %v, %v", m[3], x, y)
		}
	}
	if len(seen) < 2 {
		t.Errorf("the legend has the lines %v", seen)
	}
}

// TestShares: for an algorithm with several seeds the share of runs counts, not their
// number.
func TestShares(t *testing.T) {
	var all []*engine.Result
	for i := range int64(4) {
		problem := fmt.Sprintf("pancake/40/%d", i+1)
		fs := ran(problem, engine.FS(1.25), 0, 100*(i+1))
		if i == 3 {
			unsolved(fs)
		}
		all = append(all, fs)
		for s := range uint64(5) {
			pfs := ran(problem, engine.PFS(1.25, 0.7), s+1, 10*(i+1))
			if i > 1 {
				unsolved(pfs)
			}
			all = append(all, pfs)
		}
	}
	c := Cactus(all)
	for name, want := range map[string]float64{"FS": 75, "PFS": 50} {
		_, rows := drawn(t, c, name, 0)
		if got := rows[len(rows)-1][1]; got != want {
			t.Errorf("%s ends at %v, want %v %%", name, got, want)
		}
	}
	p := c.figure.panels[0]
	if p.y.max != 100 || p.y.name != "runs solved (%)" {
		t.Errorf("axis %+v", p.y)
	}
	for _, want := range []string{"Pancake-40, FS: 75 % of the runs solved, 3 of 4",
		"Pancake-40, PFS: 50 % of the runs solved, 10 of 20"} {
		if !strings.Contains(c.String(), want) {
			t.Errorf("no %q in %q", want, c)
		}
	}
}

// TestEffectsOrder: the sets are in the same order in every panel, and ranges over seeds
// are drawn if any set has them.
func TestEffectsOrder(t *testing.T) {
	var all []*engine.Result
	pair := func(set string, p, d engine.Algorithm, seed uint64, n int64) {
		all = append(all, ran(set+"/1", p, seed, n), ran(set+"/1", d, 0, 100))
	}
	fs, pfs, dps, pdps := engine.FS(1.25), engine.PFS(1.25, 0.7), engine.DPS(1.25), engine.PDPS(1.25, 0.7)
	pair("pancake/40", pfs, fs, 2, 50) // the first set has only runs with a later seed
	for seed := range uint64(3) {
		pair("pancake/60", pfs, fs, seed+1, 50+10*int64(seed))
		pair("pancake/40", pdps, dps, seed+1, 70)
	}
	pair("pancake/60", pdps, dps, 1, 70)
	c := Effects(all)
	for i, p := range c.figure.panels {
		if len(p.y.labels) != 2 || !strings.HasPrefix(p.y.labels[0], "Pancake-60") ||
			!strings.HasPrefix(p.y.labels[1], "Pancake-40") {
			t.Errorf("panel %d: rows %q", i, p.y.labels)
		}
		if len(p.blocks) != 2 {
			t.Errorf("panel %d has no ranges over seeds", i)
		}
	}
}

// TestSameMarks: if an axis is fixed, the live chart has the marks of the picture.
func TestSameMarks(t *testing.T) {
	c := Expansions([]*engine.Result{ran("pancake/40/1", engine.FS(1.25), 0, 1),
		ran("pancake/40/1", engine.FS(2), 0, 100_000_000)})
	boxes, _ := c.figure.layout()
	svg := must(t, c)
	marks := c.figure.live().Marks["y"][0].Values
	if len(marks) != 9 {
		t.Errorf("marks %v", marks)
	}
	for _, v := range []float64{1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8} {
		y := boxes[0].top + (1-c.figure.panels[0].y.at(v))*boxes[0].height
		if !strings.Contains(svg, fmt.Sprintf(`M%s %sL`, px(boxes[0].left), px(y))) || !slices.Contains(marks, v) {
			t.Errorf("%v is not marked in both: %v", v, marks)
		}
	}
}

// TestTicksApart: numbers below a panel do not overlap.
func TestTicksApart(t *testing.T) {
	c := Lines("t", "x", "y", Series{"a", []float64{1, 1e9}, []float64{1, 2}},
		Series{"b", []float64{1, 1e9}, []float64{2, 3}})
	c.figure.widest = 300
	svg := must(t, c)
	end, n := math.Inf(-1), 0
	for _, m := range regexp.MustCompile(`<text x="([\d.]+)" y="[\d.]+" text-anchor="middle" >([\d,]+)</text>`).FindAllStringSubmatch(svg, -1) {
		x, _ := strconv.ParseFloat(m[1], 64)
		if x-textWidth(m[2])/2 < end {
			t.Errorf("%s begins at %v, before %v", m[2], x-textWidth(m[2])/2, end)
		}
		end = x + textWidth(m[2])/2
		n++
	}
	if n < 3 {
		t.Errorf("%d numbers", n)
	}
}

// TestZeros: an axis of only zeros extends to 1, and zeros that have no position on a
// logarithmic axis are reported.
func TestZeros(t *testing.T) {
	if a := fit("x", 0, 0); a.min != 0 || a.max != 1 {
		t.Errorf("axis %+v", a)
	}
	c := Expansions([]*engine.Result{ran("pancake/40/1", engine.FS(1.25), 0, 0),
		ran("pancake/40/1", engine.FS(1.5), 0, 10), ran("pancake/40/1", engine.FS(2), 0, 10_000)})
	if want := "Pancake-40, FS(w=1.25): mean expansions at w = 1.25 is 0"; len(c.notes) == 0 ||
		!strings.HasPrefix(c.notes[0], want) {
		t.Errorf("no %q in %q", want, c)
	}
}

// TestFailedInStore: a failed run that was read from a store is reported like one that
// failed here.
func TestFailedInStore(t *testing.T) {
	r := &engine.Result{Problem: "a/b/1", Algorithm: engine.FS(2), Status: engine.Failed, Error: "no such city", Unit: 1,
		Cost: -1}
	for _, c := range []*Chart{Incumbents(r), Trajectory(r)} {
		if err := c.Err(); err == nil || !strings.Contains(err.Error(), "a/b/1 FS(w=2): no such city") {
			t.Errorf("%v", err)
		}
	}
}

// TestAlternating: AltFS draws no random numbers, which its look shows; its p is shown.
func TestAlternating(t *testing.T) {
	for _, name := range []string{"altfs", "altdps"} {
		if l := lineOf(name); l.dash == "" || !l.square {
			t.Errorf("%s has the look %+v", name, l)
		}
	}
	c := Success([]*engine.Result{ran("pancake/40/1", engine.FS(1.25).With(engine.Evenly(0.7)), 0, 10),
		ran("pancake/40/2", engine.FS(1.25).With(engine.Evenly(0.7)), 0, 20)})
	if want := "Success against w, p = 0.7"; c.figure.title != want {
		t.Errorf("title %q, want %q", c.figure.title, want)
	}
}

// TestLargeSeeds: a seed is shown exactly, even if no float64 represents it.
func TestLargeSeeds(t *testing.T) {
	const seed = 1<<53 + 1
	var all []*engine.Result
	for s := range uint64(3) {
		all = append(all, ran("pancake/40/1", engine.FS(1.25), 0, 100),
			ran("pancake/40/1", engine.PFS(1.25, 0.7), seed-1+s, 50))
	}
	for name, c := range map[string]*Chart{"PFS/FS": Scatter(all), "PFS(w=1.25, p=0.7)": Seeds(all)} {
		for _, l := range c.figure.panels[0].lines {
			if l.name != name {
				continue
			}
			var written []string
			for _, row := range l.data.rows {
				written = append(written, l.data.words["seed"][int(row[slices.Index(l.data.columns, "seed")])])
			}
			slices.Sort(written)
			if got := strings.Join(written, " "); got != "9007199254740992 9007199254740993 9007199254740994" {
				t.Errorf("%s shows the seeds %s", name, got)
			}
			if words := c.figure.live().Words["seed"]; !slices.Contains(words, "9007199254740993") {
				t.Errorf("%s: the live chart has the seeds %q", name, words)
			}
		}
	}
}

// TestLinesLooks: a series named like an algorithm has its look.
func TestLinesLooks(t *testing.T) {
	one := []float64{1}
	for i, l := range Lines("t", "x", "y", Series{"A*", one, one}, Series{"WA*", one, one},
		Series{"pfs", one, one}).figure.legend {
		if want := []string{"astar", "wastar", "pfs"}[i]; l.color != color(want) {
			t.Errorf("%s has the colour %s", l.name, l.color)
		}
	}
}

// TestLongLabels: labels get enough room, and panels keep theirs.
func TestLongLabels(t *testing.T) {
	problem := strings.Repeat("a long name ", 6) + "/of/1"
	var all []*engine.Result
	for _, a := range []engine.Algorithm{engine.FS(1.25), engine.PFS(1.25, 0.7), engine.DPS(1.25),
		engine.PDPS(1.25, 0.7)} {
		all = append(all, ran(problem, a, 1, 50))
	}
	c := Effects(all)
	boxes, _ := c.figure.layout()
	must(t, c)
	for _, b := range boxes {
		if b.width < narrow || b.left+b.width > pageWidth {
			t.Errorf("%+v", b)
		}
	}
	if len(boxes) != 2 || boxes[1].top <= boxes[0].top {
		t.Errorf("%+v", boxes)
	}
}

// TestLogTicks: a logarithmic axis has at least three numbers, and no more than there is room for.
func TestLogTicks(t *testing.T) {
	for _, test := range []struct {
		min, max float64
		n        int
		want     string
	}{
		{1, 1000, 5, "[1 10 100 1000]"},
		{1, 50, 8, "[1 2 5 10 20 50]"},
		{1, 50, 4, "[1 3 10 30]"},
		{0.55, 4, 10, "[0.7 1 2 3]"},
		{0.9, 2.4, 10, "[0.9 1 1.5 2]"},
		{1.02, 1.4, 10, "[1.1 1.2 1.3 1.4]"},
		{102, 118, 10, "[105 110 115]"},
	} {
		a := axis{log: true, min: test.min, max: test.max}
		if got := fmt.Sprintf("%.4g", a.ticks(test.n)); got != test.want {
			t.Errorf("%g to %g: %s, want %s", test.min, test.max, got, test.want)
		}
	}
}
