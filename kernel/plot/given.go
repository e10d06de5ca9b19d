package plot

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/components"
	"github.com/go-echarts/go-echarts/v2/event"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/types"

	"github.com/focal-search/focal/kernel/internal/foreign"
	"github.com/focal-search/focal/kernel/show"
)

// ECharts makes a Chart from a chart of go-echarts or its Page. It is shown as wide as
// the page and in the reader's colours, and can be saved.
//
//	bar := charts.NewBar()
//	bar.SetXAxis([]string{"FS", "PFS"}).AddSeries("expanded", []opts.BarData{{Value: 444_774}, {Value: 44_828}})
//	err := plot.ECharts(bar).Save("bar.svg")
//
// show.Value, and a cell whose last value is such a chart, show it without a call of
// ECharts if the program imports this package, as a compiled cell of GoNB must. The
// extensions of ECharts (3D, word clouds, liquid), its maps and its themes are not
// embedded: a chart that needs them is an error, as is a script from another page. The
// width is ignored; heights in pixels are kept.
func ECharts(chart any) *Chart {
	g := &given{}
	if err := g.add(chart); err != nil {
		return failed(err)
	}
	c := &Chart{given: g}
	for _, x := range g.charts {
		c.summary = append(c.summary, x.summary...)
	}
	return c
}

func init() {
	foreign.Add(func(v any) any {
		switch v.(type) {
		case *components.Page, goECharts:
			return ECharts(v)
		}
		return nil
	})
}

// goECharts is implemented by all charts of go-echarts.
type goECharts interface {
	components.Charter
	JSON() map[string]any
}

// given holds charts that a user has made with go-echarts, shown below each other.
type given struct {
	title  string
	charts []givenChart

	key     string // of the display, if it is completed later
	pending bool   // the picture is drawn later
	drawn   string // the picture, with text in anyInk
}

// A givenChart describes a chart to live.js and the renderer.
type givenChart struct {
	Functions [][2]any       `json:"functions,omitempty"` // their places in the options, and their code
	Option    map[string]any `json:"option"`
	Width     int            `json:"width"` // of the picture
	Height    int            `json:"height"`
	Theme     string         `json:"theme"` // dark, or "" for the reader's
	Events    []listener     `json:"events,omitempty"`
	Scripts   []string       `json:"scripts,omitempty"` // run once the chart is drawn

	summary []string
}

type listener struct {
	Name    string `json:"name"`
	Query   string `json:"query"`
	Handler string `json:"handler"`
}

func (g *given) add(v any) error {
	value := reflect.ValueOf(v)
	if !value.IsValid() || value.Kind() == reflect.Pointer && value.IsNil() {
		return errors.New("the chart is nil")
	}
	if page, ok := v.(*components.Page); ok {
		return g.addPage(page)
	}
	c, ok := v.(goECharts)
	if !ok {
		return fmt.Errorf("%T is not a chart of go-echarts, nor its Page", v)
	}
	return g.addChart(c)
}

func (g *given) addPage(page *components.Page) error {
	if len(page.Charts) == 0 {
		return errors.New("the page has no charts: add some with AddCharts")
	}
	for i, c := range page.Charts {
		if err := g.add(c); err != nil {
			return fmt.Errorf("chart %d of the page: %w", i+1, err)
		}
	}
	if t := page.PageTitle; t != "" && t != unnamed {
		g.title = t
	}
	return nil
}

// unnamed is the default title of a page of go-echarts.
const unnamed = "Awesome go-echarts"

