// Package arena stores a search's nodes and finds the node of a state.
package arena

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/focal-search/focal/engine/internal/memory"
)

// Cost is a path cost or a heuristic value, as engine.Cost.
type Cost = int64

// A node is one insertion into OPEN: the start is number 0, and each new state,
// each cheaper path to a state in OPEN and each reopening makes the next node.
// So the id of a node is its sequence number, which breaks ties; the number of
// nodes is the number of insertions; and a queue entry is an id. A node never
// changes its parent, so its path costs exactly its g. When a cheaper path to a
// state is found, the older node is superseded. Queues drop it when it reaches
// their front.
//
// A node is the words of its state and a link, g<<32 | parent<<2 | fate. With wide
// costs g has a word of its own. A node of the 15-puzzle takes 16 bytes. Where
// moves are kept, the lowest bits of the link's upper half are the move that made
// the node. Nodes lie in chunks, so that growing copies nothing.
type Nodes struct {
	n      uint32 // nodes so far
	words  int    // of state
	stride int    // words per node
	wide   bool
	gShift uint // of g in the link: 32 and the bits of a move
	shift  uint // chunk = id >> shift
	mask   uint32
	small  int // bytes of the first chunk that lie in small pages
	chunks [][]uint64
	memory []memory.Region // of the chunks
}

// A Fate is what has become of a node.
type Fate uint64

// The fates of a node.
const (
	Live       Fate = iota // it is in OPEN
	Expanded               // it is in CLOSED
	Accepted               // a goal that became the incumbent of an anytime search
	Superseded             // a cheaper path to its state was found
)

const (
	fateBits = 2
	fateMask = 1<<fateBits - 1

	idBits = 30 // a parent has so many in its link

	// MaxNodes is the greatest number of nodes.
	MaxNodes = 1<<idBits - 1
	// None is the id of no node: the start's parent, the head of an empty queue.
	None = uint32(MaxNodes)

	// NoMove is what has made the start.
	NoMove = uint32(math.MaxUint32)

	smallPage, hugePage = 4 << 10, 2 << 20 // bytes

	// The first nodes lie in small pages, of 256 KB to 1 MB in all. In a huge page each of so many
	// nodes would take 200 bytes more.
	fewNodes = 11_000
)

// New makes an arena for states of so many words. Path costs need more than 32
// bits where wide is set.
func New(words int, wide bool) Nodes {
	a := Nodes{words: words, stride: words + 1, wide: wide, gShift: 32}
	if wide {
		a.stride++
	}
	for a.stride<<(a.shift+1) <= memory.Chunk {
		a.shift++
	}
	a.mask = 1<<a.shift - 1
	a.small = min(max(256<<10, fewNodes*a.stride*8&^(smallPage-1)), 1<<20)
	return a
}

// KeepMoves makes room in each node for one of some moves, from 0. It is called
// before the first node is made.
func (a *Nodes) KeepMoves(moves int) { a.gShift += uint(bits.Len(uint(moves))) }

// Len returns the number of nodes so far. Their ids run from 0.
func (a *Nodes) Len() uint32 { return a.n }

// Wide reports whether path costs may need more than 32 bits.
func (a *Nodes) Wide() bool { return a.wide }

// MaxG returns the greatest path cost that a node can hold.
func (a *Nodes) MaxG() Cost {
	if a.wide {
		return math.MaxInt64
	}
	return math.MaxUint32 >> (a.gShift - 32)
}

// Reserve makes room for k more nodes. It is short enough to be inlined.
func (a *Nodes) Reserve(k int) error {
	if int(a.n)+k <= len(a.chunks)<<(a.shift&63) {
		return nil
	}
	return a.grow(k)
}

// grow adds chunks until there is room for k more nodes.
func (a *Nodes) grow(k int) error {
	for int(a.n)+k > len(a.chunks)<<a.shift {
		small := 0
		if len(a.chunks) == 0 {
			small = a.small
		}
		r, err := memory.AllocateChunk(a.stride<<a.shift, small)
		if err != nil {
			return err
		}
		a.chunks, a.memory = append(a.chunks, r.Words), append(a.memory, r)
	}
	return nil
}

