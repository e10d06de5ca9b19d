package open

import "github.com/focal-search/focal/engine/internal/arena"

// potentialBuckets guides by greatest potential u = (B - g)/h with B = w·fmin:
// the columns of the table are the values of h, so that a queue is a group of
// equal g and h.
//
// Because u = 1 + (B - f)/h, the best of a row is its least h. So what competes
// is one group for each row of FOCAL, in a winner tree over the rows: a change of
// a row's least h replays the matches above it, a change of fmin all of them, and
// that is as many as there are rows.
type potentialBuckets struct {
	rowBuckets
	bound   Bound
	small   bool    // potentials can be compared in 64 bits
	winners []int32 // winner tree over the rows; -1 where there is none
}

func (q *potentialBuckets) Insert(id uint32, f, h, d Cost) bool {
	changed, ok := q.add(id, f, h)
	if changed {
		q.replay(int(f))
	}
	return ok
}

// remove drops the head of a queue and replays its row's matches.
func (q *potentialBuckets) remove(row, col int) {
	if q.drop(row, col) {
		q.replay(row)
	}
}

func (q *potentialBuckets) SetThreshold(t Cost, b Bound) (admitted int64) {
	q.bound = b
	q.small = b.hi == 0 && b.lo < 1<<(64-columnBits)
	admitted = q.count(t)
	q.playAll()
	return admitted
}

func (q *potentialBuckets) Select(queue int) Selection {
	for {
		row := q.low
		col := 0
		if queue == Guided {
			row = int(q.winners[1])
			col = int(q.first[row])
		} else {
			col = q.oldest(row)
		}
		s, live := q.at(row, col)
		if live {
			return s
		}
		q.remove(row, col)
	}
}

func (q *potentialBuckets) Next(queue int) (next, second uint32) {
	if queue != Guided {
		return q.oldestLow()
	}
	if row := q.winners[1]; row >= 0 {
		return q.front(int(row), int(q.first[row]))
	}
	return arena.None, arena.None
}

func (q *potentialBuckets) Precedes(queue int, f, h, d Cost) bool {
	if queue != Guided {
		return f < Cost(q.lowest())
	}
	row := q.winners[1]
	first := Cost(q.first[row])
	return f <= q.threshold && q.bound.Prefers(f-h, h, Cost(row)-first, first)
}

// replay plays the matches of a row whose first column has changed.
func (q *potentialBuckets) replay(row int) {
	switch {
	case Cost(row) > q.threshold:
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
func (q *potentialBuckets) playAll() {
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
func (q *potentialBuckets) entrant(row int) int32 {
	if row >= len(q.first) || q.first[row] == noColumn || Cost(row) > q.threshold {
		return -1
	}
	return int32(row)
}

// match is the one of two rows, a the lower, whose best group has the greater
// potential.
func (q *potentialBuckets) match(a, b int32) int32 {
	if a < 0 {
		return b
	}
	if b < 0 {
		return a
	}
	ha, hb := q.first[a], q.first[b]
	ga, gb := Cost(a)-Cost(ha), Cost(b)-Cost(hb)
	wins := false // b, whose f is greater, can win only with a smaller h
	switch {
	case hb >= ha:
	case q.small: // in FOCAL B - g is not negative, and the products fit
		sa, sb := q.bound.lo-q.bound.den*uint64(ga), q.bound.lo-q.bound.den*uint64(gb)
		wins = sb*uint64(ha) >= sa*uint64(hb)
	default:
		wins = q.bound.Prefers(gb, Cost(hb), ga, Cost(ha))
	}
	if wins {
		return b
	}
	return a
}

func (q *potentialBuckets) Take(s Selection) {
	q.Left(s.F)
	q.remove(int(s.F), int(s.Key))
}

func (q *potentialBuckets) Prune(c Cost) { q.pruneRows(c, q.remove) }
