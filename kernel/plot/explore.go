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

// A Slider is a number that a reader moves, from From to To by Step.
type Slider struct {
	Name           string
	From, To, Step float64
}

// Values are those of sliders, by name.
type Values map[string]float64

// Explore puts sliders above a chart that follows them. At first they stand in the
// middle.
//
//	plot.Explore(func(v plot.Values) *plot.Chart {
//		pfs := engine.Solve(show.Context(), p, engine.PFS(v["w"], v["p"]), engine.Seed(7), engine.Traced())
//		return plot.Trajectory(pfs)
//	}, plot.Slider{Name: "w", From: 1.1, To: 2, Step: 0.1}, plot.Slider{Name: "p", From: 0.5, To: 0.9, Step: 0.1}).Show()
//
// In the instant kernel, before a front end that has Jupyter's widgets, each move
// calls draw. A move that comes meanwhile cancels show.Context, and draw is called
// anew. Elsewhere all is drawn beforehand, at most 500 charts, while progress is
// shown: so the chart follows in any notebook and in a page that opens from disk,
// with no kernel behind it. In GoNB, in JupyterLab, the sliders are there before that,
// and what they are moved to is drawn first, by the connection of GoNB's own widgets.
// An interrupt ends that. Where one chart has an error there is none at all, and the
// error says at which place.
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

// summarize says what the sliders show at first.
func (c *Chart) summarize() {
	e := c.explored
	c.summary = append(append([]string{e.line(e.at)}, e.first.summary...), e.first.notes...)
}

// chart is that at a place.
func (e *explored) chart(at []int) (*Chart, error) {
	c := e.draw(e.values(at))
	if err := c.Err(); err != nil {
		return nil, fmt.Errorf("at %s: %w", e.describe(at), err)
	}
	if c.film != nil || c.given != nil || c.explored != nil {
		return nil, errors.New("sliders move charts of numbers, not pictures, charts of go-echarts, or sliders")
	}
	c.figure.key = e.key
	return c, nil
}

// prepare makes room for the charts at all places.
func (e *explored) prepare() error {
	places := 1
	for _, s := range e.sliders {
		if s.places() > mostPlaced {
			return fmt.Errorf("slider %q has more than %d places: take a greater step", s.Name, mostPlaced)
		}
		if places *= s.places(); places > mostPlaced {
			return fmt.Errorf("the sliders have more than %d places in all: take greater steps", mostPlaced)
		}
	}
	e.charts = make([]*Chart, places)
	return nil
}

// drawAll draws the charts that are missing.
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

// mostPlaced is how many charts are drawn beforehand.
const mostPlaced = 500

func (s Slider) check() error {
	finite := !math.IsNaN(s.From+s.To+s.Step) && !math.IsInf(s.From+s.To+s.Step, 0)
	if s.Name == "" || !finite || !(s.Step > 0) || !(s.To >= s.From) {
		return fmt.Errorf("slider %q from %v to %v by %v: want a name, a step above 0, and an end that is not before "+
			"the beginning", s.Name, s.From, s.To, s.Step)
	}
	return nil
}

// places is how many places a slider has.
func (s Slider) places() int {
	return int(min(math.Floor((s.To-s.From)/s.Step+1e-9), math.MaxInt32)) + 1
}

// value is the number at a place, as a decimal.
func (s Slider) value(place int) float64 { return rounded(s.From+float64(place)*s.Step, 12) }

// place is the one nearest to a number.
func (s Slider) place(value float64) int {
	return int(max(0, min(math.Round((value-s.From)/s.Step), float64(s.places()-1))))
}

// explored are the charts at all places of sliders.
type explored struct {
	key     string
	draw    func(Values) *Chart
	sliders []Slider
	at      []int    // where they stand: the place of each
	first   *Chart   // that is shown at first, there
	charts  []*Chart // all, the last slider moves fastest; nil where they are drawn when a reader asks for them
	address string   // where the page asks for what is missing, while it is being drawn; else ""
	undrawn bool     // an interrupt has left some of them out
}

// middle is where the sliders stand at first: the place of each.
func (e *explored) middle() (at []int) {
	for _, s := range e.sliders {
		at = append(at, (s.places()-1)/2)
	}
	return at
}

// index is that of a place among all.
func (e *explored) index(at []int) (index int) {
	for k, s := range e.sliders {
		index = index*s.places() + at[k]
	}
	return index
}

// place is the one with an index.
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

// line lists the sliders and where they stand.
func (e *explored) line(at []int) string {
	var all []string
	for _, s := range e.sliders {
		all = append(all, fmt.Sprintf("%s from %v to %v", s.Name, s.value(0), s.value(s.places()-1)))
	}
	return "Sliders: " + strings.Join(all, ", ") + ". Shown at " + e.describe(at) + "."
}

// Control shows the sliders as Jupyter's widgets, and below them the chart, which
// follows them. It is false where there are no widgets, or no sliders.
func (c *Chart) Control() bool {
	if c == nil || c.explored == nil {
		return false
	}
	e := c.explored
	if !widget.Ready() {
		return c.showWhileDrawn()
	}
	if show.FirstTime(chartScript.name, c.text()) {
		show.NewPlace(show.MIME{show.HTMLType: chartScript.html(), show.Plain: ""}) // once, not with each drawing
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

// placed is a chart that says where the sliders stand.
func (e *explored) placed(at []int, c *Chart) *Chart {
	placed := *c
	placed.summary = append([]string{e.line(at)}, c.summary...)
	return &placed
}

func (e *explored) heading() string { return e.first.content().heading() }

func (*explored) script() script { return chartScript }

func (e *explored) picture(ink string) (string, error) {
	return e.first.content().picture(ink)
}

// explore.js is a function of packed.UnpackJS, its script and the packed sliders.
//
//go:embed explore.js
var exploreJS string

// A knob is a slider for explore.js.
type knob struct {
	Name   string    `json:"name"`
	Values []float64 `json:"values"`
}

// An exploredChart is one for explore.js.
type exploredChart struct {
	Index int      `json:"index"`
	Live  live     `json:"live"`
	Notes []string `json:"notes"`
}

// fragment is the first chart below the sliders.
func (e *explored) fragment(summary string) (string, error) {
	chart, err := e.first.content().fragment(summary)
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
	notes := ""
	for _, n := range e.first.notes {
		notes += "<div>" + html.EscapeString(n) + "</div>"
	}
	return fmt.Sprintf(`<div class="focal-explore"><div class="focal-sliders">%s</div>%s<div class="focal-notes">%s</div><script>(%s)(%s,document.currentScript,"%s")</script></div>`,
		html.EscapeString(e.line(e.at)), chart, notes, strings.TrimSpace(exploreJS), packed.UnpackJS, text), nil
}
