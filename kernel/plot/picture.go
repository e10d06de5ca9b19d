package plot

import (
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/show"
)

// Picture draws a problem's start state: a board, a stack, a map. A cell of the instant
// kernel whose last value is a problem shows this picture.
//
//	plot.Picture(domains.Get("npuzzle/korf/39:heavy")).Show()
func Picture(p *engine.Problem) *Chart {
	if err := drawable(p); err != nil {
		return &Chart{err: err}
	}
	f, err := newFilm(p.Name, p, nil)
	if err != nil {
		return &Chart{err: err}
	}
	c := &Chart{film: f}
	if title := f.states[0].title; title != "" {
		c.summary = append(c.summary, title)
	}
	if p.Picture != nil {
		c.summary = append(c.summary, strings.TrimRight(p.Picture(nil), "\n"))
	}
	return c
}

func init() {
	show.DrawProblems(func(p *engine.Problem) show.Rich { return Picture(p) })
}

func drawable(p *engine.Problem) error {
	switch {
	case p == nil:
		return errors.New("a problem is nil: there is nothing to draw")
	case p.Err != nil:
		return p.Err
	case p.Draw == nil && p.Picture == nil:
		return fmt.Errorf("%s: the problem has neither Draw nor Picture, which draw a state", p.Name)
	}
	return nil
}

// pictures returns pictures of the start state and of the state after each move.
func pictures(p *engine.Problem, moves []engine.Move) (all []string, err error) {
	if p.Draw != nil {
		all, err = p.Draw(moves)
		if err == nil && len(all) != len(moves)+1 {
			err = fmt.Errorf("Draw returns %d pictures for %d moves: want one more than there are moves", len(all), len(moves))
		}
		return all, err
	}
	for i := range len(moves) + 1 {
		all = append(all, p.Picture(moves[:i]))
	}
	return all, nil
}

// A state is one picture: a parsed SVG element.
type state struct {
	width, height float64 // of its viewBox
	open          string  // the start tag's attributes except position and size
	content       string
	title         string // what it shows, in words
}

// Sizes of a text picture, in pixels.
const (
	letterWidth = 8.43 // of a 14-pixel monospaced font
	lineHeight  = 18
)

// newState parses a picture: an SVG element, or lines of text.
func newState(picture string) (*state, error) {
	if trimmed := strings.TrimSpace(picture); !strings.HasPrefix(trimmed, "<svg") && !strings.HasPrefix(trimmed, "<?xml") {
		picture = written(picture)
	}
	s := &state{}
	if err := s.read(picture); err != nil {
		return nil, fmt.Errorf("a picture is not one SVG element: %w", err)
	}
	return s, nil
}

// written returns text as an SVG element.
func written(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	longest := 0
	for _, l := range lines {
		longest = max(longest, utf8.RuneCountInString(l))
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %g %d" font-family="monospace" font-size="14" fill="currentColor">`+"\n",
		math.Ceil(float64(longest)*letterWidth)+4, len(lines)*lineHeight+4)
	for i, l := range lines {
		fmt.Fprintf(&b, `<text x="2" y="%d" xml:space="preserve">`, (i+1)*lineHeight-3)
		xml.EscapeText(&b, []byte(l)) // also replaces characters that XML cannot represent
		b.WriteString("</text>\n")
	}
	return b.String() + "</svg>"
}

// read parses an SVG element, and returns an error if it is not well-formed.
func (s *state) read(picture string) error {
	d := xml.NewDecoder(strings.NewReader(picture))
	depth, from, inTitle := 0, int64(0), false
	for {
		before := d.InputOffset()
		token, err := d.Token()
		switch {
		case err == io.EOF && from > 0:
			return nil
		case err != nil:
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			depth++
			switch {
			case depth == 1 && from > 0:
				return fmt.Errorf("after it there is another element, <%s>", token.Name.Local)
			case depth == 1:
				from = d.InputOffset()
				if err := s.begin(token); err != nil {
					return err
				}
			}
			inTitle = depth == 2 && token.Name.Local == "title"
		case xml.CharData:
			if inTitle {
				s.title += string(token)
			}
		case xml.EndElement:
			depth--
			inTitle = false
			if depth == 0 {
				s.content = strings.TrimPrefix(picture[from:before], "\n")
			}
		}
	}
}

// begin parses the start tag.
func (s *state) begin(e xml.StartElement) error {
	if e.Name.Local != "svg" {
		return fmt.Errorf("it is <%s>: want <svg>", e.Name.Local)
	}
	size := map[string]float64{}
	box := ""
	for _, a := range e.Attr {
		name := a.Name.Local
		switch a.Name.Space {
		case "xmlns":
			name = "xmlns:" + name
		case "http://www.w3.org/XML/1998/namespace":
			name = "xml:" + name
		}
		switch name {
		case "viewBox":
			box = a.Value
		case "width", "height":
			size[name], _ = strconv.ParseFloat(strings.TrimSuffix(a.Value, "px"), 64)
		case "x", "y", "xmlns":
		default:
			s.open += fmt.Sprintf(` %s="%s"`, name, html.EscapeString(a.Value))
		}
	}
	if box == "" {
		box = fmt.Sprintf("0 0 %g %g", size["width"], size["height"])
	}
	if n, err := fmt.Sscanf(strings.ReplaceAll(box, ",", " "), "%g %g %g %g", new(float64), new(float64), &s.width,
		&s.height); n != 4 || err != nil || !(s.width > 0 && s.height > 0) {
		return fmt.Errorf(`its viewBox is %q: want one such as "0 0 400 300", of a width and a height above 0`, box)
	}
	s.open += fmt.Sprintf(` viewBox="%s"`, html.EscapeString(box))
	return nil
}

// display returns the width in pixels at which a picture is shown: its own width, within
// bounds that keep it legible and on the page.
func (s *state) display() float64 {
	wide := s.width
	if wide < 160 {
		wide = 320 // its units are not pixels but, for example, squares of a board
	}
	return min(wide, pageWidth)
}

// placed returns the picture as an element of another.
func (s *state) placed(x, y, w, h float64) string {
	return fmt.Sprintf(`<svg x="%s" y="%s" width="%s" height="%s"%s>`, px(x), px(y), px(w), px(h), s.open) + s.content +
		"</svg>\n"
}
