package plot

import (
	"context"
	"encoding/xml"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/components"
	"github.com/go-echarts/go-echarts/v2/event"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/types"

	"github.com/focal-search/focal/kernel/setup"
	"github.com/focal-search/focal/kernel/show"
)

func titled(title string) charts.GlobalOpts {
	return charts.WithTitleOpts(opts.Title{Title: title})
}

// goEChartsTypes returns charts of every type that go-echarts has, made as in its
// examples, with what their pictures must contain, or the reason why they are refused.
func goEChartsTypes() map[string]struct {
	chart components.Charter
	says  []string
	needs string
} {
	type made = struct {
		chart components.Charter
		says  []string
		needs string
	}
	all := map[string]made{}

	bar := charts.NewBar()
	bar.SetGlobalOptions(titled("bars"))
	bar.SetXAxis([]string{"Mon", "Tue"}).AddSeries("first", []opts.BarData{{Value: 3}, {Value: 8}}).AddSeries("second",
		[]opts.BarData{{Value: 5}, {Value: 1}})
	all["bar"] = made{bar, []string{"bars", "Mon", "Tue", "first", "second"}, ""}

	line := charts.NewLine()
	line.SetGlobalOptions(charts.WithYAxisOpts(opts.YAxis{Name: "height"}))
	line.SetXAxis([]string{"a", "b", "c"}).AddSeries("smooth", []opts.LineData{{Value: 1}, {Value: 4}, {Value: 2}},
		charts.WithLineChartOpts(opts.LineChart{Smooth: opts.Bool(true)}))
	all["line"] = made{line, []string{"height", "smooth", ">b<"}, ""}

	scatter := charts.NewScatter()
	scatter.SetXAxis([]string{"u", "v"}).AddSeries("points", []opts.ScatterData{{Value: 1}, {Value: 2}})
	all["scatter"] = made{scatter, []string{"points", ">u<"}, ""}

	effect := charts.NewEffectScatter()
	effect.SetXAxis([]string{"u", "v"}).AddSeries("ripples", []opts.EffectScatterData{{Value: 1}, {Value: 2}})
	all["effectScatter"] = made{effect, []string{"ripples", ">u<"}, ""}

	box := charts.NewBoxPlot()
	box.SetXAxis([]string{"FS"}).AddSeries("spread", []opts.BoxPlotData{{Value: []int{1, 2, 3, 4, 9}}})
	all["boxplot"] = made{box, []string{"spread", ">FS<"}, ""}

	candle := charts.NewKLine()
	candle.SetXAxis([]string{"2018/1/24"}).AddSeries("candles", []opts.KlineData{{Value: [4]float32{20, 24, 18, 26}}})
	all["candlestick"] = made{candle, []string{"candles", "2018/1/24"}, ""}

	heat := charts.NewHeatMap()
	heat.SetGlobalOptions(charts.WithXAxisOpts(opts.XAxis{Type: "category", Data: []string{"12a"}}),
		charts.WithYAxisOpts(opts.YAxis{Type: "category", Data: []string{"Sat"}}),
		charts.WithVisualMapOpts(opts.VisualMap{Max: 10}))
	heat.AddSeries("heat", []opts.HeatMapData{{Value: [3]any{0, 0, 5}}})
	heat.SetXAxis([]string{"12a"})
	all["heatmap"] = made{heat, []string{"12a", "Sat"}, ""}

	pie := charts.NewPie()
	pie.AddSeries("pie", []opts.PieData{{Name: "whole", Value: 3}, {Name: "part", Value: 1}})
	all["pie"] = made{pie, []string{"whole", "part"}, ""}

	funnel := charts.NewFunnel()
	funnel.AddSeries("funnel", []opts.FunnelData{{Name: "seen", Value: 100}, {Name: "bought", Value: 20}})
	all["funnel"] = made{funnel, []string{"seen", "bought"}, ""}

	gauge := charts.NewGauge()
	gauge.AddSeries("gauge", []opts.GaugeData{{Name: "work", Value: 37}})
	all["gauge"] = made{gauge, []string{"work", "37"}, ""}

	radar := charts.NewRadar()
	radar.SetGlobalOptions(charts.WithRadarComponentOpts(opts.RadarComponent{Indicator: []*opts.Indicator{{Name: "AQI",
		Max: 300}, {Name: "CO", Max: 5}, {Name: "NO2", Max: 200}}}))
	radar.AddSeries("Beijing", []opts.RadarData{{Value: []float64{55, 2, 56}}})
	all["radar"] = made{radar, []string{"AQI", "NO2"}, ""}

	graph := charts.NewGraph()
	graph.AddSeries("graph", []opts.GraphNode{{Name: "node1"}, {Name: "node2"}},
		[]opts.GraphLink{{Source: "node1", Target: "node2"}},
		charts.WithGraphChartOpts(opts.GraphChart{Layout: "force", Force: &opts.GraphForce{Repulsion: 8000}}),
		charts.WithLabelOpts(opts.Label{Show: opts.Bool(true)}))
	all["graph"] = made{graph, []string{"node1", "node2"}, ""}

	sankey := charts.NewSankey()
	sankey.AddSeries("flow", []opts.SankeyNode{{Name: "from"}, {Name: "to"}},
		[]opts.SankeyLink{{Source: "from", Target: "to", Value: 10}}, charts.WithLabelOpts(opts.Label{Show: opts.Bool(true)}))
	all["sankey"] = made{sankey, []string{"from", "to"}, ""}

	sun := charts.NewSunburst()
	sun.AddSeries("sun", []opts.SunBurstData{{Name: "Grandpa",
		Children: []*opts.SunBurstData{{Name: "Uncle", Value: 15}, {Name: "Father", Value: 10}}}})
	all["sunburst"] = made{sun, []string{"Grandpa", "Uncle"}, ""}

	tree := charts.NewTree()
	tree.AddSeries("tree", []opts.TreeData{{Name: "Root", Children: []*opts.TreeData{{Name: "Left"}, {Name: "Right"}}}},
		charts.WithLabelOpts(opts.Label{Show: opts.Bool(true)}))
	all["tree"] = made{tree, []string{"Root", "Left", "Right"}, ""}

	treemap := charts.NewTreeMap()
	treemap.AddSeries("map", []opts.TreeMapNode{{Name: "big", Value: 10}, {Name: "small", Value: 2}},
		charts.WithLabelOpts(opts.Label{Show: opts.Bool(true)}))
	all["treemap"] = made{treemap, []string{"big", "small"}, ""}

	river := charts.NewThemeRiver()
	river.SetGlobalOptions(charts.WithSingleAxisOpts(opts.SingleAxis{Type: "time", Bottom: "10%"}))
	river.AddSeries("river", []opts.ThemeRiverData{{Date: "2015/11/08", Value: 10, Name: "DQ"},
		{Date: "2015/11/09", Value: 15, Name: "DQ"}, {Date: "2015/11/08", Value: 5, Name: "TY"},
		{Date: "2015/11/09", Value: 3, Name: "TY"}})
	all["themeRiver"] = made{river, []string{"DQ", "TY"}, ""}

	parallel := charts.NewParallel()
	parallel.SetGlobalOptions(charts.WithParallelAxisList([]opts.ParallelAxis{{Dim: 0, Name: "Price"},
		{Dim: 1, Name: "Score"}}))
	parallel.AddSeries("rows", []opts.ParallelData{{Value: []int{1, 5}}, {Value: []int{2, 3}}})
	all["parallel"] = made{parallel, []string{"Price", "Score"}, ""}

	custom := charts.NewCustom()
	custom.SetGlobalOptions(charts.WithXAxisOpts(opts.XAxis{Type: "value", Name: "across"}))
	custom.AddSeries("own", []opts.CustomData{{Value: []int{3, 4}}}, charts.WithCustomChartOpts(opts.CustomChart{
		RenderItem: opts.FuncOpts("(params, api) => ({type: 'text', style: {text: 'drawn by hand', x: api.coord([api.value(0), api.value(1)])[0], y: 50}})")}))
	all["custom"] = made{custom, []string{"across", "drawn by hand"}, ""}

	cloud := charts.NewWordCloud()
	cloud.AddSeries("words", []opts.WordCloudData{{Name: "word", Value: 3}})
	all["wordCloud"] = made{cloud, nil, "echarts-wordcloud.min.js"}
	liquid := charts.NewLiquid()
	liquid.AddSeries("liquid", []opts.LiquidData{{Value: 0.3}})
	all["liquidFill"] = made{liquid, nil, "echarts-liquidfill.min.js"}
	bar3 := charts.NewBar3D()
	bar3.AddSeries("bars", []opts.Chart3DData{{Value: []any{1, 2, 3}}})
	all["bar3D"] = made{bar3, nil, "echarts-gl.min.js"}
	line3 := charts.NewLine3D()
	line3.AddSeries("line", []opts.Chart3DData{{Value: []any{1, 2, 3}}})
	all["line3D"] = made{line3, nil, "echarts-gl.min.js"}
	scatter3 := charts.NewScatter3D()
	scatter3.AddSeries("points", []opts.Chart3DData{{Value: []any{1, 2, 3}}})
	all["scatter3D"] = made{scatter3, nil, "echarts-gl.min.js"}
	surface := charts.NewSurface3D()
	surface.AddSeries("surface", []opts.Chart3DData{{Value: []any{1, 2, 3}}})
	all["surface"] = made{surface, nil, "echarts-gl.min.js"}
	country := charts.NewMap()
	country.RegisterMapType("china")
	country.AddSeries("map", []opts.MapData{{Name: "北京", Value: 1}})
	all["map"] = made{country, nil, "maps/china.js"}
	geo := charts.NewGeo()
	geo.SetGlobalOptions(charts.WithGeoComponentOpts(opts.GeoComponent{Map: "china"}))
	geo.AddSeries("geo", types.ChartEffectScatter, []opts.GeoData{{Name: "北京", Value: []float64{116, 39, 1}}})
	all["geo"] = made{geo, nil, "maps/china.js"}
	return all
}

