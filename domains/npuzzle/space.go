package npuzzle

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"sync"

	"github.com/focal-search/focal/engine"
)

// space packs a board of at most 4 rows of 4 tiles into one word, four bits a tile, the first
// tile lowest.
type space struct {
	start uint64
	costs [16]engine.Cost
	moves [16][1 + 4][]move // by position of the blank, and by the move left out
	md    [16][16]uint64    // Manhattan distance of a tile (second) at a position (first), as pair
	both  [8][256]uint64    // the same of two tiles at two positions
	lines *lineTables       // linear conflict; nil without
	wide  bool
}

// pair holds h in its upper half and d in its lower: both are sums of the same
// terms' two parts, so one addition serves both.
func pair(h, d engine.Cost) uint64 { return uint64(h)<<32 | uint64(d) }

func unpair(p uint64) (h, d engine.Cost) { return engine.Cost(p >> 32), engine.Cost(p & (1<<32 - 1)) }

// A move of the blank: its direction, and the position it goes to.
type move struct {
	direction engine.Move
	to        int
}

var moveNames = [...]string{"up", "down", "left", "right"}

// moveName is the name of a move, or the number of one that does not exist.
func moveName(m engine.Move) string {
	if int(m) < len(moveNames) {
		return moveNames[m]
	}
	return strconv.Itoa(int(m))
}

func newSpace(q *instance) *space {
	s := &space{wide: q.Costs == Inverse}
	copy(s.costs[:], q.prices)
	for p, t := range q.Start {
		s.start |= uint64(t) << (4 * p)
		s.moves[p][0] = q.movesAt(p)
		for i, m := range s.moves[p][0] {
			s.moves[p][1+m.direction] = slices.Delete(q.movesAt(p), i, i+1)
		}
		for t := 1; t < len(q.Start); t++ {
			distance := steps(p, q.home[t], q.Width)
			s.md[p][t] = pair(distance*s.costs[t], distance)
		}
	}
	for i := range s.both {
		for tiles := range s.both[i] {
			s.both[i][tiles] = s.md[2*i][tiles&15] + s.md[2*i+1][tiles>>4]
		}
	}
	if q.Heuristic == LinearConflict {
		s.lines = q.tables()
	}
	return s
}

// movesAt are the moves of a blank at a position.
func (q *instance) movesAt(p int) (moves []move) {
	row, col := p/q.Width, p%q.Width
	for d, ok := range []bool{row > 0, row < q.height-1, col > 0, col < q.Width-1} {
		if ok {
			moves = append(moves, move{engine.Move(d), p + []int{-q.Width, q.Width, -1, 1}[d]})
		}
	}
	return moves
}

// steps is the Manhattan distance between two positions.
func steps(p, q, width int) engine.Cost {
	return engine.Cost(abs(p/width-q/width) + abs(p%width-q%width))
}

func abs(x int) int { return max(x, -x) }

func (s *space) Shape() engine.Shape {
	return engine.Shape{Words: 1, Key: 1, Successors: 4, SmallCosts: !s.wide}
}

func (s *space) Start(state []uint64) { state[0] = s.start }

func (s *space) Evaluate(n engine.Node) (h, d engine.Cost) { return unpair(s.value(n.State[0])) }

// value is h and d from scratch.
func (s *space) value(state uint64) uint64 {
	b := &s.both
	sum := b[0][state&255] + b[1][state>>8&255] + b[2][state>>16&255] + b[3][state>>24&255] +
		b[4][state>>32&255] + b[5][state>>40&255] + b[6][state>>48&255] + b[7][state>>56]
	if s.lines != nil {
		sum += s.lines.all(state)
	}
	return sum
}

// Inverses: up and down undo each other, and left and right.
func (s *space) Inverses() []engine.Move { return inverses }

// Pure: a board's successors depend on the board.
func (s *space) Pure() {}

var inverses = []engine.Move{1, 0, 3, 2}

// IsGoal: no tile is away from its place.
func (s *space) IsGoal(n engine.Node) bool {
	h, _ := unpair(s.value(n.State[0]))
	return h == 0
}

