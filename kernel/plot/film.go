package plot

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/output"
	"github.com/focal-search/focal/kernel/internal/packed"
)

// A film is a sequence of pictures of states, along moves.
type film struct {
	title  string
	states []*state // at the start and after each move; only those that are shown
	after  []int    // the number of moves before each
	moves  []string // the moves' names
}

// longestFilm is the greatest number of states that are shown.
const longestFilm = 1000

func newFilm(title string, p *engine.Problem, moves []engine.Move) (*film, error) {
	f := &film{title: title, moves: p.Names(moves)}
	all, err := pictures(p, moves)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	f.after = thin(upTo(len(all)), longestFilm)
	for _, i := range f.after {
		s, err := newState(all[i])
		if err != nil {
			return nil, fmt.Errorf("%s, after %d moves: %w", p.Name, i, err)
		}
		f.states = append(f.states, s)
	}
	return f, nil
}

func (f *film) heading() string { return f.title }

// caption returns the text below a state's picture in the strip.
func (f *film) caption(i int) string {
	switch n := f.after[i]; {
	case len(f.states) == 1:
		return f.states[i].title
	case n == 0:
		return "start"
	case n == 1:
		return "after 1 move"
	default:
		return fmt.Sprintf("after %d moves", n)
	}
}

// The static picture.
const (
	stripLength = 5  // states side by side, at most
	stripGap    = 18 // between them, in pixels
)

// strip returns the indexes of the states in the static picture.
func (f *film) strip(p paper) []int {
	const least = 110 // of a state on paper, in pixels
	return thin(upTo(len(f.states)), max(1, min(stripLength, (p.pixels()+stripGap)/(least+stripGap))))
}

// size returns the size of a picture in the strip.
func (f *film) size(p paper) (w, h float64) {
	for _, s := range f.states {
		w, h = max(w, s.display()), max(h, s.display()/s.width*s.height)
	}
	scale := min(1, (float64(p.pixels()+stripGap)/float64(len(f.strip(p)))-stripGap)/w)
	return w * scale, h * scale
}

// stripWidth returns the width of the whole strip.
func (f *film) stripWidth(p paper) float64 {
	w, _ := f.size(p)
	n := float64(len(f.strip(p)))
	return max(n*w+(n-1)*stripGap, min(p.ruler().title(f.title), float64(p.pixels())))
}

// hovered matches the attributes that only an animation needs.
var hovered = regexp.MustCompile(` data-key="[^"]*"|<title>[^<]*</title>\n?`)

// svg draws a strip of states, or of a selection if there are many.
func (f *film) svg(p paper) string {
	w, h := f.size(p)
	const captionHeight = 30
	total := f.stripWidth(p)
	titles := output.Lines(f.title, total, p.ruler().title)
	top := float64(titleHeight + titleLine*(len(titles)-1))
	var d drawing
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" font-family="sans-serif" font-size="12" fill="%s" color="%s">`+"\n",
		px(total), px(top+h+captionHeight), px(total), px(top+h+captionHeight), anyInk, anyInk)
	for i, line := range titles {
		d.text(0, float64(18+titleLine*i), "start", line, `font-size="15" font-weight="bold"`)
	}
	for k, i := range f.strip(p) {
		x := float64(k) * (w + stripGap)
		d.WriteString(hovered.ReplaceAllString(f.states[i].placed(x, top, w, h), ""))
		d.text(x+w/2, top+h+18, "middle", f.caption(i), "")
	}
	d.WriteString("</svg>")
	return d.String()
}

// player.js is a function that takes packed.UnpackJS and a colour.
//
//go:embed player.js
var playerJS string

var filmScript = script{"films, focal 1", sync.OnceValue(func() string {
	return "<script>" + playerJS + "(" + packed.UnpackJS + `,"` + blue + `")</script>`
})}

func (*film) script() script { return filmScript }

// frames describes a film to player.js. A picture is a list of lines, since most lines
// are the same as in the previous picture.
type frames struct {
	Title  string   `json:"title"`
	Width  float64  `json:"width"` // greatest width on the page, in pixels
	Lines  []string `json:"lines"`
	States [][]int  `json:"states"` // the indexes of each picture's lines
	After  []int    `json:"after"`  // the number of moves before each
	Moves  []string `json:"moves"`
}

func (f *film) frames() frames {
	d := frames{Title: f.title, After: f.after, Moves: f.moves}
	var lines vocabulary
	for _, s := range f.states {
		d.Width = max(d.Width, s.display())
		var state []int
		for line := range strings.Lines("<svg xmlns=\"http://www.w3.org/2000/svg\"" + s.open + ">\n" + s.content) {
			state = append(state, int(lines.number(line)))
		}
		d.States = append(d.States, state)
	}
	d.Lines = lines.words
	return d
}

// fragment returns the film as HTML for any page or notebook.
func (f *film) fragment(picture, summary string) (string, error) {
	return liveOr("focalFilms", "", f.frames(), picture, summary, int(f.stripWidth(paper{})))
}

func (f *film) picture(p paper) (string, error) { return f.svg(p), nil }
