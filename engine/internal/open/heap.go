package open

import (
	"cmp"
	"math/bits"

	"github.com/focal-search/focal/engine/internal/arena"
	"github.com/focal-search/focal/engine/internal/memory"
)

// entry is a node in a heap, with a value that is carried along.
type entry struct {
	key, value Cost
	id         uint32
}

// heap is a 4-ary heap: shallower than a binary one, and the children that are
// compared lie side by side.
//
// The order is by key, then by id; or if byValue is set, by key, then by value, then by id. tie
// decides between equal keys otherwise, before the id.
type heap struct {
	memory.Vector[entry]
	byValue bool
	tie     func(a, b entry) int // nil as a rule
}

// breakTies has an order break the ties of its keys.
func (h *heap) breakTies(n *arena.Nodes, o Order) {
	switch w := o.ties; {
	case o.deep:
		h.tie = func(x, y entry) int { return cmp.Compare(n.G(y.id), n.G(x.id)) }
	case o.exact != nil:
		h.tie = func(x, y entry) int { return o.exact(n.G(x.id), x.value, n.G(y.id), y.value) }
	case w.Den == 1:
		h.byValue = true
	case w.Den != 0:
		h.tie = func(x, y entry) int {
			if w.Before(x.value, y.value) {
				return -1
			}
			return cmp.Compare(x.value, y.value) & 1 // equal, or after
		}
	}
}

func (h *heap) less(a, b *entry) bool {
	if a.key != b.key {
		return a.key < b.key
	}
	if h.tie != nil {
		if c := h.tie(*a, *b); c != 0 {
			return c < 0
		}
	}
	if h.byValue && a.value != b.value {
		return a.value < b.value
	}
	return a.id < b.id
}

func (h *heap) len() int { return len(h.Items) }

func (h *heap) push(e entry) {
	h.Vector.Push(e)
	h.up(len(h.Items)-1, e)
}

// up moves the hole at i to where e belongs.
func (h *heap) up(i int, e entry) {
	a := h.Items
	for i > 0 {
		parent := (i - 1) / 4
		if !h.less(&e, &a[parent]) {
			break
		}
		a[i] = a[parent]
		i = parent
	}
	a[i] = e
}

// down moves the hole at i to where e belongs.
func (h *heap) down(i int, e entry) {
	a := h.Items
	for {
		first := 4*i + 1
		if first >= len(a) {
			break
		}
		least := h.least(first)
		if !h.less(&a[least], &e) {
			break
		}
		a[i] = a[least]
		i = least
	}
	a[i] = e
}

// least is the place of the least of the four entries from one on, or of as many as there
// are. There must be one.
func (h *heap) least(first int) int {
	if a := h.Items; first+4 <= len(a) && !h.byValue && h.tie == nil {
		return first + leastOfFour((*[4]entry)(a[first:]))
	}
	return h.leastTied(first)
}

// leastTied is least where ties do not go to the id at once, or there are fewer than four. A
// function of its own leaves least small.
//
//go:noinline
func (h *heap) leastTied(first int) int {
	a := h.Items
	if first+4 <= len(a) && h.tie == nil && h.byValue {
		return first + leastOfFourByValue((*[4]entry)(a[first:]))
	}
	least := first
	for c := first + 1; c < min(first+4, len(a)); c++ {
		if h.less(&a[c], &a[least]) {
			least = c
		}
	}
	return least
}

// leastOfFour is the number of the least of four entries by key, then by id. It has no branch:
// no processor predicts which one it is.
func leastOfFour(c *[4]entry) int {
	x := c[1].before(&c[0])
	y := 2 + c[3].before(&c[2])
	return x + (y-x)*c[y&3].before(&c[x&3])
}

// leastOfFourByValue is the same by key, then by value, then by id, as A* breaks ties.
func leastOfFourByValue(c *[4]entry) int {
	x := c[1].beforeByValue(&c[0])
	y := 2 + c[3].beforeByValue(&c[2])
	return x + (y-x)*c[y&3].beforeByValue(&c[x&3])
}

// before and beforeByValue are 1 if an entry comes before another, else 0. Values are not
// negative.
func (e *entry) before(f *entry) int {
	const sign = 1 << 63
	_, less := bits.Sub64(uint64(e.id), uint64(f.id), 0)
	_, less = bits.Sub64(uint64(e.key)^sign, uint64(f.key)^sign, less)
	return int(less)
}

func (e *entry) beforeByValue(f *entry) int {
	const sign = 1 << 63
	_, less := bits.Sub64(uint64(e.id), uint64(f.id), 0)
	_, less = bits.Sub64(uint64(e.value), uint64(f.value), less)
	_, less = bits.Sub64(uint64(e.key)^sign, uint64(f.key)^sign, less)
	return int(less)
}

func (h *heap) pop() entry {
	a := h.Items
	top, e := a[0], a[len(a)-1]
	h.Items = a[:len(a)-1]
	if len(h.Items) > 0 {
		h.down(0, e)
	}
	return top
}

// first is the node at the top, arena.None if there is none.
func (h *heap) first() uint32 {
	if len(h.Items) == 0 {
		return arena.None
	}
	return h.Items[0].id
}

// second is the node below the top that comes up next, arena.None if there is none.
func (h *heap) second() uint32 {
	if len(h.Items) < 2 {
		return arena.None
	}
	return h.Items[h.least(1)].id
}

// top is the first live entry; the others above it are dropped.
func (h *heap) top(n *arena.Nodes) entry {
	for !n.Live(h.Items[0].id) {
		h.pop()
	}
	return h.Items[0]
}

// count is the number of live entries of the least key, from the entry at i down.
func (h *heap) count(i int, least Cost, n *arena.Nodes) (found int64) {
	if i >= len(h.Items) || h.Items[i].key != least {
		return 0
	}
	if n.Live(h.Items[i].id) {
		found = 1
	}
	for c := 4*i + 1; c <= 4*i+4; c++ {
		found += h.count(c, least, n)
	}
	return found
}

// keep drops the entries that fail a test.
func (h *heap) keep(n *arena.Nodes, ok func(entry) bool) {
	h.Items = kept(n, h.Items, entry.node, ok)
	h.order()
}

func (e entry) node() uint32 { return e.id }

// kept is what is left of entries without those that fail a test, in place. If n is not nil
// the test looks at the nodes, and they are loaded some at a time: one after the other each
// would be waited for.
func kept[T any](n *arena.Nodes, entries []T, node func(T) uint32, ok func(T) bool) []T {
	const some = 32
	left := entries[:0]
	for i, e := range entries {
		if n != nil && i%some == 0 {
			for _, e := range entries[i:min(i+some, len(entries))] {
				n.Prefetch(node(e))
			}
		}
		if ok(e) {
			left = append(left, e)
		}
	}
	return left
}

// order makes a heap of entries in any order.
func (h *heap) order() {
	for i := (len(h.Items) - 2) / 4; i >= 0 && len(h.Items) > 1; i-- {
		h.down(i, h.Items[i])
	}
}
