//go:build !js

package svg

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// mayEmbed returns an error if a font's licence forbids to put it into files (fsType of the table OS/2).
func mayEmbed(f *Font) error {
	u16 := func(at int) int { return int(binary.BigEndian.Uint16(f.File[at:])) }
	u32 := func(at int) int { return int(binary.BigEndian.Uint32(f.File[at:])) }
	start := 0
	if string(f.File[:4]) == "ttcf" {
		start = u32(12 + 4*f.Index)
	}
	for i := range u16(start + 4) { // within the file, since it has been parsed
		const restricted = 2
		at := start + 12 + 16*i
		if string(f.File[at:at+4]) == "OS/2" && u16(u32(at+8)+8)&0xf == restricted {
			return errors.New("its licence does not allow that: choose another font")
		}
	}
	return nil
}

// truetype returns a TrueType font of some glyphs of another font, whatever its form: its outlines, without hints. A
// cubic curve becomes four quadratic ones.
//
// A library was tried in its place: tdewolff/font refuses fonts whose outlines are keyed by CID, as those of the usual
// Chinese, Japanese and Korean fonts are, and has 88 packages more.
func truetype(f *Font, glyphs []uint16) ([]byte, error) {
	units := f.Letters.UnitsPerEm()
	var buffer sfnt.Buffer
	var glyf, loca, hmtx binaryData
	box := [4]int16{math.MaxInt16, math.MaxInt16, math.MinInt16, math.MinInt16} // of all glyphs
	points, contours, widest := 0, 0, 0
	for _, glyph := range glyphs {
		loca.add(uint32(len(glyf)))
		segments, err := f.Letters.LoadGlyph(&buffer, sfnt.GlyphIndex(glyph), fixed.I(int(units)), nil)
		if err != nil {
			return nil, err
		}
		o := outlined(segments)
		if len(o.points) > 0 {
			own := o.bounds()
			for k := range 2 {
				box[k], box[k+2] = min(box[k], own[k]), max(box[k+2], own[k+2])
			}
			glyf = append(glyf, o.bytes(own)...)
		}
		points, contours = max(points, len(o.points)), max(contours, len(o.ends))
		width, err := f.Letters.GlyphAdvance(&buffer, sfnt.GlyphIndex(glyph), fixed.I(int(units)), font.HintingNone)
		if err != nil {
			return nil, err
		}
		widest = max(widest, width.Round())
		hmtx.add(uint16(width.Round()), o.bounds()[0])
	}
	loca.add(uint32(len(glyf)))
	if points == 0 {
		box = [4]int16{}
	}
	metrics, err := f.Letters.Metrics(&buffer, fixed.I(int(units)), font.HintingNone)
	if err != nil {
		return nil, err
	}
	n := uint16(len(glyphs))
	var head, hhea, maxp binaryData
	head.add(uint32(0x10000), uint32(0x10000), uint32(0), uint32(0x5f0f3cf5), uint16(3), uint16(units), [2]uint64{}, box,
		uint16(0), uint16(8), int16(2), int16(1), int16(0))
	hhea.add(uint32(0x10000), int16(metrics.Ascent.Round()), int16(-metrics.Descent.Round()), int16(0), uint16(widest),
		[3]int16{}, int16(1), [6]int16{}, int16(0), n)
	maxp.add(uint32(0x10000), n, uint16(points), uint16(contours), [2]uint16{}, uint16(1), [8]uint16{})
	tables := []struct {
		tag  string
		data binaryData
	}{{"glyf", glyf}, {"head", head}, {"hhea", hhea}, {"hmtx", hmtx}, {"loca", loca}, {"maxp", maxp}}
	var file, data binaryData
	file.add(uint32(0x10000), uint16(len(tables)), uint16(64), uint16(2), uint16(16*len(tables)-64))
	for _, t := range tables {
		at := 12 + 16*len(tables) + len(data)
		file = append(file, t.tag...)
		padded := append(t.data, make([]byte, -len(t.data)&3)...)
		sum := uint32(0)
		for i := 0; i < len(padded); i += 4 {
			sum += binary.BigEndian.Uint32(padded[i:])
		}
		file.add(sum, uint32(at), uint32(len(t.data)))
		data = append(data, padded...)
	}
	return append(file, data...), nil
}

// binaryData is data of big-endian numbers.
type binaryData []byte

func (d *binaryData) add(numbers ...any) {
	for _, n := range numbers {
		all, err := binary.Append(*d, binary.BigEndian, n)
		if err != nil {
			panic(fmt.Sprint("a number of a font: ", err)) // all have a fixed size
		}
		*d = all
	}
}

// An outline is a glyph's: points of closed contours, in the font's units, with y upwards.
type outline struct {
	points [][2]int16
	on     []bool // whether a point lies on the curve; others are between two that do
	ends   []int  // the number of points up to the end of each contour
}

func outlined(segments sfnt.Segments) (o outline) {
	var at point
	add := func(p point, on bool) {
		o.points = append(o.points, [2]int16{int16(math.Round(p.x)), int16(math.Round(-p.y))})
		o.on = append(o.on, on)
		if on {
			at = p
		}
	}
	for i, s := range segments {
		of := func(k int) point { return point{float64(s.Args[k].X) / 64, float64(s.Args[k].Y) / 64} }
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				o.ends = append(o.ends, len(o.points))
			}
			add(of(0), true)
		case sfnt.SegmentOpLineTo:
			add(of(0), true)
		case sfnt.SegmentOpQuadTo:
			add(of(0), false)
			add(of(1), true)
		case sfnt.SegmentOpCubeTo:
			a, b, c, d := at, of(0), of(1), of(2)
			const parts = 4
			for k := range parts {
				// The curve and its tangents at both ends of the part give the quadratic curve's middle point.
				from, along := cubic(a, b, c, d, float64(k)/parts)
				to, back := cubic(a, b, c, d, float64(k+1)/parts)
				middle := between(from.plus(along.times(0.5/parts)), to.minus(back.times(0.5/parts)), 0.5)
				add(middle, false)
				add(to, true)
			}
		}
	}
	if len(o.points) > 0 {
		o.ends = append(o.ends, len(o.points))
	}
	return o
}

// cubic returns the point of a Bézier curve at t, and its derivative.
func cubic(a, b, c, d point, t float64) (at, derivative point) {
	ab, bc, cd := between(a, b, t), between(b, c, t), between(c, d, t)
	abc, bcd := between(ab, bc, t), between(bc, cd, t)
	return between(abc, bcd, t), bcd.minus(abc).times(3)
}

// bounds are the least x and y and the greatest.
func (o outline) bounds() (box [4]int16) {
	for i, p := range o.points {
		for k := range 2 {
			if i == 0 {
				box[k], box[k+2] = p[k], p[k]
			}
			box[k], box[k+2] = min(box[k], p[k]), max(box[k+2], p[k])
		}
	}
	return box
}

// bytes is a glyph of the table glyf.
func (o outline) bytes(box [4]int16) (d binaryData) {
	d.add(int16(len(o.ends)), box)
	for _, end := range o.ends {
		d.add(uint16(end - 1))
	}
	d.add(uint16(0)) // no instructions
	for _, on := range o.on {
		d.add(map[bool]byte{true: 1}[on])
	}
	for k := range 2 {
		last := int16(0)
		for _, p := range o.points {
			d.add(p[k] - last)
			last = p[k]
		}
	}
	return append(d, make([]byte, -len(d)&3)...)
}
