package open

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/focal-search/focal/engine/internal/arena"
)

// buckets is a frontier's table of FIFO queues for small integer costs: a row
// for each f, a column for each key. Ids grow, so each queue is sorted by id,
// and whatever selects takes the head of a queue. So a node is stored once, as
// four bytes, and a rise of fmin touches no node: FOCAL is the rows up to the
// threshold.
type buckets struct {
	census
	nodes   *arena.Nodes
	low     int // no live node in a row below
	rows    []bucketRow
	columns []bucketColumn
	thenH   bool // ties of OPEN's head go to the least column, not to the least id
	made    int  // columns in use
	cells   int  // of all columns
	pool    fifoPool
}

type bucketRow struct {
	live    int64  // live nodes
	columns bitset // queues that are not empty
	oldest  int32  // the column of the least head, where it is known; else noColumn
	first   int32  // of rowBuckets: the first column, noColumn if the row is empty
}

// A bucketColumn has the rows from the first to the last that it needs, in whole blocks: most
// tables are filled along a diagonal.
type bucketColumn struct {
	base   int // the first row, a multiple of blockRows
	queues []fifo
	heads  []uint32 // first id of each row's queue, arena.None if it is empty
}

// head is the first id of a row's queue.
func (c *bucketColumn) head(row int) uint32 { return c.heads[row-c.base] }

// block is the heads of the block of a row.
func (c *bucketColumn) block(row int) []uint32 {
	return c.heads[row/blockRows*blockRows-c.base:][:blockRows]
}

// has reports whether there is a queue for a row.
func (c *bucketColumn) has(row Cost) bool { return uint64(row)-uint64(c.base) < uint64(len(c.heads)) }

// cover makes queues for a row and for those between it and the others, and some more. It returns
// how many it has made.
func (c *bucketColumn) cover(row int) int {
	n := len(c.heads)
	if n == 0 {
		c.base = row / blockRows * blockRows
	}
	low, high := c.base, c.base+n
	if row < low {
		low = max(0, min(row, low-n/4)) / blockRows * blockRows
	}
	if row >= high {
		high = (max(row+1, high+n/4) + blockRows - 1) / blockRows * blockRows
	}
	queues, heads := make([]fifo, high-low), make([]uint32, high-low)
	for i := range heads {
		heads[i] = arena.None
	}
	copy(queues[c.base-low:], c.queues)
	copy(heads[c.base-low:], c.heads)
	*c = bucketColumn{low, queues, heads}
	return high - low - n
}

const (
	maxCells  = 1 << 22 // beyond this heaps serve better
	maxColumn = 1 << columnBits
	rowCells  = 3 // a row by itself takes the memory of so many cells

	columnBits = 14
)

func newBuckets(n *arena.Nodes) buckets {
	return buckets{nodes: n, census: census{threshold: -1}}
}

// has reports whether the table has a queue for f and key, after making it if that
// is worth its memory.
func (q *buckets) has(f, key Cost) bool {
	if f < Cost(len(q.rows)) && key < Cost(len(q.columns)) && q.columns[key].has(f) {
		return true
	}
	return q.extend(f, key)
}

// extend makes a queue for f and key if that is worth its memory.
func (q *buckets) extend(f, key Cost) bool {
	if f >= maxCells || key >= maxColumn {
		return false
	}
	rows := len(q.rows)
	if int(f) >= rows {
		rows = (int(f)*5/4 + blockRows) / blockRows * blockRows
	}
	for len(q.columns) <= int(key) {
		q.columns = append(q.columns, bucketColumn{})
	}
	c := &q.columns[key]
	if c.heads == nil {
		q.made++
	}
	if rows*(rowCells+q.made) > maxCells {
		return false
	}
	q.rows = slices.Grow(q.rows, rows-len(q.rows))
	for len(q.rows) < rows {
		q.rows = append(q.rows, bucketRow{oldest: noColumn, first: noColumn})
	}
	q.cells += c.cover(int(f))
	return true
}

// add appends a node to its queue and says whether it is the queue's head now.
func (q *buckets) add(id uint32, row, col int) (isHead bool) {
	c := &q.columns[col]
	at := row - c.base
	isHead = c.queues[at].empty()
	q.pool.push(&c.queues[at], id)
	q.rows[row].live++
	q.enter(Cost(row))
	q.low = min(q.low, row)
	if !isHead {
		return false
	}
	c.heads[at] = id
	q.rows[row].columns.set(col) // an older queue stays the oldest
	return true
}

