package npuzzle

import (
	"fmt"
	"slices"

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

// draw draws the board along moves, as replay follows them.
func draw(start Board, costs Costs, moves []engine.Move) ([]string, error) {
	b, prices := slices.Clone(start), costs.prices(len(start))
	var total engine.Cost
	pictures := []string{b.draw(0, "cost 0")}
	for i, m := range moves {
		tile, err := b.slide(m)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		total += prices[tile]
		pictures = append(pictures, b.draw(tile, "cost "+engine.FormatCost(total, costs.unit(len(start)))))
	}
	return pictures, nil
}

// draw draws the board: tiles at their place are blue, and the one that has just
// moved has a rim.
func (b Board) draw(moved int, cost string) string {
	side, home := b.side(), 0
	for place, tile := range b {
		if tile == place && tile != 0 {
			home++
		}
	}
	size := float64(side*pitch - (pitch - tileSize) + 2*frame)
	p := svg.New(size, size, fmt.Sprintf("%d of %d tiles in place, %s", home, len(b)-1, cost))
	p.Printf(`<rect width="%g" height="%g" rx="12" fill="%s" fill-opacity=".09"/>`, size, size, palette.Ink)
	for tile := 1; tile < len(b); tile++ {
		place := slices.Index(b, tile)
		ground, number := fmt.Sprintf(`fill="%s" fill-opacity=".16"`, palette.Ink), palette.Ink
		if tile == place {
			ground, number = fmt.Sprintf(`fill="%s"`, palette.Blue), "#fff"
		}
		rim := ""
		if tile == moved {
			rim = fmt.Sprintf(` stroke="%s" stroke-width="3"`, palette.Vermilion)
		}
		p.Printf(`<g data-key="%d" transform="translate(%d %d)"><rect width="%d" height="%d" rx="8" %s%s/>`+
			`<text x="%d" y="36" text-anchor="middle" font-size="23" font-weight="600" fill="%s">%d</text></g>`,
			tile, frame+place%side*pitch, frame+place/side*pitch, tileSize, tileSize, ground, rim, tileSize/2, number, tile)
	}
	return p.String()
}
