package arena

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/focal-search/focal/engine/internal/memory"
)

// A Table finds the node of a state: an open-addressing hash table of 8-byte
// slots with linear probing at a load up to 3/4. It covers OPEN and CLOSED
// alike. A slot is the upper 34 bits of the state's hash and id+1: the bits tell
// most misses from hits without touching a node, and where the slot belongs in a
// larger table.
//
// A table grows into one of twice the size without a pause: some slots are moved
// with each insertion, in order, and hashes below a boundary are looked up in the
// larger table already. Memory is taken and given back in order, too, so that the
// two hardly take more than they have to hold.
type Table struct {
	nodes *Nodes
	key   int // words that identify a state
	same  func(id uint32, state []uint64) bool
	used  int
	shift uint // home slot = hash >> shift
	slots memory.Region

	// While the table grows, hashes from below on belong into the smaller table,
	// else none does.
	smaller struct {
		shift uint
		slots memory.Region
	}
	below uint64
	moved int // slots of the smaller table, up to an empty one
	due   int // slots to be moved soon
}

const (
	firstTableBits = 12

	atOnce = 1 << 16     // a table of so many slots is moved without a pause
	pace   = 16          // slots moved for each insertion: growing ends at a load of 13/16
	piece  = 2 << 20 / 8 // given back together
)

// NewTable makes a table for states that their first key words identify. Where
// these are only a hash, same decides whether a node has a state; else it is nil.
func NewTable(n *Nodes, key int, same func(id uint32, state []uint64) bool) (*Table, error) {
	t := &Table{nodes: n, key: key, same: same, shift: 64 - firstTableBits, below: math.MaxUint64}
	var err error
	t.slots, err = memory.Allocate(1 << firstTableBits)
	t.settle()
	return t, err
}

// home is the table that a hash belongs into and its home slot there.
func (t *Table) home(hash uint64) (slots []uint64, at int) {
	if hash < t.below {
		return t.slots.Words, int(hash >> (t.shift & 63))
	}
	return t.smaller.slots.Words, int(hash >> (t.smaller.shift & 63))
}

// hash mixes the words that identify a state.
func hash(key []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range key {
		hi, lo := bits.Mul64(h^w, 0xd6e8feb86659fd93)
		h = hi ^ lo
	}
	hi, lo := bits.Mul64(h^0xa0761d6478bd642f, 0xe7037ed1a0b428db)
	return hi ^ lo
}

const idMask = 1<<idBits - 1

// Hash hashes n states, which lie one after the other, and has their home slots
// loaded. These accesses miss the caches, so nothing waits for them here.
func (t *Table) Hash(states []uint64, n int, hashes []uint64) {
	stride := t.nodes.words
	for i := range hashes[:n] {
		h := hash(states[i*stride:][:t.key])
		hashes[i] = h
		slots, at := t.home(h)
		memory.Prefetch(unsafe.Pointer(&slots[at]))
	}
}

// Follow has the nodes loaded to which the home slots of some hashes point.
func (t *Table) Follow(hashes []uint64) {
	for _, h := range hashes {
		slots, at := t.home(h)
		if slot := slots[at]; slot != 0 && (slot^h)>>idBits == 0 {
			t.nodes.Prefetch(uint32(slot&idMask) - 1)
		}
	}
}

// Find returns the slot of a state, whose hash is h, and the id of its node; if the
// state is new, known is false and the slot is where it belongs.
func (t *Table) Find(h uint64, state []uint64) (slot *uint64, id uint32, known bool) {
	slots, at := t.home(h)
	for {
		s := slots[at]
		if s == 0 {
			return &slots[at], 0, false
		}
		if (s^h)>>idBits == 0 {
			id := uint32(s&idMask) - 1
			if t.Same(id, state) {
				return &slots[at], id, true
			}
		}
		if at++; at == len(slots) {
			at = 0
		}
	}
}

