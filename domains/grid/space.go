package grid

import (
	"math"
	"math/bits"

	"github.com/focal-search/focal/engine"
)

// A board is a map as a search sees it, with a margin that is not passable. Cells have numbers,
// row by row; the margin at the left of a row is also that at the right of the one before.
type board struct {
	shape       engine.Shape
	costs       model
	row         int    // numbers in a row
	inverse     uint64 // ceil(2^64/row)
	start, goal uint32
	goalX       engine.Cost
	goalY       engine.Cost
	around      []uint8 // by cell: the moves that can be made, a bit for each
	by          [8]int  // the differences of numbers, by move
	cost        [8]engine.Cost
}

// The order of moves is that of names, and of successors.
const (
	north = iota
	northEast
	east
	southEast
	south
	southWest
	west
	northWest
)

func newBoard(p *instance) *board {
	row := p.Width + 1
	b := &board{costs: p.costs, row: row, inverse: math.MaxUint64/uint64(row) + 1}
	number := b.number
	b.by = [8]int{-row, 1 - row, 1, row + 1, row, row - 1, -1, -row - 1}
	for move := range b.cost {
		if b.cost[move] = p.costs.straight; move%2 == 1 {
			b.cost[move] = p.costs.diagonal
		}
	}
	b.start, b.goal = number(p.start), number(p.goal)
	b.goalX, b.goalY = engine.Cost(p.goal.X+1), engine.Cost(p.goal.Y+1)
	free := make([]bool, (p.Height+2)*row+1)
	cells := 0
	for y := range p.Height {
		for x := range p.Width {
			if c := (Cell{x, y}); p.free(c) {
				free[number(c)] = true
				cells++
			}
		}
	}
	b.around = make([]uint8, len(free))
	for y := range p.Height {
		for x := range p.Width {
			at := int(number(Cell{x, y}))
			for move := range b.by {
				ok := free[at] && free[at+b.by[move]]
				if move%2 == 1 {
					ok = ok && p.costs.diagonal > 0 && free[at+b.by[move-1]] && free[at+b.by[(move+1)%8]]
				}
				if ok {
					b.around[at] |= 1 << move
				}
			}
		}
	}
	// A path visits a cell at most once, so this is the greatest f.
	most := engine.Cost(cells)*max(p.costs.straight, p.costs.diagonal) +
		p.costs.h(engine.Cost(p.Width), engine.Cost(p.Height))
	b.shape = engine.Shape{Words: 1, Key: 1, States: len(free), Successors: 8,
		SmallCosts: p.costs.unit == 1, WideCosts: most >= 1<<32}
	return b
}

// number is that of a cell.
func (b *board) number(c Cell) uint32 { return uint32((c.Y+1)*b.row + c.X + 1) }

func (b *board) values(cell uint32) (h, d engine.Cost) {
	y, _ := bits.Mul64(uint64(cell), b.inverse)
	dx := engine.Cost(cell) - engine.Cost(y)*engine.Cost(b.row) - b.goalX
	dy := engine.Cost(y) - b.goalY
	dx, dy = max(dx, -dx), max(dy, -dy)
	return b.costs.h(dx, dy), b.costs.d(dx, dy)
}

// A space is a board of one run.
type space struct{ *board }

func (s *space) Shape() engine.Shape { return s.shape }

func (s *space) Start(state []uint64) { state[0] = uint64(s.start) }

func (s *space) Evaluate(n engine.Node) (h, d engine.Cost) { return s.values(uint32(n.State[0])) }

func (s *space) IsGoal(n engine.Node) bool { return uint32(n.State[0]) == s.goal }

// Pure: successors depend on the cell alone.
func (s *space) Pure() {}

// Inverses are the opposite directions.
func (s *space) Inverses() []engine.Move {
	var inverses []engine.Move
	for move := range engine.Move(8) {
		inverses = append(inverses, (move+4)%8)
	}
	return inverses
}

func (s *space) Expand(n engine.Node, out *engine.Successors) {
	cell := uint32(n.State[0])
	moves := s.around[cell]
	if back, ok := out.LeaveOut(); ok {
		moves &^= 1 << back
	}
	for ; moves != 0; moves &= moves - 1 {
		move := bits.TrailingZeros8(moves) & 7
		to := uint32(int(cell) + s.by[move])
		h, d := s.values(to)
		out.Add(engine.Successor{Cost: s.cost[move], H: h, D: d, Move: engine.Move(move)})[0] = uint64(to)
	}
}
