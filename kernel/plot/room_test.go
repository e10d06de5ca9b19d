package plot

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"github.com/focal-search/focal/kernel/setup"
)

// longNames is a bar chart whose vertical axis has long names.
func longNames(options ...charts.GlobalOpts) *charts.Bar {
	bar := charts.NewBar()
	bar.SetGlobalOptions(append(options, charts.WithLegendOpts(opts.Legend{Show: opts.Bool(false)}))...)
	bar.SetXAxis([]string{"Round-robin focal search with two queues", "FS"}).
		AddSeries("expanded", []opts.BarData{{Value: 2}, {Value: 3}})
	return bar.XYReversal()
}

// longNumbers is a line chart with large numbers on a vertical axis named in the middle.
func longNumbers(position string) *charts.Line {
	line := charts.NewLine()
	line.SetGlobalOptions(charts.WithLegendOpts(opts.Legend{Show: opts.Bool(false)}), charts.WithYAxisOpts(opts.YAxis{
		Name: "expanded", NameLocation: "middle", Position: position}))
	line.SetXAxis([]string{"a", "b"}).AddSeries("", []opts.LineData{{Value: 1_234_567_890_123}, {Value: 5}})
	return line
}

// ink returns how many pixels of each column of a chart's picture are not white. A pixel
// of the chart is two of the picture.
func ink(t *testing.T, chart any) (columns []int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "chart.png")
	if err := ECharts(chart).Save(path); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	b := picture.Bounds()
	for x := b.Min.X; x < b.Max.X; x++ {
		n := 0
		for y := b.Min.Y; y < b.Max.Y; y++ {
			if r, g, b, a := picture.At(x, y).RGBA(); a > 0 && min(r, g, b) < 0xf000 {
				n++
			}
		}
		columns = append(columns, n)
	}
	return columns
}

// stretch returns where the first run of columns with ink from a column on begins and ends.
func stretch(columns []int, from int) (begin, end int) {
	for begin = from; begin < len(columns) && columns[begin] == 0; begin++ {
	}
	for end = begin; end < len(columns) && columns[end] > 0; end++ {
	}
	return begin, end
}

// A vertical axis has at least this much ink in one column.
const axisInk = 400

// labels returns where the labels left of the vertical axis begin, and the axis.
func labels(columns []int) (begin, axis int) {
	begin, _ = stretch(columns, 0)
	for axis = begin; axis < len(columns)-1 && columns[axis] < axisInk; axis++ {
	}
	return begin, axis
}

// TestLongNames: names of categories are as wide as with all the room that they need, and
// whole. Those that would take most of the chart are cut, and short ones change nothing.
func TestLongNames(t *testing.T) {
	begin, axis := labels(ink(t, longNames()))
	roomyBegin, roomyAxis := labels(ink(t, longNames(charts.WithGridOpts(opts.Grid{Left: "450"}))))
	if wide, want := axis-begin, roomyAxis-roomyBegin; begin < 4 || wide < want-3 || wide > want+3 || roomyAxis != 900 {
		t.Errorf("labels take %d pixels from %d on, and %d where there is room (axis at %d)", wide, begin, want, roomyAxis)
	}
	endless := charts.NewBar()
	endless.SetXAxis([]string{strings.Repeat("round robin ", 20), "FS"}).
		AddSeries("expanded", []opts.BarData{{Value: 2}, {Value: 3}})
	if begin, axis = labels(ink(t, endless.XYReversal())); begin < 4 || axis < 600 || axis > 900 {
		t.Errorf("a name of 240 characters begins at %d, and the axis is at %d", begin, axis)
	}
	short := charts.NewBar()
	short.SetXAxis([]string{"FS", "PFS"}).AddSeries("expanded", []opts.BarData{{Value: 2}, {Value: 3}})
	if _, axis = labels(ink(t, short.XYReversal())); axis < 178 || axis > 182 {
		t.Errorf("with short names the axis is at %d, want a tenth of the width", axis)
	}
}

// TestLongNumbers: large numbers are whole, and the name of their axis stands beside them.
func TestLongNumbers(t *testing.T) {
	for _, position := range []string{"left", "right"} {
		columns := ink(t, longNumbers(position))
		if position == "right" {
			for i, j := 0, len(columns)-1; i < j; i, j = i+1, j-1 {
				columns[i], columns[j] = columns[j], columns[i]
			}
		}
		begin, end := stretch(columns, 0)
		next, _ := stretch(columns, end)
		if begin < 4 || end-begin > 2*16 || next-end < 4 {
			t.Errorf("%s: the name takes the pixels %d to %d, and the numbers begin at %d", position, begin, end, next)
		}
	}
}

// TestLongNameOfAxis: the name above an axis begins at the axis rather than outside.
func TestLongNameOfAxis(t *testing.T) {
	line := charts.NewLine()
	line.SetGlobalOptions(charts.WithYAxisOpts(opts.YAxis{Name: strings.Repeat("expanded nodes ", 4)}))
	line.SetXAxis([]string{"a", "b"}).AddSeries("", []opts.LineData{{Value: 7}, {Value: 5}})
	if begin, _ := stretch(ink(t, line), 0); begin < 4 {
		t.Errorf("the name begins at %d", begin)
	}
}

// TestLongCategories: a chart of a user's table has names of categories in whole, or
// ends them in an ellipsis, and most of its width is for the data.
func TestLongCategories(t *testing.T) {
	type row struct {
		Algorithm, Set string
		Cost           float64
	}
	for _, c := range []struct {
		name  string
		whole bool
	}{{"FS", true}, {"Round-robin focal search with two queues", true}, {"启发式搜索启发式搜索启发式搜索", true},
		{"NPUZZLE KORF HEAVY WEIGHTED", true}, {strings.Repeat("W", 60), false}, {strings.Repeat("round robin ", 20), false}} {
		chart := Of([]row{{c.name, "a", 2}, {"DPS", "b", 3}}).X("Set").Y("Algorithm").HeatMap("Cost").Chart()
		svg, err := chart.SVG()
		if err != nil {
			t.Fatal(err)
		}
		boxes, _ := chart.figure.layout()
		if whole := strings.Contains(svg, ">"+c.name+"</text>"); whole != c.whole || !whole && !strings.Contains(svg, "…</text>") {
			t.Errorf("%s: in whole is %v, want %v", c.name, whole, c.whole)
		}
		for _, b := range boxes {
			if b.left < textWidth(chart.figure.panels[0].y.short(1, widestBeside, ruler{}))+8 || b.width < pageWidth/2 {
				t.Errorf("%s: the panel is %v wide and begins at %v", c.name, b.width, b.left)
			}
		}
	}
}

// TestRoomPainted: the same in a browser. Nothing is painted in the outermost columns.
func TestRoomPainted(t *testing.T) {
	setup.Needed(t)
	for _, p := range paint(t, map[string]*Chart{"names": ECharts(longNames()), "numbers": ECharts(longNumbers("left")),
		"right": ECharts(longNumbers("right"))}) {
		for _, c := range p.Charts {
			if c.First < 2 || c.Last > c.Width-3 {
				t.Errorf("%s, %s: painted %+v", p.Name, p.Scheme, c)
			}
		}
	}
}
