//go:build !js

// Package svg draws SVG on pages: as pixels in PNG, and as PDF, in which text stays text. It
// supports the elements that charts and pictures of problems consist of. What it does not
// know it refuses, since a picture that lacks something is wrong.
//
// A library was tried in its place: tdewolff/canvas reads SVG, but ignores opacity and the
// weight of letters without a word, so that grid lines become black, and a program links 375
// packages with it, 95 with this one.
package svg

import (
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A page is what a picture is drawn on. Coordinates are in the page's unit, from its upper left corner.
type page interface {
	open(width, height float64) error
	fill(area path, with ink) error
	stroke(p path, m matrix, pen pen, with ink) error // m takes the path to the page
	write(text []run, m matrix, with ink) error       // m takes ems, from the text's start, to the page
}

// An ink is what is painted with: a colour, or a gradient if it is given, within all the clips.
type ink struct {
	color    color.NRGBA
	gradient *gradient
	clips    []path
}

type pen struct {
	width float64
	cap   string
	dash  []float64
}

// drawOn draws a picture on a page. A pixel of SVG, 1/96 inch, has so many of the page's units. It returns the
// picture's title and metadata.
func drawOn(svg string, scale float64, on page) (title, about string, err error) {
	r := &reader{page: on, gradients: map[string]gradient{}, clips: map[string]path{}, said: map[string]string{}}
	for _, r.defines = range []bool{true, false} { // what is referred to may come later
		d := xml.NewDecoder(strings.NewReader(svg))
		d.Entity = xml.HTMLEntity
		r.opened, r.stack = false, nil
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err == nil {
				err = r.take(token, scale)
			}
			if err != nil {
				return "", "", err
			}
		}
	}
	if !r.opened {
		return "", "", errors.New("there is no picture in the SVG")
	}
	return r.said["title"], r.said["metadata"], nil
}

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
	bold, mono, spaces          bool    // mono: monospaced; spaces: those at the ends of a text count
	anchor, baseline            string
	clip                        string
	silent                      bool // what is within is not drawn
	element, gradient, clipPath string
}

// A reader reads a picture, and draws it on a page.
type reader struct {
	page      page
	opened    bool
	defines   bool // gradients and clips, and draws nothing
	stack     []look
	gradients map[string]gradient
	clips     map[string]path
	text      strings.Builder
	at        point             // of the text
	family    string            // of all letters but monospaced ones
	said      map[string]string // by the elements that show nothing
}

type gradient struct {
	from, to point
	absolute bool // in the units of the user, not in the shape's
	offsets  []float64
	colors   []color.NRGBA
}

// ignored are elements that show nothing themselves.
var ignored = map[string]bool{"title": true, "desc": true, "metadata": true, "style": true}

