package open

import (
	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
)

// fifo is a queue of node ids in a fifoPool: the place of its first id, and the one
// where the next goes. Both are 0 when it is empty. So an id enters without a look at
// those before it, which as a rule are in no cache.
type fifo struct{ head, tail uint32 }

func (q *fifo) empty() bool { return q.tail == 0 }

// fifoPool holds the ids of all queues in chunks of one cache line: the place of the
// next chunk, then up to fifoIDs ids. An emptied chunk is used again. Behind a chunk's
// last id, and in chunk 0, which is none, places are divisible by fifoChunk.
type fifoPool struct {
	places memory.Vector[uint32]
	free   uint32 // the first free chunk; each holds the place of the next
}

const (
	fifoChunk = 16
	fifoIDs   = fifoChunk - 1
)

// chunk is the place of a chunk that is in no queue.
func (p *fifoPool) chunk() (at uint32) {
	if at = p.free; at != 0 {
		p.free = p.places.Items[at]
		return at
	}
	if len(p.places.Items) == 0 {
		p.places.Extend(fifoChunk)
	}
	return uint32(p.places.Extend(fifoChunk))
}

// release makes a chunk free.
func (p *fifoPool) release(at uint32) {
	p.places.Items[at] = p.free
	p.free = at
}

func (p *fifoPool) push(q *fifo, id uint32) {
	if q.tail%fifoChunk == 0 {
		at := p.chunk()
		if q.empty() {
			q.head = at + 1
		} else {
			p.places.Items[q.tail-fifoChunk] = at
		}
		q.tail = at + 1
	}
	p.places.Items[q.tail] = id
	q.tail++
}

// pop removes the queue's head and returns the next one, arena.None if that was the last.
func (p *fifoPool) pop(q *fifo) (next uint32) {
	q.head++
	if q.head == q.tail {
		p.release((q.head - 1) &^ (fifoChunk - 1))
		*q = fifo{}
		return arena.None
	}
	if q.head%fifoChunk == 0 {
		old := q.head - fifoChunk
		q.head = p.places.Items[old] + 1
		p.release(old)
	}
	return p.places.Items[q.head]
}

// second is the id after the queue's head, arena.None if there is none.
func (p *fifoPool) second(q *fifo) uint32 {
	at := q.head + 1
	if at == q.tail {
		return arena.None
	}
	if at%fifoChunk == 0 {
		at = p.places.Items[at-fifoChunk] + 1
	}
	return p.places.Items[at]
}

func (p *fifoPool) bytes() int64 { return p.places.Bytes() }
