package open

import (
	"math"
	"math/bits"

	"github.com/focal-search/focal/engine/internal/arena"
)

// slackQueue finds the node of the greatest slack (x - f)/b, with costs of any size, as x moves.
//
// The nodes of the greatest slacks are near, in a heap, which is made anew when x has changed.
// The others wait in a reserve, below a bar that the greatest slack reaches, and a change of x
// costs them nothing: against a kinetic tournament of all nodes DPS takes .65 of the time on
// tiles with inverse costs, PDPS .75. Where x changes often the heap is kept small, so that
// making it anew costs no more than what has come and gone since the last time.
type slackQueue struct {
	Order
	near contenders
	far  reserve

	floor  Cost // of x
	narrow bool // den·(x - f + b) has 64 bits
	widest Cost // the greatest d, where b is d; h is at most x

	most int  // nodes near from which on some are given to the reserve
	work int  // nodes that came near or left since x changed
	step uint // the bar is set below the greatest slack by 2^-step of it

	leaves func(id uint32) // is told of nodes with f > x, which are not near
}

const (
	crowded  = 1 << 13 // nodes near from which on there is a reserve, as a rule
	fewNodes = 1 << 6  // so many are always worth a heap
	coarsest = 8       // a bar is below a slack by 2^-8 to 2^-40 of it
	finest   = 40

	mantissa = 58 // bits of a slack, below the highest, that are in its key
)

// newSlackQueue has a reserve where more than so many nodes are near.
func newSlackQueue(o Order, most int) *slackQueue {
	return &slackQueue{Order: o, most: most, step: coarsest}
}

// b is that of a node.
func (q *slackQueue) b(h, d Cost) Cost {
	if q.by == byD {
		return d
	}
	return h
}

func (q *slackQueue) key(_ uint32, _, h, d Cost) Cost { return q.b(h, d) }

func (q *slackQueue) enter(id uint32, f, h, d Cost) {
	if q.by == byD && d > q.widest {
		q.widest = d
		if narrow, inexact := q.precision(); q.narrow && !narrow || !q.near.inexact && inexact {
			q.narrow, q.near.inexact = narrow, inexact
			q.renew()
		}
	}
	q.add(f, q.b(h, d), id)
}

// rank is (x - f)/b + 1 in floating point, rounded down, as an integer with all bits inverted.
// Where den·(x + b) has at most half as many bits as the mantissa, two slacks that differ do so
// in their ranks. For b = 0, where it is infinite, the rank goes by f.
func (q *slackQueue) rank(f, b Cost) uint64 {
	if !q.narrow {
		return 0
	}
	x := &q.near.x
	slack := x.lo - x.den*uint64(f-b)
	if b == 0 {
		if q.near.inexact {
			return 0
		}
		return ^(63<<mantissa | slack)
	}
	m, n := bits.LeadingZeros64(slack), bits.LeadingZeros64(uint64(b))
	slack <<= m
	ratio, _ := bits.Div64(slack>>1, slack<<63, uint64(b)<<n)
	c := bits.LeadingZeros64(ratio) // 0 or 1
	return ^(uint64(n-m-c)<<mantissa | ratio<<c<<1>>(64-mantissa))
}

// precision reports what ranks can tell.
func (q *slackQueue) precision() (narrow, inexact bool) {
	x := &q.near.x
	hi, lo := bits.Mul64(x.den, uint64(q.widest))
	lo, carry := bits.Add64(lo, x.lo, 0)
	narrow = x.hi+hi+carry == 0
	return narrow, !narrow || lo >= 1<<(mantissa/2)
}

// push adds a node near.
func (q *slackQueue) push(f, b Cost, id uint32) {
	q.work++
	if f > q.floor { // in the reserve x has fallen below it
		q.leaves(id)
		return
	}
	q.near.push(contender{q.rank(f, b), f, b, id})
}

func (q *slackQueue) add(f, b Cost, id uint32) {
	if !q.far.reaches(q.floor+1, f, b) {
		q.far.hold(q.floor+1, f, b, id)
		return
	}
	if q.push(f, b, id); len(q.near.Items) > q.most {
		q.thin()
		q.near.order()
		q.most = max(q.most, 2*len(q.near.Items))
	}
}

func (q *slackQueue) drop() {
	q.work++
	q.near.pop()
}

func (q *slackQueue) first() Selection {
	e := q.winner()
	return Selection{e.id, fromOther, e.f, e.b}
}

// winner is the first node, nil if there is none.
func (q *slackQueue) winner() *contender {
	for !q.known() {
		q.lower()
	}
	if len(q.near.Items) == 0 {
		return nil
	}
	return &q.near.Items[0]
}

