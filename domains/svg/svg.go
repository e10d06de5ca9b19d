// Package svg helps domains draw their states: it writes the SVG element around a
// picture, and maps of cities. Draw of engine.Problem documents what a picture may
// contain.
package svg

import (
	"fmt"
	"html"
	"strings"
)

// A Picture is an SVG element to which elements are added.
type Picture struct{ b strings.Builder }

// New begins a picture of a size in pixels. Its title describes the picture for readers
// who cannot see it.
func New(width, height float64, title string) *Picture {
	p := &Picture{}
	fmt.Fprintf(&p.b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.5g %.5g" font-family="sans-serif">`+"\n",
		width, height)
	p.Printf(`<title>%s</title>`, html.EscapeString(title))
	return p
}

// Printf adds an element. Elements that stay the same from state to state cost
// an animation next to nothing.
func (p *Picture) Printf(format string, args ...any) {
	fmt.Fprintf(&p.b, format+"\n", args...)
}

// String returns the picture as SVG.
func (p *Picture) String() string { return p.b.String() + "</svg>\n" }
