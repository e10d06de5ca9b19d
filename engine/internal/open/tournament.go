package open

import (
	"math"
	"math/bits"

	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
)

// tournament finds the node of greatest potential u = (B - g)/h as B = w·fmin
// moves. Because u = 1 + (B - f)/h, the best of the nodes of one f is that of least
// h: they are a team, whose head plays for it and whose others wait in a heap. So
// where many nodes share an f, there are few matches, and most nodes enter without one.
//
// It is kinetic: each match knows the interval of B for which its result and
// those of all matches below it hold, so that a change of B replays only the
// matches whose interval it leaves, and no others are touched. A match is decided
// by two multiplications; its interval, which takes a division, is found when B
// changes for the first time after it.
//
// Two heads s and l with h(s) < h(l) change places once, at
//
//	q = (g(s)·h(l) - g(l)·h(s)) / (h(l) - h(s)),
//
// and s is preferred if and only if B >= q (this holds for h = 0 as well, whose
// potential is infinite); with equal h the smaller g always is, then the smaller
// id. Entering and leaving replay the matches on one path, O(log n). A match
// between two heads changes at most once while B only rises, so that the replays
// over a run are few; the bound for kinetic tournaments of lines is O(n log² n)
// over all changes (Basch, Guibas, Hershberger 1999).
//
// Entering and leaving note a team, and its matches are played when the winner has to
// be known. Often it is known without: a head that is preferred to the last winner wins.
//
// In a large tournament most nodes are far from winning. They wait in a reserve until
// the greatest potential has fallen, or B risen, far enough: see there.
//
// Intervals are in whole floor(B). Where q lies between floor(B) and B the
// match is decided exactly and holds for that B only.
type tournament struct {
	teams  memory.Vector[team]
	vacant memory.Vector[int32]
	others pooledHeaps
	lately memory.Vector[sighting] // a team of an f, at a place by its hash
	far    reserve
	crowd  int // teams from which on it is used
	size   int // nodes of teams

	// A binary tree: 1 is the final, 2i and 2i+1 lead to i. In the second half of
	// it blockTeams teams play for each place.
	matches   memory.Vector[match]
	intervals memory.Vector[interval] // of the matches that are settled
	t         Cost                    // floor(B)
	b         Bound
	narrow    bool // den·(B - g) has 64 bits, since g <= B

	stale []int32 // teams whose matches are to be replayed
	known bool    // best has won; else each head that is preferred to it is below the reserve's bar
	best  match
}

// A team is nodes of equal f. Two teams may have the same f: lately is not complete.
type team struct {
	f, h Cost
	id   uint32     // the head; arena.None for no team
	rest pooledHeap // the others
}

type sighting struct {
	f    Cost
	team int32
}

type match struct {
	g, h    Cost  // of the winner
	team    int32 // -1 if there is none
	settled bool  // its interval is known, and those of the matches below
}

// An interval is lo <= floor(B) <= hi.
type interval struct{ lo, hi Cost }

const (
	blockTeams  = 4
	firstTeams  = 16
	sightings   = 4 // of one hash: a cache line
	mostSighted = 1 << 15
	crowded     = 1 << 12 // teams from which on there is a reserve, as a rule
)

// winner is the team that wins, nil if there is none.
func (t *tournament) winner() *team {
	if len(t.matches.Items) == 0 {
		return nil
	}
	t.play()
	if t.best.team < 0 {
		return nil
	}
	return &t.teams.Items[t.best.team]
}

// play makes the winner known.
func (t *tournament) play() {
	for lowered := false; !t.known; lowered = true {
		t.playStale()
		t.final()
		if t.known = t.reaches(&t.best); t.known {
			t.raise()
			return
		}
		t.lower(lowered)
	}
}

// final notes the winner of the final, which may be below the reserve's bar.
func (t *tournament) final() { t.best, t.known = t.matches.Items[1], false }

// reaches reports whether a head reaches the bar of the reserve.
func (t *tournament) reaches(m *match) bool {
	if m.team < 0 {
		return t.far.bar == noBar
	}
	return !ratio{t.t - m.g - m.h, m.h}.below(t.far.bar)
}

