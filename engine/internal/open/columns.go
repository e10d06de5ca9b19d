package open

import "github.com/focal-search/focal/engine/internal/arena"

// columns is a priority queue by d, then by id, of nodes with their f. Each small d
// has a heap by id of its own, where the nodes that enter come last as a rule, and
// the others need not be in any order with them.
type columns struct {
	small  []heap // the value is f
	used   bitset // heaps that are not empty
	beyond heap   // of d from maxColumn on, by d; the value is f
}

func (c *columns) push(d, f Cost, id uint32) {
	if d >= maxColumn {
		c.beyond.push(entry{d, f, id})
		return
	}
	for len(c.small) <= int(d) {
		c.small = append(c.small, heap{})
	}
	c.small[d].push(entry{Cost(id), f, id})
	c.used.set(int(d))
}

// first is the best node's id, arena.None if there is none.
func (c *columns) first() uint32 {
	if d := c.used.first(); d >= 0 {
		return c.small[d].first()
	}
	return c.beyond.first()
}

// top is the first live node; the others before it are dropped. There must be one.
func (c *columns) top(n *arena.Nodes) Selection {
	for {
		var s Selection
		if d := c.used.first(); d >= 0 {
			e := c.small[d].Items[0]
			s = Selection{ID: e.id, F: e.value, Key: Cost(d)}
		} else {
			e := c.beyond.Items[0]
			s = Selection{ID: e.id, F: e.value, Key: e.key}
		}
		if n.Live(s.ID) {
			return s
		}
		c.pop()
	}
}

// pop removes the best node.
func (c *columns) pop() {
	d := c.used.first()
	if d < 0 {
		c.beyond.pop()
		return
	}
	if c.small[d].pop(); c.small[d].len() == 0 {
		c.used.clear(d)
	}
}

// keep drops the nodes that fail a test of id and f.
func (c *columns) keep(ok func(id uint32, f Cost) bool) {
	test := func(e entry) bool { return ok(e.id, e.value) }
	for d := range c.used.all() {
		if c.small[d].keep(test); c.small[d].len() == 0 {
			c.used.clear(d)
		}
	}
	c.beyond.keep(test)
}

func (c *columns) bytes() int64 {
	bytes := c.beyond.Bytes()
	for i := range c.small {
		bytes += c.small[i].Bytes()
	}
	return bytes
}

func (c *columns) free() {
	c.beyond.Free()
	for i := range c.small {
		c.small[i].Free()
	}
}
