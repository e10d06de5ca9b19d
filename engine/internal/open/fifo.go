package open

import (
	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
)

// fifo is a queue of node ids in a fifoPool: the place of its first id, and the place for
// the next one. Both are 0 when it is empty. To add an id takes no access to the ids
// before it, which are usually in no cache.
type fifo struct{ head, tail uint32 }

func (q *fifo) empty() bool { return q.tail == 0 }

// fifoPool holds the ids of all queues in chunks: the place of the next chunk, then ids. An
// emptied chunk is used again. The first chunks are of one cache line, so that many queues of
// few ids take little memory; later ones are four times as long, so that many ids take little
// more than 4 bytes each. With that a node of pancakes takes less than 42 bytes in all. The
// place after a chunk's last id is divisible by the chunk's size. Chunk 0 is not used.
type fifoPool struct {
	places memory.Vector[uint32]
	free   uint32 // the first free chunk; each holds the place of the next
}

const (
	shortChunk  = 16
	longChunk   = 64
	shortPlaces = 1 << 18 // in short chunks
)

// chunkSize is the size of the chunk of a place, a power of two.
func chunkSize(at uint32) uint32 {
	if at < shortPlaces {
		return shortChunk
	}
	return longChunk
}

// chunkOf is the place of the chunk of a place.
func chunkOf(at uint32) uint32 { return at &^ (chunkSize(at) - 1) }

// ends reports whether a chunk ends before a place, as before the tail of an empty queue.
func ends(at uint32) bool { return at&(chunkSize(at-1)-1) == 0 }

// chunk is the place of a chunk that is in no queue.
func (p *fifoPool) chunk() (at uint32) {
	if at = p.free; at != 0 {
		p.free = p.places.Items[at]
		return at
	}
	if len(p.places.Items) == 0 {
		p.places.Extend(shortChunk)
	}
	return uint32(p.places.Extend(int(chunkSize(uint32(len(p.places.Items))))))
}

// release makes a chunk free.
func (p *fifoPool) release(at uint32) {
	p.places.Items[at] = p.free
	p.free = at
}

// after is the place after one that is not a queue's last.
func (p *fifoPool) after(at uint32) uint32 {
	if ends(at + 1) {
		return p.places.Items[chunkOf(at)] + 1
	}
	return at + 1
}

func (p *fifoPool) push(q *fifo, id uint32) {
	if ends(q.tail) {
		at := p.chunk()
		if q.empty() {
			q.head = at + 1
		} else {
			p.places.Items[chunkOf(q.tail-1)] = at
		}
		q.tail = at + 1
	}
	p.places.Items[q.tail] = id
	q.tail++
}

// pop removes the queue's head and returns the next one, arena.None if that was the last.
func (p *fifoPool) pop(q *fifo) (next uint32) {
	was := q.head
	if was+1 == q.tail {
		p.release(chunkOf(was))
		*q = fifo{}
		return arena.None
	}
	if q.head = p.after(was); q.head != was+1 {
		p.release(chunkOf(was))
	}
	return p.places.Items[q.head]
}

// second is the id after the queue's head, arena.None if there is none.
func (p *fifoPool) second(q *fifo) uint32 {
	if q.head+1 == q.tail {
		return arena.None
	}
	return p.places.Items[p.after(q.head)]
}
