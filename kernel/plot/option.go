package plot

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// A live chart is drawn by live.js. It consists of ECharts' options and of data that
// options cannot express without functions or without the page's colours.
type live struct {
	Height  int            `json:"height"`
	Columns int            `json:"columns"`
	Left    int            `json:"left"` // margins of each column, in pixels
	Right   int            `json:"right"`
	Widest  int            `json:"widest"` // greatest plotting width of a panel; 0 for any
	Grids   []int          `json:"grids"`  // the column of each grid
	Titles  []int          `json:"titles"` // and of each title
	Stacks  [][]int        `json:"stacks"` // grids that show the same rows: pointer and zoom move together
	Option  map[string]any `json:"option"`

	Marks  map[string][]marks  `json:"marks"`  // of the axes x and y, if they are fixed
	Blocks []*blocks           `json:"blocks"` // what a series draws; null for a line
	Labels []label             `json:"labels"` // at the lines' ends, one for each series
	Words  map[string][]string `json:"words"`  // the meaning of a column's values, for the tooltip
}

// label is the text at the end of a line, and the number of pixels by which it is moved
// down to avoid overlap.
type label struct {
	Text string  `json:"text"`
	Down float64 `json:"down"`
}

// marks are the ticks of an axis, with names on an axis of categories.
type marks struct {
	Values []float64 `json:"values"`
	Labels []string  `json:"labels"`
}

// blocks describes a block to live.js: the columns of its corners and its look.
type blocks struct {
	Columns [4]int  `json:"columns"`
	Aside   float64 `json:"aside"`
	Fill    float64 `json:"fill"`
	Cells   []shade `json:"cells"`
}

// live returns the figure as an interactive chart.
func (f *figure) live() live {
	boxes, height := f.layout()
	left, right := f.margins()
	l := live{Height: height, Columns: f.columns, Left: left, Right: right, Widest: f.widest,
		Titles: []int{0}, Words: map[string][]string{}, Marks: map[string][]marks{}}
	chart := charts.NewLine()
	chart.Animation = opts.Bool(false)
	chart.Legend = f.legendOption()
	chart.Tooltip = opts.Tooltip{Show: opts.Bool(true), Trigger: "axis"}
	if f.item {
		chart.Tooltip.Trigger = "item"
	}
	chart.Toolbox = toolbox(f.title)
	chart.XAxisList, chart.YAxisList = nil, nil

	titles := []opts.Title{heading(f.title, 8, 15, "")}
	sources, stacks := map[*dataset]int{}, map[*dataset]int{}
	for i := range f.panels {
		p, b := &f.panels[i], boxes[i]
		if p.empty() {
			continue
		}
		grid, column := len(chart.GridList), i%f.columns
		l.Grids = append(l.Grids, column)
		chart.GridList = append(chart.GridList, opts.Grid{Top: pixels(b.top), Height: pixels(b.height)})
		if p.title != "" {
			titles = append(titles, heading(p.title, b.top-nameHeight-15, 12, p.color))
			l.Titles = append(l.Titles, column)
		}
		x := xAxis(p.x, grid, p.y.labels != nil && p.x.labels == nil)
		if turned, more := f.turned(p); turned {
			x.NameGap += more
			x.AxisLabel.Rotate = 90
		}
		chart.XAxisList = append(chart.XAxisList, x)
		chart.YAxisList = append(chart.YAxisList, yAxis(p.y, grid))
		xs, ys := p.ticks(b)
		l.Marks["x"] = append(l.Marks["x"], p.x.shortened(widestBelow).marks(xs))
		l.Marks["y"] = append(l.Marks["y"], p.y.shortened(widestBeside).marks(ys))
		source := func(t *dataset) int {
			if _, known := sources[t]; !known {
				sources[t] = len(sources)
				chart.AddDataset(opts.Dataset{Source: t.source()})
				for column, words := range t.words {
					l.Words[column] = words
				}
			}
			return sources[t]
		}
		// Lines first, because the legend takes the look of the first series with a name.
		heights := maps.Collect(p.labels(b))
		for i := range p.lines {
			line := &p.lines[i]
			chart.MultiSeries = append(chart.MultiSeries, series(*line, grid, source(line.data)))
			end := label{Text: line.label}
			if y, labelled := heights[line]; labelled {
				end.Down = y - p.end(line, b)
			}
			l.Labels = append(l.Labels, end)
			l.Blocks = append(l.Blocks, nil)
		}
		for _, k := range p.blocks {
			chart.MultiSeries = append(chart.MultiSeries, k.series(grid, source(k.data)))
			l.Labels = append(l.Labels, label{})
			l.Blocks = append(l.Blocks, &blocks{k.corners, k.aside, k.fill, k.cells})
		}
		if i, known := stacks[p.data()]; known {
			l.Stacks[i] = append(l.Stacks[i], grid)
		} else {
			stacks[p.data()] = len(l.Stacks)
			l.Stacks = append(l.Stacks, []int{grid})
		}
	}
	var links []opts.AxisPointerLink
	for _, grids := range l.Stacks {
		links = append(links, opts.AxisPointerLink{XAxisIndex: grids})
	}
	chart.AxisPointer = &opts.AxisPointer{Link: links}
	l.Option = chart.JSON()
	l.Option["title"] = titles
	return l
}

// marks returns the ticks of an axis; none if ECharts is to choose them.
func (a axis) marks(ticks []float64) marks {
	if !a.fixed {
		return marks{}
	}
	return marks{ticks, a.labels}
}

// shortened returns the axis with shortened names of categories.
func (a axis) shortened(widest float64) axis {
	labels := a.labels
	a.labels = slices.Clone(labels)
	for i := range labels {
		a.labels[i] = axis{labels: labels}.short(float64(i), widest, ruler{})
	}
	return a
}

