package engine

import "math/bits"

// index finds the node of a state: an open-addressing hash table of 8-byte
// slots with linear probing at a load up to 3/4. It covers OPEN and CLOSED
// alike. A slot is the upper 34 bits of the state's hash and id+1: the bits tell
// most misses from hits without touching a node, and where the slot belongs in a
// larger table, so that growing reads and writes memory in order.
type index struct {
	nodes *nodes
	key   int    // words that identify a state
	space Hashed // nil where they do so by themselves
	used  int
	shift uint // home slot = hash >> shift
	slots region

	// what touch found for the successors at hand
	hashes []uint64
	first  []uint64
	hint   uint64
}

const firstIndexBits = 12

func newIndex(n *nodes, space Space) (*index, error) {
	sh := space.Shape()
	t := &index{
		nodes: n, key: sh.Key, shift: 64 - firstIndexBits,
		hashes: make([]uint64, sh.Successors),
		first:  make([]uint64, sh.Successors),
	}
	t.space, _ = space.(Hashed)
	var err error
	t.slots, err = allocate(1 << firstIndexBits)
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
	idBits = 30
	idMask = 1<<idBits - 1
)

const fewSuccessors = 8

// touch hashes all successors and loads their home slots and the nodes they
// point to before any is probed: these accesses miss the caches, and issued
// together they overlap. It changes no order of anything. The node that may be
// selected next is loaded along with them.
func (t *index) touch(succ *Successors, next uint32) {
	for len(t.hashes) < succ.N {
		t.hashes, t.first = append(t.hashes, 0), append(t.first, 0)
	}
	slots := t.slots.words
	if succ.N <= fewSuccessors {
		for i := range succ.N {
			h := hash(succ.state(i)[:t.key])
			t.hashes[i] = h
			t.first[i] = slots[h>>t.shift]
		}
	} else {
		// Many loads overlap best in a loop of nothing else.
		hashes, first := t.hashes[:succ.N], t.first[:succ.N]
		for i := range hashes {
			hashes[i] = hash(succ.state(i)[:t.key])
		}
		for i, h := range hashes {
			first[i] = slots[h>>t.shift]
		}
	}
	if next != none {
		t.hint = t.nodes.record(next)[0]
	}
	for i := range succ.N {
		if slot := t.first[i]; slot != 0 && (slot^t.hashes[i])>>idBits == 0 {
			t.first[i] = t.nodes.record(uint32(slot&idMask) - 1)[0]
		}
	}
}

// find returns the slot of successor i's state and the id of its node; if the
// state is new, known is false and the slot is where it belongs.
func (t *index) find(i int, state []uint64) (slot int, id uint32, known bool) {
	h := t.hashes[i]
	slots := t.slots.words
	at := int(h >> t.shift)
	for {
		s := slots[at]
		if s == 0 {
			return at, 0, false
		}
		if (s^h)>>idBits == 0 {
			id := uint32(s&idMask) - 1
			if t.same(id, state) {
				return at, id, true
			}
		}
		if at++; at == len(slots) {
			at = 0
		}
	}
}

// same says whether a node has a state.
func (t *index) same(id uint32, state []uint64) bool {
	if !equal(t.nodes.record(id)[:t.key], state[:t.key]) {
		return false
	}
	return t.space == nil || t.space.Same(Node{id, t.nodes.state(id), t.nodes}, state)
}

func equal(a, b []uint64) bool {
	for i, w := range a {
		if w != b[i] {
			return false
		}
	}
	return true
}

// put points a slot that find returned to the node of successor i.
func (t *index) put(slot, i int, id uint32) {
	if t.slots.words[slot] == 0 {
		t.used++
	}
	t.slots.words[slot] = t.hashes[i]&^idMask | uint64(id+1)
}

// growth is the number of bytes that must be had before k more states fit, 0
// if they fit already.
func (t *index) growth(k int) int64 {
	if (t.used+k)*4 <= len(t.slots.words)*3 {
		return 0
	}
	return int64(len(t.slots.words)) * 8
}

// grow doubles the table. Slots are moved in order, and the old table is given
// back as it is read, so that both together hardly take more than the new one.
func (t *index) grow() error {
	old := t.slots
	larger, err := allocate(len(old.words) * 2)
	if err != nil {
		return err
	}
	defer old.free()
	t.slots = larger
	t.shift--
	slots := larger.words
	const step = 8 << 20 / 8
	for from := 0; from < len(old.words); from += step {
		to := min(from+step, len(old.words))
		for _, s := range old.words[from:to] {
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
		old.discard(from, to)
	}
	return nil
}

func (t *index) bytes() int64 { return int64(len(t.slots.words)) * 8 }
