package open

import (
	"math"
	"math/bits"

	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
)

// byPotential finds the node of greatest potential u = (B - g)/h as B = w·fmin moves.
//
// The nodes of the greatest potentials are in a heap, which is made anew whenever B has
// changed. The others wait in a reserve, below a bar that the greatest potential reaches: see
// there. A change of B costs them nothing. Where B changes often the heap is kept small, so
// that making it anew costs no more than what has come and gone since the last time.
type byPotential struct {
	near memory.Vector[contender]
	far  reserve

	b       Bound
	t       Cost // floor(B)
	narrow  bool // den·(B - g) has 64 bits, since g <= B
	decides bool // keys differ where potentials do

	widest Cost // the greatest d in place of h; 0 for h, which is at most B

	most int // nodes in the heap from which on some are given to the reserve
	work int // nodes that came to the heap or left it since B changed
}

// A contender is a node in the heap: of two the one with the smaller key has the greater
// potential.
type contender struct {
	key  uint64
	f, h Cost
	id   uint32
}

func (x contender) node() uint32 { return x.id }

const (
	crowded  = 1 << 13 // nodes in the heap from which on there is a reserve, as a rule
	fewNodes = 1 << 6  // so many are always worth a heap
	step     = 8       // a bar is below a potential by 2^-step of it

	mantissa = 58 // bits of a potential, below the highest, that are in its key
)

// newByPotential has a reserve where more than so many nodes are in the heap.
func newByPotential(most int) byPotential { return byPotential{most: most} }

// key is the potential in floating point, rounded down, as an integer with all bits
// inverted. Where B·den has at most half as many bits as the mantissa, two potentials that
// differ do so in their keys. For h = 0, where it is infinite, the key goes by g.
func (q *byPotential) key(f, h Cost) uint64 {
	if !q.narrow {
		return 0
	}
	slack := q.b.lo - q.b.den*uint64(f-h)
	if h == 0 {
		if !q.decides {
			return 0
		}
		return ^(63<<mantissa | slack)
	}
	a, b := bits.LeadingZeros64(slack), bits.LeadingZeros64(uint64(h))
	x := slack << a
	ratio, _ := bits.Div64(x>>1, x<<63, uint64(h)<<b)
	c := bits.LeadingZeros64(ratio) // 0 or 1
	return ^(uint64(b-a-c)<<mantissa | ratio<<c<<1>>(64-mantissa))
}

// before reports whether x is preferred to y.
func (q *byPotential) before(x, y *contender) bool {
	switch {
	case q.decides:
		return x.ahead(y) != 0
	case x.key != y.key:
		return x.key < y.key
	case x.h == y.h && x.f == y.f:
		return x.id < y.id
	}
	return q.b.Prefers(x.f-x.h, x.h, y.f-y.h, y.h)
}

// ahead is 1 if x comes before y, else 0, where keys decide.
func (x *contender) ahead(y *contender) int {
	_, less := bits.Sub64(uint64(x.id), uint64(y.id), 0)
	_, less = bits.Sub64(uint64(x.h), uint64(y.h), less)
	_, less = bits.Sub64(x.key, y.key, less)
	return int(less)
}

// best is the best of some contenders, at least one.
func (q *byPotential) best(of []contender) int {
	if len(of) == 4 && q.decides {
		c := (*[4]contender)(of)
		x := c[1].ahead(&c[0])
		y := 2 + c[3].ahead(&c[2])
		return x + (y-x)*c[y&3].ahead(&c[x&3])
	}
	best := 0
	for i := range of {
		if q.before(&of[i], &of[best]) {
			best = i
		}
	}
	return best
}

// down moves the hole at i to where e belongs.
func (q *byPotential) down(i int, e contender) {
	a := q.near.Items
	for first := 4*i + 1; first < len(a); first = 4*i + 1 {
		best := first + q.best(a[first:min(first+4, len(a))])
		if !q.before(&a[best], &e) {
			break
		}
		a[i] = a[best]
		i = best
	}
	a[i] = e
}

// order makes a heap of contenders in any order.
func (q *byPotential) order() {
	a := q.near.Items
	for i := (len(a) - 2) / 4; i >= 0 && len(a) > 1; i-- {
		q.down(i, a[i])
	}
}

// push adds a node to the heap.
func (q *byPotential) push(f, h Cost, id uint32) {
	q.work++
	e := contender{q.key(f, h), f, h, id}
	q.near.Push(e)
	a := q.near.Items
	i := len(a) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !q.before(&e, &a[parent]) {
			break
		}
		a[i] = a[parent]
		i = parent
	}
	a[i] = e
}

func (q *byPotential) enter(f, h Cost, id uint32) {
	if !q.due(f, h) {
		q.far.hold(q.t+1, f, h, id)
		return
	}
	if q.push(f, h, id); len(q.near.Items) > q.most {
		q.thin()
		q.order()
		q.most = max(q.most, 2*len(q.near.Items))
	}
}

// leave removes the winner.
func (q *byPotential) leave() {
	q.work++
	a := q.near.Items
	e := a[len(a)-1]
	if q.near.Items = a[:len(a)-1]; len(a) > 1 {
		q.down(0, e)
	}
}

// winner is the best node, nil if there is none.
func (q *byPotential) winner() *contender {
	for !q.known() {
		q.lower()
	}
	if len(q.near.Items) == 0 {
		return nil
	}
	return &q.near.Items[0]
}