// record is the words of a node.
func (a *Nodes) record(id uint32) []uint64 {
	i := int(id&a.mask) * a.stride
	return a.chunks[id>>(a.shift&31)][i : i+a.stride]
}

// link is the link of a node.
func (a *Nodes) link(id uint32) *uint64 {
	return &a.chunks[id>>(a.shift&31)][int(id&a.mask)*a.stride+a.words]
}

// Prefetch starts to load a node, unless it is None.
func (a *Nodes) Prefetch(id uint32) {
	if id != None {
		memory.Prefetch(unsafe.Pointer(a.link(id)))
	}
}

// Add makes the next node, which is live. Room must have been reserved. The move that
// made it is noted where moves are kept; NoMove made the start.
func (a *Nodes) Add(state []uint64, g Cost, parent, move uint32) (id uint32) {
	id = a.n
	a.n++
	r := a.record(id)
	//lint:ignore S1001 for a word or two a loop is faster than a call
	for i, w := range state {
		r[i] = w
	}
	link := uint64(parent) << fateBits
	if a.gShift > 32 {
		link |= uint64(move+1) << 32
	}
	if a.wide {
		r[a.words+1] = uint64(g)
	} else {
		link |= uint64(g) << (a.gShift & 63)
	}
	r[a.words] = link
	return id
}

// Move returns the move that made a node; false for the start.
func (a *Nodes) Move(id uint32) (move uint32, ok bool) {
	kept := uint32(*a.link(id)>>32) & (1<<((a.gShift-32)&31) - 1)
	return kept - 1, kept != 0
}

// State returns the packed state of a node, not to be changed.
func (a *Nodes) State(id uint32) []uint64 { return a.record(id)[:a.words] }

// G returns the cost of a node's path.
func (a *Nodes) G(id uint32) Cost {
	if a.wide {
		return Cost(a.record(id)[a.words+1])
	}
	return Cost(*a.link(id) >> (a.gShift & 63))
}

// Parent returns the node that a node's path comes from, None for the start.
func (a *Nodes) Parent(id uint32) uint32 { return uint32(*a.link(id)) >> fateBits }

// Fate is what has become of a node.
func (a *Nodes) Fate(id uint32) Fate { return Fate(*a.link(id) & fateMask) }

// Live reports whether a node is in OPEN.
func (a *Nodes) Live(id uint32) bool { return a.Fate(id) == Live }

// SetFate notes what has become of a node.
func (a *Nodes) SetFate(id uint32, fate Fate) {
	link := a.link(id)
	*link = *link&^fateMask | uint64(fate)
}

// Bytes returns the memory in use, in whole pages as the system gives them: small ones
// first, then huge ones.
func (a *Nodes) Bytes() int64 {
	bytes, _ := a.pages()
	return bytes
}

// Room returns how many more nodes there are in the memory in use, and the bytes that one
// more would take.
func (a *Nodes) Room() (nodes int, page int64) {
	bytes, page := a.pages()
	return int(bytes)/(a.stride*8) - int(a.n), page
}

// pages is the memory in use, and the size of the next page.
func (a *Nodes) pages() (bytes, page int64) {
	used, small := int64(a.n)*int64(a.stride)*8, int64(a.small)
	if used <= small-smallPage {
		return (used + smallPage - 1) / smallPage * smallPage, smallPage
	}
	if used <= small {
		return small, hugePage
	}
	return small + (used-small+hugePage-1)/hugePage*hugePage, hugePage
}

// Free gives the memory back to the system.
func (a *Nodes) Free() {
	for i := range a.memory {
		a.memory[i].Free(a.stride * min(max(int(a.n)-i<<a.shift, 0), 1<<a.shift))
	}
	a.chunks, a.memory = nil, nil
}
