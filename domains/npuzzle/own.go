package npuzzle

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/focal-search/focal/domains/text"
	"github.com/focal-search/focal/engine"
)

// boards is the set of the boards that are given by their tiles.
var boards = engine.Set{
	Name: "board", Doc: "a board: the tiles row by row, 0 for the blank; rows are separated by a slash unless the board is square",
	Variants: choices,
	Given: &engine.Given{As: "TILES", Example: "1-4-2-3-0-5-6-7-8",
		Problem: func(tiles, variant string) (*engine.Problem, error) {
			var p Puzzle
			rows := strings.Split(tiles, "/")
			for i, row := range rows {
				numbers, err := text.List(row)
				if err != nil {
					return nil, err
				}
				if len(rows) > 1 {
					if i > 0 && len(numbers) != p.Width {
						return nil, fmt.Errorf("row %d has %d tiles, row 1 has %d", i+1, len(numbers), p.Width)
					}
					p.Width = len(numbers)
				}
				p.Start = append(p.Start, numbers...)
			}
			return p.named(variant)
		}},
}

// named makes the problem of a puzzle with the words of its name.
func (p Puzzle) named(variant string) (*engine.Problem, error) {
	p, goal, err := p.variant(variant)
	if err != nil {
		return nil, err
	}
	if goal != "" && p.Goal != nil {
		return nil, fmt.Errorf("variant %q: the file has a goal of its own", variant)
	}
	return p.withGoal(goal).Problem()
}

// withGoal returns the puzzle with a goal in order, or as it is if the goal is "".
func (p Puzzle) withGoal(name string) Puzzle {
	if name != "" {
		p.Goal = inOrder(len(p.Start), name)
	}
	return p
}

// Read reads a puzzle from text: the tiles of the board row by row, 0 for the blank, separated
// by spaces, commas or new lines. A second board is the goal. A # begins a comment. The board is
// as wide as its lines, or square if they differ. The file's name is for errors, which give line
// and column.
func Read(in io.Reader, file string) (Puzzle, error) {
	numbers, err := text.Read(in, file, 2*most)
	if err != nil {
		return Puzzle{}, err
	}
	p := Puzzle{Start: numbers.Values}
	if n := len(p.Start); n%2 == 0 && slices.Index(p.Start[n/2:], 0) >= 0 && slices.Index(p.Start[:n/2], 0) >= 0 {
		p.Start, p.Goal = p.Start[:n/2:n/2], p.Start[n/2:]
	}
	if row := numbers.InLines(); row >= minSide && row <= maxSide && len(p.Start)%row == 0 && len(p.Start) > row {
		p.Width = row
	}
	if _, at, err := p.complete(); err != nil {
		if errors.Is(err, engine.ErrUnsolvable) {
			at = -1
		}
		return Puzzle{}, numbers.Locate(at, err)
	}
	return p, nil
}

// readFile makes the problem of a puzzle in a file.
func readFile(in io.Reader, file, variant string) (*engine.Problem, error) {
	p, err := Read(in, file)
	if err != nil {
		return nil, err
	}
	return p.named(variant)
}
