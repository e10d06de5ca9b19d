package tsp

import "github.com/focal-search/focal/domains/internal/routing"

// cache keeps what has been computed of the children of states, by the set of
// their unvisited cities. A record is the words of the set and what is kept for
// it. Records lie in chunks, so that growing copies none, and are found by an
// open-addressing hash table.
type cache struct {
	words  int      // of a set
	slots  []uint64 // where a record begins, and 1; 0 where there is none
	n      int      // records
	chunks [][]uint64
	used   int // words of the last chunk
}

const (
	cacheShift = 13 // words per chunk
	cacheChunk = 1 << cacheShift
	firstSlots = 1 << 10
)

func newCache(words int) cache {
	return cache{words: words, slots: make([]uint64, firstSlots), used: cacheChunk}
}

// values is the words kept for a set, always as many for the same set. Those of
// a set that was not known are to be filled in.
func (c *cache) values(set []uint64, size int) (values []uint64, known bool) {
	at := c.slot(set)
	if c.slots[at] != 0 {
		return c.record(at)[c.words:][:size], true
	}
	if c.n++; 2*c.n > len(c.slots) {
		c.grow()
		at = c.slot(set)
	}
	if c.used+c.words+size > cacheChunk {
		c.chunks = append(c.chunks, make([]uint64, cacheChunk))
		c.used = 0
	}
	c.slots[at] = uint64((len(c.chunks)-1)<<cacheShift+c.used) + 1
	c.used += c.words + size
	record := c.record(at)
	copy(record, set)
	return record[c.words:][:size], false
}

// slot is where a set's record is, or where it belongs.
func (c *cache) slot(set []uint64) int {
	at := int(routing.Hash(set) & uint64(len(c.slots)-1))
	for c.slots[at] != 0 && !c.is(at, set) {
		at = (at + 1) & (len(c.slots) - 1)
	}
	return at
}

func (c *cache) is(slot int, set []uint64) bool {
	for i, w := range c.record(slot)[:c.words] {
		if w != set[i] {
			return false
		}
	}
	return true
}

// record is the words from where a slot's record begins.
func (c *cache) record(slot int) []uint64 {
	at := c.slots[slot] - 1
	return c.chunks[at>>cacheShift][at&(cacheChunk-1):]
}

func (c *cache) grow() {
	old := *c
	c.slots = make([]uint64, 2*len(old.slots))
	for i, s := range old.slots {
		if s != 0 {
			c.slots[c.slot(old.record(i)[:c.words])] = s
		}
	}
}

func (c *cache) bytes() int64 { return int64(len(c.chunks))*cacheChunk*8 + int64(len(c.slots))*8 }