func (s *space) Expand(n engine.Node, out *engine.Successors) {
	state := n.State[0]
	value := s.value(state)
	blank := blankOf(state)
	moves := s.moves[blank&15][0]
	if back, ok := out.LeaveOut(); ok {
		moves = s.moves[blank&15][1+back]
	}
	for _, m := range moves {
		tile := state >> (4 * m.to & 63) & 15
		next := state ^ tile<<(4*m.to&63) ^ tile<<(4*blank&63)
		v := value - s.md[m.to&15][tile] + s.md[blank&15][tile]
		if s.lines != nil {
			v += s.lines.change(state, next, blank, m.to)
		}
		h, d := unpair(v)
		out.Add(engine.Successor{Cost: s.costs[tile], H: h, D: d, Move: m.direction})[0] = next
	}
}

// blankOf is the position of the first zero among the 16 tiles.
func blankOf(state uint64) int {
	nonzero := state | state>>1 | state>>2 | state>>3 // lowest bit of each tile
	return bits.TrailingZeros64(^nonzero&0x1111111111111111) / 4
}

// lineTables holds for each line (rows first, then columns) and each content of
// it what linear conflict adds: twice the cost of the cheapest set of tiles
// whose removal leaves no conflict, and for d twice the smallest number of them.
type lineTables struct {
	width, height int
	lines         [][]uint64
}

var (
	lineCache = map[string]*lineTables{}
	lineMutex sync.Mutex
)

// lineTables makes the tables of a puzzle, for a goal that has a name once per process.
func (q *instance) lineTables() *lineTables {
	lineMutex.Lock()
	defer lineMutex.Unlock()
	key := fmt.Sprint(q.Width, q.height, q.Costs, q.goalName())
	if t := lineCache[key]; t != nil {
		return t
	}
	t := &lineTables{width: q.Width, height: q.height}
	for line := range q.height + q.Width {
		tiles := make([]int, q.length(line))
		table := make([]uint64, 1<<(4*len(tiles)))
		for content := range table {
			for i := range tiles {
				tiles[i] = content >> (4 * i) & 15
			}
			table[content] = pair(q.conflict(line, tiles))
		}
		t.lines = append(t.lines, table)
	}
	if slices.Contains(goals, "goal="+q.goalName()) {
		lineCache[key] = t
	}
	return t
}

// length is the number of tiles in a line, rows first, then columns.
func (q *instance) length(line int) int {
	if line < q.height {
		return q.Width
	}
	return q.height
}

// conflict is what linear conflict adds for the tiles in a line. It tries every set of tiles that may stay.
func (q *instance) conflict(line int, tiles []int) (h, d engine.Cost) {
	var buffers [2][maxSide]engine.Cost
	// of the tiles that belong into the line: goal places along it, and prices
	places, price := buffers[0][:0], buffers[1][:0]
	for _, t := range tiles {
		if t == 0 || t >= len(q.home) {
			continue
		}
		row, col := q.home[t]/q.Width, q.home[t]%q.Width
		switch line {
		case row:
			places, price = append(places, engine.Cost(col)), append(price, q.prices[t])
		case q.height + col:
			places, price = append(places, engine.Cost(row)), append(price, q.prices[t])
		}
	}
	h, d = 1<<62, 1<<62
	for stay := range 1 << len(places) {
		var goH, goD engine.Cost
		last, ordered := engine.Cost(-1), true
		for i, place := range places {
			if stay>>i&1 == 0 {
				goH += 2 * price[i]
				goD += 2
			} else {
				ordered = ordered && place > last
				last = place
			}
		}
		if ordered {
			h, d = min(h, goH), min(d, goD)
		}
	}
	return h, d
}

// all is the sum over all lines.
func (t *lineTables) all(state uint64) (sum uint64) {
	for i := range t.height {
		sum += t.row(state, i)
	}
	for i := range t.width {
		sum += t.column(state, i)
	}
	return sum
}

// change is what a move adds: a tile that moves within its row leaves the order
// in the row as it was, and likewise in a column.
func (t *lineTables) change(state, next uint64, from, to int) uint64 {
	if a, b := from/t.width, to/t.width; a != b {
		return t.row(next, a) - t.row(state, a) + t.row(next, b) - t.row(state, b)
	}
	a, b := from%t.width, to%t.width
	return t.column(next, a) - t.column(state, a) + t.column(next, b) - t.column(state, b)
}

func (t *lineTables) row(state uint64, i int) uint64 {
	bits := 4 * t.width
	return t.lines[i][state>>(i*bits)&(1<<bits-1)]
}

func (t *lineTables) column(state uint64, i int) uint64 {
	var content uint64
	for row := range t.height {
		content |= state >> (4 * (row*t.width + i)) & 15 << (4 * row)
	}
	return t.lines[t.height+i][content]
}
