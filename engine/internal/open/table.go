package open

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/focal-search/focal/engine/internal/arena"
)

// A table is the store for small integers: a row for each f, a column for each key, which is h
// or d, and a FIFO queue of ids for each pair. Ids grow, so each queue is sorted by id, and
// whatever selects takes the head of a queue. A node is stored once for all orders by the
// table's key, as four bytes. FOCAL is the rows up to the threshold, so that a rise of fmin
// touches no node. One table for orders by h and by d where d = h saves pancakes 7 to 12 % of the
// memory and 5 % of the time.
type table struct {
	rows    []row
	columns []column
	pool    fifoPool
	made    int // columns in use
	cells   int // of all columns

	byD    bool      // the key is d, else h
	firsts bool      // each row's first column is kept: for A* that saves 1 % of the time
	ties   Weight    // what is first
	head   bool      // OPEN's head takes a row's first column, else the oldest node
	least  bool      // there is an order of the least key, see table_least.go
	used   bitset    // for that: columns that have a queue in FOCAL
	slacks []contest // the orders of slack, among the first queues of the rows of FOCAL
}

type row struct {
	live    int64  // live nodes; only in a List's first table
	columns bitset // queues that are not empty
	oldest  int32  // the column of the queue with the least head, where it is known; else noColumn
	first   int32  // the first column by ties, where that is kept; noColumn if the row is empty
}

// A column has the rows from the first to the last that it needs, in whole blocks: most tables
// are filled along a diagonal. So at 10,000 insertions a node takes 60 to 72 bytes in all, not
// 169 to 237 as with whole columns.
type column struct {
	base   int // the first row, a multiple of blockRows
	queues []fifo
	heads  []uint32 // first id of each row's queue, arena.None if it is empty

	best    uint32   // least head in FOCAL, arena.None if there is none
	bestRow int      // where it is
	blocks  []uint32 // least head of each block of rows; of table_least.go
}

const (
	blockRows = 16
	noColumn  = 1<<31 - 1

	maxCells  = 1 << 22 // beyond this heaps serve better
	maxColumn = 1 << columnBits
	rowCells  = 3 // a row by itself takes the memory of so many cells

	// With more cells than that a table is so sparse that heaps serve better: on small vacuum worlds
	// the priorities of pwXD, multiplied to be integers, take up to four times as long in tables.
	fewCells  = 1 << 15
	nodeCells = 5 // for each node so far

	columnBits = 14
)

// head is the first id of a row's queue.
func (c *column) head(row int) uint32 { return c.heads[row-c.base] }

// has reports whether there is a queue for a row.
func (c *column) has(row Cost) bool { return uint64(row)-uint64(c.base) < uint64(len(c.heads)) }

// cover makes queues for a row and for those between it and the others, and some more. It returns
// how many it has made.
func (c *column) cover(row int) int {
	n := len(c.heads)
	if n == 0 {
		c.base, c.best = row/blockRows*blockRows, arena.None
	}
	low, high := c.base, c.base+n
	if row < low {
		low = max(0, min(row, low-n/4)) / blockRows * blockRows
	}
	if row >= high {
		high = (max(row+1, high+n/4) + blockRows - 1) / blockRows * blockRows
	}
	more := c.base - low
	c.queues = append(make([]fifo, more, high-low), c.queues...)[:high-low]
	c.heads = widened(c.heads, more, high-low)
	c.blocks = widened(c.blocks, more/blockRows, (high-low)/blockRows)
	c.base = low
	return high - low - n
}

// widened is ids with so many arena.None before them, and some behind, n in all.
func widened(ids []uint32, before, n int) []uint32 {
	wide := slices.Repeat([]uint32{arena.None}, n)
	copy(wide[before:], ids)
	return wide
}

// extend makes a queue for f and key of a node if that is worth its memory.
func (t *table) extend(id uint32, f, key Cost) bool {
	if f >= maxCells || key >= maxColumn {
		return false
	}
	rows := len(t.rows)
	if int(f) >= rows {
		rows = (int(f)*5/4 + blockRows) / blockRows * blockRows
	}
	for len(t.columns) <= int(key) {
		t.columns = append(t.columns, column{})
	}
	c := &t.columns[key]
	if c.heads == nil {
		t.made++
	}
	if rows*(rowCells+t.made) > maxCells || rows*rowCells+t.cells > fewCells+nodeCells*int(id) {
		return false
	}
	t.rows = slices.Grow(t.rows, rows-len(t.rows))
	for len(t.rows) < rows {
		t.rows = append(t.rows, row{oldest: noColumn, first: noColumn})
	}
	t.cells += c.cover(int(f))
	return true
}

// key is what the table sorts a node by.
func (t *table) key(h, d Cost) Cost {
	if t.byD {
		return d
	}
	return h
}

