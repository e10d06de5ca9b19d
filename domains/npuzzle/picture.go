package npuzzle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/focal-search/focal/domains/palette"
	"github.com/focal-search/focal/domains/svg"
	"github.com/focal-search/focal/engine"
)

// Sizes of a drawn board, in pixels.
const (
	tileSize = 56
	pitch    = tileSize + 4 // from tile to tile
	frame    = 8            // around the tiles
)

// draw draws the board along moves.
func (q *instance) draw(moves []engine.Move) (pictures []string, err error) {
	blank := slices.Index(q.Start, 0) // where the tile is that moves next
	_, _, err = q.view().Along(moves, func(b Board, cost engine.Cost) {
		pictures = append(pictures, q.drawn(b, b[blank], "cost "+engine.FormatCost(cost, q.Costs.unit(len(b)))))
		blank = slices.Index(b, 0)
	})
	return pictures, err
}

// goalName names the goal.
func (q *instance) goalName() string {
	for _, name := range goals {
		if slices.Equal(q.Goal, inOrder(len(q.Goal), name)) {
			return strings.TrimPrefix(name, "goal=")
		}
	}
	return strings.Trim(fmt.Sprint([]int(q.Goal)), "[]")
}

// drawn draws a board: tiles at their place are blue, and the one that has just
// moved has a rim.
func (q *instance) drawn(b Board, moved int, cost string) string {
	home := 0
	for tile, place := range q.home {
		if tile != 0 && b[place] == tile {
			home++
		}
	}
	side := func(n int) float64 { return float64(n*pitch - (pitch - tileSize) + 2*frame) }
	w, h := side(q.Width), side(q.height)
	p := svg.New(w, h, fmt.Sprintf("%d of %d tiles in place, %s, goal: %s", home, len(b)-1, cost, q.goalName()))
	p.Printf(`<rect width="%g" height="%g" rx="12" fill="%s" fill-opacity=".09"/>`, w, h, palette.Ink)
	for tile := 1; tile < len(b); tile++ {
		place := slices.Index(b, tile)
		ground, number := fmt.Sprintf(`fill="%s" fill-opacity=".16"`, palette.Ink), palette.Ink
		if place == q.home[tile] {
			ground, number = fmt.Sprintf(`fill="%s"`, palette.Blue), "#fff"
		}
		rim := ""
		if tile == moved {
			rim = fmt.Sprintf(` stroke="%s" stroke-width="3"`, palette.Vermilion)
		}
		p.Printf(`<g data-key="%d" transform="translate(%d %d)"><rect width="%d" height="%d" rx="8" %s%s/>`+
			`<text x="%d" y="36" text-anchor="middle" font-size="23" font-weight="600" fill="%s">%d</text></g>`,
			tile, frame+place%q.Width*pitch, frame+place/q.Width*pitch, tileSize, tileSize, ground, rim, tileSize/2,
			number, tile)
	}
	return p.String()
}
