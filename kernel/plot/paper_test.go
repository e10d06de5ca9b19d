package plot

import (
	"encoding/xml"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"github.com/focal-search/focal/domains"
	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/provenance"
	_ "github.com/focal-search/focal/kernel/plot/fonts"
	"github.com/focal-search/focal/kernel/setup"
)

// everyKind returns charts of all kinds: built in, of tables, of go-echarts and of problems.
func everyKind(t *testing.T) map[string]*Chart {
	s := study()
	fs, pfs := fsAndPFS()
	p := domains.Get("pancake/40/1")
	bar := charts.NewBar()
	bar.SetGlobalOptions(charts.WithTitleOpts(opts.Title{Title: "Expansions", Subtitle: "Korf instances"}),
		charts.WithYAxisOpts(opts.YAxis{Name: "expanded nodes"}))
	bar.SetXAxis([]string{"FS", "PFS"}).AddSeries("expanded", []opts.BarData{{Value: 444_774}, {Value: 44_828}})
	all := map[string]*Chart{
		"Trajectory": Trajectory(fs, pfs),
		"Picture":    Picture(domains.Get("npuzzle/korf/39:heavy")),
		"Solution":   Solution(p, engine.Solve(t.Context(), p, engine.FS(1.25))),
		"ECharts":    ECharts(bar),
		"median":     Of(s).X("w").Y("expanded").Color("algorithm").Panel("set").Median().LogY().Chart(),
		"ECDF":       Of(s).X("expanded").Color("algorithm").ECDF().LogX().Chart(),
		"points":     Of(s).X("expanded").Y("time").Color("algorithm").Shape("set").Chart(),
		"boxes":      Of(s).X("algorithm").Y("expanded").Boxes().Chart(),
		"bars":       Of(s).X("algorithm").Y("expanded").Color("set").Mean().Bars().Chart(),
		"histogram":  Of(s).X("expanded").Color("set").Chart(),
		"heat map":   Of(s).X("w").Y("algorithm").HeatMap("expanded").Chart(),
	}
	for name, c := range everyPlot() {
		all[name] = c.chart
	}
	return all
}

// A word is where pdftotext finds it, in points.
type word struct {
	Left   float64 `xml:"xMin,attr"`
	Top    float64 `xml:"yMin,attr"`
	Right  float64 `xml:"xMax,attr"`
	Bottom float64 `xml:"yMax,attr"`
	Text   string  `xml:",chardata"`
}