func (g *given) addChart(c goECharts) (err error) {
	defer func() {
		if r := recover(); r != nil { // in go-echarts, for example if axes are missing
			err = fmt.Errorf("the %s chart of go-echarts is not complete: %v", c.Type(), r)
		}
	}()
	base, ok := reflect.ValueOf(c).Elem().FieldByName("BaseConfiguration").Interface().(charts.BaseConfiguration)
	if !ok {
		return fmt.Errorf("%T has no configuration of go-echarts", c)
	}
	if err := embedded(c.Type(), base); err != nil {
		return err
	}
	c.Validate()
	written, err := json.Marshal(c.JSON())
	if err != nil {
		if bad := new(json.UnsupportedValueError); errors.As(err, &bad) {
			return fmt.Errorf("the %s chart has the value %s: leave it out, or give \"-\" where there is none", c.Type(),
				bad.Str)
		}
		return fmt.Errorf("the %s chart: %w", c.Type(), err)
	}
	x := givenChart{Width: pageWidth, Height: pixelsOf(base.Initialization.Height)}
	if err := json.Unmarshal(written, &x.Option); err != nil {
		return err
	}
	code := map[string]bool{}
	functionsIn(reflect.ValueOf(c.JSON()), code, 0)
	x.place(x.Option, nil, code)
	if base.Theme == "dark" {
		x.Theme = "dark"
	}
	for _, e := range base.EventListeners {
		x.Events = append(x.Events, listenerOf(e))
	}
	for _, f := range base.JSFunctions.Fns {
		x.Scripts = append(x.Scripts, strings.ReplaceAll(string(f), "__f__", ""))
	}
	if show.Sandboxed() && len(x.Functions)+len(x.Events)+len(x.Scripts) > 0 {
		return errors.New("a function in JavaScript is among the options: in the sandbox there are none")
	}
	g.title = cmp.Or(g.title, base.Title.Title, c.Type())
	x.summarize(base)
	g.charts = append(g.charts, x)
	return nil
}

// functionMark encloses functions in options.
const functionMark = "__f__"

// functionsIn collects the values that have go-echarts' type of functions. Other texts that look alike are data.
func functionsIn(v reflect.Value, found map[string]bool, depth int) {
	if depth > 100 { // a cycle, which JSON would not have
		return
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		functionsIn(v.Elem(), found, depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			functionsIn(v.Field(i), found, depth+1)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			functionsIn(v.Index(i), found, depth+1)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			functionsIn(v.MapIndex(key), found, depth+1)
		}
	case reflect.String:
		if v.Type() == reflect.TypeFor[types.FuncStr]() {
			found[v.String()] = true
		}
	}
}

// place notes where functions are in the options, and with which code.
func (x *givenChart) place(v any, at []any, code map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			x.place(v[key], append(slices.Clone(at), key), code)
		}
	case []any:
		for i, e := range v {
			x.place(e, append(slices.Clone(at), i), code)
		}
	case string:
		if body, ok := strings.CutPrefix(v, functionMark); ok && code[v] && strings.HasSuffix(body, functionMark) {
			x.Functions = append(x.Functions, [2]any{at, strings.TrimSuffix(body, functionMark)})
		}
	}
}

func listenerOf(e event.Listener) listener {
	bare := func(s types.FuncStr) string { return strings.ReplaceAll(string(s), functionMark, "") }
	return listener{e.EventName, bare(e.Query), bare(e.Handler)}
}

// embedded returns an error if a chart needs something that is not embedded.
func embedded(kind string, base charts.BaseConfiguration) error {
	for _, asset := range slices.Concat(base.JSAssets.Values, base.CustomizedJSAssets.Values,
		base.CustomizedCSSAssets.Values) {
		name := path.Base(asset)
		if name == opts.EchartsJS || name == opts.CompatibleEchartsJS {
			continue
		}
		if path.Base(path.Dir(asset)) == "themes" {
			return fmt.Errorf(`the theme %q (%s) is not embedded: want "white", which takes on the reader's colours, or "dark"`,
				base.Theme, name)
		}
		return fmt.Errorf("the %s chart needs %s, which is not embedded, and nothing is loaded from the network: "+
			"what is in ECharts itself can be drawn, not its extensions and maps", kind, strings.TrimPrefix(asset,
			base.Initialization.AssetsHost))
	}
	return nil
}

