//go:build !js

package svg

import (
	"fmt"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A Font is one font, with the file that it comes from.
type Font struct {
	Name    string
	Letters *sfnt.Font
	File    []byte // TrueType, OpenType or a collection of them
	Index   int    // in the collection
}

// The regular and the bold font of Go are free and have Latin, Greek and Cyrillic letters and the usual signs.
var goFonts = map[bool]func() *Font{
	false: sync.OnceValue(func() *Font { return parsed("Go-Regular", goregular.TTF) }),
	true:  sync.OnceValue(func() *Font { return parsed("Go-Bold", gobold.TTF) }),
}

func parsed(name string, ttf []byte) *Font {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic(err) // it is compiled in
	}
	return &Font{Name: name, Letters: f, File: ttf}
}

// A Library has more fonts than those of Go.
type Library struct {
	Find func(family string, bold bool) (*Font, error)
	With func(letter rune, bold bool) (*Font, bool) // any font that has a letter
}

// library is the one in use; nil in a program without package fonts.
var library *Library

// SetLibrary sets the library. Package fonts calls it when it is imported.
func SetLibrary(l *Library) { library = l }

// monospaced is the family of text whose letters have the same width.
const monospaced = "monospace"

// find returns a font of a family; "" and sans-serif are Go's.
func find(family string, bold bool) (*Font, error) {
	switch {
	case family == "" || family == "sans-serif" || family == "Go" || library == nil && family == monospaced:
		return goFonts[bold](), nil
	case library == nil:
		return nil, fmt.Errorf("this program has no font %q, only Go: import "+
			`_ "github.com/focal-search/focal/kernel/plot/fonts" for others`, family)
	}
	return library.Find(family, bold)
}

// A run is a piece of text in one font.
type run struct {
	font    *Font
	glyphs  []sfnt.GlyphIndex
	letters []rune
	widths  []float64 // of the glyphs, in ems
}

// shaped returns a text as runs: in a family's font, or where it lacks a letter in another that has it.
func shaped(text, family string, bold bool) (runs []run, err error) {
	first, err := find(family, bold)
	if err != nil {
		return nil, err
	}
	var buffer sfnt.Buffer
	for _, letter := range text {
		if unicode.IsSpace(letter) {
			letter = ' '
		}
		if unicode.Is(unicode.Cf, letter) || unicode.Is(unicode.Variation_Selector, letter) {
			continue // it shows nothing
		}
		f, glyph := first, sfnt.GlyphIndex(0)
		if glyph, err = f.Letters.GlyphIndex(&buffer, letter); err != nil {
			return nil, err
		}
		if glyph == 0 {
			f, glyph = goFonts[bold](), 0
			if glyph, err = f.Letters.GlyphIndex(&buffer, letter); err != nil {
				return nil, err
			}
		}
		if glyph == 0 && library != nil {
			if other, ok := library.With(letter, bold); ok {
				f = other
				if glyph, err = f.Letters.GlyphIndex(&buffer, letter); err != nil {
					return nil, err
				}
			}
		}
		if glyph == 0 {
			return nil, fmt.Errorf("no font at hand has the letter %q (%U) of %q: install one that has it", letter, letter, text)
		}
		units := f.Letters.UnitsPerEm()
		width, err := f.Letters.GlyphAdvance(&buffer, glyph, fixed.I(int(units)), font.HintingNone)
		if err != nil {
			return nil, err
		}
		if len(runs) == 0 || runs[len(runs)-1].font != f {
			runs = append(runs, run{font: f})
		}
		last := &runs[len(runs)-1]
		last.glyphs, last.letters = append(last.glyphs, glyph), append(last.letters, letter)
		last.widths = append(last.widths, float64(width)/64/float64(units))
	}
	return runs, nil
}

// wide is a text's width in ems.
func wide(text []run) (sum float64) {
	for _, r := range text {
		for _, w := range r.widths {
			sum += w
		}
	}
	return sum
}

// Width is the width of a text in a family's font, in ems; false if no font has its letters.
func Width(text, family string, bold bool) (ems float64, ok bool) {
	runs, err := shaped(text, family, bold)
	return wide(runs), err == nil
}

// em is the size at which outlines are read.
const em = 1024

// outlineOf is the outline of a text of size em.
func outlineOf(text []run) (outline path, err error) {
	var buffer sfnt.Buffer
	x := 0.0
	of := func(p fixed.Point26_6) point { return point{x + float64(p.X)/64, float64(p.Y) / 64} }
	for _, r := range text {
		for i, glyph := range r.glyphs {
			segments, err := r.font.Letters.LoadGlyph(&buffer, glyph, fixed.I(em), nil)
			if err != nil {
				return nil, err
			}
			var at point
			for _, s := range segments {
				if s.Op == sfnt.SegmentOpMoveTo {
					outline = append(outline, line{closed: true})
				}
				last := &outline[len(outline)-1].points
				a, b, d := of(s.Args[0]), of(s.Args[1]), of(s.Args[2])
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
			x += r.widths[i] * em
		}
	}
	return outline, nil
}

// write draws the text that has come to its end.
func (r *reader) write(l look) error {
	text, family := r.text.String(), r.family
	if !l.spaces {
		text = strings.TrimSpace(text)
	}
	if l.mono {
		family = monospaced
	}
	if r.defines || text == "" {
		return nil
	}
	runs, err := shaped(text, family, l.bold)
	if err != nil {
		return err
	}
	at := r.at
	switch l.anchor {
	case "middle":
		at.x -= wide(runs) * l.size / 2
	case "end":
		at.x -= wide(runs) * l.size
	}
	switch l.baseline { // the middle of the letters, or their top, lies at the text's place
	case "central", "middle":
		at.y += 0.36 * l.size
	case "hanging", "text-before-edge":
		at.y += 0.75 * l.size
	}
	with, ok, err := r.ink(&l, l.fill, l.fillOpacity, [2]point{at, at})
	if err != nil || !ok {
		return err
	}
	return r.page.write(runs, l.matrix.times(matrix{l.size, 0, 0, l.size, at.x, at.y}), with)
}
