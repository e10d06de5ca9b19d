package grid

import (
	"math"
	"math/bits"
	"slices"

	"github.com/focal-search/focal/domains/internal/cells"
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
	around      []uint8       // by cell: the moves that can be made, a bit for each
	steps       [8]step       // by move
	known       [8][256]uint8 // by the move back to the parent and the parent's moves: moves to leave out
}

// A step is what a move changes, and its cost.
type step struct {
	number       int
	dx, dy, cost engine.Cost
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

// relate finds which moves lead to where the parent leads itself, at no greater cost, or back.
func (b *board) relate() {
	for back := range b.steps {
		to := b.steps[(back+4)%8]
		for move, on := range b.steps {
			direct := slices.IndexFunc(b.steps[:], func(s step) bool {
				return s.dx == to.dx+on.dx && s.dy == to.dy+on.dy && s.cost <= to.cost+on.cost
			})
			for moves := range b.known[back] {
				if move == back || direct >= 0 && moves>>direct&1 == 1 {
					b.known[back][moves] |= 1 << move
				}
			}
		}
	}
}

func newBoard(p *instance) *board {
	row := p.Width + 1
	b := &board{costs: p.costs, row: row, inverse: math.MaxUint64/uint64(row) + 1}
	number := b.number
	for move, to := range [8][2]int{{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}} {
		b.steps[move] = step{to[1]*row + to[0], engine.Cost(to[0]), engine.Cost(to[1]), p.costs.straight}
		if move%2 == 1 {
			b.steps[move].cost = p.costs.diagonal
		}
	}
	b.relate()
	b.start, b.goal = number(p.start), number(p.goal)
	b.goalX, b.goalY = engine.Cost(p.goal.X+1), engine.Cost(p.goal.Y+1)
	free := make([]bool, (p.Height+2)*row+1)
	open := 0
	for y := range p.Height {
		for x := range p.Width {
			if c := cells.At(x, y); p.free(c) {
				free[number(c)] = true
				open++
			}
		}
	}
	b.around = make([]uint8, len(free))
	for y := range p.Height {
		for x := range p.Width {
			at := int(number(cells.At(x, y)))
			for move := range b.steps {
				ok := free[at] && free[at+b.steps[move].number]
				if move%2 == 1 {
					ok = ok && p.costs.diagonal > 0 && free[at+b.steps[move-1].number] && free[at+b.steps[(move+1)%8].number]
				}
				if ok {
					b.around[at] |= 1 << move
				}
			}
		}
	}
	// A path visits a cell at most once, so this is the greatest f.
	most, _ := p.costs.values(engine.Cost(p.Width), engine.Cost(p.Height))
	most += engine.Cost(open) * max(p.costs.straight, p.costs.diagonal)
	b.shape = engine.Shape{Words: 1, Key: 1, States: len(free), Successors: 8,
		SmallCosts: p.costs.unit == 1, WideCosts: most >= 1<<32}
	return b
}

// number is that of a cell.
func (b *board) number(c Cell) uint32 { return uint32((c.Y+1)*b.row + c.X + 1) }

// from is how far a cell is from the goal, with signs.
func (b *board) from(cell uint32) (dx, dy engine.Cost) {
	y, _ := bits.Mul64(uint64(cell), b.inverse)
	return engine.Cost(cell) - engine.Cost(y)*engine.Cost(b.row) - b.goalX, engine.Cost(y) - b.goalY
}

// A space is a board of one run. It is not declared Pure: to expand cells ahead of time costs a
// twentieth, since their nodes are in a cache.
type space struct{ *board }

func (s *space) Shape() engine.Shape { return s.shape }

func (s *space) Start(state []uint64) { state[0] = uint64(s.start) }

func (s *space) Evaluate(n engine.Node) (h, d engine.Cost) {
	return s.costs.values(s.from(uint32(n.State[0])))
}

func (s *space) IsGoal(n engine.Node) bool { return uint32(n.State[0]) == s.goal }

// Inverses are the opposite directions.
func (s *space) Inverses() []engine.Move {
	var inverses []engine.Move
	for move := range engine.Move(8) {
		inverses = append(inverses, (move+4)%8)
	}
	return inverses
}

// Expand leaves out what the parent has made known: after a straight move over open ground five
// of eight successors, after a diagonal one three.
func (s *space) Expand(n engine.Node, out *engine.Successors) {
	cell := uint32(n.State[0])
	moves := s.around[cell]
	if back, ok := out.LeaveOut(); ok {
		back &= 7
		parent := uint32(int(cell) + s.steps[back].number)
		left := moves &^ s.known[back][s.around[parent]]
		out.Dropped += bits.OnesCount8(moves) - bits.OnesCount8(left) - 1 // the way back is counted
		moves = left
	}
	dx, dy := s.from(cell)
	for ; moves != 0; moves &= moves - 1 {
		move := bits.TrailingZeros8(moves) & 7
		step := &s.steps[move]
		h, d := s.costs.values(dx+step.dx, dy+step.dy)
		out.Add(engine.Successor{Cost: step.cost, H: h, D: d, Move: engine.Move(move)})[0] = uint64(int(cell) + step.number)
	}
}
