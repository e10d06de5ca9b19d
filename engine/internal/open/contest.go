package open

import (
	"math"
	"slices"
)

// A contest finds the greatest slack (x - f)/b among entrants: of the nodes of each b the one of the
// least f, or in a table of those of each f the one of the least b. One with f > x does not compete. It
// is a winner tree. A change of an entrant replays the matches above it, another x those whose winner
// may be another.
//
// Matches are replayed when the winner has to be known. Often it is known without: an entrant that
// is new and at least as good as the last winner wins.
type contest struct {
	optimistic bool
	bound      Bound   // x
	floor      Cost    // of x
	small      bool    // slacks can be compared in 64 bits
	entrants   []group // by number; their count is a power of two, or 0
	matches    []match // number i is of the winners of 2i and 2i + 1, the last ones are of two entrants
	low, high  int     // the other numbers have no entrant
	stale      bitset  // entrants whose matches are to be replayed
	moved      bool    // x is another than in the last matches
	top        int32   // the winner, -1 if that is not known or there is none
	best       group   // no entrant is better; that of top if that is known
}

// A match is between two entrants. As long as x is at least from and below until, neither its winner
// nor that of one before it is another. Until is 0 where that is not known.
type match struct {
	from, until Cost
	winner      int32
}

// A group is nodes of equal f and b, of which b is below maxColumn.
type group struct{ f, b Cost }

var (
	noGroup = group{-1, -1} // worse than any other
	anyBest = group{0, 0}   // no other is better
)

func newContest(o Order) contest {
	return contest{optimistic: o.optimistic, top: -1, best: noGroup, high: -1}
}

// set changes an entrant.
func (c *contest) set(i int, x group) {
	if i >= len(c.entrants) {
		c.grow(i)
	}
	c.entrants[i] = x
	c.low, c.high = min(c.low, i), max(c.high, i)
	c.stale.set(i)
	switch {
	case 0 <= x.f && x.f <= c.floor && !c.best.dominates(x) && !c.prefers(c.best, x):
		c.top, c.best = int32(i), x
	case i == int(c.top):
		c.top = -1
	}
}

// change is set where an entrant may be the same as before.
func (c *contest) change(i int, x group) {
	if c.of(i) != x {
		c.set(i, x)
	}
}

// grow makes room for entrant i.
func (c *contest) grow(i int) {
	n := max(len(c.entrants), 2)
	for n <= i {
		n *= 2
	}
	c.entrants = append(c.entrants, slices.Repeat([]group{noGroup}, n-len(c.entrants))...)
	c.matches = make([]match, n)
	low, high := c.low, c.high
	c.low, c.high = 0, n-1
	c.play()
	c.low, c.high = low, high
}

// of is an entrant, noGroup if there is none.
func (c *contest) of(i int) group {
	if i >= len(c.entrants) {
		return noGroup
	}
	return c.entrants[i]
}

// winner is the number of the best entrant, -1 if there is none.
func (c *contest) winner() int {
	if c.top < 0 && c.best != noGroup {
		if c.moved {
			c.renew(1)
		}
		c.moved = false
		for i := range c.stale.all() {
			c.replay(i)
			c.stale.clear(i)
		}
		c.top = c.matches[1].winner
		if c.best = c.competes(c.top); c.best == noGroup {
			c.top = -1
		}
	}
	return int(c.top)
}

// leads reports whether a new node would be better than the winner.
func (c *contest) leads(x group) bool {
	if c.top < 0 && !c.prefers(c.best, x) {
		return true
	}
	c.winner()
	return c.prefers(x, c.best)
}

// advance moves x.
func (c *contest) advance(b Bound) {
	if c.bound = b; c.optimistic {
		c.bound = b.optimistic()
	}
	was := c.small
	c.floor = c.bound.floor()
	c.small = c.bound.hi == 0 && c.bound.lo < 1<<(63-columnBits)
	if len(c.entrants) == 0 {
		return
	}
	c.top, c.best, c.moved = -1, anyBest, true
	if !c.small || !was {
		c.play()
	}
}

