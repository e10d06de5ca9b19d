package engine

// fifo is a queue of node ids in a fifoPool.
type fifo struct {
	first, last uint32 // chunks of the pool; equal 0 when the queue is empty
	head, tail  uint32 // position in the first chunk, end in the last
}

// fifoPool holds the chunks of all queues: 15 ids and the number of the next
// chunk make one cache line. Emptied chunks are used again.
type fifoPool struct {
	chunks []fifoChunk
	free   uint32 // head of the list of free chunks; 0 if there is none
}

type fifoChunk struct {
	ids  [fifoIDs]uint32
	next uint32
}

const fifoIDs = 15

func (p *fifoPool) chunk() uint32 {
	if c := p.free; c != 0 {
		p.free = p.chunks[c].next
		p.chunks[c].next = 0
		return c
	}
	if len(p.chunks) == 0 {
		p.chunks = append(p.chunks, fifoChunk{}) // number 0 means none
	}
	p.chunks = append(p.chunks, fifoChunk{})
	return uint32(len(p.chunks) - 1)
}

func (p *fifoPool) push(q *fifo, id uint32) {
	switch {
	case q.first == 0:
		c := p.chunk()
		*q = fifo{first: c, last: c}
	case q.tail == fifoIDs:
		c := p.chunk()
		p.chunks[q.last].next = c
		q.last, q.tail = c, 0
	}
	p.chunks[q.last].ids[q.tail] = id
	q.tail++
}

// pop removes the queue's head and returns the next one, none if that was the last.
func (p *fifoPool) pop(q *fifo) (next uint32) {
	q.head++
	if q.first == q.last && q.head == q.tail {
		p.release(q.first)
		*q = fifo{}
		return none
	}
	if q.head == fifoIDs {
		old := q.first
		q.first, q.head = p.chunks[old].next, 0
		p.release(old)
	}
	return p.chunks[q.first].ids[q.head]
}

func (p *fifoPool) release(c uint32) {
	p.chunks[c].next = p.free
	p.free = c
}

func (p *fifoPool) bytes() int64 { return int64(cap(p.chunks)) * 64 }