// wellFormed returns an error if XML is not well-formed.
func wellFormed(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// TestGoECharts: every type of chart that go-echarts has appears, live and as a picture,
// or is refused with a line that names what is not embedded.
func TestGoECharts(t *testing.T) {
	r := recordBundles(t)
	known := 0
	for name, c := range goEChartsTypes() {
		known++
		if c.chart.Type() != name && name != "geo" {
			t.Errorf("%s is a chart of type %s", name, c.chart.Type())
		}
		if c.needs != "" {
			if err := ECharts(c.chart).Err(); err == nil || !strings.Contains(err.Error(), c.needs) ||
				strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, want a line that names %s", name, err, c.needs)
			}
			show.Value(c.chart)
			if text, _ := r.last()[show.Plain].(string); !strings.HasPrefix(text, "error: ") ||
				!strings.Contains(text, c.needs) {
				t.Errorf("%s is shown as %q", name, text)
			}
			continue
		}
		chart := ECharts(c.chart)
		show.Value(chart)
		b := r.last()
		svg, _ := b[show.SVGType].(string)
		if err := wellFormed(svg); err != nil {
			t.Errorf("%s: %v in the picture", name, err)
		}
		for _, want := range c.says {
			if !strings.Contains(svg, want) {
				t.Errorf("%s: the picture does not say %q", name, want)
			}
		}
		if !testing.Short() {
			if err := chart.Save(filepath.Join(t.TempDir(), name+".png")); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if dir := os.Getenv("FOCAL_PICTURES"); dir != "" {
			os.WriteFile(filepath.Join(dir, name+".svg"), []byte(svg), 0o644)
		}
		html, _ := b[show.HTMLType].(string)
		if !strings.Contains(html, "<img ") || !strings.Contains(html, "focalCharts") || loads.MatchString(svg) {
			t.Errorf("%s: HTML of %d characters", name, len(html))
		}
	}
	if known != 27 {
		t.Errorf("%d types", known)
	}
}

// TestGoEChartsDocumented: the documentation lists the outcome for each type.
func TestGoEChartsDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "charts.md"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range goEChartsTypes() {
		row := ""
		for line := range strings.Lines(string(page)) {
			if strings.HasPrefix(line, "|") && strings.Contains(line, "`"+name+"`") {
				row = line
			}
		}
		if full := strings.HasSuffix(row, "| full |\n"); row == "" || full != (c.needs == "") {
			t.Errorf("%s: the page says %q, and it needs %q", name, row, c.needs)
		}
	}
}

