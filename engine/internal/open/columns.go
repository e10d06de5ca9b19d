package open

import (
	"math"

	"github.com/focal-search/focal/engine/internal/arena"
)

// columns is a priority queue by d, then by id, of nodes with their f. Each small d
// has a queue by id of its own.
type columns struct {
	small  []byID
	used   bitset // queues that are not empty
	others heap   // of d below 0, as user-defined keys may be, and from maxColumn on, by d; the value is f
}

func (c *columns) push(d, f Cost, id uint32) {
	if d < 0 || d >= maxColumn {
		c.others.push(entry{d, f, id})
		return
	}
	for len(c.small) <= int(d) {
		c.small = append(c.small, byID{})
	}
	c.small[d].push(f, id)
	c.used.set(int(d))
}

// column is the d whose queue has the best node, -1 where the others do or there is none.
func (c *columns) column() int {
	if c.others.len() > 0 && c.others.Items[0].key < 0 {
		return -1
	}
	return c.used.first()
}

// first is the best node's id, arena.None if there is none.
func (c *columns) first() uint32 {
	if d := c.column(); d >= 0 {
		id, _ := c.small[d].first()
		return id
	}
	return c.others.first()
}

// second is a node that may come after the best one, arena.None if there is none at hand.
func (c *columns) second() uint32 {
	if d := c.column(); d >= 0 {
		return c.small[d].second()
	}
	return c.others.second()
}

// least is the best node's d, more than any if there is none.
func (c *columns) least() Cost {
	if d := c.column(); d >= 0 {
		return Cost(d)
	}
	if c.others.len() == 0 {
		return math.MaxInt64
	}
	return c.others.Items[0].key
}

// top is the first live node; the others before it are dropped. There must be one.
func (c *columns) top(n *arena.Nodes) Selection {
	for {
		var s Selection
		if d := c.column(); d >= 0 {
			id, f := c.small[d].first()
			s = Selection{ID: id, F: f, Key: Cost(d)}
		} else {
			e := c.others.Items[0]
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
	d := c.column()
	if d < 0 {
		c.others.pop()
		return
	}
	if c.small[d].pop(); c.small[d].len() == 0 {
		c.used.clear(d)
	}
}

// keep drops the nodes that fail a test.
func (c *columns) keep(n *arena.Nodes, ok func(d, f Cost, id uint32) bool) {
	for d := range c.used.all() {
		c.small[d].keep(n, func(id uint32, f Cost) bool { return ok(Cost(d), f, id) })
		if c.small[d].len() == 0 {
			c.used.clear(d)
		}
	}
	c.others.keep(n, func(e entry) bool { return ok(e.key, e.value, e.id) })
}

func (c *columns) bytes() int64 {
	bytes := c.others.Bytes()
	for i := range c.small {
		bytes += c.small[i].bytes()
	}
	return bytes
}

func (c *columns) free() {
	c.others.Free()
	for i := range c.small {
		c.small[i].free()
	}
}
