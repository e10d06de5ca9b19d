package pancake

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/focal-search/focal/engine"
)

// space packs a state into two words without its permutation.
//
// The first word, which the engine looks states up by, is a hash of the set of
// pairs of neighbours in the stack, the plate included. That set is a path that
// ends at the plate, so it determines the stack. A flip replaces one pair, so the
// hash, and GAP with it, takes O(1) for a successor. The second word says how the
// state was made: from which stack that the space keeps, by which flips. Of the stacks
// on a path it keeps every third, when they are expanded.
//
// Different stacks may have the same hash, so Same compares them in full.
type space struct {
	n       int
	model   model
	plain   bool                 // unit costs, and h is GAP
	weights *[maxSize + 1]uint64 // for the hash
	start   []byte               // sizes from 0 to n-1, the topmost first, then n for the plate
	stack   []byte               // the one being expanded, likewise
	other   []byte               // for Same
	stacks  archive
}

// origin is a state's second word: the number of a stack in the archive, the flips of it
// that made the state, of 8 bits each, the last above the others, and the state's GAP.
type origin uint64

const (
	flipBits  = 8 // also of the GAP, which lies below the flips
	flipMask  = 1<<flipBits - 1
	mostFlips = 3
	numberAt  = flipBits * (1 + mostFlips) // where the number begins
)

func newOrigin(number uint64, gap int) origin { return origin(number<<numberAt | uint64(gap)) }

func (o origin) number() uint64 { return uint64(o >> numberAt) }
func (o origin) gap() int       { return int(o & flipMask) }

// flips is the number of flips.
func (o origin) flips() int {
	return (bits.Len32(uint32(o)>>flipBits) + flipBits - 1) / flipBits
}

// weights are random numbers, one for each size and the plate. The hash of a
// stack is the sum over all pairs of neighbours of the product of their weights.
var weights = func() (w [maxSize + 1]uint64) {
	r := rand.New(rand.NewPCG(2010, 0))
	for i := range w {
		w[i] = r.Uint64()
	}
	return w
}()

func newSpace(s Stack, m model) *space {
	start := make([]byte, len(s)+1)
	for i, p := range s {
		start[i] = byte(p - 1)
	}
	start[len(s)] = byte(len(s))
	return &space{
		n: len(s), model: m, plain: !m.heavy && m.least == 1, weights: &weights,
		start: start, stack: slices.Clone(start), other: slices.Clone(start),
		stacks: archive{size: len(s)},
	}
}

func (s *space) Shape() engine.Shape {
	return engine.Shape{Words: 2, Key: 1, Successors: s.n - 1, SmallCosts: true}
}

func (s *space) Start(state []uint64) {
	hash, gaps := uint64(0), 0
	for i, below := range s.start[1:] {
		hash += s.weights[s.start[i]] * s.weights[below]
		gaps += gap(s.start[i], below)
	}
	state[0] = hash
	state[1] = uint64(newOrigin(s.stacks.add(s.start[:s.n]), gaps))
}

// gap is 1 unless two pancakes are neighbours in size.
func gap(a, b byte) int {
	if (int(a)-int(b)+1)&^2 != 0 {
		return 1
	}
	return 0
}

func (s *space) Evaluate(n engine.Node) (h, d engine.Cost) {
	d = engine.Cost(origin(n.State[1]).gap())
	if s.plain {
		return d, d
	}
	s.stacks.rebuild(origin(n.State[1]), s.stack)
	return s.h(), d
}

// h is the sum over the gaps of the stack at hand.
func (s *space) h() (h engine.Cost) {
	for i, below := range s.stack[1:] {
		h += s.weigh(s.stack[i], below)
	}
	return h
}

// weigh is what two neighbours add to h.
func (s *space) weigh(a, b byte) engine.Cost {
	switch lesser := int(min(a, b)) + 1; {
	case gap(a, b) == 0 || lesser < s.model.least:
		return 0
	case s.model.heavy:
		return engine.Cost(lesser)
	}
	return 1
}

// IsGoal: with no gap down to the plate, the stack is sorted.
func (s *space) IsGoal(n engine.Node) bool { return origin(n.State[1]).gap() == 0 }

func (s *space) Expand(n engine.Node, out *engine.Successors) {
	hash, from := n.State[0], origin(n.State[1])
	stack := s.stack
	s.stacks.rebuild(from, stack)
	base, flips := from&^flipMask, from.flips()
	if flips == mostFlips {
		base, flips = newOrigin(s.stacks.add(stack[:s.n]), 0), 0
	}
	shift := flipBits * (1 + flips)
	w, top := s.weights, stack[0]
	var fromH engine.Cost
	if !s.plain {
		fromH = s.h()
	}
	for m := 2; m < len(stack); m++ {
		above, below := stack[m-1], stack[m]
		gaps := from.gap() - gap(above, below) + gap(top, below)
		c := engine.Successor{Cost: 1, H: engine.Cost(gaps), D: engine.Cost(gaps), Move: engine.Move(m)}
		if !s.plain {
			c.H = fromH - s.weigh(above, below) + s.weigh(top, below)
			if s.model.heavy {
				c.Cost = engine.Cost(max(above, below)) + 1
			}
		}
		state := out.Add(c)
		state[0] = hash + (w[top]-w[above])*w[below]
		state[1] = uint64(base | origin(m)<<shift | origin(gaps))
	}
}

// Same compares two states of the same hash.
func (s *space) Same(n engine.Node, state []uint64) bool {
	a, b := origin(n.State[1]), origin(state[1])
	x, y := s.stack[:s.n], s.other[:s.n]
	s.stacks.rebuild(a, x)
	s.stacks.rebuild(b, y)
	return bytes.Equal(x, y)
}

// Bytes returns the memory of the archive.
func (s *space) Bytes() int64 { return s.stacks.bytes() }

// archive holds stacks by number, size bytes each, in chunks, so that growing
// copies nothing.
type archive struct {
	size   int
	n      uint64
	chunks [][]byte
}

const (
	chunkShift = 10 // stacks per chunk
	chunkMask  = 1<<chunkShift - 1
)

func (a *archive) add(stack []byte) (number uint64) {
	number = a.n
	a.n++
	if number>>chunkShift == uint64(len(a.chunks)) {
		a.chunks = append(a.chunks, make([]byte, a.size<<chunkShift))
	}
	copy(a.at(number), stack)
	return number
}

func (a *archive) at(number uint64) []byte {
	i := int(number&chunkMask) * a.size
	return a.chunks[number>>chunkShift][i : i+a.size]
}

// rebuild makes the stack of a state.
func (a *archive) rebuild(o origin, stack []byte) {
	copy(stack, a.at(o.number()))
	for flips := uint32(o) >> flipBits; flips != 0; flips >>= flipBits {
		reverse(stack[:flips&flipMask])
	}
}

func (a *archive) bytes() int64 { return int64(len(a.chunks)) * int64(a.size) << chunkShift }

// reverse is slices.Reverse, by words.
func reverse(b []byte) {
	for len(b) >= 8 {
		first, last := b[:8], b[len(b)-8:]
		x, y := binary.NativeEndian.Uint64(first), binary.NativeEndian.Uint64(last)
		binary.NativeEndian.PutUint64(first, bits.ReverseBytes64(y))
		binary.NativeEndian.PutUint64(last, bits.ReverseBytes64(x))
		if len(b) < 16 { // the two overlap
			return
		}
		b = b[8 : len(b)-8]
	}
	slices.Reverse(b)
}
