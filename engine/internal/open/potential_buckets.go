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
//
// Matches are replayed when the winner has to be known. Often it is known without:
// a group that is new and at least as good as the last winner wins.
//
// Another slack has another bound in place of B, and the values of d as columns: then (B - f)/d
// is u - 1 with d for h.
type potentialBuckets struct {
	rowBuckets
	slack
	bound   Bound
	small   bool    // potentials can be compared in 64 bits
	winners []int32 // winner tree over the rows; -1 where there is none
	stale   bitset  // rows of FOCAL whose matches are to be replayed
	top     int32   // the row of the best group, -1 if that is not known
	best    group   // no group is better; that of top if that is known
}

func newPotentialBuckets(n *arena.Nodes, s slack) *potentialBuckets {
	return &potentialBuckets{rowBuckets: newRowBuckets(n, Weight{1, 1}), slack: s}
}

// A group is the nodes of equal g and h.
type group struct{ g, h Cost }

// noGroup is better than any group.
var noGroup = group{-1, -1}

func (q *potentialBuckets) Insert(id uint32, f, h, d Cost) bool {
	h = q.step(h, d)
	changed, ok := q.add(id, f, h)
	if changed && f <= q.threshold {
		q.stale.set(int(f))
		if x := (group{f - h, h}); q.leads(x) {
			q.top, q.best = int32(f), x
		}
	}
	return ok
}

// leads reports whether no group can be better than one in FOCAL.
func (q *potentialBuckets) leads(x group) bool { return q.best != noGroup && !q.prefers(q.best, x) }

// remove drops the head of a queue.
func (q *potentialBuckets) remove(row, col int) {
	if q.drop(row, col) && Cost(row) <= q.threshold {
		q.stale.set(row)
		if row == int(q.top) {
			q.top = -1
		}
	}
}

// winner is the row of the best group, -1 if FOCAL is empty.
func (q *potentialBuckets) winner() int32 {
	if q.top < 0 {
		for row := range q.stale.all() {
			q.replay(row)
			q.stale.clear(row)
		}
		q.won()
	}
	return q.top
}

// won notes the tree's winner.
func (q *potentialBuckets) won() {
	q.top, q.best = q.winners[1], noGroup
	if q.top >= 0 {
		h := Cost(q.rows[q.top].first)
		q.best = group{Cost(q.top) - h, h}
	}
}

func (q *potentialBuckets) SetThreshold(t Cost, b Bound) (admitted int64) {
	q.bound = q.x(b)
	q.small = q.bound.hi == 0 && q.bound.lo < 1<<(62-columnBits) && q.bound.den < 1<<(62-2*columnBits)
	admitted = q.count(t)
	q.playAll()
	return admitted
}

func (q *potentialBuckets) Select(queue int) Selection {
	for {
		s := q.first(queue)
		if q.nodes.Live(s.ID) {
			return s
		}
		q.remove(int(s.F), int(s.Key))
	}
}

// first is the first node of a queue, which may be no longer live.
func (q *potentialBuckets) first(queue int) Selection {
	if queue == Guided {
		row := int(q.winner())
		return q.at(row, int(q.rows[row].first))
	}
	return q.head()
}

func (q *potentialBuckets) Next(queue int) (next, second uint32) {
	if queue != Guided {
		return q.nextHead()
	}
	if row := q.winner(); row >= 0 {
		return q.front(int(row), int(q.rows[row].first))
	}
	return arena.None, arena.None
}

func (q *potentialBuckets) Precedes(queue int, f, h, d Cost) bool {
	h = q.step(h, d)
	if queue != Guided {
		return q.precedesHead(f, h)
	}
	x := group{f - h, h}
	switch {
	case f > q.threshold:
		return false
	case q.top < 0 && q.leads(x):
		return true
	}
	return q.winner() < 0 || q.prefers(x, q.best)
}

// replay plays the matches of a row whose first column has changed.
func (q *potentialBuckets) replay(row int) {
	if row >= len(q.winners)/2 {
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
	clear(q.stale)
	q.won()
}

// entrant is the row if it has a group in FOCAL, else -1.
func (q *potentialBuckets) entrant(row int) int32 {
	if row >= len(q.rows) || q.rows[row].first == noColumn || Cost(row) > q.threshold {
		return -1
	}
	return int32(row)
}

// match is the one of two rows, a the lower, whose best group has the greater
// potential. The other can win only with a smaller h.
func (q *potentialBuckets) match(a, b int32) int32 {
	if a < 0 {
		return b
	}
	if b < 0 {
		return a
	}
	ha, hb := Cost(q.rows[a].first), Cost(q.rows[b].first)
	if hb < ha && q.prefers(group{Cost(b) - hb, hb}, group{Cost(a) - ha, ha}) {
		return b
	}
	return a
}

// prefers is Bound.Prefers of two groups in FOCAL.
func (q *potentialBuckets) prefers(x, y group) bool {
	if !q.small || x.h == y.h {
		return q.bound.Prefers(x.g, x.h, y.g, y.h)
	}
	// B - g is not negative, also for a negative g, and the products fit.
	a := (q.bound.lo - q.bound.den*uint64(x.g)) * uint64(y.h)
	b := (q.bound.lo - q.bound.den*uint64(y.g)) * uint64(x.h)
	return a > b || a == b && x.h < y.h
}

func (q *potentialBuckets) Take(s Selection) {
	q.Left(s.F)
	q.remove(int(s.F), int(s.Key))
}

func (q *potentialBuckets) Prune(c Cost) { q.pruneRows(c, q.remove) }
