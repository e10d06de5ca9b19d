package open

import (
	"iter"
	"math"
	"math/bits"

	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
)

// lazy is a priority queue of which only the front is in order: entries with keys below a
// limit are in a heap, the others lie unsorted in buckets of equal ranges of keys. When
// the heap is empty, the next bucket becomes the heap, or is divided into finer ones. Most
// nodes of a search are never selected, so each of them costs an append and no more. Keys
// are not negative.
type lazy struct {
	n     int    // entries
	bare  bool   // no values are kept
	near  heap   // keys < limit
	limit uint64 // not above where the first bucket that is not empty begins

	fine   ranges // a range of coarse, divided
	coarse ranges
	beyond bucket // of all keys beyond

	*pool // of its blocks
}

// ranges are consecutive ranges of keys: number i is from base+i<<shift to
// base+(i+1)<<shift - 1. Those before next are empty. The zero value is no range.
type ranges struct {
	base    uint64
	end     uint64 // of the last
	shift   uint
	next    int
	buckets [1 << rangeBits]bucket
}

// A bucket is a chain of blocks: the number of the first block, and in the lowest bits how many
// entries it has. To add an entry takes no access to the others of the block, which are usually
// in no cache. 0 is an empty bucket.
type bucket uint32

func bucketOf(block, n uint32) bucket { return bucket(block<<blockBits | n) }
func (b bucket) block() uint32        { return uint32(b >> blockBits) }
func (b bucket) n() uint32            { return uint32(b % (1 << blockBits)) }

// block is some entries of a bucket, in no order: of each the halves of its key, its id, and
// the halves of its value unless the queue is bare. So an entry takes 20 or 12 bytes instead
// of 24 or 16, which saves 4 to 9 bytes a node.
type block struct {
	next  uint32
	n     uint32      // entries, unless it is the first of a chain
	words [122]uint32 // makes a block of nearly 512 bytes
}

// pool holds the blocks of several queues: one takes those that another has given back.
type pool struct {
	blocks memory.Vector[block] // block 0 is not used
	used   uint32               // blocks taken so far
	free   uint32               // the head of the chain of those given back
}

const (
	bareWords   = 3 // of an entry
	valuedWords = 5
)

// room is the number of entries for which a block has room.
func (q *lazy) room() uint32 {
	if q.bare {
		return uint32(len(block{}.words)) / bareWords
	}
	return uint32(len(block{}.words)) / valuedWords
}

// entry is number i of a block.
func (q *lazy) entry(b *block, i uint32) entry {
	if q.bare {
		w := (*[bareWords]uint32)(b.words[i*bareWords:])
		return entry{key: halves{w[0], w[1]}.cost(), id: w[2]}
	}
	w := (*[valuedWords]uint32)(b.words[i*valuedWords:])
	return entry{halves{w[0], w[1]}.cost(), halves{w[3], w[4]}.cost(), w[2]}
}

// put makes an entry number i of a block.
func (q *lazy) put(b *block, i uint32, e entry) {
	key, value := halvesOf(e.key), halvesOf(e.value)
	if q.bare {
		w := (*[bareWords]uint32)(b.words[i*bareWords:])
		w[0], w[1], w[2] = key.low, key.high, e.id
		return
	}
	w := (*[valuedWords]uint32)(b.words[i*valuedWords:])
	w[0], w[1], w[2], w[3], w[4] = key.low, key.high, e.id, value.low, value.high
}

const (
	rangeBits = 6
	blockBits = 6  // of a number of entries; the others, of a block, suffice for 2^30 nodes
	few       = 16 // entries: too few for a range, or for ranges
)

// from is where range i begins.
func (r *ranges) from(i int) uint64 { return r.base + uint64(i)<<r.shift }

// set makes other ranges of empty buckets.
func (r *ranges) set(base uint64, shift uint) {
	r.base, r.end, r.shift, r.next = base, base+uint64(len(r.buckets))<<shift, shift, 0
}

// bucket is that of a key.
func (r *ranges) bucket(key uint64) *bucket { return &r.buckets[(key-r.base)>>r.shift] }

// first goes to the first bucket that is not empty, and reports false if there is none.
func (r *ranges) first() bool {
	for r.next < len(r.buckets) && r.buckets[r.next] == 0 {
		r.next++
	}
	return r.next < len(r.buckets)
}

func (q *lazy) push(e entry) {
	q.n++
	key := uint64(e.key)
	if key < q.limit {
		q.near.push(e)
		return
	}
	q.store(e)
}

// store puts an entry with a key from the limit on into its bucket.
func (q *lazy) store(e entry) {
	switch key := uint64(e.key); {
	case key < q.fine.end:
		q.add(q.fine.bucket(key), e)
	case key < q.coarse.end:
		q.add(q.coarse.bucket(key), e)
	default:
		q.add(&q.beyond, e)
	}
}

// add puts an entry into a bucket.
func (q *lazy) add(to *bucket, e entry) {
	at := *to
	if at == 0 || at.n() == q.room() {
		at = bucketOf(q.take(q.head(at)), 0)
	}
	q.put(&q.blocks.Items[at.block()], at.n(), e)
	*to = at + 1
}

// head is the first block of a bucket, which then has its number of entries, too; 0 for none.
func (q *lazy) head(of bucket) (id uint32) {
	if id = of.block(); id != 0 {
		q.blocks.Items[id].n = of.n()
	}
	return id
}

// take is an empty block to go before another in its chain.
func (p *pool) take(next uint32) uint32 {
	id := p.free
	if id != 0 {
		p.free = p.blocks.Items[id].next
	} else {
		if p.used++; int(p.used) >= len(p.blocks.Items) {
			n := len(p.blocks.Items)
			p.blocks.Resize(n + max(n/8, 4))
		}
		id = p.used
	}
	p.blocks.Items[id].next = next
	return id
}

