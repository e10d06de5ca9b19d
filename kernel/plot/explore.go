package plot

import (
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"html"
	"math"
	"strings"

	"github.com/focal-search/focal/kernel/internal/packed"
	"github.com/focal-search/focal/kernel/show"
)

// A Slider is a number that a reader moves, from From to To by Step.
type Slider struct {
	Name           string
	From, To, Step float64
}

// Values are those of sliders, by name.
type Values map[string]float64

// Explore draws a chart at every place of some sliders, and puts these above it: the
// chart follows at once, in any notebook and in a page that opens from disk, with no
// kernel behind it. At first they stand in the middle.
//
//	plot.Explore(func(v plot.Values) *plot.Chart {
//		pfs := engine.Solve(show.Context(), p, engine.PFS(v["w"], v["p"]), engine.Seed(7), engine.Traced())
//		return plot.Trajectory(pfs)
//	}, plot.Slider{Name: "w", From: 1.1, To: 2, Step: 0.1}, plot.Slider{Name: "p", From: 0.5, To: 0.9, Step: 0.1}).Show()
//
// All is drawn beforehand, at most 500 charts, while progress is shown; an interrupt
// ends it. Where one chart has an error there is none at all, and the error says at
// which place.
func Explore(draw func(Values) *Chart, sliders ...Slider) *Chart {
	e := &explored{key: rand.Text()}
	places := 1
	for _, s := range sliders {
		if err := s.check(); err != nil {
			return failed(err)
		}
		e.sliders = append(e.sliders, knob{s.Name, s.values()})
		places *= len(s.values())
		if places > mostPlaced {
			return failed(fmt.Errorf("the sliders have more than %d places in all: take greater steps", mostPlaced))
		}
	}
	switch {
	case draw == nil:
		return failed(errors.New("the function that draws is nil"))
	case len(sliders) == 0:
		return failed(errors.New(`no sliders: give some, such as plot.Slider{Name: "w", From: 1.1, To: 2, Step: 0.1}`))
	}
	bar := show.Live("exploring")
	defer bar.Done()
	ctx := show.Context()
	for at := range places {
		if ctx.Err() != nil {
			return failed(fmt.Errorf("interrupted after %d of %d charts", at, places))
		}
		v := e.values(at)
		c := draw(v)
		if err := c.Err(); err != nil {
			return failed(fmt.Errorf("at %s: %w", e.describe(at), err))
		}
		if c.film != nil || c.given != nil || c.explored != nil {
			return failed(errors.New("sliders move charts of numbers, not pictures, charts of go-echarts, or sliders"))
		}
		c.figure.key = e.key
		e.charts = append(e.charts, c)
		bar.Set(int64(at+1), int64(places))
	}
	first := e.charts[e.first()]
	c := &Chart{explored: e, summary: []string{e.line()}}
	c.summary = append(append(c.summary, first.summary...), first.notes...)
	return c
}

// mostPlaced is how many charts are drawn beforehand.
const mostPlaced = 500

func (s Slider) check() error {
	finite := !math.IsNaN(s.From+s.To+s.Step) && !math.IsInf(s.From+s.To+s.Step, 0)
	if s.Name == "" || !finite || !(s.Step > 0) || !(s.To >= s.From) {
		return fmt.Errorf("slider %q from %v to %v by %v: want a name, a step above 0, and an end that is not before "+
			"the beginning", s.Name, s.From, s.To, s.Step)
	}
	if (s.To-s.From)/s.Step > mostPlaced {
		return fmt.Errorf("slider %q has more than %d places: take a greater step", s.Name, mostPlaced)
	}
	return nil
}

// values are the places of a slider, as decimals.
func (s Slider) values() (all []float64) {
	for k := range int(math.Floor((s.To-s.From)/s.Step+1e-9)) + 1 {
		all = append(all, rounded(s.From+float64(k)*s.Step, 12))
	}
	return all
}

// explored are the charts at all places of sliders.
type explored struct {
	key     string
	sliders []knob
	charts  []*Chart // the last slider moves fastest
}

// A knob is a slider for explore.js.
type knob struct {
	Name   string    `json:"name"`
	Values []float64 `json:"values"`
}

// places are those of each slider at one of all places.
func (e *explored) places(at int) []int {
	all := make([]int, len(e.sliders))
	for k := len(all) - 1; k >= 0; k-- {
		n := len(e.sliders[k].Values)
		all[k] = at % n
		at /= n
	}
	return all
}

func (e *explored) values(at int) Values {
	v := Values{}
	for k, place := range e.places(at) {
		v[e.sliders[k].Name] = e.sliders[k].Values[place]
	}
	return v
}

// first is the place in the middle.
func (e *explored) first() (at int) {
	for _, s := range e.sliders {
		at = at*len(s.Values) + (len(s.Values)-1)/2
	}
	return at
}

func (e *explored) describe(at int) string {
	var all []string
	for k, place := range e.places(at) {
		all = append(all, fmt.Sprintf("%s = %v", e.sliders[k].Name, e.sliders[k].Values[place]))
	}
	return strings.Join(all, ", ")
}

// line lists the sliders and where they stand.
func (e *explored) line() string {
	var all []string
	for _, s := range e.sliders {
		all = append(all, fmt.Sprintf("%s from %v to %v", s.Name, s.Values[0], s.Values[len(s.Values)-1]))
	}
	return "Sliders: " + strings.Join(all, ", ") + ". Shown at " + e.describe(e.first()) + "."
}

func (e *explored) heading() string { return e.charts[e.first()].content().heading() }

func (*explored) script() script { return chartScript }

func (e *explored) picture(ink string) (string, error) {
	return e.charts[e.first()].content().picture(ink)
}

// explore.js is a function of packed.UnpackJS, its script and the packed sliders.
//
//go:embed explore.js
var exploreJS string

// fragment is the first chart below the sliders.
func (e *explored) fragment(summary string) (string, error) {
	chart, err := e.charts[e.first()].content().fragment(summary)
	if err != nil {
		return "", err
	}
	type drawn struct {
		Live  live     `json:"live"`
		Notes []string `json:"notes"`
	}
	var all []drawn
	for _, c := range e.charts {
		all = append(all, drawn{c.figure.live(), c.notes})
	}
	text, err := pack(map[string]any{"sliders": e.sliders, "first": e.places(e.first()), "charts": all})
	if err != nil {
		return "", err
	}
	notes := ""
	for _, n := range e.charts[e.first()].notes {
		notes += "<div>" + html.EscapeString(n) + "</div>"
	}
	return fmt.Sprintf(`<div class="focal-explore"><div class="focal-sliders">%s</div>%s<div class="focal-notes">%s</div><script>(%s)(%s,document.currentScript,"%s")</script></div>`,
		html.EscapeString(e.line()), chart, notes, strings.TrimSpace(exploreJS), packed.UnpackJS, text), nil
}
