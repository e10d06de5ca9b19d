package gctsp

import "github.com/focal-search/focal/domains/internal/records"

// cache keeps what was computed for the children of states, by the set of open
// facilities. It is bounded, since in a long search a set that does not recur soon
// rarely recurs at all. New records go to the young half. When it is full it becomes
// the old half, and the records of the former old half are dropped. This changes no
// search: a dropped record is computed again, with the same values.
type cache struct {
	limit      int // bytes of a half's records
	young, old records.Table
}

// halfBytes is the size of a half. With half as much, searches of some millions of
// nodes take a tenth longer; four times as much gains a few percent.
const halfBytes = 16 << 20

func newCache(words, most, limit int) cache {
	return cache{limit: limit, young: records.New(words, most), old: records.New(words, most)}
}

// find returns the bytes from a set's record on, nil if there is none.
func (c *cache) find(set []uint64) []byte {
	r := c.young.Find(set, 0)
	if r == nil {
		r = c.old.Find(set, 0)
	}
	return r[:cap(r)]
}

// add makes a record for a set that has none. The caller fills in its bytes.
func (c *cache) add(set []uint64, size int) []byte {
	if c.young.Used()+size > c.limit {
		c.young, c.old = c.old, c.young
		c.young.Clear()
	}
	return c.young.Add(set, size)
}

func (c *cache) bytes() int64 { return c.young.Bytes() + c.old.Bytes() }
