package plot

import (
	"context"
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"html"
	"math"
	"strings"

	"github.com/focal-search/focal/kernel/internal/packed"
	"github.com/focal-search/focal/kernel/show"
	"github.com/focal-search/focal/kernel/widget"
)

// A Slider is a number that a reader chooses, from From to To in steps of Step.
type Slider struct {
	Name           string
	From, To, Step float64
}

// Values are the values of sliders by name.
type Values map[string]float64

// Explore shows sliders above a chart that depends on them. Initially the sliders are in
// the middle.
//
//	plot.Explore(func(v plot.Values) *plot.Chart {
//		pfs := engine.Solve(show.Context(), p, engine.PFS(v["w"], v["p"]), engine.Seed(7), engine.Traced())
//		return plot.Trajectory(pfs)
//	}, plot.Slider{Name: "w", From: 1.1, To: 2, Step: 0.1}, plot.Slider{Name: "p", From: 0.5, To: 0.9, Step: 0.1}).Show()
//
// In the instant kernel, if the front end has Jupyter's widgets, each move calls draw. A
// further move cancels show.Context, and draw is called again. Elsewhere all charts, at
// most 500, are drawn in advance while a progress bar is shown, so the chart follows its
// sliders in any notebook and in a page opened from disk, without a kernel. With GoNB in
// JupyterLab the sliders appear immediately, and the positions to which they are moved
// are drawn first, through the connection of GoNB's widgets; an interrupt stops the
// drawing. If one chart has an error, no chart is shown, and the error names the
// position.
func Explore(draw func(Values) *Chart, sliders ...Slider) *Chart {
	switch {
	case draw == nil:
		return failed(errors.New("the function that draws is nil"))
	case len(sliders) == 0:
		return failed(errors.New(`no sliders: give some, such as plot.Slider{Name: "w", From: 1.1, To: 2, Step: 0.1}`))
	}
	for _, s := range sliders {
		if err := s.check(); err != nil {
			return failed(err)
		}
	}
	e := &explored{key: rand.Text(), draw: draw, sliders: sliders}
	e.at = e.middle()
	var err error
	if !widget.Ready() {
		err = e.prepare()
	}
	if err == nil {
		e.first, err = e.chart(e.at)
	}
	if err == nil && !widget.Ready() {
		e.charts[e.index(e.at)] = e.first
		if !show.CanAsk() {
			err = e.drawAll()
		}
	}
	if err != nil {
		return failed(err)
	}
	c := &Chart{explored: e}
	c.summarize()
	return c
}

// summarize describes the initial chart.
func (c *Chart) summarize() {
	e := c.explored
	c.summary = append(append([]string{e.line(e.at)}, e.first.summary...), e.first.notes...)
}

// chart returns the chart at a position of the sliders.
func (e *explored) chart(at []int) (*Chart, error) {
	c := e.draw(e.values(at))
	if err := c.Err(); err != nil {
		return nil, fmt.Errorf("at %s: %w", e.describe(at), err)
	}
	if c.film != nil || c.given != nil || c.explored != nil {
		return nil, errors.New("sliders need a chart of numbers, not a picture, a chart of go-echarts, or other sliders")
	}
	c.figure.key = e.key
	return c, nil
}

// prepare makes room for the charts at all positions.
func (e *explored) prepare() error {
	places := 1
	for _, s := range e.sliders {
		if s.places() > mostPlaced {
			return fmt.Errorf("slider %q has more than %d positions: choose a larger step", s.Name, mostPlaced)
		}
		if places *= s.places(); places > mostPlaced {
			return fmt.Errorf("the sliders have more than %d combinations of positions: choose larger steps", mostPlaced)
		}
	}
	e.charts = make([]*Chart, places)
	return nil
}

// drawAll draws the missing charts.
func (e *explored) drawAll() error {
	if e.charts == nil {
		if err := e.prepare(); err != nil {
			return err
		}
	}
	bar := show.Live("exploring")
	defer bar.Done()
	ctx := show.Context()
	done := 0
	for index, c := range e.charts {
		if ctx.Err() != nil {
			return fmt.Errorf("interrupted after %d of %d charts", done, len(e.charts))
		}
		if c == nil {
			var err error
			if e.charts[index], err = e.chart(e.place(index)); err != nil {
				return err
			}
		}
		done++
		bar.Set(int64(done), int64(len(e.charts)))
	}
	return nil
}

// mostPlaced is the greatest number of charts drawn in advance.
const mostPlaced = 500

func (s Slider) check() error {
	finite := !math.IsNaN(s.From+s.To+s.Step) && !math.IsInf(s.From+s.To+s.Step, 0)
	if s.Name == "" || !finite || !(s.Step > 0) || !(s.To >= s.From) {
		return fmt.Errorf("slider %q from %v to %v by %v: want a name, a step above 0, and From at most "+
			"To", s.Name, s.From, s.To, s.Step)
	}
	return nil
}

// places returns the number of positions of a slider.
func (s Slider) places() int {
	return int(min(math.Floor((s.To-s.From)/s.Step+1e-9), math.MaxInt32)) + 1
}

// value returns the number at a position, rounded to a decimal.
func (s Slider) value(place int) float64 { return rounded(s.From+float64(place)*s.Step, 12) }

// place returns the position nearest to a number.
func (s Slider) place(value float64) int {
	return int(max(0, min(math.Round((value-s.From)/s.Step), float64(s.places()-1))))
}

