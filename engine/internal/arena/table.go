package arena

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/focal-search/focal/engine/internal/memory"
)

// A Table finds the node of a state: an open-addressing hash table of 8-byte
// slots with linear probing at a load up to 3/4. It covers OPEN and CLOSED
// alike. A slot is the upper 34 bits of the state's hash and id+1. These bits rule
// out most other states without an access to the node, and they say where the slot
// belongs when the table has grown.
//
// A table grows to twice its size in place and without a pause. Slots are in the order
// of their homes, the first bits of the hash, so a slot at i moves to about 2i. With
// each insertion some slots are moved, the last ones first. Hashes above a boundary are
// looked up with one bit more. So no slot is stored twice.
type Table struct {
	nodes *Nodes
	key   int // words that identify a state
	same  func(id uint32, state []uint64) bool
	used  int
	slots memory.Region
	shift uint // home slot = hash >> shift

	// While the table grows, slots before left have not been moved, and the home of
	// hashes up to last is hash >> (shift + 1). Else both are 0.
	left  int
	last  uint64
	due   int      // slots to be moved soon
	taken []uint64 // slots that are being moved

	loaded uint64 // what has been loaded early, so that the compiler keeps the loads

	ids memory.Vector[uint32] // instead of slots: see NewDirectTable
}

const (
	firstTableBits = 12

	atOnce = 1 << 15 // a table of so many slots is moved without a pause
	pace   = 16      // slots moved for each insertion: growing ends at a load of 13/16
)

// NewTable makes a table for states that their first key words identify. Where
// these are only a hash, same decides whether a node has a state; else it is nil.
func NewTable(n *Nodes, key int, same func(id uint32, state []uint64) bool) (*Table, error) {
	t := &Table{nodes: n, key: key, same: same, shift: 64 - firstTableBits}
	var err error
	t.slots, err = memory.Allocate(1 << firstTableBits)
	return t, err
}

// NewDirectTable makes a table for states of one word that is below a number. It has for each
// state the id+1 of its node, 0 if there is none, and does not grow. A hash is the state itself.
func NewDirectTable(n *Nodes, states int) *Table {
	t := &Table{nodes: n, key: 1}
	t.ids.Resize(max(states, 1))
	return t
}

// direct reports whether there are ids instead of slots.
func (t *Table) direct() bool { return t.ids.Items != nil }

// home is where a hash belongs.
func (t *Table) home(hash uint64) int {
	shift := t.shift
	if hash <= t.last {
		shift++
	}
	return int(hash >> (shift & 63))
}

// hash mixes the words that identify a state.
func hash(key []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range key {
		hi, lo := bits.Mul64(h^w, 0xd6e8feb86659fd93)
		h = hi ^ lo
	}
	return h
}

const idMask = 1<<idBits - 1

// Hash hashes n consecutive states and starts to load their home slots. These accesses
// miss the caches, so nothing waits for them here.
func (t *Table) Hash(states []uint64, n int, hashes []uint64) {
	stride, slots := t.nodes.words, t.slots.Words
	if t.direct() {
		for i := range hashes[:n] {
			hashes[i] = states[i*stride]
			memory.Prefetch(unsafe.Pointer(&t.ids.Items[hashes[i]]))
		}
		return
	}
	for i := range hashes[:n] {
		h := hash(states[i*stride:][:t.key])
		hashes[i] = h
		at := t.home(h)
		if !memory.Prefetches { // a load whose value is not needed yet does not stop a processor
			t.loaded ^= slots[at]
			continue
		}
		memory.Prefetch(unsafe.Pointer(&slots[at]))
	}
}

// Follow starts to load the nodes in the home slots of hashes, if they probably have these states. Hash must have
// been called long enough ago for the slots to have been loaded.
func (t *Table) Follow(hashes []uint64) {
	for _, h := range hashes {
		if t.direct() {
			t.nodes.Prefetch((t.ids.Items[h] - 1) & idMask) // None if there is none
		} else if s := t.slots.Words[t.home(h)]; (s^h)>>idBits == 0 && s != 0 {
			t.nodes.Prefetch(uint32(s&idMask) - 1)
		}
	}
}