func (f *figure) legendOption() opts.Legend {
	if len(f.legend) == 0 {
		return opts.Legend{Show: opts.Bool(false)}
	}
	var names []any
	for _, e := range f.legend {
		if e.icon == "" {
			names = append(names, e.name)
		} else {
			names = append(names, map[string]string{"name": e.name, "icon": e.icon})
		}
	}
	return opts.Legend{Show: opts.Bool(true), Data: names, Top: pixels(titleHeight - 4), ItemWidth: 26, ItemHeight: 10}
}

func toolbox(name string) opts.Toolbox {
	return opts.Toolbox{Show: opts.Bool(true), Right: "1%", Feature: &opts.ToolBoxFeature{
		DataZoom: &opts.ToolBoxFeatureDataZoom{
			YAxisIndex: false,
			Title:      map[string]string{"zoom": "zoom into a part", "back": "undo the zoom"},
			Icon: map[string]string{ // ECharts' own
				"zoom": "path://M0,13.5h26.9 M13.5,26.9V0 M32.1,13.5H58V58H13.5 V32.1",
				"back": "path://M22,1.4L9.9,13.5l12.3,12.3 M10.3,13.5H54.9v44.6 H10.3v-26",
			},
		},
		SaveAsImage: &opts.ToolBoxFeatureSaveAsImage{Type: "png", Name: name, Title: "save as image"},
	}}
}

func heading(s string, top float64, size int, color string) opts.Title {
	return opts.Title{Title: s, Top: pixels(top),
		TitleStyle: &opts.TextStyle{FontSize: size, Color: color}}
}

func xAxis(a axis, grid int, lines bool) opts.XAxis {
	return opts.XAxis{Type: a.kind(), GridIndex: grid, Min: a.min, Max: a.max,
		Name: a.name, NameLocation: "middle", NameGap: axisHeight + 6,
		SplitLine: &opts.SplitLine{Show: opts.Bool(lines)},
		AxisLabel: &opts.AxisLabel{Show: opts.Bool(a.name != ""), HideOverlap: opts.Bool(true),
			ShowMaxLabel: opts.Bool(a.fixed)},
	}
}

func yAxis(a axis, grid int) opts.YAxis {
	return opts.YAxis{Type: a.kind(), GridIndex: grid, Min: a.min, Max: a.max,
		Name: a.name, NameLocation: "end", NameGap: 12, SplitNumber: 4,
		SplitLine: &opts.SplitLine{Show: opts.Bool(a.labels == nil)},
	}
}

func (a axis) kind() string {
	if a.log {
		return "log"
	}
	return "value"
}

func series(l line, grid, source int) charts.SingleSeries {
	s := charts.SingleSeries{Name: l.name, Type: "line", Color: l.color, Symbol: "none",
		XAxisIndex: grid, YAxisIndex: grid, DatasetIndex: source,
		Encode:    &opts.Encode{X: l.x, Y: l.y},
		LineStyle: &opts.LineStyle{Width: 1.8},
	}
	if l.dash != "" {
		s.LineStyle.Type = l.dash
	}
	if l.step {
		s.Step = "end"
	}
	if l.dots || l.bare || l.legend {
		s.Symbol, s.SymbolSize, s.ShowSymbol = "circle", 6, opts.Bool(!l.legend)
		if l.square {
			s.Symbol = "rect"
		}
	}
	if l.shape != "" {
		s.Symbol = l.symbol()
	}
	if l.bare {
		s.Type, s.LineStyle = "scatter", nil
	}
	if l.open {
		s.ItemStyle = &opts.ItemStyle{Color: "transparent", BorderColor: l.color, BorderWidth: 1.4}
	}
	return s
}

// symbol is ECharts' name for the shape of a line's dots, or a path where it has none.
func (l *line) symbol() string {
	switch l.shape {
	case "down", "plus", "cross":
		return l.path()
	}
	return l.shape
}

// path is the shape of a line's dots as a path for ECharts.
func (l *line) path() string { return "path://" + l.outline(10, 10, 10) }

// series returns the series that live.js turns into a custom series.
func (k *block) series(grid, source int) charts.SingleSeries {
	return charts.SingleSeries{Name: k.name, Type: "custom", Color: k.color,
		XAxisIndex: grid, YAxisIndex: grid, DatasetIndex: source,
		Encode: &opts.Encode{X: []int{k.corners[0], k.corners[2]}, Y: []int{k.corners[1], k.corners[3]}},
	}
}

// source returns the dataset in ECharts' form: a row of names, then the rows.
func (t *dataset) source() []any {
	rows := []any{t.columns}
	for _, r := range t.rows {
		rows = append(rows, numbers(r))
	}
	return rows
}

// numbers returns a row for JSON, without missing values, which the tooltip omits. Integers,
// which most rows consist of, are written several times as fast as such.
func numbers(row []float64) any {
	if integers := make([]int64, len(row)); allIntegers(row, integers) {
		return integers
	}
	if !slices.ContainsFunc(row, math.IsNaN) {
		return row
	}
	gaps := make([]any, len(row))
	for i, v := range row {
		if !math.IsNaN(v) {
			gaps[i] = v
		}
	}
	return gaps
}

// allIntegers converts a row, and reports whether JSON has the same text for the integers.
func allIntegers(row []float64, to []int64) bool {
	for i, v := range row {
		if v != math.Trunc(v) || math.Abs(v) >= 1<<53 || v == 0 && math.Signbit(v) {
			return false
		}
		to[i] = int64(v)
	}
	return true
}

func pixels(y float64) string { return fmt.Sprintf("%g", y) }
