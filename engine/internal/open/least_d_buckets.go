package open

import "github.com/focal-search/focal/engine/internal/arena"

// leastDBuckets guides by least d: the columns of the table are the values of d,
// and the guided Selection is the least head, among the rows of FOCAL, of the
// first column that has any there.
type leastDBuckets struct {
	buckets
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

func (q *leastDBuckets) Insert(id uint32, f, h, d Cost) bool {
	if !q.has(f, d) {
		return false
	}
	row, col := int(f), int(d)
	if row < q.low { // fmin falls, and choose has not looked at the rows below it
		q.admit(row, min(q.low-1, q.highest()))
	}
	if q.add(id, row, col) {
		best := q.best(col)
		best.setHead(&q.columns[col], row)
		if f <= q.threshold && best.id == arena.None { // any other in FOCAL is older
			best.id, best.row = id, row
			q.eligible.set(col)
		}
	}
	return true
}

func (q *leastDBuckets) best(col int) *columnBest {
	for len(q.bests) <= col {
		q.bests = append(q.bests, columnBest{id: arena.None})
	}
	b := &q.bests[col]
	for len(b.blocks) < len(q.rows)/blockRows {
		b.blocks = append(b.blocks, arena.None)
	}
	return b
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

// remove drops the head of a queue and mends the column's best.
func (q *leastDBuckets) remove(row, col int) {
	was := q.columns[col].head(row)
	q.drop(row, col)
	best := q.best(col)
	best.setHead(&q.columns[col], row)
	if best.id == was {
		q.choose(col)
	}
}

func (q *leastDBuckets) choose(col int) {
	best := q.best(col)
	if best.choose(&q.columns[col], q.low, q.highest()); best.id == arena.None {
		q.eligible.clear(col)
	}
}

func (q *leastDBuckets) SetThreshold(t Cost, _ Bound) (admitted int64) {
	old := q.highest()
	admitted = q.count(t)
	if q.highest() < old {
		for col := range q.eligible.all() {
			q.choose(col)
		}
	}
	q.admit(old+1, q.highest())
	return admitted
}

// admit has the queues of more rows compete.
func (q *leastDBuckets) admit(from, to int) {
	for row := from; row <= to; row++ {
		for col := range q.rows[row].columns.all() {
			if head := q.columns[col].head(row); head < q.best(col).id {
				q.bests[col].id, q.bests[col].row = head, row
				q.eligible.set(col)
			}
		}
	}
}

func (q *leastDBuckets) Select(queue int) Selection {
	if queue == Guided {
		return q.guided()
	}
	return q.head()
}

func (q *leastDBuckets) Next(queue int) (next, second uint32) {
	if queue != Guided {
		return q.oldestLow()
	}
	if col := q.eligible.first(); col >= 0 {
		return q.front(q.bests[col].row, col)
	}
	return arena.None, arena.None
}

func (q *leastDBuckets) Precedes(queue int, f, h, d Cost) bool {
	if queue != Guided {
		return q.beforeHead(f)
	}
	first := q.eligible.first()
	return f <= q.threshold && (first < 0 || d < Cost(first))
}

func (q *leastDBuckets) guided() Selection {
	for {
		col := q.eligible.first()
		best := &q.bests[col]
		if q.nodes.Live(best.id) {
			return Selection{ID: best.id, F: Cost(best.row), Key: Cost(col)}
		}
		q.remove(best.row, col)
	}
}

func (q *leastDBuckets) head() Selection {
	for {
		col := q.oldest(q.low)
		if id := q.columns[col].head(q.low); q.nodes.Live(id) {
			return Selection{ID: id, F: Cost(q.low), Key: Cost(col)}
		}
		q.remove(q.low, col)
	}
}

func (q *leastDBuckets) Take(s Selection) {
	q.Left(s.F)
	q.remove(int(s.F), int(s.Key))
}

func (q *leastDBuckets) Prune(c Cost) { q.pruneRows(c, q.remove) }