// Same says whether a node has a state.
func (t *Table) Same(id uint32, state []uint64) bool {
	if !equal(t.nodes.record(id)[:t.key], state[:t.key]) {
		return false
	}
	return t.same == nil || t.same(id, state)
}

func equal(a, b []uint64) bool {
	for i, w := range a {
		if w != b[i] {
			return false
		}
	}
	return true
}

// Put points a slot that Find returned for the hash h to a node.
func (t *Table) Put(slot *uint64, h uint64, id uint32) {
	if *slot == 0 {
		t.used++
		t.due += pace
	}
	*slot = h&^idMask | uint64(id+1)
}

// Holds says whether a node is in the table, for checks.
func (t *Table) Holds(id uint32) bool {
	slots, at := t.home(hash(t.nodes.record(id)[:t.key]))
	for slots[at] != 0 {
		if uint32(slots[at]&idMask) == id+1 {
			return true
		}
		at = (at + 1) % len(slots)
	}
	return false
}

// Reserve makes room for k more states.
func (t *Table) Reserve(k int) error {
	if t.growing() {
		t.move(t.due)
	}
	t.due = 0
	for (t.used+k)*4 > len(t.slots.Words)*3 {
		t.move(len(t.smaller.slots.Words))
		if err := t.grow(); err != nil {
			return err
		}
		if old := len(t.smaller.slots.Words); old <= atOnce || k > old/pace {
			t.move(old)
		}
	}
	return nil
}

func (t *Table) growing() bool { return t.below < math.MaxUint64 }

// grow puts a table of twice the size before this one, from which nothing has moved yet.
func (t *Table) grow() error {
	larger, err := memory.Allocate(len(t.slots.Words) * 2)
	if err != nil {
		return err
	}
	t.smaller.slots, t.smaller.shift = t.slots, t.shift
	t.slots, t.shift = larger, t.shift-1
	t.below, t.moved = 0, 0
	return nil
}

// move moves n slots or some more: up to an empty slot, so that all whose home is
// before it have been moved. Those at the beginning that have come there around
// the end wait for the end.
func (t *Table) move(n int) {
	if !t.growing() {
		return
	}
	old, shift := t.smaller.slots.Words, t.smaller.shift
	slots, larger := t.slots.Words, t.shift
	at := t.moved
	for end := at + n; at < len(old); {
		s := old[at]
		if at++; s == 0 {
			if at >= end {
				break
			}
		} else if int(s>>(shift&63)) < at {
			put(slots, larger, s)
		}
	}
	// The first piece is needed until the end.
	for from := max(piece, t.moved/piece*piece); from+piece <= at; from += piece {
		t.smaller.slots.Discard(from, from+piece)
	}
	if t.moved = at; at < len(old) {
		t.below = uint64(at) << t.smaller.shift
		return
	}
	for at, s := range old {
		if s == 0 {
			break
		}
		if int(s>>shift) > at {
			put(slots, larger, s)
		}
	}
	t.smaller.slots.Free()
	t.settle()
}

// put puts a slot that is moved into the larger table.
func put(slots []uint64, shift uint, s uint64) {
	at := int(s >> (shift & 63))
	for slots[at] != 0 {
		if at++; at == len(slots) {
			at = 0
		}
	}
	slots[at] = s
}

// settle ends growing: all hashes are looked up in one table.
func (t *Table) settle() {
	t.below, t.moved = math.MaxUint64, 0
	t.smaller.slots, t.smaller.shift = t.slots, t.shift // where the last hash of all is found
}

// Bytes is the memory of the slots: while the table grows, of those moved in the
// larger table and of the others in the smaller.
func (t *Table) Bytes() int64 {
	if t.growing() {
		return int64(len(t.smaller.slots.Words)+t.moved) * 8
	}
	return int64(len(t.slots.Words)) * 8
}

// Free gives the memory back to the system.
func (t *Table) Free() {
	if t.growing() {
		t.smaller.slots.Free()
	}
	t.slots.Free()
}
