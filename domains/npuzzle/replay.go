package npuzzle

import (
	"fmt"
	"slices"

	"github.com/focal-search/focal/engine"
)

// slide moves the blank on a board and returns the tile that moved. It shares
// no code with the packed space, which it checks.
func (b Board) slide(m engine.Move) (tile int, err error) {
	side := b.side()
	blank := slices.Index(b, 0)
	row, col := blank/side, blank%side
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
	if row < 0 || row >= side || col < 0 || col >= side {
		return 0, fmt.Errorf("the blank cannot move %s from row %d, column %d", moveNames[m], blank/side+1, blank%side+1)
	}
	to := row*side + col
	tile = b[to]
	b[blank], b[to] = tile, 0
	return tile, nil
}

// replay is the verifier's side of the problem: what the moves cost, and
// whether they lead from the board to the goal.
func replay(start Board, costs Costs, moves []engine.Move) (engine.Cost, error) {
	b, prices := slices.Clone(start), costs.prices(len(start))
	var total engine.Cost
	for i, m := range moves {
		tile, err := b.slide(m)
		if err != nil {
			return 0, fmt.Errorf("move %d: %w", i+1, err)
		}
		total += prices[tile]
	}
	if !slices.IsSorted(b) {
		return 0, fmt.Errorf("the moves do not end at the goal but at %v", []int(b))
	}
	return total, nil
}

// picture draws the board after some moves.
func picture(start Board, moves []engine.Move) string {
	b := slices.Clone(start)
	for _, m := range moves {
		if _, err := b.slide(m); err != nil {
			return err.Error()
		}
	}
	return b.String()
}
