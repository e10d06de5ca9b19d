package engine

import "math/bits"

// buckets is the frontier for small integer costs: a table of FIFO queues, a
// row for each f and a column for each key. Ids grow, so each queue is sorted
// by id, and whichever branch selects, it takes the head of a queue:
//
//   - OPEN's head is the least head in the row f = fmin;
//   - FOCAL is the rows up to the threshold, and the guided selection is the
//     least head of those rows in the first column that has any.
//
// So a node is stored once, as four bytes, and a rise of fmin touches no node:
// it looks at the queues of the rows that become eligible.
type buckets struct {
	nodes     *nodes
	threshold Cost
	low       int // no live node in a row below
	rows      []bucketRow
	columns   []bucketColumn
	eligible  bitset // columns that have a queue in FOCAL
	nOpen     int64
	nFocal    int64
	cells     int // rows times columns made
	pool      fifoPool
}

type bucketRow struct {
	live    int64  // live nodes
	columns bitset // queues that are not empty
}

type bucketColumn struct {
	queues []fifo
	heads  []uint32 // first id of each row's queue, none if it is empty
	blocks []uint32 // least head of each blockRows rows
	best   uint32   // least head in FOCAL
	row    int      // of best
}

const (
	none      = ^uint32(0)
	blockRows = 16
	maxCells  = 1 << 22 // beyond this heaps serve better
	maxColumn = 1 << 14
)

func newBuckets(n *nodes) *buckets { return &buckets{nodes: n, threshold: -1} }

func (q *buckets) insert(id uint32, f, key Cost) bool {
	if f >= Cost(len(q.rows)) || key >= Cost(len(q.columns)) || q.columns[key].heads == nil {
		if !q.makeRoom(f, key) {
			return false
		}
	}
	row, col := int(f), int(key)
	c := &q.columns[col]
	if q.pool.push(&c.queues[row], id); c.heads[row] == none {
		q.rows[row].columns.set(col)
		c.setHead(row, id)
		if f <= q.threshold && c.best == none {
			c.best, c.row = id, row
			q.eligible.set(col)
		}
	}
	q.rows[row].live++
	q.nOpen++
	if f <= q.threshold {
		q.nFocal++
	}
	q.low = min(q.low, row)
	return true
}

// makeRoom extends the table to a row and a column, if that is worth its memory.
func (q *buckets) makeRoom(f, key Cost) bool {
	if f >= maxCells || key >= maxColumn {
		return false
	}
	rows := len(q.rows)
	if int(f) >= rows {
		rows = (int(f)*5/4 + blockRows) / blockRows * blockRows
	}
	made := 1
	for i := range q.columns {
		if q.columns[i].heads != nil {
			made++
		}
	}
	if rows*made > maxCells {
		return false
	}
	for len(q.columns) <= int(key) {
		q.columns = append(q.columns, bucketColumn{best: none})
	}
	if q.columns[key].heads == nil {
		q.columns[key].heads = []uint32{}
	}
	q.rows = append(q.rows, make([]bucketRow, rows-len(q.rows))...)
	for i := range q.columns {
		if c := &q.columns[i]; c.heads != nil {
			c.extend(rows)
		}
	}
	q.cells = rows * made
	return true
}

func (c *bucketColumn) extend(rows int) {
	c.queues = append(c.queues, make([]fifo, rows-len(c.queues))...)
	for len(c.heads) < rows {
		c.heads = append(c.heads, none)
	}
	for len(c.blocks) < rows/blockRows {
		c.blocks = append(c.blocks, none)
	}
}

func (c *bucketColumn) setHead(row int, id uint32) {
	c.heads[row] = id
	b := row / blockRows
	least := none
	for _, h := range c.heads[b*blockRows : (b+1)*blockRows] {
		least = min(least, h)
	}
	c.blocks[b] = least
}

// choose finds the column's least head in the rows from low to high.
func (c *bucketColumn) choose(low, high int) {
	c.best = none
	if low > high {
		return
	}
	first, last := low/blockRows, high/blockRows // rows below low are empty
	block := first
	for b := first; b < last; b++ {
		if c.blocks[b] < c.best {
			c.best, block = c.blocks[b], b
		}
	}
	for row := last * blockRows; row <= high; row++ { // the last block may be eligible in part
		if c.heads[row] < c.best {
			c.best, c.row, block = c.heads[row], row, last
		}
	}
	if c.best == none || block == last {
		return
	}
	for row := block * blockRows; ; row++ {
		if c.heads[row] == c.best {
			c.row = row
			return
		}
	}
}