// known reports whether the first node near is the first of all.
func (q *slackQueue) known() bool {
	return q.far.bar == noBar || len(q.near.Items) > 0 && q.above(q.near.Items[0].f, q.near.Items[0].b)
}

// above reports whether a node is preferred to all of the reserve.
func (q *slackQueue) above(f, b Cost) bool {
	return q.far.bar == noBar || !ratio{q.floor - f, b}.below(q.far.bar)
}

func (q *slackQueue) next() uint32 {
	if !q.known() || len(q.near.Items) == 0 {
		return arena.None
	}
	return q.near.Items[0].id
}

func (q *slackQueue) second() uint32 { return arena.None }

func (q *slackQueue) precedes(f, h, d Cost) bool {
	b := q.b(h, d)
	x := contender{q.rank(f, b), f, b, arena.None}
	wins := len(q.near.Items) == 0 || q.near.before(&x, &q.near.Items[0])
	if !wins || q.above(f, b) {
		return wins
	}
	y := q.winner()
	return y == nil || q.near.before(&x, y)
}

// lower lowers the bar so that some nodes of the reserve reach it: to the greatest slack, less a
// part of it by which about as many come as are worth a look at the columns and those apart. That
// part is found by trial: on mazes with octile costs a hundred nodes are within 2^-13, and RRFS
// took twenty times as long where it was fixed.
func (q *slackQueue) lower() {
	most := q.far.greatest(q.floor + 1)
	if len(q.near.Items) > 0 {
		most.raise(q.atMost(&q.near.Items[0]))
	}
	before := len(q.near.Items)
	q.far.set(most.lowered(q.step))
	q.far.release(q.floor+1, q.push)
	switch came := len(q.near.Items) - before; {
	case came > 2*fewNodes && q.step < finest:
		q.step++
	case came < fewNodes/8 && q.step > coarsest:
		q.step--
	}
}

// atMost is the slack of a node where x is floor(x) + 1.
func (q *slackQueue) atMost(e *contender) ratio { return ratio{q.floor + 1 - e.f, e.b} }

// raise raises the bar, to one that some node near reaches.
func (q *slackQueue) raise(bar ratio) {
	higher := q.far.bar
	if higher.raise(bar); higher != q.far.bar && bar.b > 0 && q.floor < math.MaxInt64 { // x may be far above that
		q.far.set(higher)
	}
}

// thin raises the bar to about the middle of the slacks near, and leaves those near, in no order,
// that reach it. The first places of a heap have nodes that are better than most; the worst of
// some such nodes is about in the middle.
func (q *slackQueue) thin() {
	all := q.near.Items
	last := &all[0]
	for i := range all[:min(5+len(all)/32, len(all))] {
		if x := &all[i]; q.near.before(last, x) {
			last = x
		}
	}
	q.raise(ratio{q.floor - last.f, last.b})
	q.near.Items = all[:0]
	for _, e := range all {
		if q.far.reaches(q.floor+1, e.f, e.b) {
			q.near.Items = append(q.near.Items, e)
		} else {
			q.far.hold(q.floor+1, e.f, e.b, e.id)
		}
	}
}

func (q *slackQueue) advance(t Cost, x Bound) {
	if q.optimistic {
		x = x.optimistic()
		t = x.floor()
	}
	if x = x.lowest(); x == q.near.x {
		return
	}
	if t < q.floor {
		q.near.Items = kept(nil, q.near.Items, contender.node, func(e contender) bool {
			if e.f > t {
				q.leaves(e.id)
			}
			return e.f <= t
		})
	}
	q.floor, q.near.x = t, x
	q.narrow, q.near.inexact = q.precision()
	if t == math.MaxInt64 {
		q.far.set(noBar)
	}
	if len(q.near.Items) > 0 && q.work > 8*crowded && q.far.bar != noBar {
		q.raise(q.atMost(&q.near.Items[0]).lowered(q.step)) // lest all of the reserve comes that is about as good
	}
	if len(q.near.Items) > fewNodes+q.work/2+len(q.far.apart.Items)/32 {
		q.thin()
	}
	q.renew()
	q.far.release(q.floor+1, q.push)
	q.work = 0
}

// renew makes the heap anew.
func (q *slackQueue) renew() {
	for i := range q.near.Items {
		e := &q.near.Items[i]
		e.key = q.rank(e.f, e.b)
	}
	q.near.order()
}

func (q *slackQueue) keep(ok func(id uint32, f, b Cost) bool) {
	q.far.keep(ok)
	q.near.keep(ok)
	q.near.order()
}

func (q *slackQueue) vectors(of func(vector)) {
	of(&q.near.Vector)
	q.far.vectors(of)
}
