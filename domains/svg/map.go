package svg

import (
	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/domains/tsplib"
	"github.com/focal-search/focal/engine"
)

// Map places points within a margin on a map whose longer side is given, north
// and y upwards. The shorter side is at least a third of it, with the points in
// its middle.
func Map(points []tsplib.Point, longest, margin float64) (places []tsplib.Point, width, height float64) {
	if len(points) == 0 {
		return nil, longest, longest
	}
	low, high := points[0], points[0]
	for _, p := range points {
		low.X, high.X = min(low.X, p.X), max(high.X, p.X)
		low.Y, high.Y = min(low.Y, p.Y), max(high.Y, p.Y)
	}
	scale := 1.0
	if extent := max(high.X-low.X, high.Y-low.Y); extent > 0 {
		scale = (longest - 2*margin) / extent
	}
	side := func(extent float64) (length, before float64) {
		length = max(2*margin+extent*scale, longest/3)
		return length, (length - extent*scale) / 2
	}
	width, left := side(high.X - low.X)
	height, above := side(high.Y - low.Y)
	for _, p := range points {
		places = append(places, tsplib.Point{X: left + (p.X-low.X)*scale, Y: above + (high.Y-p.Y)*scale})
	}
	return places, width, height
}

// Tour draws the edges of a tour whose moves visit places, starting at the depot. The
// last edge is highlighted until the tour is closed.
func (p *Picture) Tour(places []tsplib.Point, depot int, moves []engine.Move) {
	p.Printf(`<g stroke="%s" stroke-width="2.5" stroke-linecap="round">`, palette.Blue)
	from := places[depot]
	for i, m := range moves {
		to, look := places[m], ""
		if i == len(moves)-1 && int(m) != depot {
			look = ` stroke="` + palette.Vermilion + `" stroke-width="4"`
		}
		p.Printf(`<path data-key="m%d" d="M%.1f %.1fL%.1f %.1f"%s/>`, i+1, from.X, from.Y, to.X, to.Y, look)
		from = to
	}
	p.Printf(`</g>`)
}

// Depot marks the depot by a square, and the tour's current position by a ring.
func (p *Picture) Depot(depot, here tsplib.Point) {
	p.Printf(`<rect x="%.1f" y="%.1f" width="12" height="12" rx="2" fill="%s"/>`, depot.X-6, depot.Y-6, palette.Ink)
	p.Printf(`<circle data-key="here" cx="%.1f" cy="%.1f" r="9.5" fill="none" stroke="%s" stroke-width="2.5"/>`, here.X,
		here.Y, palette.Vermilion)
}
