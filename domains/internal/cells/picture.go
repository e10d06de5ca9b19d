package cells

import (
	"fmt"
	"strings"

	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/domains/svg"
)

// A Map is the map of a picture.
type Map struct {
	Width, Height int
	Free          func(Cell) bool // of cells on the map
}

// A Mark is a sign on a cell of a text.
type Mark struct {
	Cell
	As byte
}

// Cells in a text, and in a drawing, along the longer side: of a larger map some are drawn as
// one.
const (
	textCells  = 72
	drawnCells = 128
)

// block is the side of the squares that are drawn as one.
func (m Map) block(most int) int { return (max(m.Width, m.Height) + most - 1) / most }

// blocked is the share of a square's cells that are not free.
func (m Map) blocked(left, top, size int) float64 {
	all, blocked := 0, 0
	for y := top; y < min(top+size, m.Height); y++ {
		for x := left; x < min(left+size, m.Width); x++ {
			all++
			if !m.Free(Cell{x, y}) {
				blocked++
			}
		}
	}
	return float64(blocked) / float64(all)
}

// Text draws the map: # where most cells are not free, and the marks, of which the last ones
// are on top.
func (m Map) Text(marks []Mark) string {
	size := m.block(textCells)
	var rows [][]byte
	for top := 0; top < m.Height; top += size {
		var row []byte
		for left := 0; left < m.Width; left += size {
			if c := byte('.'); m.blocked(left, top, size) > 0.5 {
				row = append(row, '#')
			} else {
				row = append(row, c)
			}
		}
		rows = append(rows, row)
	}
	for _, mark := range marks {
		rows[mark.Y/size][mark.X/size] = mark.As
	}
	var b strings.Builder
	for _, row := range rows {
		b.Write(row)
		b.WriteByte('\n')
	}
	return b.String()
}

// A Drawing draws states on a map.
type Drawing struct {
	Map
	scale  float64
	ground string
}

// NewDrawing draws the map once, for all its states.
func NewDrawing(m Map) *Drawing {
	const longest = 480
	d := &Drawing{Map: m, scale: longest / float64(max(m.Width, m.Height))}
	var b strings.Builder
	for _, w := range m.walls() {
		fmt.Fprintf(&b, `<rect x="%.5g" y="%.5g" width="%.5g" height="%.5g" fill-opacity="%.2g"/>`,
			float64(w.left)*d.scale, float64(w.top)*d.scale, float64(w.wide)*d.scale, float64(w.high)*d.scale,
			float64(w.shade)/4*0.7)
	}
	d.ground = b.String()
	return d
}

// New begins a picture of the map.
func (d *Drawing) New(title string) *svg.Picture {
	pic := svg.New(float64(d.Width)*d.scale, float64(d.Height)*d.scale, title)
	pic.Printf(`<g data-key="map" shape-rendering="crispEdges" fill="%s">%s</g>`, palette.Ink, d.ground)
	return pic
}

// Fill fills cells with colours, each with an opacity; those without any stay as they are. On a
// large map several cells are filled as one, like the last of them.
func (d *Drawing) Fill(pic *svg.Picture, colour func(Cell) (string, float64)) {
	type fill struct {
		colour  string
		opacity float64
	}
	const most = 256
	size := d.block(most)
	var fills []fill
	paths := map[fill]*strings.Builder{}
	of := func(left, top int) (f fill) {
		for y := top; y < min(top+size, d.Height); y++ {
			for x := left; x < min(left+size, d.Width); x++ {
				if c, opacity := colour(Cell{x, y}); opacity > 0 {
					f = fill{c, opacity}
				}
			}
		}
		return f
	}
	for top := 0; top < d.Height; top += size {
		for left := 0; left < d.Width; {
			right, f := left+size, of(left, top)
			for right < d.Width && of(right, top) == f {
				right += size
			}
			if f.opacity > 0 {
				if paths[f] == nil {
					fills, paths[f] = append(fills, f), &strings.Builder{}
				}
				wide, high := float64(min(right, d.Width)-left), float64(min(size, d.Height-top))
				fmt.Fprintf(paths[f], "M%.5g %.5gh%.5gv%.5gh%.5gz", float64(left)*d.scale, float64(top)*d.scale, wide*d.scale,
					high*d.scale, -wide*d.scale)
			}
			left = right
		}
	}
	for _, f := range fills {
		pic.Printf(`<path shape-rendering="crispEdges" fill="%s" fill-opacity="%.2g" d="%s"/>`, f.colour, f.opacity, paths[f])
	}
}

// At is the middle of a cell in a picture, as x and y.
func (d *Drawing) At(c Cell) (x, y string) {
	at := func(i int) string { return fmt.Sprintf("%.5g", (float64(i)+0.5)*d.scale) }
	return at(c.X), at(c.Y)
}

// Way draws a line through cells.
func (d *Drawing) Way(pic *svg.Picture, cells []Cell, colour string) {
	var way strings.Builder
	for i, c := range cells {
		x, y := d.At(c)
		fmt.Fprintf(&way, "%c%s %s", "ML"[min(i, 1)], x, y)
	}
	pic.Printf(`<path data-key="way" d="%s" fill="none" stroke="%s" stroke-width="2.5" stroke-linejoin="round"/>`,
		way.String(), colour)
}

// Dot draws a dot on a cell; key is the same for the same thing in several pictures.
func (d *Drawing) Dot(pic *svg.Picture, c Cell, key, color string, radius float64) {
	x, y := d.At(c)
	pic.Printf(`<circle data-key="%s" cx="%s" cy="%s" r="%.3g" fill="%s"/>`, key, x, y, radius, color)
}

// A wall is a rectangle of cells that are not free, or of which a share in quarters is not.
type wall struct{ left, top, wide, high, shade int }

// walls are those of a map: of single cells or, if that would be too many, of squares of cells.
func (m Map) walls() []wall {
	const most = 6000
	if exact := m.wallsOf(1); len(exact) <= most {
		return exact
	}
	return m.wallsOf(m.block(drawnCells))
}

// wallsOf joins squares of a size that have the same shade, along rows, and rows that are the
// same.
func (m Map) wallsOf(size int) (walls []wall) {
	shade := func(left, top int) int { return int(m.blocked(left, top, size)*4 + 0.5) }
	above := map[[3]int]int{} // the wall that ends above, by left, width and shade
	for top := 0; top < m.Height; top += size {
		here := map[[3]int]int{}
		for left := 0; left < m.Width; {
			right, dark := left+size, shade(left, top)
			for right < m.Width && shade(right, top) == dark {
				right += size
			}
			if run := [3]int{left, min(right, m.Width) - left, dark}; dark > 0 {
				i, ok := above[run]
				if !ok {
					i = len(walls)
					walls = append(walls, wall{left, top, run[1], 0, dark})
				}
				walls[i].high += min(size, m.Height-top)
				here[run] = i
			}
			left = right
		}
		above = here
	}
	return walls
}
