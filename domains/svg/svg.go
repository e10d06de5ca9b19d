// Package svg holds what the domains' pictures of states share: the SVG element
// around a picture, and maps. Draw of engine.Problem documents what a picture may
// contain.
package svg

import (
	"fmt"
	"html"
	"strings"
)

// A Picture is an SVG element in the making.
type Picture struct{ b strings.Builder }

// New begins a picture of a size in pixels. Its title says in words what it shows.
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

// String is the picture.
func (p *Picture) String() string { return p.b.String() + "</svg>\n" }
