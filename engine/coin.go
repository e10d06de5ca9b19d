package engine

import (
	"math"
	"math/rand/v2"
)

// coin decides between the guided branch and OPEN's head with the run's own
// generator. Where p is 1 it draws nothing.
type coin struct {
	pcg    *rand.PCG
	heads  uint64 // guided when the low 53 bits are below
	always bool
	never  bool
}

func newCoin(p float64, seed uint64) coin {
	return coin{rand.NewPCG(seed, 0), uint64(math.Ceil(p * (1 << 53))), p == 1, p == 0}
}

func (c *coin) draw() (guided bool) {
	return c.always || !c.never && c.pcg.Uint64()&(1<<53-1) < c.heads
}