// pixelsOf parses a height such as 500px.
func pixelsOf(height string) int {
	if n, err := strconv.ParseFloat(strings.TrimSuffix(height, "px"), 64); err == nil && n >= 20 && n <= 5000 {
		return int(math.Ceil(n))
	}
	return 500
}

// summarize describes the chart in text.
func (x *givenChart) summarize(base charts.BaseConfiguration) {
	if t := base.Title.Title; t != "" {
		x.summary = append(x.summary, t)
	}
	for _, s := range base.MultiSeries {
		line := s.Type
		if s.Name != "" {
			line = s.Name + ", " + s.Type
		}
		if d := reflect.ValueOf(s.Data); d.Kind() == reflect.Slice {
			line += fmt.Sprintf(": %d values", d.Len())
		}
		x.summary = append(x.summary, line)
	}
}

func (g *given) heading() string { return g.title }

func (*given) script() script { return chartScript }

// draw draws the picture, once.
func (g *given) draw(ctx context.Context) (err error) {
	if g.drawn == "" {
		g.drawn, err = g.drawOn(ctx, paper{})
	}
	return err
}

// drawOn draws the picture for a paper.
func (g *given) drawOn(ctx context.Context, p paper) (string, error) {
	if drawGiven == nil {
		return "", errNoDrawing
	}
	written, err := json.Marshal(g.charts)
	if err != nil {
		return "", err
	}
	var wide []givenChart // copies, which are changed
	if err := json.Unmarshal(written, &wide); err != nil {
		return "", err
	}
	for i := range wide {
		if wide[i].Width = p.pixels(); p.print() {
			wide[i].Height = min(wide[i].Height, wide[i].Width*7/10)
			wide[i].named(p.ruler())
			wide[i].apart()
		}
	}
	if written, err = json.Marshal(wide); err != nil {
		return "", err
	}
	return drawGiven(ctx, written, anyInk)
}

// drawGiven draws charts of go-echarts; nil in a program without package draw.
var drawGiven func(ctx context.Context, charts []byte, ink string) (svg string, err error)

// DrawGiven sets the function that draws pictures of charts of go-echarts. Package draw calls
// it when it is imported.
func DrawGiven(draw func(ctx context.Context, charts []byte, ink string) (svg string, err error)) {
	drawGiven = draw
}

var errNoDrawing = errors.New("this program draws no charts of go-echarts: import " +
	`_ "github.com/focal-search/focal/kernel/plot/echarts/draw" for that`)

// picture returns the picture, an empty one of its size while it is pending.
func (g *given) picture(p paper) (string, error) {
	if p.print() {
		return g.drawOn(context.Background(), p)
	}
	if g.pending {
		return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%[2]d"/>`,
			pageWidth, g.height(), pageWidth), nil
	}
	err := g.draw(context.Background())
	return g.drawn, err
}

func (g *given) fragment(picture, summary string) (string, error) {
	return liveOr("focalCharts", g.key, map[string]any{"given": g.charts, "height": g.height()}, picture, summary, pageWidth)
}

func (g *given) height() (sum int) {
	for _, c := range g.charts {
		sum += c.Height
	}
	return sum
}

// Staged returns the chart as it is shown first and, if its picture takes a while, a
// function that returns the complete chart. show.Value calls it.
func (c *Chart) Staged() (now show.MIME, then func(context.Context) show.MIME) {
	g := c.given
	if c.Err() != nil || g == nil || g.drawn != "" {
		return c.MIME(), nil
	}
	script := show.FirstTime(chartScript.name, c.text())
	g.pending, g.key = true, rand.Text()
	now = c.mime(script)
	return now, func(ctx context.Context) show.MIME {
		if err := g.draw(ctx); err != nil {
			c.notes = append(c.notes, "There is no picture for where scripts do not run: "+err.Error())
			return c.mime(script)
		}
		g.pending = false
		return c.mime(script)
	}
}
