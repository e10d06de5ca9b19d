//go:build !js

// Package raster draws SVG as pixels. It supports the elements that charts and pictures
// of problems consist of. What it does not know it refuses, since a picture that lacks
// something is wrong.
//
// A library was tried in its place: tdewolff/canvas reads SVG, but ignores opacity and the
// weight of letters without a word, so that grid lines become black, and a program links 375
// packages with it, 92 with this one.
package raster

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/vector"
)

// PNG returns a picture on white ground, with so many pixels for each of the SVG's units.
func PNG(svg string, scale float64) (string, error) {
	c := &canvas{gradients: map[string]gradient{}, clips: map[string]path{}}
	for _, c.defines = range []bool{true, false} { // what is referred to may come later
		d := xml.NewDecoder(strings.NewReader(svg))
		d.Entity = xml.HTMLEntity
		c.pixels, c.stack = nil, nil
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err == nil {
				err = c.take(token, scale)
			}
			if err != nil {
				return "", fmt.Errorf("drawing SVG: %w", err)
			}
		}
	}
	if c.pixels == nil {
		return "", errors.New("drawing SVG: there is no picture")
	}
	var b bytes.Buffer
	err := png.Encode(&b, c.pixels)
	return b.String(), err
}

// mostPixels is the greatest picture, on either side.
const mostPixels = 20_000

// A look is what elements have from those that they are in.
type look struct {
	matrix                      matrix
	fill, stroke, color         string
	fillOpacity, strokeOpacity  float64
	opacity                     float64
	width                       float64 // of strokes
	cap                         string
	dash                        []float64
	size                        float64 // of letters
	bold                        bool
	anchor, baseline            string
	clip                        string
	silent                      bool // what is within is not drawn
	element, gradient, clipPath string
}

// A canvas is a picture that is being drawn.
type canvas struct {
	pixels    *image.RGBA
	defines   bool // gradients and clips, and draws nothing
	stack     []look
	gradients map[string]gradient
	clips     map[string]path
	text      strings.Builder
	at        point // of the text
}

type gradient struct {
	from, to point
	absolute bool // in the units of the user, not in the shape's
	offsets  []float64
	colors   []color.NRGBA
}

// ignored are elements that show nothing themselves.
var ignored = map[string]bool{"title": true, "desc": true, "metadata": true, "style": true}

func (c *canvas) take(token xml.Token, scale float64) error {
	switch t := token.(type) {
	case xml.StartElement:
		var l look
		if len(c.stack) == 0 {
			l = look{matrix: matrix{scale, 0, 0, scale, 0, 0}, fill: "black", stroke: "none", color: "black", fillOpacity: 1,
				strokeOpacity: 1, opacity: 1, width: 1, size: 16, anchor: "start"}
		} else {
			l = c.stack[len(c.stack)-1]
		}
		attributes := map[string]string{}
		for _, a := range t.Attr {
			attributes[a.Name.Local] = a.Value
		}
		l.element = t.Name.Local
		l.take(attributes)
		err := c.begin(&l, attributes, scale)
		c.stack = append(c.stack, l)
		return err
	case xml.EndElement:
		l := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		if l.element == "text" && !l.silent {
			return c.write(l)
		}
	case xml.CharData:
		if len(c.stack) > 0 && (c.stack[len(c.stack)-1].element == "text") {
			c.text.Write(t)
		}
	}
	return nil
}

// take notes an element's attributes, also those of its style.
func (l *look) take(attributes map[string]string) {
	for declaration := range strings.SplitSeq(attributes["style"], ";") {
		name, value, ok := strings.Cut(declaration, ":")
		if !ok {
			continue
		}
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if name == "font" {
			attributes["font-weight"] = map[bool]string{true: "bold"}[strings.Contains(value, "bold")]
			for word := range strings.FieldsSeq(value) {
				if strings.HasSuffix(word, "px") {
					attributes["font-size"] = word
				}
			}
			continue
		}
		attributes[name] = value
	}
	text := func(to *string, name string) {
		if v, ok := attributes[name]; ok {
			*to = v
		}
	}
	real := func(to *float64, name string) {
		if x, err := strconv.ParseFloat(strings.TrimSuffix(attributes[name], "px"), 64); err == nil {
			*to = x
		}
	}
	text(&l.fill, "fill")
	text(&l.stroke, "stroke")
	text(&l.color, "color")
	text(&l.cap, "stroke-linecap")
	text(&l.anchor, "text-anchor")
	text(&l.baseline, "dominant-baseline")
	real(&l.fillOpacity, "fill-opacity")
	real(&l.strokeOpacity, "stroke-opacity")
	real(&l.width, "stroke-width")
	real(&l.size, "font-size")
	own := 1.0
	real(&own, "opacity")
	l.opacity *= own
	if weight, ok := attributes["font-weight"]; ok {
		n, err := strconv.Atoi(weight)
		l.bold = weight == "bold" || err == nil && n >= 600
	}
	if dash, ok := attributes["stroke-dasharray"]; ok {
		if l.dash = numbers(dash); len(l.dash)%2 == 1 {
			l.dash = append(l.dash, l.dash...)
		}
	}
	if id, ok := reference(attributes["clip-path"]); ok {
		l.clip += " " + id
	}
}

