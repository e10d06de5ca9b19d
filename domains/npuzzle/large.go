package npuzzle

import (
	"math/bits"

	"github.com/focal-search/focal/engine"
)

// large is the space of boards of any size. Each tile takes as few bits as the greatest one
// needs, a word has as many tiles as it holds whole, and the last is the one that is not among
// the others: 24 tiles take two words.
type large struct {
	*instance
	bits, perWord, words int
	sum                  uint8 // of all tiles
	moves                [][]move
	steps                [most][most]uint8 // of a tile (second) at a position (first)
	pdb                  *additive         // nil without
}

// tiles is a board.
type tiles [most]uint8

func newLarge(q *instance) *large {
	n := q.size
	s := &large{instance: q, bits: bits.Len(uint(n - 1))}
	s.perWord = 64 / s.bits
	s.words = (n - 2 + s.perWord) / s.perWord
	for p := range n {
		s.sum += uint8(p)
		s.moves = append(s.moves, q.movesAt(p))
		for t := 1; t < n; t++ {
			s.steps[p][t] = uint8(steps(p, q.home[t], q.Width))
		}
	}
	if q.patterns != nil {
		s.pdb = q.additive()
	}
	return s
}

// put puts a tile where the blank is, or takes it away.
func (s *large) put(state []uint64, place int, tile uint64) {
	if place < s.size-1 {
		state[place/s.perWord] ^= tile << (place % s.perWord * s.bits)
	}
}

func (s *large) unpack(state []uint64, b *tiles) {
	p, rest := 0, s.sum
	for _, word := range state {
		for range min(s.perWord, s.size-1-p) {
			b[p] = uint8(word & (1<<s.bits - 1))
			word >>= s.bits
			rest -= b[p]
			p++
		}
	}
	b[p] = rest
}

func (s *large) Shape() engine.Shape {
	wide := s.Costs == Inverse
	return engine.Shape{Words: s.words, Key: s.words, Successors: 4, SmallCosts: !wide, WideCosts: wide}
}

func (s *large) Start(state []uint64) {
	clear(state)
	for p, t := range s.instance.Start {
		s.put(state, p, uint64(t))
	}
}

func (s *large) Evaluate(n engine.Node) (h, d engine.Cost) {
	var b tiles
	s.unpack(n.State, &b)
	return s.value(&b)
}

// value is h and d from scratch.
func (s *large) value(b *tiles) (h, d engine.Cost) {
	if s.pdb != nil {
		where := s.where(b)
		h = s.pdb.all(&where)
		return h, h
	}
	for p, t := range b[:s.size] {
		steps := engine.Cost(s.steps[p][t%most])
		h, d = h+steps*s.prices[t], d+steps
	}
	if s.Heuristic == LinearConflict {
		for line := range s.height + s.Width {
			ch, cd := s.conflictOf(b, line)
			h, d = h+ch, d+cd
		}
	}
	return h, d
}

// where is where each tile is.
func (s *large) where(b *tiles) (where tiles) {
	for p, t := range b[:s.size] {
		where[t%most] = uint8(p)
	}
	return where
}

// conflictOf is linear conflict in a line, rows first.
func (s *large) conflictOf(b *tiles, line int) (h, d engine.Cost) {
	first, step := line*s.Width, 1
	if line >= s.height {
		first, step = line-s.height, s.Width
	}
	var along [maxSide]int
	length := s.length(line)
	for i := range along[:length] {
		along[i] = int(b[first+i*step])
	}
	return s.conflict(line, along[:length])
}

// Inverses: up and down undo each other, and left and right.
func (s *large) Inverses() []engine.Move { return inverses }

// Pure: a board's successors depend on the board.
func (s *large) Pure() {}

// IsGoal: every tile is at its place, or h would not be 0.
func (s *large) IsGoal(engine.Node) bool { return true }

func (s *large) Expand(n engine.Node, out *engine.Successors) {
	var b tiles
	s.unpack(n.State, &b)
	h, d := s.value(&b)
	var where tiles
	if s.pdb != nil {
		where = s.where(&b)
	}
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
		dd := engine.Cost(s.steps[blank][t]) - engine.Cost(s.steps[m.to][t])
		hn, dn := h+dd*s.prices[t], d+dd
		if s.pdb != nil {
			hn = h + s.pdb.change(&where, t, uint8(blank))
			dn = hn
		}
		if s.Heuristic == LinearConflict {
			// Within its line the tile leaves the order as it was.
			next := b
			next[blank], next[m.to] = t, 0
			for _, line := range s.changed(blank, m.to) {
				oldH, oldD := s.conflictOf(&b, line)
				newH, newD := s.conflictOf(&next, line)
				hn, dn = hn+newH-oldH, dn+newD-oldD
			}
		}
		next := out.Add(engine.Successor{Cost: s.prices[t], H: hn, D: dn, Move: m.direction})
		copy(next, n.State)
		s.put(next, blank, uint64(t))
		s.put(next, m.to, uint64(t))
	}
}

// changed are the two lines between which a tile moves.
func (s *large) changed(from, to int) [2]int {
	if a, b := from/s.Width, to/s.Width; a != b {
		return [2]int{a, b}
	}
	return [2]int{s.height + from%s.Width, s.height + to%s.Width}
}
