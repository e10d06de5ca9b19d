package gctsp

import (
	"slices"

	"github.com/focal-search/focal/domains/internal/routing"
)

// cache keeps what has been computed of the children of states, by the set of
// open facilities. It is bounded, since in a long search most sets that have
// not come again soon never do: a young half takes the records until it is
// full, then becomes the old one, and what the old one had is forgotten. That
// can change no search: a record forgotten is computed again, to the same values.
type cache struct {
	words      int // of a set
	limit      int // words of a half's records
	young, old half
}

// half is an open-addressing hash table of records in a row: a set, and then the
// words that are kept of it.
type half struct {
	slots   []uint32 // where a record begins, and 1; 0 where there is none
	n       int      // records
	records []uint64
}

// halfWords is 16 MiB for a half's records. With half as much searches of some
// millions of nodes take a tenth longer, four times as much gains a few percent.
const halfWords = 2 << 20

const firstSlots = 1 << 8

func newCache(words, limit int) cache {
	c := cache{words: words, limit: limit}
	c.young.slots, c.old.slots = make([]uint32, firstSlots), make([]uint32, firstSlots)
	return c
}

// find is the record of a set, of so many words, nil if there is none.
func (c *cache) find(set []uint64, size int) []uint64 {
	h := routing.Hash(set)
	for _, t := range []*half{&c.young, &c.old} {
		if at := t.slots[t.slot(set, h)]; at != 0 {
			return t.records[int(at)-1+c.words:][:size]
		}
	}
	return nil
}

// add makes the record of a set that has none. Its words are to be filled in.
func (c *cache) add(set []uint64, size int) []uint64 {
	t := &c.young
	if len(t.records)+c.words+size > c.limit {
		c.young, c.old = c.old, c.young
		t.clear()
	}
	if t.n++; 2*t.n > len(t.slots) {
		t.grow(c.words)
	}
	at := len(t.records)
	t.slots[t.slot(set, routing.Hash(set))] = uint32(at + 1)
	t.records = append(t.records, set...)
	t.records = slices.Grow(t.records, size)[:at+c.words+size]
	return t.records[at+c.words:]
}

// slot is where the slots tell a set's record, or should.
func (t *half) slot(set []uint64, hash uint64) int {
	at := int(hash & uint64(len(t.slots)-1))
	for t.slots[at] != 0 && !slices.Equal(t.records[t.slots[at]-1:][:len(set)], set) {
		at = (at + 1) & (len(t.slots) - 1)
	}
	return at
}

func (t *half) grow(words int) {
	old := t.slots
	t.slots = make([]uint32, 2*len(old))
	for _, at := range old {
		if at != 0 {
			set := t.records[at-1:][:words]
			t.slots[t.slot(set, routing.Hash(set))] = at
		}
	}
}

// clear forgets all records, and keeps the room that they had.
func (t *half) clear() {
	clear(t.slots)
	t.n, t.records = 0, t.records[:0]
}

func (c *cache) bytes() (total int64) {
	for _, t := range []*half{&c.young, &c.old} {
		total += int64(len(t.slots))*4 + int64(cap(t.records))*8
	}
	return total
}