// bundles keeps what is displayed.
type bundles struct {
	all     []show.MIME
	updates int
}

func (b *bundles) Display(x show.MIME, _ string) { b.all = append(b.all, x) }
func (b *bundles) Update(x show.MIME, _ string)  { b.all = append(b.all, x); b.updates++ }
func (b *bundles) last() show.MIME               { return b.all[len(b.all)-1] }

func recordBundles(t *testing.T) *bundles {
	b := &bundles{}
	show.SetBackend(b)
	t.Cleanup(func() { show.SetBackend(nil) })
	show.SetCell(context.Background()) // for later tests too
	return b
}

// patient is a back end that completes displays later.
type patient struct {
	bundles
	later []func(context.Context)
}

func (p *patient) Postpone(f func(context.Context)) { p.later = append(p.later, f) }

// TestGoEChartsLater: the picture comes after the chart.
func TestGoEChartsLater(t *testing.T) {
	p := &patient{}
	show.SetBackend(p)
	t.Cleanup(func() { show.SetBackend(nil) })
	show.Value(goEChartsTypes()["bar"].chart)
	if len(p.all) != 1 || len(p.later) != 1 || p.all[0][show.SVGType] != nil ||
		!strings.Contains(p.all[0][show.HTMLType].(string), "focalCharts") {
		t.Fatalf("%d displays, %d later", len(p.all), len(p.later))
	}
	p.later[0](t.Context())
	if svg, _ := p.last()[show.SVGType].(string); p.updates != 1 || !strings.Contains(svg, "bars") {
		t.Errorf("%d updates, the last with the picture %q", p.updates, svg)
	}
	show.Value(goEChartsTypes()["pie"].chart)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	p.later[1](ended)
	if text, _ := p.last()[show.HTMLType].(string); !strings.Contains(text,
		"There is no picture for where scripts do not run: ECharts: context canceled") {
		t.Errorf("an interrupt while the picture is drawn leaves %q", text[max(0, len(text)-300):])
	}
}

