// Package records caches values that the tour domains compute for sets of cities.
package records

import (
	"encoding/binary"
	"math/bits"
)

// A Table finds records by sets. A record is the words of its set and some bytes
// that are kept for it. Records lie in chunks, so that growing copies none. They
// are found by an open-addressing hash table of 8-byte slots at a load up to a
// half. A slot holds the upper 24 bits of the set's hash, which rule out most misses
// without touching a record, and one plus the position of the record.
type Table struct {
	words  int // of a set
	slots  []uint64
	n      int
	shift  uint // a record lies in chunk at >> shift
	chunks [][]byte
	next   int    // where the next record goes
	rest   []byte // of the memory for further chunks
}

const (
	firstSlots = 1 << 8
	chunkBytes = 1 << 14 // or more, so that any record fits
	few        = 64      // chunks that are made one by one
	together   = 4 << 20 // bytes of chunks that are made at once
	atBits     = 40
	atMask     = 1<<atBits - 1
)

// New makes a table of sets of so many words, for each of which at most so many
// bytes are kept.
func New(words, most int) Table {
	return Table{
		words: words, slots: make([]uint64, firstSlots),
		shift: uint(bits.Len(uint(max(chunkBytes, 8*words+most) - 1))),
	}
}

// Len returns the number of records.
func (t *Table) Len() int { return t.n }

// Find returns a set's record of so many bytes, nil if there is none.
func (t *Table) Find(set []uint64, size int) []byte {
	s := t.slots[t.slot(set, hash(set))]
	if s == 0 {
		return nil
	}
	return t.record(s)[8*t.words:][:size]
}

// Add makes a record for a set that has none. The caller fills in its bytes.
func (t *Table) Add(set []uint64, size int) []byte {
	if t.n++; 2*t.n > len(t.slots) {
		t.grow()
	}
	size += 8 * t.words
	if left := -t.next & (1<<t.shift - 1); left < size {
		t.next += left // to the next chunk
	}
	if t.next>>t.shift == len(t.chunks) {
		t.chunks = append(t.chunks, t.chunk())
	}
	h := hash(set)
	s := h&^atMask | uint64(t.next+1)
	t.slots[t.slot(set, h)] = s
	t.next += size
	record := t.record(s)
	for i, w := range set {
		binary.LittleEndian.PutUint64(record[8*i:], w)
	}
	return record[8*t.words : size]
}

// chunk makes a chunk. Where there are many they lie together, in huge pages.
func (t *Table) chunk() []byte {
	size := 1 << t.shift
	if len(t.rest) < size {
		if len(t.chunks) < few {
			return make([]byte, size)
		}
		t.rest = hugePages(max(together, size))
	}
	chunk := t.rest[:size:size]
	t.rest = t.rest[size:]
	return chunk
}

// slot is where a set's slot is, or where it belongs.
func (t *Table) slot(set []uint64, hash uint64) int {
	at := int(hash & uint64(len(t.slots)-1))
	for s := t.slots[at]; s != 0 && ((s^hash)>>atBits != 0 || !t.is(s, set)); s = t.slots[at] {
		at = (at + 1) & (len(t.slots) - 1)
	}
	return at
}

func (t *Table) is(slot uint64, set []uint64) bool {
	record := t.record(slot)
	for i, w := range set {
		if binary.LittleEndian.Uint64(record[8*i:]) != w {
			return false
		}
	}
	return true
}

// record is the bytes from where a slot's record begins.
func (t *Table) record(slot uint64) []byte {
	at := slot&atMask - 1
	return t.chunks[at>>t.shift][at&(1<<t.shift-1):]
}

func (t *Table) grow() {
	old := t.slots
	t.slots = make([]uint64, 2*len(old))
	set := make([]uint64, t.words)
	for _, s := range old {
		if s != 0 {
			record := t.record(s)
			for w := range set {
				set[w] = binary.LittleEndian.Uint64(record[8*w:])
			}
			t.slots[t.slot(set, hash(set))] = s
		}
	}
}

// Used returns the bytes of the records.
func (t *Table) Used() int { return t.next }

// Clear drops all records and keeps their memory for new ones.
func (t *Table) Clear() {
	clear(t.slots)
	t.n, t.next = 0, 0
}

// Bytes returns the memory that the table takes.
func (t *Table) Bytes() int64 { return int64(len(t.chunks))<<t.shift + int64(len(t.slots))*8 }

// hash mixes the words of a set.
func hash(set []uint64) uint64 {
	h := uint64(0)
	for _, w := range set {
		hi, lo := bits.Mul64(h^w^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
		h = hi ^ lo
	}
	return h
}