// play plays all matches in which there may be an entrant.
func (c *contest) play() {
	for low, high := len(c.entrants)+c.low, len(c.entrants)+c.high; low > 1; {
		low, high = low/2, high/2
		for i := low; i <= high; i++ {
			c.bind(i)
		}
	}
	for c.low <= c.high && c.entrants[c.low] == noGroup {
		c.low++
	}
	for c.low <= c.high && c.entrants[c.high] == noGroup {
		c.high--
	}
	clear(c.stale)
	c.moved = false
}

// renew plays the matches, of one match and those before it, whose winner may be another.
func (c *contest) renew(i int) {
	if m := &c.matches[i]; m.from <= c.floor && c.floor < m.until {
		return
	}
	if 2*i < len(c.matches) {
		c.renew(2 * i)
		c.renew(2*i + 1)
	}
	c.bind(i)
}

// replay plays the matches of an entrant that has changed. For which x their winners hold is found only if x changes.
func (c *contest) replay(entrant int) {
	best, x := int32(entrant), c.competes(int32(entrant))
	for i := len(c.entrants) + entrant; i > 1; i /= 2 {
		other := int32(i ^ 1 - len(c.entrants))
		if other < 0 {
			other = c.matches[i^1].winner
		}
		if y := c.competes(other); !x.dominates(y) && c.prefers(y, x) {
			best, x = other, y
		}
		m := &c.matches[i/2]
		if m.until == 0 && m.winner == best && best != int32(entrant) {
			return
		}
		m.winner, m.until = best, 0
	}
}

// competes is an entrant if its f is not above x, else noGroup.
func (c *contest) competes(entrant int32) group {
	if x := c.entrants[entrant]; x.f <= c.floor {
		return x
	}
	return noGroup
}

// bind plays a match, and finds for which x the winner holds.
func (c *contest) bind(i int) {
	m := match{until: math.MaxInt64, winner: int32(2*i - len(c.matches))}
	other := m.winner + 1
	if m.winner >= 0 {
		for _, e := range c.entrants[m.winner : other+1] {
			if e.f <= c.floor {
				m.from = max(m.from, e.f)
			} else {
				m.until = min(m.until, e.f)
			}
		}
	} else {
		a, b := &c.matches[2*i], &c.matches[2*i+1]
		m, other = match{max(a.from, b.from), min(a.until, b.until), a.winner}, b.winner
	}
	x, y := c.competes(m.winner), c.competes(other)
	if !x.dominates(y) && c.prefers(y, x) {
		m.winner, x, y = other, y, x
	}
	switch { // where one has the smaller b and the greater f, it wins from f + (difference of f)·b/(difference of b) on
	case !c.small || y.f < 0:
	case y.b < x.b:
		m.until = min(m.until, y.f+Cost(uint64(y.f-x.f)*uint64(y.b)/uint64(x.b-y.b)))
	case x.f > y.f:
		m.from = max(m.from, x.f+Cost(uint64(x.f-y.f)*uint64(x.b)/uint64(y.b-x.b))+1)
	}
	c.matches[i] = m
}

// dominates reports whether a group is at least as good as another for every x.
func (x group) dominates(y group) bool { return 0 <= x.f && x.f <= y.f && x.b <= y.b }

// prefers is Bound.Prefers of two groups, of which either may be none.
func (c *contest) prefers(x, y group) bool {
	switch {
	case x.f < 0 || y.f < 0:
		return y.f < 0 && x.f >= 0
	case !c.small:
		return c.bound.Prefers(x.f-x.b, x.b, y.f-y.b, y.b)
	}
	p := (c.bound.lo - c.bound.den*uint64(x.f)) * uint64(y.b) // it is not negative, and fits
	q := (c.bound.lo - c.bound.den*uint64(y.f)) * uint64(x.b)
	return p > q || p == q && (x.b < y.b || x.b == y.b && x.f < y.f)
}