func (r *reader) take(token xml.Token, scale float64) error {
	switch t := token.(type) {
	case xml.StartElement:
		var l look
		if len(r.stack) == 0 {
			l = look{matrix: matrix{scale, 0, 0, scale, 0, 0}, fill: "black", stroke: "none", color: "black", fillOpacity: 1,
				strokeOpacity: 1, opacity: 1, width: 1, size: 16, anchor: "start"}
		} else {
			l = r.stack[len(r.stack)-1]
		}
		attributes := map[string]string{}
		for _, a := range t.Attr {
			attributes[a.Name.Local] = a.Value
		}
		l.element = t.Name.Local
		l.take(attributes)
		err := r.begin(&l, attributes, scale)
		r.stack = append(r.stack, l)
		return err
	case xml.EndElement:
		l := r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		if l.element == "text" && !l.silent {
			return r.write(l)
		}
	case xml.CharData:
		if n := len(r.stack); n > 0 && r.stack[n-1].element == "text" {
			r.text.Write(t)
		} else if n == 2 && !r.defines { // said of the whole picture
			r.said[r.stack[1].element] += string(t)
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
	if family, ok := attributes["font-family"]; ok {
		l.mono = strings.Contains(family, "monospace")
	}
	l.spaces = l.spaces || attributes["space"] == "preserve"
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

func (r *reader) begin(l *look, a map[string]string, scale float64) error {
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
		return r.open(l, a, value, scale)
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
		if r.defines {
			r.gradients[l.gradient] = g
		}
	case "stop":
		if !r.defines {
			return nil
		}
		stop, err := paint(a["stop-color"], l.color)
		if err != nil {
			return err
		}
		g := r.gradients[l.gradient]
		offset := value("offset")
		if strings.HasSuffix(a["offset"], "%") {
			offset, _ = strconv.ParseFloat(strings.TrimSuffix(a["offset"], "%"), 64)
			offset /= 100
		}
		g.offsets, g.colors = append(g.offsets, offset), append(g.colors, stop)
		r.gradients[l.gradient] = g
	case "text", "tspan":
		if l.element == "tspan" {
			return errors.New("<tspan> is not known")
		}
		r.text.Reset()
		r.at = point{value("x") + value("dx"), value("y") + value("dy")}
	case "path", "rect", "circle", "ellipse", "line", "polygon", "polyline":
		shape, err := shapeOf(l.element, a, value)
		switch {
		case err != nil:
			return err
		case l.clipPath != "" && r.defines:
			r.clips[l.clipPath] = append(r.clips[l.clipPath], shape.through(l.matrix)...)
		case l.clipPath == "" && !l.silent:
			return r.draw(l, shape)
		}
	default:
		if !ignored[l.element] {
			return fmt.Errorf("<%s> is not known", l.element)
		}
		l.silent = true
	}
	return nil
}

// length is a length in pixels.
func length(s string) float64 {
	s = strings.TrimSuffix(s, "px")
	scale := 1.0
	if points, ok := strings.CutSuffix(s, "pt"); ok {
		s, scale = points, 96.0/72
	}
	x, _ := strconv.ParseFloat(s, 64)
	return scale * x
}

// open begins the picture, or one in it at a place of its own.
func (r *reader) open(l *look, a map[string]string, value func(string) float64, scale float64) error {
	box := numbers(a["viewBox"])
	width, height := length(a["width"]), length(a["height"])
	if len(box) == 4 && (width == 0 || height == 0) {
		width, height = box[2], box[3]
	}
	if !r.opened {
		r.opened, r.family = true, a["font-family"]
		if !(width > 0 && height > 0) {
			return fmt.Errorf("a picture of %v × %v: want a width and a height above 0", width, height)
		}
		if err := r.page.open(width*scale, height*scale); err != nil {
			return err
		}
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
func (r *reader) draw(l *look, shape path) error {
	with, ok, err := r.ink(l, l.fill, l.fillOpacity, shape.bounds())
	if err == nil && ok {
		err = r.page.fill(shape.through(l.matrix), with)
	}
	if err != nil || l.stroke == "none" || l.width == 0 {
		return err
	}
	if with, ok, err = r.ink(l, l.stroke, l.strokeOpacity, shape.bounds()); err == nil && ok {
		err = r.page.stroke(shape, l.matrix, pen{l.width, l.cap, l.dash}, with)
	}
	return err
}

// ink returns a colour or a gradient by name, for a shape within user; false if nothing is to be painted.
func (r *reader) ink(l *look, with string, opacity float64, user [2]point) (i ink, ok bool, err error) {
	if r.defines || with == "none" || with == "transparent" || with == "" {
		return i, false, nil
	}
	for id := range strings.FieldsSeq(l.clip) {
		i.clips = append(i.clips, r.clips[id])
	}
	opacity *= l.opacity
	if id, refers := reference(with); refers {
		g, known := r.gradients[id]
		if !known || len(g.colors) == 0 {
			return i, false, fmt.Errorf("the gradient %q is not known", id)
		}
		placed := g.placed(user, l.matrix, opacity)
		i.gradient = &placed
		return i, true, nil
	}
	i.color, err = paint(with, l.color)
	i.color.A = uint8(math.Round(float64(i.color.A) * opacity))
	return i, err == nil && i.color.A > 0, err
}

// placed is a gradient on the page.
func (g gradient) placed(user [2]point, m matrix, opacity float64) gradient {
	place := func(p point) point {
		if !g.absolute {
			p = point{user[0].x + p.x*(user[1].x-user[0].x), user[0].y + p.y*(user[1].y-user[0].y)}
		}
		return m.of(p)
	}
	g.from, g.to, g.colors = place(g.from), place(g.to), slices.Clone(g.colors)
	for i := range g.colors {
		g.colors[i].A = uint8(math.Round(float64(g.colors[i].A) * opacity))
	}
	return g
}
