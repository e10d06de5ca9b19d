// Package svg holds what the domains' pictures of states share: the colours,
// the SVG element around a picture, and maps. What a picture may be is told at
// engine.Problem's Draw.
package svg

import (
	"fmt"
	"html"
	"strings"
)

// The colours of pictures and of plots. They are told apart by colour-blind
// readers (they follow Okabe and Ito) and read on light and dark grounds. Ink is
// the colour of the text around.
const (
	Blue      = "#106da9"
	Vermilion = "#bf5401"
	Green     = "#149f77"
	Pink      = "#ca699d"
	Ochre     = "#b58d06"
	Grey      = "#888888"
	Sky       = "#56b4e9"
	Violet    = "#7e5fbf"
	Ink       = "currentColor"
)

// A Picture is an SVG element in the making.
type Picture struct{ b strings.Builder }

// New begins a picture of a size in pixels. Its title says in words what it shows.
func New(width, height float64, title string) *Picture {
	p := &Picture{}
	fmt.Fprintf(&p.b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.5g %.5g" font-family="sans-serif">`+"\n", width, height)
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