// TestGoEChartsFunctions: functions among the options work in the picture; one that
// throws or never returns leaves the chart without a picture, and none runs in a sandbox.
func TestGoEChartsFunctions(t *testing.T) {
	with := func(formatter string) *charts.Bar {
		bar := charts.NewBar()
		bar.SetGlobalOptions(charts.WithYAxisOpts(opts.YAxis{AxisLabel: &opts.AxisLabel{Formatter: opts.FuncOpts(formatter)}}))
		bar.SetXAxis([]string{"a"}).AddSeries("s", []opts.BarData{{Value: 3}})
		return bar
	}
	svg, err := ECharts(with("v => `${v} apples & pears`")).SVG()
	if err != nil || !strings.Contains(svg, "3 apples &amp; pears") {
		t.Errorf("the formatter is not called: %v", err)
	}
	if _, err := ECharts(with("v => nothing.there")).SVG(); err == nil ||
		!strings.Contains(err.Error(), "ReferenceError: nothing is not defined") {
		t.Errorf("a function that throws: %v", err)
	}
	if _, err := ECharts(with("v => `${v} again`")).SVG(); err != nil {
		t.Errorf("after one that throws: %v", err)
	}
	show.SetBackend(sandbox{})
	defer show.SetBackend(nil)
	if err := ECharts(with("v => v")).Err(); err == nil ||
		!strings.Contains(err.Error(), "in the sandbox there are none") {
		t.Errorf("in a sandbox: %v", err)
	}
	clicked := charts.NewBar()
	clicked.SetGlobalOptions(charts.WithEventListeners(event.Listener{EventName: "click", Handler: "() => 1"}))
	if err := ECharts(clicked).Err(); err == nil {
		t.Error("a chart in a sandbox has a listener")
	}
	if err := ECharts(goEChartsTypes()["bar"].chart).Err(); err != nil {
		t.Errorf("in a sandbox: %v", err)
	}
}

