package open

import "github.com/focal-search/focal/engine/internal/arena"

// byColumn guides by least d in a table whose columns are the values of d: it finds the least
// head, among the rows of FOCAL, of the first column that has any there.
type byColumn struct {
	bests    []columnBest
	eligible bitset // columns that have a queue in FOCAL
}

// columnBest is a column's least head in FOCAL.
type columnBest struct {
	id     uint32 // arena.None if the column has no queue in FOCAL
	row    int
	blocks []uint32 // least head of each blockRows rows, to find the next best
}

const blockRows = 16

// falls has the rows compete from which on nodes enter, where fmin falls: choose has not
// looked at the rows below it.
func (c *byColumn) falls(t *buckets, row int) {
	if row < t.low {
		c.admit(t, row, min(t.low-1, t.highest()))
	}
}

// entered notes a queue's first node.
func (c *byColumn) entered(t *buckets, id uint32, row, col int) {
	best := c.of(t, col)
	best.setHead(&t.columns[col], row)
	if Cost(row) <= t.threshold && best.id == arena.None { // any other in FOCAL is older
		best.id, best.row = id, row
		c.eligible.set(col)
	}
}

// left notes that a queue has lost its head.
func (c *byColumn) left(t *buckets, was uint32, row, col int) {
	best := c.of(t, col)
	best.setHead(&t.columns[col], row)
	if best.id == was {
		c.choose(t, col)
	}
}

// moved fits it to a new threshold; old was the last row of FOCAL.
func (c *byColumn) moved(t *buckets, old int) {
	if t.highest() < old {
		for col := range c.eligible.all() {
			c.choose(t, col)
		}
	}
	c.admit(t, old+1, t.highest())
}

// admit has the queues of more rows compete.
func (c *byColumn) admit(t *buckets, from, to int) {
	for row := from; row <= to; row++ {
		for col := range t.rows[row].columns.all() {
			if head := t.columns[col].head(row); head < c.of(t, col).id {
				c.bests[col].id, c.bests[col].row = head, row
				c.eligible.set(col)
			}
		}
	}
}

// of is a column's best.
func (c *byColumn) of(t *buckets, col int) *columnBest {
	for len(c.bests) <= col {
		c.bests = append(c.bests, columnBest{id: arena.None})
	}
	b := &c.bests[col]
	for len(b.blocks) < len(t.rows)/blockRows {
		b.blocks = append(b.blocks, arena.None)
	}
	return b
}

func (c *byColumn) choose(t *buckets, col int) {
	best := c.of(t, col)
	if best.choose(&t.columns[col], t.low, t.highest()); best.id == arena.None {
		c.eligible.clear(col)
	}
}

// top is the best node. There must be one, and it may be no longer live.
func (c *byColumn) top() Selection {
	col := c.eligible.first()
	best := &c.bests[col]
	return Selection{ID: best.id, F: Cost(best.row), Key: Cost(col)}
}

// next is the best node and the one after it, arena.None if there is none.
func (c *byColumn) next(t *buckets) (next, second uint32) {
	if col := c.eligible.first(); col >= 0 {
		return t.front(c.bests[col].row, col)
	}
	return arena.None, arena.None
}

// precedes reports whether a new node of these values would be the best.
func (c *byColumn) precedes(t *buckets, f, d Cost) bool {
	first := c.eligible.first()
	return f <= t.threshold && (first < 0 || d < Cost(first))
}

// setHead notes that the head of a row's queue has changed.
func (b *columnBest) setHead(c *bucketColumn, row int) {
	least := arena.None
	for _, h := range c.block(row) {
		least = min(least, h)
	}
	b.blocks[row/blockRows] = least
}

// choose finds the least head in the rows from low to high; rows below low hold
// nodes that are not live, which do no harm.
func (b *columnBest) choose(c *bucketColumn, low, high int) {
	b.id = arena.None
	low, high = max(low, c.base), min(high, c.base+len(c.heads)-1)
	if low > high {
		return
	}
	last := high / blockRows
	block := last
	for i := low / blockRows; i < last; i++ {
		if b.blocks[i] < b.id {
			b.id, block = b.blocks[i], i
		}
	}
	for row := last * blockRows; row <= high; row++ { // eligible in part
		if head := c.head(row); head < b.id {
			b.id, b.row, block = head, row, last
		}
	}
	if b.id == arena.None || block == last {
		return
	}
	for b.row = block * blockRows; c.head(b.row) != b.id; b.row++ {
	}
}
