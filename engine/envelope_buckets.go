package engine

// envelopeBuckets guides by greatest potential u = (B - g)/h with B = w·fmin, or
// not at all: the columns of the table are the values of h, so that a queue is a
// group of equal g and h.
//
// Because u = 1 + (B - f)/h, the best of a row is its least h, and a row can win
// only if its least h is smaller than that of every row below it. So the guided
// selection looks once at each row of FOCAL and compares potentials at the few
// steps of that staircase. A rise of fmin costs nothing at all.
type envelopeBuckets struct {
	buckets
	first    []int32 // each row's least h (for WA*, by weight.before); noColumn if it is empty
	guidance guidance
	weight   Ratio
	bound    bound
}

const noColumn = 1<<31 - 1

func newEnvelopeBuckets(n *nodes, g guidance, weight Ratio) *envelopeBuckets {
	return &envelopeBuckets{buckets: newBuckets(n), guidance: g, weight: weight}
}

func (q *envelopeBuckets) insert(id uint32, f, h, d Cost) bool {
	if !q.has(f, h) {
		return false
	}
	for len(q.first) < len(q.rows) {
		q.first = append(q.first, noColumn)
	}
	if q.add(id, int(f), int(h)) && (q.first[f] == noColumn || q.weight.before(h, Cost(q.first[f]))) {
		q.first[f] = int32(h)
	}
	return true
}

// remove drops the head of a queue and mends the row's first column.
func (q *envelopeBuckets) remove(row, col int) {
	if q.drop(row, col) != none || int(q.first[row]) != col {
		return
	}
	q.first[row] = noColumn
	if q.weight.Den == 1 {
		if least := q.rows[row].columns.first(); least >= 0 {
			q.first[row] = int32(least)
		}
		return
	}
	for h := range q.rows[row].columns.all() {
		if q.first[row] == noColumn || q.weight.before(Cost(h), Cost(q.first[row])) {
			q.first[row] = int32(h)
		}
	}
}

func (q *envelopeBuckets) setThreshold(t Cost, b bound) (admitted int64) {
	q.bound = b
	return q.count(t)
}

func (q *envelopeBuckets) guided() selection {
	for {
		row := q.best()
		if s, live := q.at(row, int(q.first[row])); live {
			return s
		}
	}
}

// best is the row of FOCAL whose least h has the greatest potential.
func (q *envelopeBuckets) best() (row int) {
	least := int32(noColumn)
	var slack, h uint64 // of the best row, den·(B - g) and its h
	small := q.bound.hi == 0 && q.bound.lo < 1<<(64-columnBits)
	for i, col := range q.first[q.low : q.highest()+1] {
		if col >= least {
			continue
		}
		r := q.low + i
		g := Cost(r) - Cost(col)
		switch {
		case small: // the products fit 64 bits
			s := q.bound.lo - q.bound.den*uint64(g) // not negative in FOCAL
			if least == noColumn || s*h >= slack*uint64(col) {
				row, slack, h = r, s, uint64(col)
			}
		case least == noColumn || q.bound.prefers(g, Cost(col), Cost(row)-Cost(q.first[row]), Cost(q.first[row])):
			row = r
		}
		least = col
	}
	return row
}

// at is the head of a queue; if it is not live it is dropped.
func (q *envelopeBuckets) at(row, col int) (s selection, live bool) {
	id := q.columns[col].heads[row]
	if !q.nodes.live(id) {
		q.remove(row, col)
		return s, false
	}
	return selection{id: id, f: Cost(row), key: Cost(col)}, true
}

func (q *envelopeBuckets) head() selection {
	for {
		col := int(q.first[q.low])
		if q.guidance != unguided {
			col = q.oldest(q.low)
		}
		if s, live := q.at(q.low, col); live {
			return s
		}
	}
}

func (q *envelopeBuckets) take(s selection) {
	q.left(s.f)
	q.remove(int(s.f), int(s.key))
}

func (q *envelopeBuckets) prune(c Cost) { q.pruneRows(c, q.remove) }