// raise raises the bar of the reserve where the winner is far above it. Large teams make
// few matches, and then there is no reserve.
func (t *tournament) raise() {
	teams := len(t.teams.Items) - len(t.vacant.Items)
	if teams < t.crowd || t.size > 2*teams || t.t == math.MaxInt64 || t.best.h == 0 {
		return // or without a winner, or with one of infinite potential
	}
	bar := ratio{t.t - t.best.g - t.best.h, t.best.h}.nearly()
	if t.far.bar == noBar || t.far.bar.below(bar) {
		t.far.set(bar)
	}
}

// lower lowers the bar to what is near the greatest potential, the second time in a row
// to nothing, and has those enter that reach it.
func (t *tournament) lower(again bool) {
	most, ok := t.far.greatest(t.t + 1)
	if best := (ratio{t.t + 1 - t.best.g - t.best.h, t.best.h}); t.best.team >= 0 && (!ok || most.below(best)) {
		most, ok = best, true
	}
	t.far.set(noBar)
	if ok && !again && most.h > 0 {
		t.far.set(most.nearly())
	}
	t.release()
}

// release has the nodes of the reserve enter that may reach its bar.
func (t *tournament) release() {
	t.far.release(t.t+1, func(e entry) { t.join(e.key, e.value, e.id) })
}

func (t *tournament) playStale() {
	for _, leaf := range t.stale {
		t.replay(leaf)
	}
	t.stale = t.stale[:0]
}

// first is the winner's node, arena.None if there is none.
func (t *tournament) first() uint32 {
	if w := t.winner(); w != nil {
		return w.id
	}
	return arena.None
}

// leads reports whether a head that enters now would win for certain. Where the winner is
// not known, a node of the reserve may win unless the head reaches the bar.
func (t *tournament) leads(g, h Cost) bool {
	x := match{g: g, h: h}
	first := t.best.team < 0 || (g != t.best.g || h != t.best.h) && t.before(&x, &t.best)
	return first && (t.known || t.reaches(&x))
}

// precedes reports whether a head that enters now would win.
func (t *tournament) precedes(g, h Cost) bool {
	if len(t.matches.Items) == 0 || t.leads(g, h) {
		return true
	}
	t.play()
	return t.leads(g, h)
}

// changed notes a team that has a new head.
func (t *tournament) changed(leaf int32) {
	t.stale = append(t.stale, leaf)
	if x := &t.teams.Items[leaf]; t.leads(x.f-x.h, x.h) {
		t.best, t.known = match{g: x.f - x.h, h: x.h, team: leaf}, true
	}
}

func (t *tournament) enter(f, h Cost, id uint32) {
	if t.far.bar == noBar || !t.far.hold(t.t+1, f, h, id) {
		t.join(f, h, id)
	}
}

// join adds a node to the teams.
func (t *tournament) join(f, h Cost, id uint32) {
	t.size++
	if len(t.teams.Items) == 0 {
		t.double()
	}
	seen := t.sighting(f)
	if seen != nil {
		x := &t.teams.Items[seen.team]
		if x.h < h || x.h == h && x.id < id {
			t.others.push(&x.rest, h, id)
			return
		}
		t.others.push(&x.rest, x.h, x.id)
		x.h, x.id = h, id
		t.changed(seen.team)
		return
	}
	if len(t.vacant.Items) == 0 {
		t.double()
	}
	last := len(t.vacant.Items) - 1
	leaf := t.vacant.Items[last]
	t.vacant.Items = t.vacant.Items[:last]
	t.teams.Items[leaf] = team{f: f, h: h, id: id}
	t.see(f, leaf)
	t.changed(leaf)
}

// sighting is a team of an f, nil where none has been seen lately.
func (t *tournament) sighting(f Cost) *sighting {
	places := t.places(f)
	for i := range places {
		if s := &places[i]; s.f == f {
			if x := &t.teams.Items[s.team]; x.f == f && x.id != arena.None {
				return s
			}
		}
	}
	return nil
}

