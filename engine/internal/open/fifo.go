package open

import (
	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
)

// fifo is a queue of node ids: its first and last chunk in a fifoPool, 0 when it
// is empty.
type fifo struct{ first, last uint32 }

// fifoPool holds the chunks of all queues. A chunk is one cache line, and an
// emptied one is used again.
type fifoPool struct {
	chunks memory.Vector[fifoChunk] // number 0 is no chunk
	free   uint32                   // head of the list of free chunks
}

type fifoChunk struct {
	ids        [fifoIDs]uint32
	next       uint32
	head, tail uint16 // ids[head:tail] are in the queue
}

const fifoIDs = 14

func (p *fifoPool) at(c uint32) *fifoChunk { return &p.chunks.Items[c] }

func (p *fifoPool) chunk() uint32 {
	c := p.free
	if c != 0 {
		p.free = p.at(c).next
	} else {
		if len(p.chunks.Items) == 0 {
			p.chunks.Extend(1)
		}
		c = uint32(p.chunks.Extend(1))
	}
	chunk := p.at(c)
	chunk.next, chunk.head, chunk.tail = 0, 0, 0
	return c
}

func (p *fifoPool) push(q *fifo, id uint32) {
	if q.first == 0 {
		q.first = p.chunk()
		q.last = q.first
	}
	last := p.at(q.last)
	if last.tail == fifoIDs {
		c := p.chunk()
		p.at(q.last).next = c
		q.last = c
		last = p.at(c)
	}
	last.ids[last.tail] = id
	last.tail++
}

// pop removes the queue's head and returns the next one, arena.None if that was the last.
func (p *fifoPool) pop(q *fifo) (next uint32) {
	first := p.at(q.first)
	first.head++
	if first.head < first.tail {
		return first.ids[first.head]
	}
	old := q.first
	q.first = first.next
	first.next = p.free
	p.free = old
	if q.first == 0 {
		q.last = 0
		return arena.None
	}
	return p.at(q.first).ids[0]
}

// second is the id after the queue's head as far as it is at hand, else arena.None.
func (p *fifoPool) second(q *fifo) uint32 {
	if first := p.at(q.first); first.head+1 < first.tail {
		return first.ids[first.head+1]
	} else if first.next != 0 && first.head+1 == fifoIDs {
		return p.at(first.next).ids[0]
	}
	return arena.None
}

func (p *fifoPool) bytes() int64 { return p.chunks.Bytes() }