type sandbox struct{}

func (sandbox) Sandboxed()                {}
func (sandbox) Display(show.MIME, string) {}
func (sandbox) Update(show.MIME, string)  {}

func TestGoEChartsRefused(t *testing.T) {
	nan := charts.NewLine()
	nan.SetXAxis([]string{"a"}).AddSeries("s", []opts.LineData{{Value: math.NaN()}})
	themed := charts.NewLine()
	themed.SetGlobalOptions(charts.WithInitializationOpts(opts.Initialization{Theme: types.ThemeWonderland}))
	scripted := charts.NewLine()
	scripted.AddCustomizedJSAssets("https://example.org/a.js")
	var none *charts.Line
	for want, chart := range map[string]any{
		"value NaN: leave it out": nan, `theme "wonderland" (wonderland.js) is not embedded`: themed,
		"needs https://example.org/a.js": scripted,
		"the chart is nil":               none, "int is not a chart of go-echarts": 3,
		"the page has no charts": components.NewPage(),
	} {
		if err := ECharts(chart).Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
}

// TestGoEChartsPage: a page's charts are placed below each other, in all kinds of files.
func TestGoEChartsPage(t *testing.T) {
	all := goEChartsTypes()
	page := components.NewPage()
	page.SetPageTitle("two of them")
	page.AddCharts(all["bar"].chart, all["pie"].chart)
	c := ECharts(page)
	dir := t.TempDir()
	for _, name := range []string{"page.svg", "page.html"} {
		if err := c.Save(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		b, _ := os.ReadFile(filepath.Join(dir, name))
		if loads.Match(b) {
			t.Errorf("%s loads something", name)
		}
	}
	svg, _ := c.SVG()
	if err := wellFormed(svg); err != nil || !strings.Contains(svg, `viewBox="0 0 900 1000"`) ||
		!strings.Contains(svg, "whole") || !strings.Contains(svg, "Tue") {
		t.Errorf("%v in %.300s", err, svg)
	}
	if title, _, err := c.Page(); title != "two of them" || err != nil {
		t.Errorf("%q, %v", title, err)
	}
}

// TestGoEChartsPainted opens them in a browser; a change tests four of them, with axes,
// slices, a tree and a colour scale.
func TestGoEChartsPainted(t *testing.T) {
	setup.Needed(t)
	charts := map[string]*Chart{}
	for name, c := range goEChartsTypes() {
		if c.needs == "" && (setup.Release() || slices.Contains([]string{"line", "pie", "tree", "heatmap"}, name)) {
			charts[name] = ECharts(c.chart)
		}
	}
	want := 4
	if setup.Release() {
		want = 19
	}
	if len(charts) != want {
		t.Errorf("%d charts, want %d", len(charts), want)
	}
	for _, p := range paint(t, charts) {
		for _, c := range p.Charts {
			if c.Width < 900 || c.Overflows || c.Colours < 20 {
				t.Errorf("%s, %s: painted %+v", p.Name, p.Scheme, c)
			}
		}
	}
}

// A text in data is shown, whatever it looks like; a value of go-echarts' type of functions is code.
func TestTextsAreNoCode(t *testing.T) {
	const marked = "__f__(function(){ throw 'ran' })()__f__"
	bar := charts.NewBar()
	bar.SetGlobalOptions(charts.WithYAxisOpts(opts.YAxis{AxisLabel: &opts.AxisLabel{
		Formatter: opts.FuncOpts("function(x) { return 'called ' + x }")}}))
	bar.SetXAxis([]string{marked, "b\x01\x1b\uffff"}).AddSeries(marked, []opts.BarData{{Name: marked, Value: 3}, {Value: 4}})
	chart := ECharts(bar)
	svg, err := chart.SVG()
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(strings.NewReader(svg)); err == nil; _, err = d.Token() {
	}
	if err != io.EOF {
		t.Errorf("a character that XML forbids: %v", err)
	}
	if !strings.Contains(svg, "__f__(function(){ throw") || !strings.Contains(svg, "called 4") {
		t.Errorf("the text is not shown, or the function not called: %s", svg)
	}
}