// see notes a team in place of the one noted longest ago.
func (t *tournament) see(f Cost, leaf int32) {
	places := t.places(f)
	copy(places[1:], places[:len(places)-1])
	places[0] = sighting{f, leaf}
}

// places are where an f may be noted.
func (t *tournament) places(f Cost) []sighting {
	i := uint64(f) * 0x9e3779b97f4a7c15 >> 32 & uint64(len(t.lately.Items)-sightings) &^ (sightings - 1)
	return t.lately.Items[i : i+sightings]
}

// leave removes the winner, which must be known.
func (t *tournament) leave() {
	t.size--
	leaf := t.best.team
	x := &t.teams.Items[leaf]
	if x.rest.n > 0 {
		x.h, x.id = t.others.pop(&x.rest)
	} else {
		x.id = arena.None
		t.vacant.Push(leaf)
	}
	t.stale, t.known = append(t.stale, leaf), false
}

// replay plays the matches of a team whose head has changed.
func (t *tournament) replay(leaf int32) {
	i := len(t.matches.Items)/2 + int(leaf)/blockTeams
	winner := t.ofBlock(i)
	decided := true // the matches from here on may end in another way
	for {
		m := &t.matches.Items[i]
		switch {
		case decided:
			decided = winner.team == leaf || m.team != winner.team
			*m = winner
		case !m.settled:
			return
		default:
			m.settled = false
		}
		if i == 1 {
			return
		}
		if decided {
			if other := &t.matches.Items[i^1]; !t.before(&winner, other) {
				winner = *other
				winner.settled = false
			}
		}
		i /= 2
	}
}

// ofBlock plays the teams of match i, which is in the second half of the tree.
func (t *tournament) ofBlock(i int) match {
	best := match{team: -1}
	for j := range blockTeams {
		if m := t.entrant(i, j); !t.before(&best, &m) {
			best = m
		}
	}
	return best
}

// entrant is team number j of match i, which is in the second half of the tree.
func (t *tournament) entrant(i, j int) match {
	leaf := (i-len(t.matches.Items)/2)*blockTeams + j
	x := &t.teams.Items[leaf]
	if x.id == arena.None {
		return match{team: -1}
	}
	return match{g: x.f - x.h, h: x.h, team: int32(leaf)}
}

// before reports whether a is preferred to b. One that there is not is preferred to none.
func (t *tournament) before(a, b *match) bool {
	switch {
	case b.team < 0:
		return a.team >= 0
	case a.team < 0:
		return false
	case a.h == b.h:
		if a.g != b.g {
			return a.g < b.g
		}
		return t.teams.Items[a.team].id < t.teams.Items[b.team].id
	case !t.narrow:
		return t.wide(a, b)
	}
	xh, xl := bits.Mul64(t.b.lo-t.b.den*uint64(a.g), uint64(b.h)) // as in Prefers
	yh, yl := bits.Mul64(t.b.lo-t.b.den*uint64(b.g), uint64(a.h))
	if xh != yh {
		return xh > yh
	}
	if xl != yl {
		return xl > yl
	}
	return a.h < b.h
}

// wide is before where den·(B - g) has more than 64 bits. The difference of the products
// grows by h(b) - h(a) as B does by 1: where it is more than that for floor(B), it decides.
func (t *tournament) wide(a, b *match) bool {
	xh, xl := bits.Mul64(uint64(t.t-a.g), uint64(b.h))
	yh, yl := bits.Mul64(uint64(t.t-b.g), uint64(a.h))
	margin := uint64(max(a.h-b.h, b.h-a.h))
	lo, borrow := bits.Sub64(xl, yl, 0)
	hi, borrow := bits.Sub64(xh, yh, borrow)
	switch {
	case t.t == math.MaxInt64: // B may be far above it
	case borrow == 0 && (hi > 0 || lo > margin):
		return true
	case borrow != 0 && (^hi > 0 || -lo > margin):
		return false
	}
	return t.b.Prefers(a.g, a.h, b.g, b.h)
}