// reference is what url(#id) names.
func reference(s string) (id string, ok bool) {
	id, ok = strings.CutPrefix(s, "url(#")
	return strings.TrimSuffix(id, ")"), ok
}

func (c *canvas) begin(l *look, a map[string]string, scale float64) error {
	value := func(name string) float64 {
		x, _ := strconv.ParseFloat(strings.TrimSuffix(a[name], "px"), 64)
		return x
	}
	if transform, ok := a["transform"]; ok {
		m, err := transformation(transform)
		if err != nil {
			return err
		}
		l.matrix = l.matrix.times(m)
	}
	switch l.element {
	case "svg":
		return c.open(l, a, value, scale)
	case "g":
	case "defs":
		l.silent = true
	case "clipPath":
		l.clipPath = a["id"]
	case "linearGradient":
		g := gradient{absolute: a["gradientUnits"] == "userSpaceOnUse", from: point{value("x1"), value("y1")},
			to: point{value("x2"), value("y2")}}
		if _, given := a["x2"]; !given {
			g.to.x = 1
		}
		l.gradient = a["id"]
		if c.defines {
			c.gradients[l.gradient] = g
		}
	case "stop":
		if !c.defines {
			return nil
		}
		stop, err := paint(a["stop-color"], l.color)
		if err != nil {
			return err
		}
		g := c.gradients[l.gradient]
		offset := value("offset")
		if strings.HasSuffix(a["offset"], "%") {
			offset, _ = strconv.ParseFloat(strings.TrimSuffix(a["offset"], "%"), 64)
			offset /= 100
		}
		g.offsets, g.colors = append(g.offsets, offset), append(g.colors, stop)
		c.gradients[l.gradient] = g
	case "text", "tspan":
		if l.element == "tspan" {
			return errors.New("<tspan> is not known")
		}
		c.text.Reset()
		c.at = point{value("x") + value("dx"), value("y") + value("dy")}
	case "path", "rect", "circle", "ellipse", "line", "polygon", "polyline":
		shape, err := shapeOf(l.element, a, value)
		switch {
		case err != nil:
			return err
		case l.clipPath != "" && c.defines:
			c.clips[l.clipPath] = append(c.clips[l.clipPath], shape.through(l.matrix)...)
		case l.clipPath == "" && !l.silent:
			return c.draw(l, shape)
		}
	default:
		if !ignored[l.element] {
			return fmt.Errorf("<%s> is not known", l.element)
		}
		l.silent = true
	}
	return nil
}

// open begins the picture, or one in it at a place of its own.
func (c *canvas) open(l *look, a map[string]string, value func(string) float64, scale float64) error {
	box := numbers(a["viewBox"])
	width, height := value("width"), value("height")
	if len(box) == 4 && (width == 0 || height == 0) {
		width, height = box[2], box[3]
	}
	if c.pixels == nil {
		w, h := math.Ceil(width*scale), math.Ceil(height*scale)
		if !(w >= 1 && h >= 1 && w <= mostPixels && h <= mostPixels) {
			return fmt.Errorf("a picture of %v × %v: want from 1 to %d pixels on either side", width, height, mostPixels)
		}
		c.pixels = image.NewRGBA(image.Rect(0, 0, int(w), int(h)))
		draw.Draw(c.pixels, c.pixels.Bounds(), image.White, image.Point{}, draw.Src)
	} else {
		l.matrix = l.matrix.times(matrix{1, 0, 0, 1, value("x"), value("y")})
	}
	if len(box) == 4 && box[2] > 0 && box[3] > 0 { // in the middle, whole
		s := min(width/box[2], height/box[3])
		l.matrix = l.matrix.times(matrix{s, 0, 0, s, (width-s*box[2])/2 - s*box[0], (height-s*box[3])/2 - s*box[1]})
	}
	return nil
}

