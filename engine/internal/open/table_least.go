package open

import "github.com/focal-search/focal/engine/internal/arena"

// The order of the least key in a table, then of the least id. Each column knows its least head
// among the rows of FOCAL, and the first column that has one is selected from. To find the next
// one of a column takes a look at blocks of rows, not at all of them.

// entered notes a queue's first node.
func (t *table) entered(c *column, row, col int, threshold Cost) {
	c.setBlock(row)
	if Cost(row) <= threshold && c.best == arena.None { // any other in FOCAL is older
		c.best, c.bestRow = c.head(row), row
		t.used.set(col)
	}
}

// left notes that a queue has lost its head.
func (t *table) left(was uint32, row, col int, threshold Cost) {
	c := &t.columns[col]
	c.setBlock(row)
	if c.best == was {
		t.choose(col, threshold)
	}
}

// moved fits the columns to a new threshold.
func (t *table) moved(old, threshold Cost) {
	if threshold < old {
		for col := range t.used.all() {
			t.choose(col, threshold)
		}
	}
	for row := t.highest(old) + 1; row <= t.highest(threshold); row++ {
		for col := range t.rows[row].columns.all() {
			if c := &t.columns[col]; c.head(row) < c.best {
				c.best, c.bestRow = c.head(row), row
				t.used.set(col)
			}
		}
	}
}

// choose finds a column's best.
func (t *table) choose(col int, threshold Cost) {
	c := &t.columns[col]
	if c.choose(t.highest(threshold)); c.best == arena.None {
		t.used.clear(col)
	}
}

// setBlock notes that the head of a row's queue has changed.
func (c *column) setBlock(row int) {
	i := (row - c.base) / blockRows
	least := arena.None
	for _, h := range c.heads[i*blockRows:][:blockRows] {
		least = min(least, h)
	}
	c.blocks[i] = least
}

// choose finds the least head in the rows up to high.
func (c *column) choose(high int) {
	c.best = arena.None
	n := min(high-c.base+1, len(c.heads)) // rows
	if n <= 0 {
		return
	}
	full, from := n/blockRows, -1
	for i, head := range c.blocks[:full] {
		if head < c.best {
			c.best, from = head, i*blockRows
		}
	}
	for i := full * blockRows; i < n; i++ { // a block of which only a part is eligible
		if head := c.heads[i]; head < c.best {
			c.best, from = head, i
		}
	}
	if c.best == arena.None {
		return
	}
	for c.heads[from] != c.best {
		from++
	}
	c.bestRow = c.base + from
}
