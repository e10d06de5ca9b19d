package open

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"

	"github.com/focal-search/focal/engine/internal/arena"
)

// A Root is a priority A + √B of a node, with A and B integers that depend on its
// g and h. It is sorted by floor(A + √B), and ties of that are decided exactly.
type Root interface {
	// Parts is A, and B in 128 bits. It reports ok = false if A + √B or B overflows.
	Parts(g, h Cost) (a int64, hi, lo uint64, ok bool)
}

// Floor returns floor(A + √B), or -1 if it overflows.
func Floor(r Root, g, h Cost) Cost {
	a, hi, lo, ok := r.Parts(g, h)
	if !ok {
		return -1
	}
	return a + int64(Sqrt(hi, lo))
}

// ByRoot is a frontier without FOCAL that selects the node of the least root, then
// of the least id. Its f is the root's floor.
func ByRoot(n *arena.Nodes, r Root) Frontier {
	b := &bestHeaps{newHeaps(n)}
	b.byF.near.tie = func(x, y entry) int {
		if x.value == y.value {
			return 0 // equal h and an equal floor: then g is equal too
		}
		return compareRoots(r, n.G(x.id), x.value, n.G(y.id), y.value)
	}
	return b
}

// compareRoots is the sign of A1 + √B1 - A2 - √B2.
func compareRoots(r Root, g1, h1, g2, h2 Cost) int {
	a1, hi1, lo1, _ := r.Parts(g1, h1)
	a2, hi2, lo2, _ := r.Parts(g2, h2)
	// √B1 against c + √B2. Where the floors are equal, c is small if B1 and B2 are.
	c := a2 - a1
	const ofC, ofB = 1 << 30, 1 << 60
	if -ofC < c && c < ofC && (c > 0) == (a2 > a1) && hi1|hi2 == 0 && lo1|lo2 < ofB {
		return narrowRoots(c, int64(lo1), int64(lo2))
	}
	return wideRoots(new(big.Int).Sub(big.NewInt(a2), big.NewInt(a1)), wide(hi1, lo1), wide(hi2, lo2))
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

// Sqrt is floor(√(hi·2^64 + lo)), for hi below 2^62. A first guess is made in
// floating point; integers decide.
func Sqrt(hi, lo uint64) uint64 {
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
