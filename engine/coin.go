package engine

import (
	"math"
	"math/rand/v2"
)

// coin decides between the guided branch and OPEN's head: by the run's own generator
// or, without one, evenly. With p = 1 it draws nothing.
type coin struct {
	pcg    *rand.PCG
	heads  uint64 // guided when the low 53 bits are below
	always bool
	never  bool
	even   Ratio // p, exact if it has at most 18 decimals
	due    int64 // to OPEN's head, in 1/even.Den of a selection
	ahead  bool  // next has been drawn already
	next   bool
}

func newCoin(d Description, p float64, seed uint64) coin {
	c := coin{heads: uint64(math.Ceil(p * (1 << 53))), always: p == 1, never: p == 0}
	if d.AlternatingOf != "" {
		var err error
		if c.even, err = NewRatio(p); err != nil { // for too many decimals
			c.even = Ratio{int64(math.Round(p * 1e15)), 1e15}
		}
	} else if d.Draws(p) {
		c.pcg = rand.NewPCG(seed, 0)
	}
	return c
}

// draw reports whether the next selection is guided.
func (c *coin) draw() (guided bool) {
	if c.ahead {
		c.ahead = false
		return c.next
	}
	return c.flip()
}

// peek returns what the next draw will be.
func (c *coin) peek() (guided bool) {
	if !c.ahead {
		c.next, c.ahead = c.flip(), true
	}
	return c.next
}

func (c *coin) flip() (guided bool) {
	switch {
	case c.always || c.never:
		return c.always
	case c.pcg != nil:
		return c.pcg.Uint64()&(1<<53-1) < c.heads
	}
	if c.due < c.even.Num {
		c.due += c.even.Den - c.even.Num
		return true
	}
	c.due -= c.even.Num
	return false
}
