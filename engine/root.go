package engine

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
)

// Priorities A + √B, with A and B integers that depend on a node's g and h: they are sorted by
// floor(A + √B), and ties of that are decided exactly.

// floor is floor(A + √B), or -1 if it overflows.
func (p parabola) floor(g, h Cost) Cost {
	a, hi, lo, ok := p.parts(g, h)
	if !ok {
		return -1
	}
	return a + int64(sqrt(hi, lo))
}

// compare is the sign of the difference of two priorities of the same floor.
func (p parabola) compare(g1, h1, g2, h2 Cost) int {
	if h1 == h2 {
		return 0 // then g is equal too
	}
	a1, hi1, lo1, _ := p.parts(g1, h1)
	a2, hi2, lo2, _ := p.parts(g2, h2)
	return compareRoots(root{a1, hi1, lo1}, root{a2, hi2, lo2})
}

// A root is A + √B, B in 128 bits.
type root struct {
	a      int64
	hi, lo uint64
}

// compareRoots is the sign of x - y.
func compareRoots(x, y root) int {
	// √B1 against c + √B2. Where the floors are equal, c is small if B1 and B2 are.
	c := y.a - x.a
	const ofC, ofB = 1 << 30, 1 << 60
	if -ofC < c && c < ofC && (c > 0) == (y.a > x.a) && x.hi|y.hi == 0 && x.lo|y.lo < ofB {
		return narrowRoots(c, int64(x.lo), int64(y.lo))
	}
	return wideRoots(new(big.Int).Sub(big.NewInt(y.a), big.NewInt(x.a)), wide(x.hi, x.lo), wide(y.hi, y.lo))
}

// narrowRoots is the sign of √b1 - c - √b2, where b1, b2 and c² are below 2^60.
func narrowRoots(c, b1, b2 int64) int {
	if c < 0 && c*c > b2 {
		return 1 // c + √b2 is negative
	}
	// Neither is: b1 against c² + 2c√b2 + b2, which is t against 2c√b2.
	t := b1 - c*c - b2
	sign := cmp.Compare(c, 0)
	if b2 == 0 {
		sign = 0
	}
	if s := cmp.Compare(t, 0); s != sign {
		return s - sign
	}
	size := uint64(max(t, -t))
	hi, lo := bits.Mul64(size, size)
	h, l := bits.Mul64(uint64(4*c*c), uint64(b2))
	if hi != h {
		return sign * cmp.Compare(hi, h)
	}
	return sign * cmp.Compare(lo, l)
}

// wideRoots is narrowRoots for numbers of any size. It changes c.
func wideRoots(c, b1, b2 *big.Int) int {
	square := new(big.Int).Mul(c, c)
	if c.Sign() < 0 && square.Cmp(b2) > 0 {
		return 1
	}
	t := new(big.Int).Sub(b1, square)
	t.Sub(t, b2)
	sign := c.Sign()
	if b2.Sign() == 0 {
		sign = 0
	}
	if t.Sign() != sign {
		return t.Sign() - sign
	}
	square.Mul(square, b2).Lsh(square, 2)
	return sign * t.Mul(t, t).Cmp(square)
}

func wide(hi, lo uint64) *big.Int {
	b := new(big.Int).SetUint64(hi)
	return b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(lo))
}

// sqrt is floor(√(hi·2^64 + lo)), for hi below 2^62. A first guess is made in
// floating point; integers decide.
func sqrt(hi, lo uint64) uint64 {
	x := uint64(math.Sqrt(float64(hi)*(1<<64) + float64(lo)))
	if hi > 0 {
		q, _ := bits.Div64(hi, lo, x) // x > hi, being at least about √hi·2^32
		x = x/2 + q/2 + x&q&1
	}
	for greater(x, hi, lo) {
		x--
	}
	for !greater(x+1, hi, lo) {
		x++
	}
	return x
}

// greater reports whether x² > hi·2^64 + lo.
func greater(x, hi, lo uint64) bool {
	h, l := bits.Mul64(x, x)
	return h > hi || h == hi && l > lo
}