// drop removes the head of a queue.
func (q *buckets) drop(col, row int) {
	c := &q.columns[col]
	was := c.heads[row]
	next := q.pool.pop(&c.queues[row])
	c.setHead(row, next)
	if next == none {
		q.rows[row].columns.clear(col)
	}
	if c.best == was {
		c.choose(q.low, q.highest())
		if c.best == none {
			q.eligible.clear(col)
		}
	}
}

// highest is the last row of FOCAL.
func (q *buckets) highest() int { return int(min(q.threshold, Cost(len(q.rows)-1))) }

func (q *buckets) superseded(f Cost) { q.leave(f) }

func (q *buckets) leave(f Cost) {
	q.rows[f].live--
	q.nOpen--
	if f <= q.threshold {
		q.nFocal--
	}
}

func (q *buckets) least() (Cost, bool) {
	if q.nOpen == 0 {
		return 0, false
	}
	for q.rows[q.low].live == 0 {
		q.dropRow(q.low)
		q.low++
	}
	return Cost(q.low), true
}

// dropRow empties a row whose nodes are all superseded.
func (q *buckets) dropRow(row int) {
	for col := q.rows[row].columns.first(); col >= 0; col = q.rows[row].columns.first() {
		q.drop(col, row)
	}
}

func (q *buckets) setThreshold(t Cost) (admitted int64) {
	old := q.highest()
	q.threshold = t
	if q.highest() < old {
		q.retreat()
		return 0
	}
	for row := old + 1; row <= q.highest(); row++ {
		admitted += q.rows[row].live
		for col := range q.rows[row].columns.all() {
			if c := &q.columns[col]; c.heads[row] < c.best {
				c.best, c.row = c.heads[row], row
				q.eligible.set(col)
			}
		}
	}
	q.nFocal += admitted
	return admitted
}

// retreat fits FOCAL to a lower threshold, as after a fall of fmin under an
// inconsistent heuristic. It looks at queues, not at nodes.
func (q *buckets) retreat() {
	q.nFocal = 0
	for row := q.low; row <= q.highest(); row++ {
		q.nFocal += q.rows[row].live
	}
	for col := range q.eligible.all() {
		c := &q.columns[col]
		if c.choose(q.low, q.highest()); c.best == none {
			q.eligible.clear(col)
		}
	}
}

func (q *buckets) guided() selection {
	for {
		col := q.eligible.first()
		c := &q.columns[col]
		if !q.nodes.closed(c.best) {
			return selection{id: c.best, f: Cost(c.row), key: Cost(col)}
		}
		q.drop(col, c.row)
	}
}

func (q *buckets) head() selection {
	for {
		best, col := none, 0
		for k := range q.rows[q.low].columns.all() {
			if h := q.columns[k].heads[q.low]; h < best {
				best, col = h, k
			}
		}
		if !q.nodes.closed(best) {
			return selection{id: best, f: Cost(q.low), key: Cost(col)}
		}
		q.drop(col, q.low)
	}
}

func (q *buckets) take(s selection) {
	q.leave(s.f)
	q.drop(int(s.key), int(s.f))
}

func (q *buckets) open() int64  { return q.nOpen }
func (q *buckets) focal() int64 { return q.nFocal }

func (q *buckets) bytes() int64 {
	const cellBytes = 16 + 4 + 1
	return int64(q.cells)*cellBytes + q.pool.bytes()
}

// bitset is a set of small integers.
type bitset []uint64

func (b *bitset) set(i int) {
	for len(*b) <= i/64 {
		*b = append(*b, 0)
	}
	(*b)[i/64] |= 1 << (i % 64)
}

func (b bitset) clear(i int) { b[i/64] &^= 1 << (i % 64) }

// first is the least member, -1 if there is none.
func (b bitset) first() int {
	for i, w := range b {
		if w != 0 {
			return i*64 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// all yields the members in order; the one yielded may be cleared meanwhile.
func (b bitset) all() func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i, w := range b {
			for ; w != 0; w &= w - 1 {
				if !yield(i*64 + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}