// explored holds the charts at all positions of the sliders.
type explored struct {
	key     string
	draw    func(Values) *Chart
	sliders []Slider
	at      []int    // the position of each slider
	first   *Chart   // the initial chart
	charts  []*Chart // all, with the last slider varying fastest; nil if charts are drawn on request
	address string   // where the page asks for what is missing, while it is being drawn; else ""
	undrawn bool     // whether an interrupt left some of them out
}

// middle returns the initial position of each slider.
func (e *explored) middle() (at []int) {
	for _, s := range e.sliders {
		at = append(at, (s.places()-1)/2)
	}
	return at
}

// index returns the index of a position among all.
func (e *explored) index(at []int) (index int) {
	for k, s := range e.sliders {
		index = index*s.places() + at[k]
	}
	return index
}

// place returns the position with an index.
func (e *explored) place(index int) []int {
	at := make([]int, len(e.sliders))
	for k := len(at) - 1; k >= 0; k-- {
		n := e.sliders[k].places()
		at[k], index = index%n, index/n
	}
	return at
}

func (e *explored) values(at []int) Values {
	v := Values{}
	for k, s := range e.sliders {
		v[s.Name] = s.value(at[k])
	}
	return v
}

func (e *explored) describe(at []int) string {
	var all []string
	for k, s := range e.sliders {
		all = append(all, fmt.Sprintf("%s = %v", s.Name, s.value(at[k])))
	}
	return strings.Join(all, ", ")
}

// line lists the sliders and their positions.
func (e *explored) line(at []int) string {
	var all []string
	for _, s := range e.sliders {
		all = append(all, fmt.Sprintf("%s from %v to %v", s.Name, s.value(0), s.value(s.places()-1)))
	}
	return "Sliders: " + strings.Join(all, ", ") + ". Shown at " + e.describe(at) + "."
}

// Control shows the sliders as Jupyter widgets with the chart below them. It returns
// false if there are no widgets or no sliders.
func (c *Chart) Control() bool {
	if c == nil || c.explored == nil {
		return false
	}
	e := c.explored
	if !widget.Ready() {
		return c.showWhileDrawn()
	}
	if show.FirstTime(chartScript.name, c.text()) {
		show.NewPlace(show.MIME{show.HTMLType: chartScript.html(), show.Plain: ""}) // once, rather than with each drawing
	}
	longest := 0
	for _, s := range e.sliders {
		longest = max(longest, len([]rune(s.Name)))
	}
	var sliders []*widget.Model
	for k, s := range e.sliders {
		from, to := s.value(0), s.value(s.places()-1)
		sliders = append(sliders, widget.Slider(s.Name, longest, from, to, s.Step, s.value(e.at[k])))
	}
	output := widget.Output()
	show.NewPlace(show.MIME{widget.View: widget.Column(append(sliders, output)...).Data(), show.Plain: ""})
	place := newKept(e.key, output, e.placed(e.at, e.first).mime(false))
	widget.Follow(sliders, func(moved context.Context) {
		var at []int
		for k, s := range e.sliders {
			at = append(at, s.place(sliders[k].Float()))
		}
		drawn, err := e.chart(at)
		if moved.Err() != nil {
			return // for another drawing
		}
		if err != nil {
			drawn = failed(err)
		}
		place.Set(e.placed(at, drawn).mime(false))
	}, func(err error) { place.Set(failed(err).MIME()) })
	return true
}

// placed returns the chart with the sliders' position in its text.
func (e *explored) placed(at []int, c *Chart) *Chart {
	placed := *c
	placed.summary = append([]string{e.line(at)}, c.summary...)
	return &placed
}

func (e *explored) heading() string { return e.first.content().heading() }

func (*explored) script() script { return chartScript }

func (e *explored) picture(p paper) (string, error) {
	return e.first.content().picture(p)
}

// explore.js is a function that takes packed.UnpackJS, its script and the packed sliders.
//
//go:embed explore.js
var exploreJS string

// A knob describes a slider to explore.js.
type knob struct {
	Name   string    `json:"name"`
	Values []float64 `json:"values"`
}

// An exploredChart describes a chart to explore.js.
type exploredChart struct {
	Index int      `json:"index"`
	Live  live     `json:"live"`
	Notes []string `json:"notes"`
}

// fragment returns the initial chart below the sliders.
func (e *explored) fragment(picture, summary string) (string, error) {
	chart, err := e.first.content().fragment(picture, summary)
	if err != nil {
		return "", err
	}
	if e.address == "" && !e.undrawn {
		if err := e.drawAll(); err != nil {
			return "", err
		}
	}
	all := make([]*exploredChart, len(e.charts))
	for index, c := range e.charts {
		if c != nil {
			all[index] = &exploredChart{index, c.figure.live(), c.notes}
		}
	}
	var knobs []knob
	for _, s := range e.sliders {
		k := knob{Name: s.Name}
		for place := range s.places() {
			k.Values = append(k.Values, s.value(place))
		}
		knobs = append(knobs, k)
	}
	text, err := pack(map[string]any{"sliders": knobs, "first": e.at, "charts": all, "address": e.address})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf(`<div class="focal-explore"><div class="focal-sliders">%s</div>%s<div class="focal-notes">%s</div><script>(%s)(%s,document.currentScript,"%s")</script></div>`,
		html.EscapeString(e.line(e.at)), chart, divided(e.first.notes), strings.TrimSpace(exploreJS), packed.UnpackJS,
		text), nil
}
