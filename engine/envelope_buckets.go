package engine

// envelopeBuckets guides by greatest potential u = (B - g)/h with B = w·fmin, or
// not at all: the columns of the table are the values of h, so that a queue is a
// group of equal g and h.
//
// Because u = 1 + (B - f)/h, the best of a row is its least h. So what competes
// is one group for each row of FOCAL, in a winner tree over the rows: a change of
// a row's least h replays the matches above it, a change of fmin all of them, and
// that is as many as there are rows.
type envelopeBuckets struct {
	buckets
	first    []int32 // each row's least h (for WA*, by weight.before); noColumn if it is empty
	guidance guidance
	weight   Ratio
	bound    bound
	small    bool    // potentials can be compared in 64 bits
	winners  []int32 // winner tree over the rows; -1 where there is none
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
		q.replay(int(f))
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
	} else {
		for h := range q.rows[row].columns.all() {
			if q.first[row] == noColumn || q.weight.before(Cost(h), Cost(q.first[row])) {
				q.first[row] = int32(h)
			}
		}
	}
	q.replay(row)
}

func (q *envelopeBuckets) setThreshold(t Cost, b bound) (admitted int64) {
	q.bound = b
	q.small = b.hi == 0 && b.lo < 1<<(64-columnBits)
	admitted = q.count(t)
	q.playAll()
	return admitted
}

func (q *envelopeBuckets) guided() selection {
	for {
		row := int(q.winners[1])
		if s, live := q.at(row, int(q.first[row])); live {
			return s
		}
	}
}

// replay plays the matches of a row whose first column has changed.
func (q *envelopeBuckets) replay(row int) {
	switch {
	case q.guidance == unguided || Cost(row) > q.threshold:
		return
	case row >= len(q.winners)/2:
		q.playAll()
		return
	}
	i := len(q.winners)/2 + row
	q.winners[i] = q.entrant(row)
	for i /= 2; i > 0; i /= 2 {
		w := q.match(q.winners[2*i], q.winners[2*i+1])
		if w == q.winners[i] && w != int32(row) {
			return
		}
		q.winners[i] = w
	}
}

// playAll builds the tree anew.
func (q *envelopeBuckets) playAll() {
	size := max(len(q.winners)/2, 1)
	for size < len(q.rows) {
		size *= 2
	}
	if len(q.winners) < 2*size {
		q.winners = make([]int32, 2*size)
	}
	for row := range size {
		q.winners[size+row] = q.entrant(row)
	}
	for i := size - 1; i > 0; i-- {
		q.winners[i] = q.match(q.winners[2*i], q.winners[2*i+1])
	}
}

// entrant is the row if it has a group in FOCAL, else -1.
func (q *envelopeBuckets) entrant(row int) int32 {
	if row >= len(q.first) || q.first[row] == noColumn || Cost(row) > q.threshold {
		return -1
	}
	return int32(row)
}

// match is the one of two rows, a the lower, whose best group has the greater
// potential.
func (q *envelopeBuckets) match(a, b int32) int32 {
	if a < 0 {
		return b
	}
	if b < 0 {
		return a
	}
	ha, hb := q.first[a], q.first[b]
	ga, gb := Cost(a)-Cost(ha), Cost(b)-Cost(hb)
	wins := false // b, whose f is greater, can win with a smaller h alone
	switch {
	case hb >= ha:
	case q.small: // in FOCAL B - g is not negative, and the products fit
		sa, sb := q.bound.lo-q.bound.den*uint64(ga), q.bound.lo-q.bound.den*uint64(gb)
		wins = sb*uint64(ha) >= sa*uint64(hb)
	default:
		wins = q.bound.prefers(gb, Cost(hb), ga, Cost(ha))
	}
	if wins {
		return b
	}
	return a
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
