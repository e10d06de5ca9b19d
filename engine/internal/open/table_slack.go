package open

import "slices"

// A slackTree finds the greatest slack (x - f)/b in a table by b. In each row it is that of the
// least b. So what competes is the first queue of each row of FOCAL, in a winner tree over the
// rows: a change of a row's first column replays the matches above it, a change of x those above
// all rows from fmin's to the last of FOCAL.
//
// Matches are replayed when the winner has to be known. Often it is known without: a queue that
// is new and at least as good as the last winner wins.
type slackTree struct {
	optimistic bool
	bound      Bound   // x
	small      bool    // slacks can be compared in 64 bits
	winners    []int32 // the tree; -1 where there is none
	low, high  int     // rows outside have no queue in the tree
	stale      bitset  // rows of FOCAL whose matches are to be replayed
	top        int32   // the row of the best queue, -1 if that is not known
	best       front   // no queue is better; that of top if that is known
}

// A front is the first queue of a row, by f - b and b: with b = h the first is g.
type front struct{ g, b Cost }

// noFront is better than any other.
var noFront = front{-1, -1}

// better notes a row's new first column, which is before the last one.
func (s *slackTree) better(f, b Cost) {
	s.low, s.high = min(s.low, int(f)), max(s.high, int(f))
	s.stale.set(int(f))
	if x := (front{f - b, b}); s.leads(x) {
		s.top, s.best = int32(f), x
	}
}

// worse notes that a row has lost its first column.
func (s *slackTree) worse(row int, threshold Cost) {
	if Cost(row) > threshold {
		return
	}
	s.stale.set(row)
	if row == int(s.top) {
		s.top = -1
	}
}

// leads reports whether no queue can be better than one in FOCAL.
func (s *slackTree) leads(x front) bool { return s.best != noFront && !s.prefers(s.best, x) }

// winner is the row of the best queue, -1 if FOCAL is empty.
func (s *slackTree) winner(t *table, threshold Cost) int {
	if s.top < 0 {
		for row := range s.stale.all() {
			s.replay(t, row, threshold)
			s.stale.clear(row)
		}
		s.won(t)
	}
	return int(s.top)
}

// won notes the tree's winner.
func (s *slackTree) won(t *table) {
	s.top, s.best = s.winners[1], noFront
	if s.top >= 0 {
		s.best = t.first(s.top)
	}
}

// first is the first queue of a row.
func (t *table) first(row int32) front {
	b := Cost(t.rows[row].first)
	return front{Cost(row) - b, b}
}

// surely reports whether a new node would be the best, where that is known without a match.
func (s *slackTree) surely(f, b Cost) bool { return s.top < 0 && s.leads(front{f - b, b}) }

// wins reports whether a new node would be better than the winner.
func (s *slackTree) wins(f, b Cost) bool { return s.prefers(front{f - b, b}, s.best) }

// advance moves x.
func (s *slackTree) advance(t *table, threshold Cost, b Bound) {
	if s.bound = b; s.optimistic {
		s.bound = b.optimistic()
	}
	s.small = s.bound.hi == 0 && s.bound.lo < 1<<(62-columnBits) && s.bound.den < 1<<(62-2*columnBits)
	s.low = min(s.low, t.highest(threshold)+1)
	s.playAll(t, threshold)
}

// replay plays the matches of a row whose first column has changed.
func (s *slackTree) replay(t *table, row int, threshold Cost) {
	if row >= len(s.winners)/2 {
		s.playAll(t, threshold)
		return
	}
	i := len(s.winners)/2 + row
	s.winners[i] = t.entrant(row, threshold)
	for i /= 2; i > 0; i /= 2 {
		w := s.match(t, s.winners[2*i], s.winners[2*i+1])
		if w == s.winners[i] && w != int32(row) {
			return
		}
		s.winners[i] = w
	}
}

// playAll plays all matches in which a row may have a queue.
func (s *slackTree) playAll(t *table, threshold Cost) {
	size := max(len(s.winners)/2, 1)
	for size < len(t.rows) {
		size *= 2
	}
	if len(s.winners) < 2*size {
		s.winners = slices.Repeat([]int32{-1}, 2*size)
	}
	high := t.highest(threshold)
	last := max(high, s.high)
	s.high = high
	t.played += last - s.low + 1
	for row := s.low; row <= last; row++ {
		s.winners[size+row] = t.entrant(row, threshold)
	}
	for low, last := (size+s.low)/2, (size+last)/2; low > 0; low, last = low/2, last/2 {
		for i := low; i <= last; i++ {
			s.winners[i] = s.match(t, s.winners[2*i], s.winners[2*i+1])
		}
	}
	for s.low <= high && t.rows[s.low].first == noColumn {
		s.low++
	}
	clear(s.stale)
	s.won(t)
}

// entrant is the row if it has a queue in FOCAL, else -1.
func (t *table) entrant(row int, threshold Cost) int32 {
	if row >= len(t.rows) || t.rows[row].first == noColumn || Cost(row) > threshold {
		return -1
	}
	return int32(row)
}

// match is the one of two rows, a the lower, whose first queue is preferred. The other can win
// only with a smaller b.
func (s *slackTree) match(t *table, a, b int32) int32 {
	if a < 0 {
		return b
	}
	if b < 0 {
		return a
	}
	if t.rows[b].first < t.rows[a].first && s.prefers(t.first(b), t.first(a)) {
		return b
	}
	return a
}

// prefers is Bound.Prefers of two groups in FOCAL.
func (s *slackTree) prefers(x, y front) bool {
	if !s.small || x.b == y.b {
		return s.bound.Prefers(x.g, x.b, y.g, y.b)
	}
	// x - g is not negative, also for a negative g, and the products fit.
	p := (s.bound.lo - s.bound.den*uint64(x.g)) * uint64(y.b)
	q := (s.bound.lo - s.bound.den*uint64(y.g)) * uint64(x.b)
	return p > q || p == q && x.b < y.b
}