// draw fills a shape, and strokes it.
func (c *canvas) draw(l *look, shape path) error {
	placed := shape.through(l.matrix)
	if err := c.paint(l, l.fill, l.fillOpacity, placed, shape.bounds()); err != nil {
		return err
	}
	if l.stroke == "none" || l.width == 0 {
		return nil
	}
	return c.paint(l, l.stroke, l.strokeOpacity, shape.stroked(l.width, l.cap, l.dash).through(l.matrix), shape.bounds())
}

// paint fills an area with a colour or a gradient.
func (c *canvas) paint(l *look, with string, opacity float64, area path, user [2]point) error {
	if c.defines || with == "none" || with == "transparent" || with == "" {
		return nil
	}
	edges := area.bounds()
	bounds := image.Rect(int(math.Floor(edges[0].x)), int(math.Floor(edges[0].y)), int(math.Ceil(edges[1].x))+1,
		int(math.Ceil(edges[1].y))+1).Intersect(c.pixels.Bounds())
	if bounds.Empty() {
		return nil
	}
	mask := area.mask(bounds)
	for id := range strings.FieldsSeq(l.clip) {
		clip := c.clips[id].mask(bounds)
		for i, a := range clip.Pix {
			mask.Pix[i] = uint8(int(mask.Pix[i]) * int(a) / 255)
		}
	}
	opacity *= l.opacity
	if id, ok := reference(with); ok {
		g, known := c.gradients[id]
		if !known || len(g.colors) == 0 {
			return fmt.Errorf("the gradient %q is not known", id)
		}
		draw.DrawMask(c.pixels, bounds, shaded{g.placed(user, l.matrix), opacity}, bounds.Min, mask, bounds.Min, draw.Over)
		return nil
	}
	ink, err := paint(with, l.color)
	if err != nil {
		return err
	}
	ink.A = uint8(math.Round(float64(ink.A) * opacity))
	draw.DrawMask(c.pixels, bounds, image.NewUniform(ink), image.Point{}, mask, bounds.Min, draw.Over)
	return nil
}

// mask is how much of each pixel lies within a path, whose direction does not matter
// where it covers itself.
func (p path) mask(bounds image.Rectangle) *image.Alpha {
	r := vector.NewRasterizer(bounds.Dx(), bounds.Dy())
	x, y := float64(bounds.Min.X), float64(bounds.Min.Y)
	for _, line := range p {
		for i, at := range line.points {
			if i == 0 {
				r.MoveTo(float32(at.x-x), float32(at.y-y))
			} else {
				r.LineTo(float32(at.x-x), float32(at.y-y))
			}
		}
		r.ClosePath()
	}
	mask := image.NewAlpha(bounds)
	r.Draw(mask, bounds, image.Opaque, image.Point{})
	return mask
}

// shaded is a gradient as a picture.
type shaded struct {
	gradient
	opacity float64
}

func (s shaded) ColorModel() color.Model { return color.NRGBAModel }
func (s shaded) Bounds() image.Rectangle { return image.Rect(-1e9, -1e9, 1e9, 1e9) }
func (s shaded) At(x, y int) color.Color {
	dx, dy := s.to.x-s.from.x, s.to.y-s.from.y
	t := ((float64(x)+.5-s.from.x)*dx + (float64(y)+.5-s.from.y)*dy) / max(dx*dx+dy*dy, 1e-12)
	k := 0
	for k < len(s.offsets) && s.offsets[k] < t {
		k++
	}
	mixed := s.colors[min(k, len(s.colors)-1)]
	if k > 0 && k < len(s.offsets) {
		a, b, share := s.colors[k-1], mixed, (t-s.offsets[k-1])/max(s.offsets[k]-s.offsets[k-1], 1e-12)
		mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + share*(float64(b)-float64(a)))) }
		mixed = color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), mix(a.A, b.A)}
	}
	mixed.A = uint8(math.Round(float64(mixed.A) * s.opacity))
	return mixed
}

// placed is a gradient in pixels.
func (g gradient) placed(user [2]point, m matrix) gradient {
	place := func(p point) point {
		if !g.absolute {
			p = point{user[0].x + p.x*(user[1].x-user[0].x), user[0].y + p.y*(user[1].y-user[0].y)}
		}
		return m.of(p)
	}
	g.from, g.to = place(g.from), place(g.to)
	return g
}