// Find returns the slot of a state, whose hash is h, and the id of its node; if the
// state is new, known is false and the slot is where it belongs.
func (t *Table) Find(h uint64, state []uint64) (slot *uint64, id uint32, known bool) {
	if t.direct() {
		id = t.ids.Items[h]
		return nil, id - 1, id != 0
	}
	slots, at := t.slots.Words, t.home(h)
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

// Same reports whether a node has a state.
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
	if t.direct() {
		t.ids.Items[h] = id + 1
		return
	}
	if *slot == 0 {
		t.used++
		t.due += pace
	}
	*slot = h&^idMask | uint64(id+1)
}

// Holds reports whether a node is in the table, for checks.
func (t *Table) Holds(id uint32) bool {
	state := t.nodes.record(id)[:t.key]
	if t.direct() {
		return t.ids.Items[state[0]] == id+1
	}
	slots, at := t.slots.Words, t.home(hash(state))
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
	if t.direct() || t.left == 0 && !t.full(k) {
		return nil
	}
	return t.grow(k)
}

// full reports whether the table has to grow for k more states.
func (t *Table) full(k int) bool { return (t.used+k)*4 > len(t.slots.Words)*3 }

// grow goes on growing the table, or begins to.
func (t *Table) grow(k int) error {
	if t.left > 0 {
		t.move(t.due)
	}
	t.due = 0
	for t.full(k) {
		t.move(t.left)
		size := len(t.slots.Words)
		if err := t.slots.Grow(2 * size); err != nil {
			return err
		}
		t.shift--
		t.left, t.last = size, math.MaxUint64
		// Slots at the beginning may have come there around the end, which was the old one.
		t.rehash(0, t.end(0))
		for t.left > 0 && (size <= atOnce || k > size/pace) {
			t.move(max(t.left*3/8, 64))
		}
	}
	return nil
}

// move moves the last n slots that are left, and those before them up to an empty
// one, so that what they hold belongs behind that.
func (t *Table) move(n int) {
	if t.left == 0 {
		return
	}
	slots, left := t.slots.Words, t.left
	from := max(left-n, 0)
	for from > 0 && slots[from-1] != 0 {
		from--
	}
	if t.left, t.last = from, 0; from > 0 {
		t.last = uint64(from)<<(t.shift+1) - 1
	}
	if 2*from < left {
		t.rehash(from, t.end(left))
		return
	}
	t.rehash(left, t.end(left))
	// They go to slots from 2·from on, which are not before any that is left to be moved.
	for i := left - 1; i >= from; i-- {
		s := slots[i]
		if s == 0 {
			continue
		}
		slots[i] = 0
		t.place(s)
	}
}

// end is the first empty slot from one on.
func (t *Table) end(from int) int {
	for t.slots.Words[from] != 0 {
		from++
	}
	return from
}

// rehash puts slots where they belong now. There must be no slot before and after
// them, so that none but them lies behind its home because of them.
func (t *Table) rehash(from, to int) {
	slots := t.slots.Words
	t.taken = append(t.taken[:0], slots[from:to]...)
	clear(slots[from:to])
	for _, s := range t.taken {
		if s == 0 {
			continue
		}
		t.place(s)
	}
}

// place puts a slot into the first empty place from its home on.
func (t *Table) place(s uint64) {
	slots, at := t.slots.Words, t.home(s)
	for slots[at] != 0 {
		if at++; at == len(slots) {
			at = 0
		}
	}
	slots[at] = s
}

// Bytes returns the memory of the slots that have been in use, as pages: while the table
// grows, its second half fills from its end.
func (t *Table) Bytes() int64 {
	size := len(t.slots.Words)
	return t.ids.Bytes() + t.slots.Bytes(size-max(0, 2*t.left-size/2))
}

// Free gives the memory back to the system.
func (t *Table) Free() {
	t.slots.Free(len(t.slots.Words))
	t.ids.Free()
}
