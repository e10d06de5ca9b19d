//go:build !js

package raster

import (
	"strings"
	"sync"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fonts are the regular and the bold one of Go, which are free and have Latin, Greek
// and Cyrillic letters and the usual signs.
var fonts = map[bool]func() *sfnt.Font{
	false: sync.OnceValue(func() *sfnt.Font { return parsed(goregular.TTF) }),
	true:  sync.OnceValue(func() *sfnt.Font { return parsed(gobold.TTF) }),
}

func parsed(ttf []byte) *sfnt.Font {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic(err) // it is compiled in
	}
	return f
}

// em is the size at which outlines are read.
const em = 1024

// write draws the text that has come to its end.
func (c *canvas) write(l look) error {
	font := fonts[l.bold]()
	var buffer sfnt.Buffer
	var outline path
	x := 0.0
	of := func(p fixed.Point26_6, x float64) point { return point{x + float64(p.X)/64, float64(p.Y) / 64} }
	for _, letter := range strings.TrimSpace(c.text.String()) {
		glyph, err := font.GlyphIndex(&buffer, letter)
		if err != nil {
			return err
		}
		segments, err := font.LoadGlyph(&buffer, glyph, fixed.I(em), nil)
		if err != nil {
			return err
		}
		var at point
		for _, s := range segments {
			if s.Op == sfnt.SegmentOpMoveTo {
				outline = append(outline, line{closed: true})
			}
			last := &outline[len(outline)-1].points
			a, b, d := of(s.Args[0], x), of(s.Args[1], x), of(s.Args[2], x)
			switch s.Op {
			case sfnt.SegmentOpMoveTo, sfnt.SegmentOpLineTo:
				*last = append(*last, a)
				at = a
			case sfnt.SegmentOpQuadTo:
				*last = append(*last, curve(at, between(at, a, 2.0/3), between(b, a, 2.0/3), b)...)
				at = b
			case sfnt.SegmentOpCubeTo:
				*last = append(*last, curve(at, a, b, d)...)
				at = d
			}
		}
		advance, err := font.GlyphAdvance(&buffer, glyph, fixed.I(em), 0)
		if err != nil {
			return err
		}
		x += float64(advance) / 64
	}
	scale := l.size / em
	at := c.at
	switch l.anchor {
	case "middle":
		at.x -= x * scale / 2
	case "end":
		at.x -= x * scale
	}
	switch l.baseline { // the middle of the letters, or their top, lies at the text's place
	case "central", "middle":
		at.y += 0.36 * l.size
	case "hanging", "text-before-edge":
		at.y += 0.75 * l.size
	}
	placed := outline.through(l.matrix.times(matrix{scale, 0, 0, scale, at.x, at.y}))
	return c.paint(&l, l.fill, l.fillOpacity, placed, placed.bounds())
}
