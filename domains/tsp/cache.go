package tsp

import (
	"encoding/binary"

	"github.com/focal-search/focal/domains/internal/routing"
)

// cache keeps what has been computed of the children of states, by the set of
// their unvisited cities. A record is the words of the set and what is kept for
// it. Records lie in chunks, so that growing copies none, and are found by an
// open-addressing hash table.
type cache struct {
	words  int      // of a set
	slots  []uint64 // where a record begins, and 1; 0 where there is none
	n      int      // records
	chunks [][]byte
	used   int // bytes of the last chunk
}

const (
	cacheShift = 16 // bytes per chunk
	cacheChunk = 1 << cacheShift
	firstSlots = 1 << 10
)

func newCache(words int) cache {
	return cache{words: words, slots: make([]uint64, firstSlots), used: cacheChunk}
}

// find is what is kept for a set, so many bytes; nil if it is not known.
func (c *cache) find(set []uint64, size int) []byte {
	if at := c.slot(set); c.slots[at] != 0 {
		return c.record(at)[8*c.words:][:size]
	}
	return nil
}

// add makes the record of a set that has none. Its bytes are to be filled in.
func (c *cache) add(set []uint64, size int) []byte {
	if c.n++; 2*c.n > len(c.slots) {
		c.grow()
	}
	all := 8*c.words + size
	if c.used+all > cacheChunk {
		c.chunks = append(c.chunks, make([]byte, cacheChunk))
		c.used = 0
	}
	at := c.slot(set)
	c.slots[at] = uint64((len(c.chunks)-1)<<cacheShift+c.used) + 1
	c.used += all
	record := c.record(at)
	for i, w := range set {
		binary.LittleEndian.PutUint64(record[8*i:], w)
	}
	return record[8*c.words:][:size]
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
	record := c.record(slot)
	for i, w := range set {
		if binary.LittleEndian.Uint64(record[8*i:]) != w {
			return false
		}
	}
	return true
}

// record is the bytes from where a slot's record begins.
func (c *cache) record(slot int) []byte {
	at := c.slots[slot] - 1
	return c.chunks[at>>cacheShift][at&(cacheChunk-1):]
}

func (c *cache) grow() {
	old := *c
	c.slots = make([]uint64, 2*len(old.slots))
	set := make([]uint64, c.words)
	for i, s := range old.slots {
		if s != 0 {
			record := old.record(i)
			for w := range set {
				set[w] = binary.LittleEndian.Uint64(record[8*w:])
			}
			c.slots[c.slot(set)] = s
		}
	}
}

func (c *cache) bytes() int64 { return int64(len(c.chunks))*cacheChunk + int64(len(c.slots))*8 }
