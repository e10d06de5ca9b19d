package engine

// entry is a node in a heap, with a value that is carried along.
type entry struct {
	key, value Cost
	id         uint32
}

// heap is a 4-ary heap: shallower than a binary one, and the children that are
// compared lie side by side.
//
// The order is by key, then by id; or where ties is set, by key, then by the
// rest of ties·value, then by value, then by id.
type heap struct {
	vector[entry]
	ties Ratio
}

func (h *heap) less(a, b entry) bool {
	if a.key != b.key {
		return a.key < b.key
	}
	if h.ties.Den != 0 && a.value != b.value {
		return h.ties.before(a.value, b.value)
	}
	return a.id < b.id
}

func (h *heap) len() int { return len(h.items) }

func (h *heap) push(e entry) {
	h.vector.push(e)
	h.up(len(h.items)-1, e)
}

// up moves the hole at i to where e belongs.
func (h *heap) up(i int, e entry) {
	a := h.items
	for i > 0 {
		parent := (i - 1) / 4
		if !h.less(e, a[parent]) {
			break
		}
		a[i] = a[parent]
		i = parent
	}
	a[i] = e
}

// down moves the hole at i to where e belongs.
func (h *heap) down(i int, e entry) {
	a := h.items
	for {
		first := 4*i + 1
		if first >= len(a) {
			break
		}
		least := first
		for c := first + 1; c < min(first+4, len(a)); c++ {
			if h.less(a[c], a[least]) {
				least = c
			}
		}
		if !h.less(a[least], e) {
			break
		}
		a[i] = a[least]
		i = least
	}
	a[i] = e
}

func (h *heap) pop() entry {
	a := h.items
	top, e := a[0], a[len(a)-1]
	h.items = a[:len(a)-1]
	if len(h.items) > 0 {
		h.down(0, e)
	}
	return top
}

// top is the first live entry; the others above it are dropped.
func (h *heap) top(n *nodes) entry {
	for !n.live(h.items[0].id) {
		h.pop()
	}
	return h.items[0]
}

// keep drops the entries that fail a test.
func (h *heap) keep(ok func(entry) bool) {
	kept := h.items[:0]
	for _, e := range h.items {
		if ok(e) {
			kept = append(kept, e)
		}
	}
	h.items = kept
	for i := (len(kept) - 2) / 4; i >= 0 && len(kept) > 1; i-- {
		h.down(i, kept[i])
	}
}
