package open

import (
	"math/bits"

	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
)

// queue is a priority queue of which only the front is in order: entries below a
// limit are in a heap, the others lie unsorted in buckets of equal ranges of keys.
// When the heap has run out, the next bucket becomes the heap. Most of a search's
// nodes never come up, so they cost an append each and no more. Keys are not
// negative.
type queue struct {
	near  heap   // keys < limit
	limit uint64 // base + next<<shift

	// Bucket i is for the keys from base+i<<shift to base+(i+1)<<shift - 1, the
	// last bucket for all beyond. Those before the bucket next are empty.
	base    uint64
	shift   uint
	next    int
	buckets [rangeBuckets + 1]int32 // block at the head of its chain, 0 for none

	blocks memory.Vector[block] // block 0 is not used
	used   int32                // blocks taken so far
	free   int32                // the head of the chain of those given back
}

// block is some entries of a bucket, in no order.
type block struct {
	next    int32
	n       int32
	entries [42]entry // makes a block of 1 KiB
}

const rangeBuckets = 64

func (q *queue) push(e entry) {
	key := uint64(e.key)
	if key < q.limit {
		q.near.push(e)
		return
	}
	q.store(e)
}

// store puts an entry with a key from the limit on into its bucket.
func (q *queue) store(e entry) {
	q.add(int(min((uint64(e.key)-q.base)>>q.shift, rangeBuckets)), e)
}

// add puts an entry into a bucket.
func (q *queue) add(i int, e entry) {
	head := q.buckets[i]
	if head == 0 || q.blocks.Items[head].n == int32(len(block{}.entries)) {
		head = q.take(head)
		q.buckets[i] = head
	}
	b := &q.blocks.Items[head]
	b.entries[b.n] = e
	b.n++
}

// take is an empty block to go before another in its chain.
func (q *queue) take(next int32) int32 {
	id := q.free
	if id != 0 {
		q.free = q.blocks.Items[id].next
	} else {
		if q.used++; int(q.used) >= len(q.blocks.Items) {
			n := len(q.blocks.Items)
			q.blocks.Resize(n + max(n/8, 16))
		}
		id = q.used
	}
	b := &q.blocks.Items[id]
	b.next, b.n = next, 0
	return id
}

// drain hands over the entries of a bucket, which is empty then.
func (q *queue) drain(bucket int, to func(entry)) {
	id := q.buckets[bucket]
	q.buckets[bucket] = 0
	for id != 0 {
		b := &q.blocks.Items[id]
		for i := range b.n {
			to(q.blocks.Items[id].entries[i])
		}
		b = &q.blocks.Items[id] // what to does may move the blocks
		next := b.next
		b.next, q.free = q.free, id
		id = next
	}
}

// refill makes the next bucket that is not empty the heap, which must be empty,
// and reports false if there is none.
func (q *queue) refill() bool {
	for q.next < rangeBuckets && q.buckets[q.next] == 0 {
		q.next++
	}
	if q.next == rangeBuckets && !q.rebase() {
		q.limit = q.base + rangeBuckets<<q.shift
		return false
	}
	q.drain(q.next, q.near.Vector.Push)
	q.next++
	q.limit = q.base + uint64(q.next)<<q.shift
	q.near.order()
	return true
}

// front refills the heap if it is empty, and reports false if nothing is left.
func (q *queue) front() bool {
	for q.near.len() == 0 {
		if !q.refill() {
			return false
		}
	}
	return true
}

// renew changes the keys of all entries.
func (q *queue) renew(key func(entry) Cost) {
	beyond := func(e entry) {
		e.key = key(e)
		q.add(rangeBuckets, e)
	}
	q.drain(rangeBuckets, beyond)
	for i := range rangeBuckets {
		q.drain(i, beyond)
	}
	for _, e := range q.near.Items {
		beyond(e)
	}
	q.near.Items = q.near.Items[:0]
	q.next = rangeBuckets
	q.front()
}

// rebase divides the last bucket, of all keys beyond, into ranges of half a
// percent of the least key or less. It reports false if there is none.
func (q *queue) rebase() bool {
	id := q.buckets[rangeBuckets]
	if id == 0 {
		return false
	}
	least := ^uint64(0)
	for at := id; at != 0; at = q.blocks.Items[at].next {
		for _, e := range q.blocks.Items[at].entries[:q.blocks.Items[at].n] {
			least = min(least, uint64(e.key))
		}
	}
	const percent = 8 // a range is at most 2^-8 of its keys
	q.base, q.next, q.shift = least, 0, uint(max(0, bits.Len64(least)-1-percent))
	q.drain(rangeBuckets, q.store)
	return true
}

// top is the first live entry; the others before it are dropped.
func (q *queue) top(n *arena.Nodes) (entry, bool) {
	for q.front() {
		if e := q.near.Items[0]; n.Live(e.id) {
			return e, true
		}
		q.near.pop()
	}
	return entry{}, false
}

// pop removes the first entry if its key is at most t.
func (q *queue) pop(t Cost) (entry, bool) {
	for q.near.len() == 0 {
		if q.limit > uint64(t) || !q.refill() {
			return entry{}, false
		}
	}
	if q.near.Items[0].key > t {
		return entry{}, false
	}
	return q.near.pop(), true
}

// keep drops the entries that fail a test, which looks at the nodes.
func (q *queue) keep(n *arena.Nodes, ok func(entry) bool) {
	q.near.keep(n, ok)
	for _, id := range q.buckets {
		for ; id != 0; id = q.blocks.Items[id].next {
			b := &q.blocks.Items[id]
			kept := int32(0)
			load(n, b.entries[:b.n])
			for _, e := range b.entries[:b.n] {
				if ok(e) {
					b.entries[kept] = e
					kept++
				}
			}
			b.n = kept
		}
	}
}

func (q *queue) Bytes() int64 { return q.near.Bytes() + q.blocks.Bytes() }

func (q *queue) Free() {
	q.near.Free()
	q.blocks.Free()
}
