package pancake

import (
	"bytes"
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
// state was made: from which expanded stack, by which flip. The space keeps the
// stacks it has expanded, which are few beside the n-1 successors of each.
//
// Different stacks may have the same hash, so Same compares them in full.
type space struct {
	n       int
	weights *[maxSize + 1]uint64 // for the hash
	start   []byte               // sizes from 0 to n-1, the topmost first, then n for the plate
	stack   []byte               // the one being expanded, likewise
	other   []byte               // for Same
	stacks  archive              // those expanded
}

// origin is a state's second word: the number of an expanded stack in the
// archive, the flip of it that made the state, and the state's GAP.
type origin uint64

func newOrigin(number uint64, flip int, gap int) origin {
	return origin(number<<16 | uint64(flip)<<8 | uint64(gap))
}

func (o origin) number() uint64 { return uint64(o >> 16) }
func (o origin) flip() int      { return int(o >> 8 & 255) }
func (o origin) gap() int       { return int(o & 255) }

// weights are random numbers, one for each size and the plate. The hash of a
// stack is the sum over all pairs of neighbours of the product of their weights.
var weights = func() (w [maxSize + 1]uint64) {
	r := rand.New(rand.NewPCG(2010, 0))
	for i := range w {
		w[i] = r.Uint64()
	}
	return w
}()

func newSpace(s Stack) *space {
	start := make([]byte, len(s)+1)
	for i, p := range s {
		start[i] = byte(p - 1)
	}
	start[len(s)] = byte(len(s))
	return &space{
		n: len(s), weights: &weights, start: start, stack: slices.Clone(start), other: slices.Clone(start),
		stacks: archive{size: len(s)},
	}
}

func (s *space) Shape() engine.Shape {
	return engine.Shape{Words: 2, Key: 1, Successors: s.n - 1, SmallCosts: true}
}

// Start makes the start from itself, by a flip of one pancake.
func (s *space) Start(state []uint64) {
	hash, gaps := uint64(0), 0
	for i, below := range s.start[1:] {
		hash += s.weights[s.start[i]] * s.weights[below]
		gaps += gap(s.start[i], below)
	}
	state[0] = hash
	state[1] = uint64(newOrigin(s.stacks.add(s.start[:s.n]), 1, gaps))
}

// gap is 1 unless two pancakes are neighbours in size.
func gap(a, b byte) int {
	if (int(a)-int(b)+1)&^2 != 0 {
		return 1
	}
	return 0
}

func (s *space) Evaluate(n engine.Node) (h, d engine.Cost) {
	h = engine.Cost(origin(n.State[1]).gap())
	return h, h
}

// IsGoal: with no gap down to the plate, the stack is sorted.
func (s *space) IsGoal(n engine.Node) bool { return origin(n.State[1]).gap() == 0 }

func (s *space) Expand(n engine.Node, out *engine.Successors) {
	hash, from := n.State[0], origin(n.State[1])
	stack := s.stack
	s.stacks.rebuild(from, stack)
	number := s.stacks.add(stack[:s.n])
	w, top := s.weights, stack[0]
	for m := 2; m < len(stack); m++ {
		above, below := stack[m-1], stack[m]
		gaps := from.gap() - gap(above, below) + gap(top, below)
		h := engine.Cost(gaps)
		state := out.Add(engine.Successor{Cost: 1, H: h, D: h, Move: engine.Move(m)})
		state[0] = hash + (w[top]-w[above])*w[below]
		state[1] = uint64(newOrigin(number, m, gaps))
	}
}

// Same compares two states of the same hash. Different flips of one stack make
// different stacks.
func (s *space) Same(n engine.Node, state []uint64) bool {
	a, b := origin(n.State[1]), origin(state[1])
	if a.number() == b.number() {
		return a.flip() == b.flip()
	}
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
	slices.Reverse(stack[:o.flip()])
}

func (a *archive) bytes() int64 { return int64(len(a.chunks)) * int64(a.size) << chunkShift }