// known reports whether the first of the heap is the best of all nodes.
func (q *byPotential) known() bool {
	return q.far.bar == noBar || len(q.near.Items) > 0 && q.above(q.near.Items[0].f, q.near.Items[0].h)
}

// above reports whether a node is preferred to all of the reserve.
func (q *byPotential) above(f, h Cost) bool {
	return q.far.bar == noBar || !ratio{q.t - f, h}.below(q.far.bar)
}

// due reports whether a node belongs in the heap.
func (q *byPotential) due(f, h Cost) bool { return q.far.bar == noBar || q.far.due(f, h) <= q.t+1 }

// first is the winner's node where it is known, else arena.None.
func (q *byPotential) first() uint32 {
	if !q.known() || len(q.near.Items) == 0 {
		return arena.None
	}
	return q.near.Items[0].id
}

// precedes reports whether a node that enters now would win.
func (q *byPotential) precedes(f, h Cost) bool {
	x := contender{q.key(f, h), f, h, arena.None}
	wins := len(q.near.Items) == 0 || q.before(&x, &q.near.Items[0])
	if !wins || q.above(f, h) {
		return wins
	}
	y := q.winner()
	return y == nil || q.before(&x, y)
}

// lower lowers the bar so that some nodes of the reserve are due: as many as are worth a look
// at those apart, and more the longer B has not changed, since a change may make them too many.
func (q *byPotential) lower() {
	apart := len(q.far.apart.Items)
	most, some := q.far.greatest(q.t+1, 8+apart/64+min(q.work/8, apart/8))
	if apart < 2*fewNodes { // too few for a sample
		if len(q.near.Items) > 0 {
			most.raise(q.atMost(&q.near.Items[0]))
		}
		some = most.lowered(step)
	}
	q.far.set(some)
	q.release()
}

// atMost is the potential of a node of the heap where B is floor(B) + 1.
func (q *byPotential) atMost(e *contender) ratio { return ratio{q.t + 1 - e.f, e.h} }

// raise raises the bar, to one that some node of the heap reaches.
func (q *byPotential) raise(bar ratio) {
	higher := q.far.bar
	if higher.raise(bar); higher != q.far.bar && bar.h > 0 && q.t < math.MaxInt64 { // B may be far above that
		q.far.set(higher)
	}
}

// release has the nodes of the reserve enter the heap that are due.
func (q *byPotential) release() { q.far.release(q.t+1, q.push) }

// thin raises the bar to about the middle of the potentials in the heap, and leaves those
// in it, in no order, that reach the bar. The first places of a heap have nodes that are
// better than most; the worst of some such nodes is about in the middle.
func (q *byPotential) thin() {
	some := min(5+len(q.near.Items)/32, len(q.near.Items))
	last := &q.near.Items[0]
	for i := range q.near.Items[:some] {
		if x := &q.near.Items[i]; q.before(last, x) {
			last = x
		}
	}
	q.raise(ratio{q.t - last.f, last.h})
	left := q.near.Items[:0]
	for _, e := range q.near.Items {
		if q.due(e.f, e.h) {
			left = append(left, e)
		} else {
			q.far.hold(q.t+1, e.f, e.h, e.id)
		}
	}
	q.near.Items = left
}

// precision reports what keys can tell; see narrow and decides.
func (q *byPotential) precision() (narrow, decides bool) {
	hi, lo := bits.Mul64(q.b.den, uint64(q.widest))
	lo, carry := bits.Add64(lo, q.b.lo, 0)
	narrow = q.b.hi+hi+carry == 0
	return narrow, narrow && lo < 1<<(mantissa/2)
}

// widen notes a d that is greater than all before.
func (q *byPotential) widen(d Cost) {
	q.widest = d
	narrow, decides := q.precision()
	if q.narrow && !narrow || q.decides && !decides {
		q.narrow, q.decides = narrow, decides
		q.renew()
	}
}

// advance moves B.
func (q *byPotential) advance(floor Cost, b Bound) {
	if b = b.lowest(); b == q.b {
		return
	}
	q.t, q.b = floor, b
	q.narrow, q.decides = q.precision()
	if floor == math.MaxInt64 {
		q.far.set(noBar)
	}
	if len(q.near.Items) > 0 && q.work > 8*crowded && q.far.bar != noBar {
		q.raise(q.atMost(&q.near.Items[0]).lowered(step)) // lest all of the reserve comes that is about as good
	}
	if len(q.near.Items) > fewNodes+q.work/2+len(q.far.apart.Items)/32 {
		q.thin()
	}
	q.renew()
	q.release()
	q.work = 0
}

// renew makes the heap anew.
func (q *byPotential) renew() {
	for i := range q.near.Items {
		e := &q.near.Items[i]
		e.key = q.key(e.f, e.h)
	}
	q.order()
}

// keep drops the nodes that fail a test.
func (q *byPotential) keep(ok func(f, h Cost, id uint32) bool) {
	q.far.keep(ok)
	q.near.Items = kept(nil, q.near.Items, contender.node, func(e contender) bool { return ok(e.f, e.h, e.id) })
	q.order()
}

func (q *byPotential) bytes() int64 { return q.near.Bytes() + q.far.bytes() }

func (q *byPotential) free() {
	q.near.Free()
	q.far.free()
}
