//go:build !js

package svg

import (
	"fmt"
	"image"
	"image/png"
	"math"
	"strings"
	"testing"
)

// drawn is a picture of 100 by 50 with something in it.
func drawn(t *testing.T, what string) image.Image {
	t.Helper()
	text, err := PNG(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" width="100" height="50">`+what+`</svg>`, 1)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	picture, err := png.Decode(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// blackened returns how many pixels are black in total, and the box around those that are not
// white.
func blackened(p image.Image) (area float64, box image.Rectangle) {
	for y := range p.Bounds().Dy() {
		for x := range p.Bounds().Dx() {
			if r, _, _, _ := p.At(x, y).RGBA(); r < 0xffff {
				area += 1 - float64(r)/0xffff
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return area, box
}

// Areas equal those of geometry.
func TestAreas(t *testing.T) {
	for _, c := range []struct {
		what string
		area float64
		box  image.Rectangle
	}{
		{`<rect x="10" y="20" width="30" height="5"/>`,
			150, image.Rect(10, 20, 40, 25)},
		{`<rect x="10" y="20" width="30" height="5" fill-opacity=".4"/>`,
			60, image.Rect(10, 20, 40, 25)},
		{`<g opacity=".5"><rect x="10" y="20" width="30" height="5"/></g>`,
			75, image.Rect(10, 20, 40, 25)},
		{`<circle cx="50" cy="25" r="20"/>`,
			math.Pi * 400, image.Rect(30, 5, 70, 45)},
		{`<path d="M30 25A20 20 0 0 1 70 25A20 20 0 0 1 30 25Z"/>`,
			math.Pi * 400, image.Rect(30, 5, 70, 45)},
		{`<path d="M30 25a20 20 0 1 1 40 0z"/>`,
			math.Pi * 200, image.Rect(30, 5, 70, 25)},
		{`<ellipse cx="50" cy="25" rx="40" ry="10"/>`,
			math.Pi * 400, image.Rect(10, 15, 90, 35)},
		{`<path d="M10 10h20v20h-20zM15 15v10h10v-10z"/>`,
			300, image.Rect(10, 10, 30, 30)},
		{`<polygon points="0,0 100,0 100,50"/>`,
			2500, image.Rect(0, 0, 100, 50)},
		{`<path d="M10 40C10 10 90 10 90 40Z"/>`,
			1440, image.Rect(10, 17, 90, 40)}, // .6 of the box of 80 by 30 around its four points
		{`<path d="M10 10L90 10" stroke="#000" stroke-width="4"/>`,
			320, image.Rect(10, 8, 90, 12)},
		{`<path d="M10 10L90 10" stroke="#000" stroke-width="4" stroke-linecap="round"/>`,
			320 + math.Pi*4, image.Rect(8, 8, 92, 12)},
		{`<path d="M10 10h80" stroke="#000" stroke-width="2" stroke-dasharray="6 4"/>`,
			96, image.Rect(10, 9, 86, 11)},
		{`<rect x="20" y="10" width="60" height="30" fill="none" stroke="black" stroke-width="2"/>`,
			4*90 - 4 + math.Pi, image.Rect(19, 9, 81, 41)},
		{`<g transform="translate(50 25) rotate(90)"><rect width="20" height="4"/></g>`,
			80, image.Rect(46, 25, 50, 45)},
		{`<g transform="matrix(2 0 0 .5 10 0)"><rect width="20" height="40"/></g>`,
			800, image.Rect(10, 0, 50, 20)},
		{`<svg x="50" y="0" width="50" height="50" viewBox="0 0 10 10"><rect width="5" height="10"/></svg>`,
			1250, image.Rect(50, 0, 75, 50)},
		{`<g clip-path="url(#c)"><rect width="100" height="50"/></g><defs><clipPath id="c"><rect x="10" y="10" width="9" height="7"/></clipPath></defs>`,
			63, image.Rect(10, 10, 19, 17)},
		{`<defs><linearGradient id="g"><stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient></defs><rect width="100" height="50" fill="url(#g)"/>`,
			2500, image.Rect(0, 0, 100, 50)},
		{`<rect width="9" height="9" fill="none"/><title>no ink</title><style>a{}</style>`,
			0, image.Rectangle{}},
	} {
		area, box := blackened(drawn(t, c.what))
		if math.Abs(area-c.area) > 1+0.01*c.area || box != c.box {
			t.Errorf("%s: %.1f pixels in %v, want %.1f in %v", c.what, area, box, c.area, c.box)
		}
	}
}

// Letters are drawn at their position, and bold ones have more ink.
func TestText(t *testing.T) {
	of := func(attributes string) (float64, image.Rectangle) {
		return blackened(drawn(t, fmt.Sprintf(`<text x="50" y="40" font-size="20" %s>HH &lt;</text>`, attributes)))
	}
	regular, start := of("")
	bold, _ := of(`style="font-weight:bold"`)
	_, middle := of(`text-anchor="middle"`)
	_, end := of(`text-anchor="end"`)
	_, central := of(`dominant-baseline="central"`)
	if !(bold > 1.2*regular && regular > 50) {
		t.Errorf("%.0f pixels, %.0f if bold", regular, bold)
	}
	if start.Min.X < 50 || start.Min.X > 53 || start.Max.Y != 40 || start.Dy() < 13 || start.Dy() > 16 {
		t.Errorf("the text stands in %v", start)
	}
	if center := (middle.Min.X + middle.Max.X) / 2; center < 49 || center > 51 || end.Max.X > 50 || end.Max.X < 47 {
		t.Errorf("the middle is at %d, the end at %d", center, end.Max.X)
	}
	if center := (central.Min.Y + central.Max.Y) / 2; center < 39 || center > 41 {
		t.Errorf("the middle of the letters is at %d", center)
	}
}

// Unknown elements are refused.
func TestRefused(t *testing.T) {
	for what, want := range map[string]string{
		`<image href="a.png"/>`:                        "<image> is not known",
		`<rect width="3" height="3" fill="no-such"/>`:  `the colour "no-such" is not known`,
		`<rect width="3" height="3" fill="url(#no)"/>`: `the gradient "no" is not known`,
		`<path d="L3 3"/>`:                             "a path has the command",
		`<path d="M3 x"/>`:                             "where a number is wanted",
		`<g transform="skewX(3)"/>`:                    "the transformation skewX",
	} {
		_, err := PNG(`<svg width="10" height="10">`+what+`</svg>`, 1)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", what, err, want)
		}
	}
	for _, what := range []string{"", "<svg", `<svg width="1e9" height="1"/>`, `<svg/>`, "<p/>"} {
		if _, err := PNG(what, 1); err == nil {
			t.Errorf("%q is drawn", what)
		}
	}
}
