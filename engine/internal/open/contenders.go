package open

import (
	"math/bits"

	"github.com/focal-search/focal/engine/internal/memory"
)

// A contender is a node among contenders: of two the one with the smaller key comes first.
type contender struct {
	key  uint64
	f, b Cost
	id   uint32
}

func (x contender) node() uint32 { return x.id }

// contenders is a 4-ary heap by key, then by b, then by id, where keys decide. Else nodes of the
// same key are compared by their slack under a bound.
type contenders struct {
	memory.Vector[contender]
	inexact bool // keys do not decide
	x       Bound
}

// before reports whether x comes before y.
func (h *contenders) before(x, y *contender) bool {
	switch {
	case !h.inexact:
		return x.ahead(y) != 0
	case x.key != y.key:
		return x.key < y.key
	case x.b == y.b && x.f == y.f:
		return x.id < y.id
	}
	return h.x.Prefers(x.f-x.b, x.b, y.f-y.b, y.b)
}

// ahead is 1 if x comes before y, else 0, where keys decide.
func (x *contender) ahead(y *contender) int {
	_, less := bits.Sub64(uint64(x.id), uint64(y.id), 0)
	_, less = bits.Sub64(uint64(x.b), uint64(y.b), less)
	_, less = bits.Sub64(x.key, y.key, less)
	return int(less)
}

// best is the first of some contenders, at least one. Of four it is found without a branch.
func (h *contenders) best(of []contender) int {
	if len(of) == 4 && !h.inexact {
		c := (*[4]contender)(of)
		x := c[1].ahead(&c[0])
		y := 2 + c[3].ahead(&c[2])
		return x + (y-x)*c[y&3].ahead(&c[x&3])
	}
	best := 0
	for i := range of {
		if h.before(&of[i], &of[best]) {
			best = i
		}
	}
	return best
}

func (h *contenders) push(e contender) {
	h.Push(e)
	a := h.Items
	i := len(a) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !h.before(&e, &a[parent]) {
			break
		}
		a[i] = a[parent]
		i = parent
	}
	a[i] = e
}

func (h *contenders) pop() contender {
	a := h.Items
	top, e := a[0], a[len(a)-1]
	if h.Items = a[:len(a)-1]; len(a) > 1 {
		h.down(0, e)
	}
	return top
}

// down moves the hole at i to where e belongs.
func (h *contenders) down(i int, e contender) {
	a := h.Items
	for first := 4*i + 1; first < len(a); first = 4*i + 1 {
		best := first + h.best(a[first:min(first+4, len(a))])
		if !h.before(&a[best], &e) {
			break
		}
		a[i] = a[best]
		i = best
	}
	a[i] = e
}

// order makes a heap of nodes in any order.
func (h *contenders) order() {
	a := h.Items
	for i := (len(a) - 2) / 4; i >= 0 && len(a) > 1; i-- {
		h.down(i, a[i])
	}
}

// keep drops the nodes that fail a test; order is to follow.
func (h *contenders) keep(ok func(id uint32, f, b Cost) bool) {
	h.Items = kept(nil, h.Items, contender.node, func(e contender) bool { return ok(e.id, e.f, e.b) })
}