// drop removes the head of a queue and returns the next, arena.None if it was the last.
func (q *buckets) drop(row, col int) (next uint32) {
	c := &q.columns[col]
	at := row - c.base
	next = q.pool.pop(&c.queues[at])
	c.heads[at] = next
	r := &q.rows[row]
	if next == arena.None {
		r.columns.clear(col)
	}
	if int(r.oldest) == col {
		r.oldest = noColumn
	}
	return next
}

// lowest is the first row with live nodes, -1 if there is none.
func (q *buckets) lowest() int {
	if q.open == 0 {
		return -1
	}
	row := q.low
	for q.rows[row].live == 0 {
		row++
	}
	return row
}

// headColumn is the column of a row of least f that has OPEN's head.
func (q *buckets) headColumn(row int) int {
	if q.thenH {
		return q.rows[row].columns.first()
	}
	return q.oldest(row)
}

// head is OPEN's head, which may be no longer live.
func (q *buckets) head() Selection { return q.at(q.low, q.headColumn(q.low)) }

// nextHead is OPEN's head and the node after it, arena.None if there is none.
func (q *buckets) nextHead() (next, second uint32) {
	if row := q.lowest(); row >= 0 {
		return q.front(row, q.headColumn(row))
	}
	return arena.None, arena.None
}

// precedesHead reports whether a new node of these values would be OPEN's head.
func (q *buckets) precedesHead(f, key Cost) bool {
	row := q.lowest()
	return row < 0 || f < Cost(row) || q.thenH && f == Cost(row) && key < Cost(q.headColumn(row))
}

// at is the head of a queue that is not empty.
func (q *buckets) at(row, col int) Selection {
	return Selection{ID: q.columns[col].head(row), F: Cost(row), Key: Cost(col)}
}

// front is the head of a queue that is not empty, and the node after it.
func (q *buckets) front(row, col int) (next, second uint32) {
	c := &q.columns[col]
	at := row - c.base
	return c.heads[at], q.pool.second(&c.queues[at])
}

// highest is the last row of FOCAL.
func (q *buckets) highest() int { return int(min(q.threshold, Cost(len(q.rows)-1))) }

func (q *buckets) Left(f Cost) {
	q.rows[f].live--
	q.leave(f)
}

func (q *buckets) Least() (Cost, bool) {
	row := q.lowest()
	if row < 0 {
		return 0, false
	}
	q.low = row
	return Cost(row), true
}

// Plateau returns the live nodes of the lowest row that has any.
func (q *buckets) Plateau() int64 {
	if _, ok := q.Least(); !ok {
		return 0
	}
	return q.rows[q.low].live
}

// count fits the count of FOCAL to a new threshold.
func (q *buckets) count(t Cost) (admitted int64) {
	old := q.highest()
	q.threshold = t
	now := q.highest()
	for row := old + 1; row <= now; row++ {
		admitted += q.rows[row].live
	}
	q.focal += admitted
	for row := now + 1; row <= old; row++ {
		q.focal -= q.rows[row].live
	}
	return admitted
}

// oldest is the column of a row whose queue has the least head. There must be one.
func (q *buckets) oldest(row int) (col int) {
	r := &q.rows[row]
	if r.oldest == noColumn {
		best := arena.None
		for i, w := range r.columns {
			for ; w != 0; w &= w - 1 {
				k := i*64 + bits.TrailingZeros64(w)
				if h := q.columns[k].head(row); h < best {
					best, r.oldest = h, int32(k)
				}
			}
		}
	}
	return int(r.oldest)
}

// pruneRows empties the rows from c on, with the table's own remove.
func (q *buckets) pruneRows(c Cost, remove func(row, col int)) {
	for row := int(min(c, Cost(len(q.rows)))); row < len(q.rows); row++ {
		for q.rows[row].live > 0 {
			q.Left(Cost(row))
		}
		for col := range q.rows[row].columns.all() {
			for q.columns[col].head(row) != arena.None {
				remove(row, col)
			}
		}
	}
}

func (q *buckets) Bytes() int64 {
	const cellBytes = 8 + 4 + 1 // a queue, its head, and shares of bit sets and blocks
	return int64(len(q.rows)*rowCells+q.cells)*cellBytes + int64(len(q.columns))*int64(unsafe.Sizeof(bucketColumn{})) +
		q.pool.bytes()
}

func (q *buckets) Free() { q.pool.places.Free() }

// bitset is a set of small integers.
type bitset []uint64

func (b *bitset) set(i int) {
	for len(*b) <= i/64 {
		*b = append(*b, 0)
	}
	(*b)[i/64] |= 1 << (i % 64)
}

func (b bitset) clear(i int) { b[i/64] &^= 1 << (i % 64) }

func (b bitset) has(i int) bool { return i/64 < len(b) && b[i/64]>>(i%64)&1 != 0 }

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