// add appends a node to its queue. It reports false if f and key are beyond the table.
func (t *table) add(id uint32, f, key, threshold Cost) bool {
	if !(f < Cost(len(t.rows)) && key < Cost(len(t.columns)) && t.columns[key].has(f)) && !t.extend(id, f, key) {
		return false
	}
	r := &t.rows[f]
	r.live++
	c := &t.columns[key]
	at := int(f) - c.base
	q := &c.queues[at]
	if q.empty() {
		t.addHead(id, int(f), int(key), threshold)
	}
	t.pool.push(q, id) // last: then nothing is kept across the call
	return true
}

// addHead notes the first node of a queue.
func (t *table) addHead(id uint32, row, col int, threshold Cost) {
	c, r := &t.columns[col], &t.rows[row]
	c.heads[row-c.base] = id
	r.columns.set(col) // an older queue stays the oldest
	if key := Cost(col); t.firsts && (r.first == noColumn || t.ties.Before(key, Cost(r.first))) {
		r.first = int32(col)
		t.compete(group{Cost(row), key}, row, threshold)
	}
	if t.least {
		t.entered(c, row, col, threshold)
	}
}

// remove drops the head of a queue.
func (t *table) remove(row, col int, threshold Cost) {
	c, r := &t.columns[col], &t.rows[row]
	at := row - c.base
	was, next := c.heads[at], t.pool.pop(&c.queues[at])
	c.heads[at] = next
	if int(r.oldest) == col {
		r.oldest = noColumn
	}
	if next == arena.None {
		r.columns.clear(col)
		if int(r.first) == col {
			t.second(r)
			t.compete(r.entrant(row), row, threshold)
		}
	}
	if t.least {
		t.left(was, row, col, threshold)
	}
}

// second finds a row's first column when it has lost the one that was.
func (t *table) second(r *row) {
	r.first = noColumn
	if t.ties.Den == 1 {
		if least := r.columns.first(); least >= 0 {
			r.first = int32(least)
		}
		return
	}
	for h := range r.columns.all() {
		if r.first == noColumn || t.ties.Before(Cost(h), Cost(r.first)) {
			r.first = int32(h)
		}
	}
}

// entrant is the first queue of a row.
func (r *row) entrant(f int) group {
	if r.first == noColumn {
		return noGroup
	}
	return group{Cost(f), Cost(r.first)}
}

// compete has the first queue of a row compete for the greatest slack, if it is eligible: it is the one of the least b.
func (t *table) compete(x group, row int, threshold Cost) {
	if Cost(row) <= threshold {
		for i := range t.slacks {
			t.slacks[i].set(row, x)
		}
	}
}

// front is the head of a queue that is not empty, and the node after it.
func (t *table) front(row, col int) (next, second uint32) {
	c := &t.columns[col]
	at := row - c.base
	return c.heads[at], t.pool.second(&c.queues[at])
}

// oldest is the column of a row whose queue has the least head. There must be one.
func (t *table) oldest(row int) (col int) {
	r := &t.rows[row]
	if r.oldest == noColumn {
		best := arena.None
		for i, w := range r.columns {
			for ; w != 0; w &= w - 1 {
				k := i*64 + bits.TrailingZeros64(w)
				if h := t.columns[k].head(row); h < best {
					best, r.oldest = h, int32(k)
				}
			}
		}
	}
	return int(r.oldest)
}

// headColumn is the column of the first node of a row, as OPEN's head breaks ties. There must be
// one.
func (t *table) headColumn(row int) int {
	if t.head {
		return int(t.rows[row].first)
	}
	return t.oldest(row)
}

// highest is the last row of FOCAL.
func (t *table) highest(threshold Cost) int { return int(min(threshold, Cost(len(t.rows)-1))) }

// advance fits the orders to a new threshold and bound.
func (t *table) advance(old, threshold Cost, b Bound) {
	if t.least {
		t.moved(old, threshold)
	}
	for i := range t.slacks {
		s := &t.slacks[i]
		s.advance(b)
		for row := t.highest(old) + 1; row <= t.highest(threshold); row++ {
			s.change(row, t.rows[row].entrant(row))
		}
		for row := t.highest(threshold) + 1; row <= t.highest(old); row++ {
			s.change(row, noGroup)
		}
	}
}

// prune empties the rows from c on.
func (t *table) prune(c, threshold Cost) {
	for row := int(min(c, Cost(len(t.rows)))); row < len(t.rows); row++ {
		for col := range t.rows[row].columns.all() {
			for t.columns[col].head(row) != arena.None {
				t.remove(row, col, threshold)
			}
		}
	}
}

// bytes is the memory in Go's heap.
func (t *table) bytes() int64 {
	const cellBytes = 8 + 4 + 1 // a queue, its head, and shares of bit sets and blocks
	return int64(len(t.rows)*rowCells+t.cells)*cellBytes + int64(len(t.columns))*int64(unsafe.Sizeof(column{}))
}
