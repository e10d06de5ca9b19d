package npuzzle

import (
	"io"

	"github.com/focal-search/focal/domains/text"
	"github.com/focal-search/focal/engine"
)

// boards is the set of the boards that are given by their tiles.
var boards = engine.Set{
	Name: "board", Doc: "a board of 9, 16 or 25 tiles: the tiles row by row, 0 for the blank", Variants: choices,
	Given: &engine.Given{As: "TILES", Example: "1-4-2-3-0-5-6-7-8",
		Problem: func(tiles, variant string) (*engine.Problem, error) {
			b, err := text.List(tiles)
			if err != nil {
				return nil, err
			}
			return withVariant(b, variant)
		}},
}

// readFile makes the problem of a board in a file.
func readFile(in io.Reader, file, variant string) (*engine.Problem, error) {
	b, err := Read(in, file)
	if err != nil {
		return nil, err
	}
	return withVariant(b, variant)
}

func withVariant(b Board, variant string) (*engine.Problem, error) {
	costs, h, err := parseVariant(variant)
	if err != nil {
		return nil, err
	}
	return New(b, costs, h)
}
