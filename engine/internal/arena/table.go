package arena

import (
	"math/bits"

	"github.com/focal-search/focal/engine/internal/memory"
)

// A Table finds the node of a state: an open-addressing hash table of 8-byte
// slots with linear probing at a load up to 3/4. It covers OPEN and CLOSED
// alike. A slot is the upper 34 bits of the state's hash and id+1: the bits tell
// most misses from hits without touching a node, and where the slot belongs in a
// larger table, so that growing reads and writes memory in order.
type Table struct {
	nodes *Nodes
	key   int // words that identify a state
	same  func(id uint32, state []uint64) bool
	used  int
	shift uint // home slot = hash >> shift
	slots memory.Region

	// what Touch found for the states at hand
	hashes []uint64
	first  []uint64
	hint   uint64
}

const firstTableBits = 12

// NewTable makes a table for states that their first key words identify. Where
// these are only a hash, same decides whether a node has a state; else it is nil.
func NewTable(n *Nodes, key int, same func(id uint32, state []uint64) bool) (*Table, error) {
	t := &Table{nodes: n, key: key, same: same, shift: 64 - firstTableBits}
	var err error
	t.slots, err = memory.Allocate(1 << firstTableBits)
	return t, err
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

const (
	idMask    = 1<<idBits - 1
	fewStates = 8
)

// Touch hashes n states, which lie one after the other, and loads their home
// slots and the nodes they point to before any is probed: these accesses miss
// the caches, and issued together they overlap. It changes no order of anything.
// The node that may be selected next, if it is not None, is loaded along with them.
func (t *Table) Touch(states []uint64, n int, next uint32) {
	for len(t.hashes) < n {
		t.hashes, t.first = append(t.hashes, 0), append(t.first, 0)
	}
	slots, stride := t.slots.Words, t.nodes.words
	if n <= fewStates {
		for i := range n {
			h := hash(states[i*stride:][:t.key])
			t.hashes[i] = h
			t.first[i] = slots[h>>t.shift]
		}
	} else {
		// Many loads overlap best in a loop of nothing else.
		hashes, first := t.hashes[:n], t.first[:n]
		for i := range hashes {
			hashes[i] = hash(states[i*stride:][:t.key])
		}
		for i, h := range hashes {
			first[i] = slots[h>>t.shift]
		}
	}
	if next != None {
		t.hint = t.nodes.record(next)[0]
	}
	for i := range n {
		if slot := t.first[i]; slot != 0 && (slot^t.hashes[i])>>idBits == 0 {
			t.first[i] = t.nodes.record(uint32(slot&idMask) - 1)[0]
		}
	}
}

// Find returns the slot of touched state i and the id of its node; if the state
// is new, known is false and the slot is where it belongs.
func (t *Table) Find(i int, state []uint64) (slot int, id uint32, known bool) {
	h := t.hashes[i]
	slots := t.slots.Words
	at := int(h >> t.shift)
	for {
		s := slots[at]
		if s == 0 {
			return at, 0, false
		}
		if (s^h)>>idBits == 0 {
			id := uint32(s&idMask) - 1
			if t.Same(id, state) {
				return at, id, true
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

// Put points a slot that Find returned to the node of touched state i.
func (t *Table) Put(slot, i int, id uint32) {
	if t.slots.Words[slot] == 0 {
		t.used++
	}
	t.slots.Words[slot] = t.hashes[i]&^idMask | uint64(id+1)
}

// Holds says whether a node is in the table, for checks.
func (t *Table) Holds(id uint32) bool {
	at := int(hash(t.nodes.record(id)[:t.key]) >> t.shift)
	for t.slots.Words[at] != 0 {
		if uint32(t.slots.Words[at]&idMask) == id+1 {
			return true
		}
		at = (at + 1) % len(t.slots.Words)
	}
	return false
}

// Growth is the number of bytes that Grow takes before k more states fit, 0 if
// they fit already.
func (t *Table) Growth(k int) int64 {
	if (t.used+k)*4 <= len(t.slots.Words)*3 {
		return 0
	}
	return int64(len(t.slots.Words)) * 8
}

// Grow doubles the table. Slots are moved in order, and the old table is given
// back as it is read, so that both together hardly take more than the new one.
func (t *Table) Grow() error {
	old := t.slots
	larger, err := memory.Allocate(len(old.Words) * 2)
	if err != nil {
		return err
	}
	defer old.Free()
	t.slots = larger
	t.shift--
	slots := larger.Words
	const step = 8 << 20 / 8
	for from := 0; from < len(old.Words); from += step {
		to := min(from+step, len(old.Words))
		for _, s := range old.Words[from:to] {
			if s == 0 {
				continue
			}
			at := int(s >> t.shift)
			for slots[at] != 0 {
				if at++; at == len(slots) {
					at = 0
				}
			}
			slots[at] = s
		}
		old.Discard(from, to)
	}
	return nil
}

// Bytes is the memory of the slots.
func (t *Table) Bytes() int64 { return int64(len(t.slots.Words)) * 8 }

// Free gives the memory back to the system.
func (t *Table) Free() { t.slots.Free() }
