package npuzzle

import (
	"fmt"
	"slices"

	"github.com/focal-search/focal/engine"
)

// slide moves the blank on a board and returns the tile that moved. It shares
// no code with the packed space, which it checks.
func (b Board) slide(m engine.Move, width int) (tile int, err error) {
	blank := slices.Index(b, 0)
	row, col := blank/width, blank%width
	switch m {
	case 0:
		row--
	case 1:
		row++
	case 2:
		col--
	case 3:
		col++
	default:
		return 0, fmt.Errorf("%d is not a move: want 0 up, 1 down, 2 left or 3 right", m)
	}
	if row < 0 || row >= len(b)/width || col < 0 || col >= width {
		return 0, fmt.Errorf("the blank cannot move %s from row %d, column %d", moveNames[m], blank/width+1, blank%width+1)
	}
	to := row*width + col
	tile = b[to]
	b[blank], b[to] = tile, 0
	return tile, nil
}

// picture draws the board after some moves. Without moves it names the goal.
func (q *instance) picture(moves []engine.Move) string {
	b, _, err := q.view().Along(moves, func(Board, engine.Cost) {})
	if err != nil {
		return err.Error()
	}
	if len(moves) > 0 {
		return b.text(q.Width)
	}
	return b.text(q.Width) + "goal: " + q.goalName() + "\n"
}
