package open

import (
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
	return a + int64(isqrt(hi, lo))
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
	a1, b1 := parts(r, g1, h1)
	a2, b2 := parts(r, g2, h2)
	// √B1 against c + √B2.
	c := a2.Sub(a2, a1)
	square := new(big.Int).Mul(c, c)
	if c.Sign() < 0 && square.Cmp(b2) > 0 {
		return 1 // c + √B2 is negative
	}
	// Neither is: B1 against c² + 2c√B2 + B2, which is t against 2c√B2.
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

func parts(r Root, g, h Cost) (a, b *big.Int) {
	x, hi, lo, _ := r.Parts(g, h)
	b = new(big.Int).SetUint64(hi)
	b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(lo))
	return big.NewInt(x), b
}

// isqrt is floor(√(hi·2^64 + lo)), for hi below 2^62. A first guess is made in
// floating point; integers decide.
func isqrt(hi, lo uint64) uint64 {
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
