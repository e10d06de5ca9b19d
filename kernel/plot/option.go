package plot

import (
	"fmt"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// A live chart is what live.js draws: ECharts' options, and what they cannot
// say without functions or without knowing the page's colours.
type live struct {
	Height  int            `json:"height"`
	Columns int            `json:"columns"`
	Left    int            `json:"left"` // margins of each column, in pixels
	Right   int            `json:"right"`
	Grids   []int          `json:"grids"`  // the column of each grid
	Titles  []int          `json:"titles"` // and of each title
	Stacks  [][]int        `json:"stacks"` // grids that show the same rows: pointer and zoom move together
	Option  map[string]any `json:"option"`

	Labels []string            `json:"labels"` // at the lines' ends, one for each series
	Words  map[string][]string `json:"words"`  // what the values of a column mean, for the tooltip
}

// live is the figure as a live chart.
func (f *figure) live() live {
	boxes, height := f.layout()
	l := live{Height: height, Columns: f.columns, Left: leftMargin, Right: rightMargin,
		Titles: []int{0}, Words: map[string][]string{}}
	chart := charts.NewLine()
	chart.Animation = opts.Bool(false)
	chart.Legend = opts.Legend{Show: opts.Bool(false)}
	chart.Tooltip = opts.Tooltip{Show: opts.Bool(true), Trigger: "axis"}
	chart.Toolbox = toolbox(f.title)
	chart.XAxisList, chart.YAxisList = nil, nil

	titles := []opts.Title{heading(f.title, 8, 15, "")}
	sources, stacks := map[*table]int{}, map[*table]int{}
	for i := range f.panels {
		p, b := &f.panels[i], boxes[i]
		if len(p.lines) == 0 {
			continue
		}
		grid, column := len(chart.GridList), i%f.columns
		l.Grids = append(l.Grids, column)
		chart.GridList = append(chart.GridList, opts.Grid{Top: pixels(b.top), Height: pixels(b.height)})
		if p.title != "" {
			titles = append(titles, heading(p.title, b.top-nameHeight-15, 12, p.color))
			l.Titles = append(l.Titles, column)
		}
		chart.XAxisList = append(chart.XAxisList, xAxis(p.x, grid))
		chart.YAxisList = append(chart.YAxisList, yAxis(p.y, grid))
		for _, line := range p.lines {
			if _, known := sources[line.data]; !known {
				sources[line.data] = len(sources)
				chart.AddDataset(opts.Dataset{Source: line.data.source()})
				for column, words := range line.data.words {
					l.Words[column] = words
				}
			}
			chart.MultiSeries = append(chart.MultiSeries, series(line, grid, sources[line.data]))
			l.Labels = append(l.Labels, line.label)
		}
		if i, known := stacks[p.lines[0].data]; known {
			l.Stacks[i] = append(l.Stacks[i], grid)
		} else {
			stacks[p.lines[0].data] = len(l.Stacks)
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

func xAxis(a axis, grid int) opts.XAxis {
	return opts.XAxis{Type: a.kind(), GridIndex: grid, Min: a.min, Max: a.max,
		Name: a.name, NameLocation: "middle", NameGap: axisHeight + 6,
		SplitLine: &opts.SplitLine{Show: opts.Bool(false)},
		AxisLabel: &opts.AxisLabel{Show: opts.Bool(a.name != ""), HideOverlap: opts.Bool(true), ShowMaxLabel: opts.Bool(false)},
	}
}

func yAxis(a axis, grid int) opts.YAxis {
	return opts.YAxis{Type: a.kind(), GridIndex: grid, Min: a.min, Max: a.max,
		Name: a.name, NameLocation: "end", NameGap: 12, SplitNumber: 4,
		SplitLine: &opts.SplitLine{Show: opts.Bool(true)},
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
	if l.dashed {
		s.LineStyle.Type = "dashed"
	}
	if l.step {
		s.Step = "end"
	}
	return s
}

// source is the table as ECharts takes it: a row of names, then the rows.
func (t *table) source() []any {
	rows := []any{t.columns}
	for _, r := range t.rows {
		rows = append(rows, r)
	}
	return rows
}

func pixels(y float64) string { return fmt.Sprintf("%g", y) }