// give gives a block back.
func (p *pool) give(id uint32) { p.blocks.Items[id].next, p.free = p.free, id }

// drain hands over the entries of a bucket, which is empty then. If n is not nil, their nodes are
// loaded before.
func (q *lazy) drain(from *bucket, n *arena.Nodes, to func(entry)) {
	id := q.head(*from)
	*from = 0
	for id != 0 {
		b := &q.blocks.Items[id]
		if n != nil {
			for i := range b.n {
				n.Prefetch(q.entry(b, i).id)
			}
		}
		for i := range b.n {
			to(q.entry(&q.blocks.Items[id], i))
		}
		next := q.blocks.Items[id].next // what to does may move the blocks
		q.give(id)
		id = next
	}
}

// refill makes the next bucket that is not empty the heap, which must be empty,
// and reports false if there is none.
func (q *lazy) refill() bool {
	for !q.fine.first() {
		switch {
		case !q.coarse.first():
			if !q.rebase() {
				return q.near.len() > 0
			}
		case !q.divide():
			q.heapOf(&q.coarse)
			return true
		}
	}
	q.heapOf(&q.fine)
	return true
}

// heapOf makes the next bucket the heap.
func (q *lazy) heapOf(r *ranges) {
	q.drain(&r.buckets[r.next], nil, q.near.Vector.Push)
	r.next++
	q.limit = r.from(r.next)
	q.near.order()
}

// divide divides the next coarse range into fine ones if it has many entries.
func (q *lazy) divide() bool {
	if q.coarse.shift < rangeBits {
		return false
	}
	const many = 16 // blocks
	i, n := q.coarse.next, 0
	for id := q.head(q.coarse.buckets[i]); id != 0 && n < many; id = q.blocks.Items[id].next {
		n++
	}
	if n < many {
		return false
	}
	q.fine.set(q.coarse.from(i), q.coarse.shift-rangeBits)
	q.drain(&q.coarse.buckets[i], nil, q.store)
	q.coarse.next++
	return true
}

// front refills the heap if it is empty, and reports false if nothing is left.
func (q *lazy) front() bool {
	for q.near.len() == 0 {
		if !q.refill() {
			return false
		}
	}
	return true
}

// buckets are those of all ranges, then the one of all keys beyond.
func (q *lazy) buckets() iter.Seq[*bucket] {
	return func(yield func(*bucket) bool) {
		for _, r := range []*ranges{&q.fine, &q.coarse} {
			for i := range r.buckets {
				if !yield(&r.buckets[i]) {
					return
				}
			}
		}
		yield(&q.beyond)
	}
}

// renew changes the keys of all entries and drops those for which change reports false. If n is
// not nil, change looks at the nodes.
func (q *lazy) renew(n *arena.Nodes, change func(*entry) bool) {
	renewed := bucket(0)
	q.n = 0
	to := func(e entry) {
		if change(&e) {
			q.add(&renewed, e)
			q.n++
		}
	}
	for b := range q.buckets() {
		q.drain(b, n, to)
	}
	q.near.Items = kept(n, q.near.Items, entry.node, func(e entry) bool {
		to(e)
		return false
	})
	q.fine.end, q.coarse.end, q.limit, q.beyond = 0, 0, 0, renewed
}

// rebase divides the keys beyond into ranges, when all ranges are empty: of half a percent of
// the least key or less, but no finer than where a range has a few entries on average. If there
// are no more than that it makes them the heap. It reports whether there are ranges then.
func (q *lazy) rebase() bool {
	q.fine.end, q.coarse.end = 0, 0
	least, most, n := uint64(math.MaxUint64), uint64(0), uint64(0)
	for id := q.head(q.beyond); id != 0; id = q.blocks.Items[id].next {
		b := &q.blocks.Items[id]
		n += uint64(b.n)
		for i := range b.n {
			key := uint64(q.entry(b, i).key)
			least, most = min(least, key), max(most, key)
		}
	}
	if n == 0 {
		return false
	}
	if n <= few {
		q.drain(&q.beyond, nil, q.near.Vector.Push)
		q.limit = most + 1
		q.near.order()
		return false
	}
	const percent = 8 // a range is at most 2^-8 of its keys
	width := min((most-least)/n, 1<<52) * few
	q.coarse.set(least, uint(max(bits.Len64(least)-1-percent, bits.Len64(width))))
	q.drain(&q.beyond, nil, q.store)
	return true
}

// top is the first live entry; the others before it are dropped.
func (q *lazy) top(n *arena.Nodes) (entry, bool) {
	for q.front() {
		if e := q.near.Items[0]; n.Live(e.id) {
			return e, true
		}
		q.drop()
	}
	return entry{}, false
}

// drop removes the first entry, which must be in the heap.
func (q *lazy) drop() entry {
	q.n--
	return q.near.pop()
}

// pop removes the first entry if its key is at most t.
func (q *lazy) pop(t Cost) (entry, bool) {
	for q.near.len() == 0 {
		if q.limit > uint64(t) || !q.refill() {
			return entry{}, false
		}
	}
	if q.near.Items[0].key > t {
		return entry{}, false
	}
	return q.drop(), true
}

// keep drops the entries that fail a test, which looks at the nodes if n is not nil.
func (q *lazy) keep(n *arena.Nodes, ok func(entry) bool) {
	q.renew(n, func(e *entry) bool { return ok(*e) })
}

// halves are a Cost that lies at any multiple of four bytes.
type halves struct{ low, high uint32 }

func halvesOf(c Cost) halves { return halves{uint32(c), uint32(c >> 32)} }

func (h halves) cost() Cost { return Cost(uint64(h.high)<<32 | uint64(h.low)) }
