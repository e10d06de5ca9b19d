package npuzzle

import "github.com/focal-search/focal/engine"

const (
	largeSide = 5
	largeSize = largeSide * largeSide
	perWord   = 12 // tiles of five bits
)

// large is the space of the 24-puzzle. Its 25 tiles take 125 bits: twelve tiles
// go into each of two words, and the last is the one that is not among them.
type large struct {
	start  tiles
	prices []engine.Cost
	moves  [largeSize][]move
	steps  [largeSize][largeSize]engine.Cost
	lc     bool
	wide   bool
}

// tiles is a board.
type tiles [largeSize]uint8

func newLarge(b Board, costs Costs, h Heuristic) *large {
	s := &large{prices: costs.prices(largeSize), lc: h == LinearConflict, wide: costs == Inverse}
	for p, t := range b {
		s.start[p] = uint8(t)
		s.moves[p] = movesAt(p, largeSide)
		for t := range b {
			s.steps[p][t] = steps(p, t, largeSide)
		}
	}
	return s
}

func (b *tiles) pack(state []uint64) {
	state[0], state[1] = 0, 0
	for p, t := range b[:2*perWord] {
		state[p/perWord] |= uint64(t) << (5 * (p % perWord))
	}
}

func unpackTiles(state []uint64) (b tiles) {
	last := uint8(largeSize * (largeSize - 1) / 2 & 255) // the sum of all, less the others
	for p := range 2 * perWord {
		b[p] = uint8(state[p/perWord] >> (5 * (p % perWord)) & 31)
		last -= b[p]
	}
	b[2*perWord] = last
	return b
}

func (s *large) Shape() engine.Shape {
	return engine.Shape{Words: 2, Key: 2, Successors: 4, SmallCosts: !s.wide, WideCosts: s.wide}
}

func (s *large) Start(state []uint64) { s.start.pack(state) }

func (s *large) Evaluate(n engine.Node) (h, d engine.Cost) {
	b := unpackTiles(n.State)
	return s.value(&b)
}

// value is h and d from scratch.
func (s *large) value(b *tiles) (h, d engine.Cost) {
	for p, t := range b {
		if t != 0 {
			steps := s.steps[p][t]
			h, d = h+steps*s.prices[t], d+steps
		}
	}
	if s.lc {
		for line := range 2 * largeSide {
			ch, cd := s.conflict(b, line)
			h, d = h+ch, d+cd
		}
	}
	return h, d
}

// conflict is linear conflict in a line, rows first.
func (s *large) conflict(b *tiles, line int) (h, d engine.Cost) {
	first, step := line*largeSide, 1
	if line >= largeSide {
		first, step = line-largeSide, largeSide
	}
	var along [largeSide]int
	for i := range along {
		along[i] = int(b[first+i*step])
	}
	return conflict(line, along[:], s.prices)
}

// Inverses: up and down undo each other, and left and right.
func (s *large) Inverses() []engine.Move { return inverses }

// Pure: a board's successors depend on the board.
func (s *large) Pure() {}

// IsGoal: every tile is at its place, or h would not be 0.
func (s *large) IsGoal(engine.Node) bool { return true }

func (s *large) Expand(n engine.Node, out *engine.Successors) {
	b := unpackTiles(n.State)
	h, d := s.value(&b)
	blank := 0
	for b[blank] != 0 {
		blank++
	}
	back, ok := out.LeaveOut()
	for _, m := range s.moves[blank] {
		if ok && m.direction == back {
			continue
		}
		t := b[m.to]
		dd := s.steps[blank][t] - s.steps[m.to][t]
		hn, dn := h+dd*s.prices[t], d+dd
		next := b
		next[blank], next[m.to] = t, 0
		if s.lc {
			// Within its line the tile leaves the order as it was.
			for _, line := range changed(blank, m.to) {
				oldH, oldD := s.conflict(&b, line)
				newH, newD := s.conflict(&next, line)
				hn, dn = hn+newH-oldH, dn+newD-oldD
			}
		}
		next.pack(out.Add(engine.Successor{Cost: s.prices[t], H: hn, D: dn, Move: m.direction}))
	}
}

// changed are the two lines between which a tile moves.
func changed(from, to int) [2]int {
	if a, b := from/largeSide, to/largeSide; a != b {
		return [2]int{a, b}
	}
	return [2]int{largeSide + from%largeSide, largeSide + to%largeSide}
}
