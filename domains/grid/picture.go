package grid

import (
	"fmt"
	"strings"

	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/domains/svg"
	"github.com/focal-search/focal/engine"
)

// follow lists the cells of a path, from the start on.
func (p *instance) follow(moves []engine.Move) ([]Cell, error) {
	cells := []Cell{p.start}
	for i, move := range moves {
		to, _, err := p.step(cells[i], move)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		cells = append(cells, to)
	}
	return cells, nil
}

// Cells in a text, and in a drawing, along the longer side: of a larger map some are drawn as
// one.
const (
	textCells  = 72
	drawnCells = 128
)

// blocks divides a map into squares of a number of cells.
func (p *instance) block(most int) int { return (max(p.Width, p.Height) + most - 1) / most }

// blocked is the share of a block's cells that are not passable.
func (p *instance) blocked(left, top, size int) float64 {
	all, blocked := 0, 0
	for y := top; y < min(top+size, p.Height); y++ {
		for x := left; x < min(left+size, p.Width); x++ {
			all++
			if !p.free(Cell{x, y}) {
				blocked++
			}
		}
	}
	return float64(blocked) / float64(all)
}

// picture draws the map as text: # where most cells are not passable, the path as *, its start
// and its end as S and @, and the goal as G.
func (p *instance) picture(moves []engine.Move) string {
	cells, err := p.follow(moves)
	if err != nil {
		return err.Error()
	}
	size := p.block(textCells)
	var rows [][]byte
	for top := 0; top < p.Height; top += size {
		var row []byte
		for left := 0; left < p.Width; left += size {
			if c := byte('.'); p.blocked(left, top, size) > 0.5 {
				row = append(row, '#')
			} else {
				row = append(row, c)
			}
		}
		rows = append(rows, row)
	}
	mark := func(c Cell, as byte) { rows[c.Y/size][c.X/size] = as }
	for _, c := range cells {
		mark(c, '*')
	}
	mark(p.start, 'S')
	mark(p.goal, 'G')
	mark(cells[len(cells)-1], '@')
	var b strings.Builder
	for _, row := range rows {
		b.Write(row)
		b.WriteByte('\n')
	}
	return b.String()
}

// draw draws the map along a path.
func (p *instance) draw(moves []engine.Move) ([]string, error) {
	cells, err := p.follow(moves)
	if err != nil {
		return nil, err
	}
	const longest = 480
	scale := longest / float64(max(p.Width, p.Height))
	var ground strings.Builder
	for _, w := range p.walls() {
		fmt.Fprintf(&ground, `<rect x="%.5g" y="%.5g" width="%.5g" height="%.5g" fill-opacity="%.2g"/>`,
			float64(w.left)*scale, float64(w.top)*scale, float64(w.wide)*scale, float64(w.high)*scale, float64(w.shade)/4*0.7)
	}
	at := func(c Cell) string {
		return fmt.Sprintf("%.5g %.5g", (float64(c.X)+0.5)*scale, (float64(c.Y)+0.5)*scale)
	}
	var pictures []string
	way := ""
	for i, c := range cells {
		if i == 0 {
			way = "M" + at(c)
		} else {
			way += "L" + at(c)
		}
		pic := svg.New(float64(p.Width)*scale, float64(p.Height)*scale, fmt.Sprintf("a map of %d × %d cells, %v after %d moves",
			p.Width, p.Height, c, i))
		pic.Printf(`<g data-key="map" fill="%s">%s</g>`, palette.Ink, ground.String())
		pic.Printf(`<path data-key="way" d="%s" fill="none" stroke="%s" stroke-width="2.5" stroke-linejoin="round"/>`, way, palette.Blue)
		for _, end := range []struct {
			key, color string
			cell       Cell
		}{{"start", palette.Green, p.start}, {"goal", palette.Vermilion, p.goal}, {"here", palette.Blue, c}} {
			x, y, _ := strings.Cut(at(end.cell), " ")
			pic.Printf(`<circle data-key="%s" cx="%s" cy="%s" r="5" fill="%s"/>`, end.key, x, y, end.color)
		}
		pictures = append(pictures, pic.String())
	}
	return pictures, nil
}

// A wall is a rectangle of cells that are not passable, or of which a share in quarters is not.
type wall struct{ left, top, wide, high, shade int }

// walls are those of a map: of single cells or, if that would be too many, of squares of cells.
func (p *instance) walls() []wall {
	const most = 6000
	if exact := p.wallsOf(1); len(exact) <= most {
		return exact
	}
	return p.wallsOf(p.block(drawnCells))
}

// wallsOf joins squares of a size that have the same shade, along rows, and rows that are the
// same.
func (p *instance) wallsOf(size int) (walls []wall) {
	shade := func(left, top int) int { return int(p.blocked(left, top, size)*4 + 0.5) }
	above := map[[3]int]int{} // the wall that ends above, by left, width and shade
	for top := 0; top < p.Height; top += size {
		here := map[[3]int]int{}
		for left := 0; left < p.Width; {
			right, dark := left+size, shade(left, top)
			for right < p.Width && shade(right, top) == dark {
				right += size
			}
			if run := [3]int{left, min(right, p.Width) - left, dark}; dark > 0 {
				i, ok := above[run]
				if !ok {
					i = len(walls)
					walls = append(walls, wall{left, top, run[1], 0, dark})
				}
				walls[i].high += min(size, p.Height-top)
				here[run] = i
			}
			left = right
		}
		above = here
	}
	return walls
}
