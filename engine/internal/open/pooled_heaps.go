package open

import (
	"math"

	"github.com/focal-search/focal/engine/internal/memory"
)

// pooledHeaps are many 4-ary heaps by key, then by id. Each lies in a block of a
// power of two of places, so that a small one takes less than a cache line. What enters stays
// at the end of a heap, in no order, until something is popped: most never comes up, and
// nothing waits for the entries that it would be compared with.
type pooledHeaps struct {
	places memory.Vector[pooledEntry]
	free   [32]uint32 // by class, the first block of a chain of those given back; 0 for none
}

// pooledEntry is an entry of a heap, or in a block given back the next such block.
type pooledEntry struct {
	key halves
	id  uint32
}

// A pooledHeap is one of the heaps. The zero value is empty.
type pooledHeap struct {
	at, n uint32
	loose uint16 // entries at the end that are in no order
	class uint8  // of a block of smallestBlock<<class places
}

const smallestBlock = 4

func (p pooledEntry) node() uint32 { return p.id }

func (p pooledEntry) less(q pooledEntry) bool { return p.before(&q) != 0 }

// before is 1 if p comes before q, else 0.
func (p *pooledEntry) before(q *pooledEntry) int {
	return before(p.key.cost(), p.id, q.key.cost(), q.id)
}

func (p *pooledHeaps) of(h *pooledHeap) []pooledEntry {
	return p.places.Items[h.at : h.at+smallestBlock<<h.class][:h.n]
}

func (p *pooledHeaps) push(h *pooledHeap, key Cost, id uint32) {
	switch {
	case h.n == 0:
		*h = pooledHeap{at: p.block(0)}
	case h.n == smallestBlock<<h.class:
		larger := pooledHeap{p.block(h.class + 1), h.n, h.loose, h.class + 1}
		copy(p.of(&larger), p.of(h))
		p.release(*h)
		*h = larger
	}
	p.places.Items[h.at+h.n] = pooledEntry{halvesOf(key), id}
	h.n++
	if h.loose++; h.loose == math.MaxUint16 {
		p.order(h)
	}
}

// order makes a heap of all entries.
func (p *pooledHeaps) order(h *pooledHeap) {
	a := p.of(h)
	for last := h.n - uint32(h.loose); last < h.n; last++ {
		i, e := last, a[last]
		for i > 0 {
			parent := (i - 1) / 4
			if !e.less(a[parent]) {
				break
			}
			a[i] = a[parent]
			i = parent
		}
		a[i] = e
	}
	h.loose = 0
}

// pop removes the least of a heap that is not empty.
func (p *pooledHeaps) pop(h *pooledHeap) (key Cost, id uint32) {
	p.order(h)
	a := p.of(h)
	top, e := a[0], a[h.n-1]
	if h.n--; h.n == 0 {
		p.release(*h)
		return top.key.cost(), top.id
	}
	a = a[:h.n]
	i := 0
	for {
		first := 4*i + 1
		if first >= len(a) {
			break
		}
		least := first
		if first+4 <= len(a) {
			c := (*[4]pooledEntry)(a[first:])
			x := c[1].before(&c[0])
			y := 2 + c[3].before(&c[2])
			least += x + (y-x)*c[y&3].before(&c[x&3])
		} else {
			for c := first + 1; c < len(a); c++ {
				if a[c].less(a[least]) {
					least = c
				}
			}
		}
		if !a[least].less(e) {
			break
		}
		a[i] = a[least]
		i = least
	}
	a[i] = e
	return top.key.cost(), top.id
}

// block is one that is not in use.
func (p *pooledHeaps) block(class uint8) uint32 {
	if at := p.free[class]; at != 0 {
		p.free[class] = p.places.Items[at].id
		return at
	}
	if len(p.places.Items) == 0 {
		p.places.Extend(smallestBlock) // block 0 stands for none
	}
	return uint32(p.places.Extend(smallestBlock << class))
}

func (p *pooledHeaps) release(h pooledHeap) {
	p.places.Items[h.at].id = p.free[h.class]
	p.free[h.class] = h.at
}

// drop gives a heap's block back.
func (p *pooledHeaps) drop(h *pooledHeap) {
	if h.n > 0 {
		p.release(*h)
	}
	*h = pooledHeap{}
}