// Every chart is as wide as a column if that is asked for, and no two words of it are written over each other or beyond
// the edge.
func TestColumns(t *testing.T) {
	setup.Tool(t, "pdftotext", "poppler-utils")
	name := filepath.Join(t.TempDir(), "a.pdf")
	for kind, c := range everyKind(t) {
		for paper, width := range map[string]float64{"aaai": 3.3 * 72, "jair-half": 3 * 72, "aaai-wide": 7 * 72} {
			if err := c.Save(name, Paper(paper)); err != nil {
				t.Errorf("%s, %s: %v", kind, paper, err)
				continue
			}
			file, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			size := regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]`).FindSubmatch(file)
			across, _ := strconv.ParseFloat(string(size[1]), 64)
			if c.film == nil && math.Abs(across-width) > 0.01 || across > width+0.01 {
				t.Errorf("%s, %s: %v points wide, want %v", kind, paper, across, width)
			}
			out, err := exec.Command("pdftotext", "-bbox", name, "-").Output()
			if err != nil {
				t.Fatal(err)
			}
			var page struct {
				Words []word `xml:"body>doc>page>word"`
			}
			if err := xml.Unmarshal(out, &page); err != nil || len(page.Words) == 0 && kind != "Picture" {
				t.Fatalf("%v\n%s", err, out)
			}
			for i, a := range page.Words {
				const slack = 1.5 // of a line's height above and below its letters
				if a.Left < -slack || a.Right > across+slack {
					t.Errorf("%s, %s: %q reaches from %v to %v of %v", kind, paper, a.Text, a.Left, a.Right, across)
				}
				for _, b := range page.Words[:i] {
					if min(a.Right, b.Right)-max(a.Left, b.Left) > slack && min(a.Bottom, b.Bottom)-max(a.Top, b.Top) > 2*slack {
						t.Errorf("%s, %s: %q is written over %q", kind, paper, a.Text, b.Text)
					}
				}
			}
		}
	}
}

// On paper too a logarithmic axis has at least three numbers.
func TestLogarithmsOnPaper(t *testing.T) {
	for kind, c := range everyKind(t) {
		for _, name := range []string{"aaai", "jair-half", "talk"} {
			on := c.With(Paper(name))
			f := on.figure.onPaper(on.paper)
			if f.panels == nil {
				continue // a picture, or go-echarts' own
			}
			boxes, _ := f.layout()
			for i := range f.panels {
				p := &f.panels[i]
				if p.empty() {
					continue
				}
				xs, ys := p.ticks(boxes[i])
				if n := len(f.written(p, boxes[i], xs)); p.x.log && p.x.name != "" && n < 3 {
					t.Errorf("%s, %s: %d numbers below panel %d, from %v to %v", kind, name, n, i, p.x.min, p.x.max)
				}
				if p.y.log && p.y.name != "" && len(ys) < 3 {
					t.Errorf("%s, %s: %d numbers beside panel %d, from %v to %v", kind, name, len(ys), i, p.y.min, p.y.max)
				}
			}
		}
	}
}

// A chart of go-echarts has the names of all its categories in a column, or says that there is no room for them.
func TestNamesInColumn(t *testing.T) {
	setup.Tool(t, "pdftotext", "poppler-utils")
	path := filepath.Join(t.TempDir(), "a.pdf")
	for count, whole := range map[int]bool{2: true, 14: true, 60: false} {
		var names []string
		var data []opts.BarData
		for i := range count {
			names, data = append(names, fmt.Sprintf("algorithm%d", i)), append(data, opts.BarData{Value: i})
		}
		for _, upright := range []bool{true, false} {
			bar := charts.NewBar()
			bar.SetXAxis(names).AddSeries("expanded", data)
			if !upright {
				bar.XYReversal()
			}
			if err := ECharts(bar).Save(path, Paper("aaai")); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command("pdftotext", "-raw", path, "-").Output()
			if err != nil {
				t.Fatal(err)
			}
			text, shown := strings.Join(strings.Fields(string(out)), " "), 0
			for _, name := range names {
				if regexp.MustCompile(`\b` + name + `\b`).MatchString(text) {
					shown++
				}
			}
			said := strings.Contains(text, fmt.Sprintf("Of the %d names below the axis not all are shown", count))
			if all := shown == count; all != (whole || !upright) || said == all {
				t.Errorf("%d of %d names are shown, upright %v: %s", shown, count, upright, text)
			}
		}
	}
}

// A file is the same again, and says what it was made from in each format.
func TestSameBytes(t *testing.T) {
	provenance.By("focal script a.go")
	defer provenance.By("")
	path := filepath.Join(t.TempDir(), "runs.csv")
	if err := os.WriteFile(path, []byte("x,y\n1,2\n3,5\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	said := provenance.From(path).String()
	for _, format := range []string{"svg", "png", "pdf"} {
		of := func() string {
			file, err := Lines("a", "x", "y", Series{"a", []float64{1, 2}, []float64{3, 4}}).
				With(From(path), Paper("aaai"), Title("Größe ≤ β")).Encode(format)
			if err != nil {
				t.Fatal(err)
			}
			return string(file)
		}
		file := of()
		if of() != file {
			t.Errorf("%s is not the same again", format)
		}
		for _, want := range []string{said, "Made by: focal script a.go", "Größe ≤ β"} {
			if format == "pdf" {
				hex := ""
				for _, r := range want {
					hex += fmt.Sprintf("%04X", r)
				}
				want = hex
			}
			if !strings.Contains(file, want) {
				t.Errorf("%s does not say %q", format, want)
			}
		}
	}
}

// Options that do not fit are one line that says why, and no file is written.
func TestOptionsRefused(t *testing.T) {
	fs, _ := fsAndPFS()
	bar := charts.NewBar()
	bar.SetXAxis([]string{"FS"}).AddSeries("a", []opts.BarData{{Value: 1}})
	lines := Lines("t", "x", "y", Series{"a", []float64{1, 2}, []float64{3, 4}})
	picture := Picture(domains.Get("npuzzle/korf/39:heavy"))
	dir := t.TempDir()
	for want, of := range map[string]struct {
		chart  *Chart
		option Option
		file   string
	}{
		`the width "3.3": want a length from 0.5in to 100in`:     {lines, Width("3.3"), "a.pdf"},
		`the width "1000in": want a length`:                      {lines, Width("1000in"), "a.pdf"},
		"the height is too low: with its notes this chart needs": {Trajectory(fs), Height("1in"), "a.pdf"},
		`the height "tall": want a length`:                       {lines, Height("tall"), "a.pdf"},
		"a font of 0 points: want from 4 to 40":                  {lines, Font("Times", 0), "a.pdf"},
		`no font "Nonesuch": there are Times, Helvetica`:         {lines, Font("Nonesuch", 8), "a.pdf"},
		`no paper "aaa": did you mean "aaai"?`:                   {lines, Paper("aaa"), "a.pdf"},
		"plot.YLabel has 1 labels: want 2, for cost, |FOCAL|":    {Trajectory(fs), YLabel("cost"), "a.pdf"},
		"a page has no width, height and font of paper":          {lines, Paper("talk"), "a.html"},
		"a chart of go-echarts has its own option for that":      {ECharts(bar), Title("a"), "a.pdf"},
		"a chart of go-echarts has its own options for that":     {ECharts(bar), XLabel("a"), "a.pdf"},
		"a picture has no axes":                                  {picture, XLabel("a"), "a.pdf"},
		"have the height that their width gives":                 {picture, Height("2in"), "a.pdf"},
		"none.csv: no such file or directory":                    {lines, From("none.csv"), "a.pdf"},
	} {
		err := of.chart.Save(filepath.Join(dir, of.file), of.option)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("there are files: %v", left)
	}
}

// Titles and labels replace the words, one for each different axis, in the chart and in the picture.
func TestLabels(t *testing.T) {
	fs, pfs := fsAndPFS()
	old := Trajectory(fs, pfs)
	c := old.With(Title("New"), XLabel("effort of FS", "effort of PFS"), YLabel("lower bound", "nodes"))
	svg := must(t, c)
	for _, text := range []string{svg, fmt.Sprint(c.figure.live().Option)} {
		for _, want := range []string{"New", "effort of FS", "effort of PFS", "lower bound", "nodes"} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q", want)
			}
		}
		if strings.Contains(text, "|FOCAL| (nodes)") {
			t.Error("the old label is still there")
		}
	}
	if strings.Contains(must(t, old), "New") {
		t.Error("the chart itself has changed")
	}
}

// A height is that of the picture.
func TestHeight(t *testing.T) {
	fs, pfs := fsAndPFS()
	noted := Of(study()).X("algorithm").Y("expanded").Boxes().Chart()
	if len(noted.notes) == 0 {
		t.Fatal("no notes")
	}
	for _, c := range []*Chart{Trajectory(fs, pfs), Success(study()), noted} {
		svg := must(t, c.With(Width("7in"), Height("4in")))
		size := regexp.MustCompile(`width="504pt" height="([\d.]+)pt"`).FindStringSubmatch(svg)
		if size == nil {
			t.Fatalf("%.200s", svg)
		}
		if height, _ := strconv.ParseFloat(size[1], 64); math.Abs(height-4*72) > 3 {
			t.Errorf("%v points, want %v", height, 4*72)
		}
	}
}

// In grey, every two lines of the legend differ in dashes, in marks or in both.
func TestWithoutColour(t *testing.T) {
	for kind, c := range everyKind(t) {
		f := c.figure.onPaper(paper{width: 3.3 * 72})
		seen := map[string]string{}
		for _, e := range f.legend {
			look := fmt.Sprint(e.dash, e.shape, e.square, e.bare, e.open, e.icon == "rect", e.tone)
			if c.figure.legend[0].bare && e.icon == "" { // the shades of a heat map, with numbers in them
				continue
			}
			if kind == "points" { // whose shapes mean the set, as asked for
				continue
			}
			if other := seen[look]; other != "" {
				t.Errorf("%s: %s and %s differ in colour alone", kind, e.name, other)
			}
			seen[look] = e.name
		}
	}
}

// Lines of go-echarts differ without colours on paper too, unless it is settled how they look.
func TestGivenWithoutColour(t *testing.T) {
	chart := charts.NewLine()
	chart.SetXAxis([]string{"1.1", "1.5"}).AddSeries("FS", []opts.LineData{{Value: 4}, {Value: 2}}).
		AddSeries("PFS", []opts.LineData{{Value: 3}, {Value: 1}}).
		AddSeries("DPS", []opts.LineData{{Value: 2}, {Value: 1}}, charts.WithLineStyleOpts(opts.LineStyle{Type: "solid"}))
	for width, want := range map[string]int{"": 0, "3.3in": 2} { // the line, and its mark in the legend
		var options []Option
		if width != "" {
			options = append(options, Width(width))
		}
		picture, err := ECharts(chart).With(options...).SVG()
		if have := strings.Count(picture, "stroke-dasharray"); err != nil || have != want {
			t.Errorf("%q: %d dashed strokes, want %d: %v", width, have, want, err)
		}
	}
}

// Lines that coincide in one panel only are named below the figure; those that coincide everywhere, in its legend.
func TestCoincidingInPanel(t *testing.T) {
	rows := "alg,set,x,y\n"
	for _, set := range []string{"one", "two"} {
		for x := range 3 {
			other := x
			if set == "two" {
				other = 2 * x
			}
			rows += fmt.Sprintf("a,%s,%d,%d\nb,%[1]s,%[2]d,%[4]d\nc,%[1]s,%[2]d,%[3]d\n", set, x, x, other)
		}
	}
	path := filepath.Join(t.TempDir(), "lines.csv")
	if err := os.WriteFile(path, []byte(rows), 0o666); err != nil {
		t.Fatal(err)
	}
	lines := Of(path).X("x").Y("y").Color("alg").Panel("set").Lines()
	if !strings.Contains(lines.HTML(), "<div>Lines that coincide: c = a; one: a = b.</div>") {
		t.Errorf("the chart in a notebook does not say it: %.2000s", lines.HTML())
	}
	picture, err := lines.With(Width("3.3in")).SVG()
	if err != nil || !strings.Contains(picture, "Lines that coincide: one: a = b.") || !strings.Contains(picture, ">c (= a)<") {
		t.Errorf("%v: %s", err, picture)
	}
}
