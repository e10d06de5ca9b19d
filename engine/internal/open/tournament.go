package open

import (
	"math"
	"math/bits"

	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
)

// tournament finds the node of greatest potential (B - g)/h as B = w·fmin moves.
// It is kinetic: each match knows the interval of B for which its result and
// those of all matches below it hold, so that a change of B replays only the
// matches whose interval it leaves, and no others are touched.
//
// Two entrants s and l with h(s) < h(l) change places once, at
//
//	q = (g(s)·h(l) - g(l)·h(s)) / (h(l) - h(s)),
//
// and s is preferred if and only if B >= q (this holds for h = 0 as well, whose
// potential is infinite); with equal h the smaller g always is, then the smaller
// id. Entering and leaving replay the matches on one path, O(log n). A match
// between two entrants changes at most once while B only rises, so that the
// replays over a run are few; the bound for kinetic tournaments of lines is
// O(n log² n) over all changes (Basch, Guibas, Hershberger 1999).
//
// Intervals are in whole floor(B). Where q lies between floor(B) and B the
// match is decided exactly and holds for that B alone.
type tournament struct {
	entrants memory.Vector[entrant] // leaf i of the tree, vacant or not
	vacant   memory.Vector[int32]
	matches  memory.Vector[match] // a binary tree: 1 is the final, 2i and 2i+1 lead to i
	t        Cost                 // floor(B)
	b        Bound
}

type entrant struct {
	g, h Cost
	id   uint32
	in   bool
}

type match struct {
	winner int32 // a leaf, -1 if there is arena.None
	lo, hi Cost  // holds for lo <= floor(B) <= hi
}

func (t *tournament) winner() entrant { return t.entrants.Items[t.matches.Items[1].winner] }

// first is the winner's node, arena.None if there is none.
func (t *tournament) first() uint32 {
	if len(t.matches.Items) == 0 || t.matches.Items[1].winner < 0 {
		return arena.None
	}
	return t.winner().id
}

func (t *tournament) enter(g, h Cost, id uint32) {
	if len(t.vacant.Items) == 0 {
		t.double()
	}
	last := len(t.vacant.Items) - 1
	leaf := t.vacant.Items[last]
	t.vacant.Items = t.vacant.Items[:last]
	t.entrants.Items[leaf] = entrant{g, h, id, true}
	t.replay(leaf)
}

// leave removes the winner.
func (t *tournament) leave() {
	leaf := t.matches.Items[1].winner
	t.entrants.Items[leaf].in = false
	t.vacant.Push(leaf)
	t.replay(leaf)
}

// replay plays the matches from a leaf to the final.
func (t *tournament) replay(leaf int32) {
	for i := (len(t.entrants.Items) + int(leaf)) / 2; i > 0; i /= 2 {
		m := t.play(i)
		if m == t.matches.Items[i] && m.winner != leaf {
			return // nothing above can change
		}
		t.matches.Items[i] = m
	}
}

// advance moves B.
func (t *tournament) advance(floor Cost, b Bound) {
	t.t, t.b = floor, b
	if len(t.matches.Items) > 0 {
		t.mend(1)
	}
}

// mend replays the matches whose interval B has left.
func (t *tournament) mend(i int) {
	if i >= len(t.matches.Items) || t.matches.Items[i].lo <= t.t && t.t <= t.matches.Items[i].hi {
		return
	}
	t.mend(2 * i)
	t.mend(2*i + 1)
	t.matches.Items[i] = t.play(i)
}

// play decides match i from the matches or leaves that lead to it.
func (t *tournament) play(i int) match {
	a, b := t.side(2*i), t.side(2*i+1)
	if a.winner < 0 {
		return b
	}
	if b.winner < 0 {
		return a
	}
	first, lo, hi := t.decide(&t.entrants.Items[a.winner], &t.entrants.Items[b.winner])
	m := match{b.winner, max(lo, a.lo, b.lo), min(hi, a.hi, b.hi)}
	if first {
		m.winner = a.winner
	}
	return m
}

// side is what leads to a match: another match, or a leaf.
func (t *tournament) side(i int) match {
	if i < len(t.matches.Items) {
		return t.matches.Items[i]
	}
	leaf := i - len(t.matches.Items)
	if !t.entrants.Items[leaf].in {
		return match{-1, 0, math.MaxInt64}
	}
	return match{int32(leaf), 0, math.MaxInt64}
}

// decide says whether a is preferred to b, and for which floor(B).
func (t *tournament) decide(a, b *entrant) (first bool, lo, hi Cost) {
	if a.h == b.h {
		return a.g < b.g || a.g == b.g && a.id < b.id, 0, math.MaxInt64
	}
	small, large := a, b
	if a.h > b.h {
		small, large = b, a
	}
	ph, pl := bits.Mul64(uint64(small.g), uint64(large.h))
	qh, ql := bits.Mul64(uint64(large.g), uint64(small.h))
	nl, borrow := bits.Sub64(pl, ql, 0)
	nh, borrow := bits.Sub64(ph, qh, borrow)
	den := uint64(large.h - small.h)
	if borrow != 0 { // q < 0
		return small == a, 0, math.MaxInt64
	}
	quo, rem := uint64(math.MaxUint64), uint64(0)
	if nh < den {
		quo, rem = bits.Div64(nh, nl, den)
	}
	if quo >= math.MaxInt64 { // floor(B) is capped there
		if t.t < math.MaxInt64 {
			return large == a, 0, math.MaxInt64 - 1
		}
		return t.b.Prefers(a.g, a.h, b.g, b.h), 1, 0
	}
	q := Cost(quo)
	switch {
	case t.t < q:
		return large == a, 0, q - 1
	case rem == 0:
		return small == a, q, math.MaxInt64
	case t.t > q:
		return small == a, q + 1, math.MaxInt64
	}
	return t.b.Prefers(a.g, a.h, b.g, b.h), 1, 0
}

// double makes room for as many entrants again and plays all matches.
func (t *tournament) double() {
	n := len(t.entrants.Items)
	size := max(2*n, 16)
	t.entrants.Resize(size)
	t.matches.Resize(size)
	for leaf := size - 1; leaf >= n; leaf-- {
		t.vacant.Push(int32(leaf))
	}
	t.playAll()
}

func (t *tournament) playAll() {
	for i := len(t.matches.Items) - 1; i > 0; i-- {
		t.matches.Items[i] = t.play(i)
	}
}

// expel removes the entrants that a test finds and plays all matches again if
// there were any.
func (t *tournament) expel(test func(entrant) bool) {
	found := false
	for i := range t.entrants.Items {
		if e := &t.entrants.Items[i]; e.in && test(*e) {
			e.in = false
			t.vacant.Push(int32(i))
			found = true
		}
	}
	if found {
		t.playAll()
	}
}

func (t *tournament) bytes() int64 {
	return t.entrants.Bytes() + t.matches.Bytes() + t.vacant.Bytes()
}

func (t *tournament) free() {
	t.entrants.Free()
	t.matches.Free()
	t.vacant.Free()
}