// advance moves B.
func (t *tournament) advance(floor Cost, b Bound) {
	if b == t.b {
		return
	}
	t.playStale()
	t.t, t.b, t.narrow = floor, b, b.hi == 0
	if len(t.matches.Items) == 0 {
		return
	}
	t.mend(1)
	t.final()
	if floor == math.MaxInt64 { // B may be far above it
		t.far.set(noBar)
	}
	t.release()
}

// mend settles the matches that are not, or whose interval B has left.
func (t *tournament) mend(i int) {
	m, in := &t.matches.Items[i], &t.intervals.Items[i]
	if m.settled && in.lo <= t.t && t.t <= in.hi {
		return
	}
	var winner match
	var holds interval
	if i >= len(t.matches.Items)/2 {
		winner, holds = t.entrant(i, 0), interval{0, math.MaxInt64}
		for j := 1; j < blockTeams; j++ {
			b := t.entrant(i, j)
			winner, holds = t.settle(&winner, &b, holds)
		}
	} else {
		t.mend(2 * i)
		t.mend(2*i + 1)
		a, b := t.intervals.Items[2*i], t.intervals.Items[2*i+1]
		winner, holds = t.settle(&t.matches.Items[2*i], &t.matches.Items[2*i+1],
			interval{max(a.lo, b.lo), min(a.hi, b.hi)})
	}
	winner.settled = true
	*m, *in = winner, holds
}

// settle is the better one of two, and what is left of an interval by their match.
func (t *tournament) settle(a, b *match, in interval) (match, interval) {
	if a.team < 0 {
		return *b, in
	}
	if b.team < 0 {
		return *a, in
	}
	first, lo, hi := t.decide(a, b)
	in = interval{max(in.lo, lo), min(in.hi, hi)}
	if first {
		return *a, in
	}
	return *b, in
}

// decide reports whether a is preferred to b, and for which floor(B).
func (t *tournament) decide(a, b *match) (first bool, lo, hi Cost) {
	if a.h == b.h {
		return t.before(a, b), 0, math.MaxInt64
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

// double makes room for as many teams again and plays all matches.
func (t *tournament) double() {
	n := len(t.teams.Items)
	size := max(2*n, firstTeams)
	t.teams.Resize(size)
	t.matches.Resize(2 * size / blockTeams)
	t.intervals.Resize(2 * size / blockTeams)
	for leaf := size - 1; leaf >= n; leaf-- {
		t.teams.Items[leaf].id = arena.None
		t.vacant.Push(int32(leaf))
	}
	if size <= mostSighted {
		t.lately.Resize(size)
		for leaf, x := range t.teams.Items[:n] {
			t.see(x.f, int32(leaf))
		}
	}
	t.playAll()
}

func (t *tournament) playAll() {
	half := len(t.matches.Items) / 2
	for i := len(t.matches.Items) - 1; i > 0; i-- {
		if i >= half {
			t.matches.Items[i] = t.ofBlock(i)
			continue
		}
		winner := &t.matches.Items[2*i]
		if other := &t.matches.Items[2*i+1]; !t.before(winner, other) {
			winner = other
		}
		t.matches.Items[i] = *winner
		t.matches.Items[i].settled = false
	}
	t.stale = t.stale[:0]
	t.final()
}

// expel removes the teams with an f above a limit and plays all matches again if
// there were any.
func (t *tournament) expel(limit Cost) {
	t.far.expel(limit)
	found := false
	for i := range t.teams.Items {
		if x := &t.teams.Items[i]; x.id != arena.None && x.f > limit {
			t.size -= 1 + int(x.rest.n)
			t.others.drop(&x.rest)
			*x = team{id: arena.None}
			t.vacant.Push(int32(i))
			found = true
		}
	}
	if found {
		t.playAll()
	}
}

func (t *tournament) bytes() int64 {
	return t.teams.Bytes() + t.matches.Bytes() + t.intervals.Bytes() + t.vacant.Bytes() + t.lately.Bytes() +
		t.others.places.Bytes() + t.far.bytes()
}

func (t *tournament) free() {
	t.teams.Free()
	t.matches.Free()
	t.intervals.Free()
	t.vacant.Free()
	t.lately.Free()
	t.others.places.Free()
	t.far.free()
}
