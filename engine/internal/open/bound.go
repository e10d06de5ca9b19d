package open

import (
	"math"
	"math/bits"
)

// A Bound is B = w·fmin as an exact rational, num/den; the numerator has 128 bits.
type Bound struct {
	hi, lo uint64
	den    uint64
	fmin   Cost
}

// NewBound is num/den·fmin, for positive num and den.
func NewBound(num, den int64, fmin Cost) Bound {
	hi, lo := bits.Mul64(uint64(num), uint64(fmin))
	return Bound{hi, lo, uint64(den), fmin}
}

// optimistic is (2w - 1)·fmin = 2B - fmin.
func (b Bound) optimistic() Bound {
	hi, lo := bits.Mul64(b.den, uint64(b.fmin))
	lo, borrow := bits.Sub64(b.lo<<1, lo, 0)
	hi, _ = bits.Sub64(b.hi<<1|b.lo>>63, hi, borrow)
	return Bound{hi, lo, b.den, b.fmin}
}

// floor is the greatest integer that is not above B, at most the greatest cost.
func (b Bound) floor() Cost {
	if b.hi >= b.den {
		return math.MaxInt64
	}
	q, _ := bits.Div64(b.hi, b.lo, b.den)
	return Cost(min(q, math.MaxInt64))
}

// lowest is B in lowest terms, where it has 64 bits. That of an anytime search is an
// integer, the cost of its incumbent.
func (b Bound) lowest() Bound {
	if b.hi != 0 {
		return Bound{hi: b.hi, lo: b.lo, den: b.den}
	}
	x, y := b.lo, b.den
	for y != 0 {
		x, y = y, x%y
	}
	return Bound{lo: b.lo / x, den: b.den / x}
}

// slack is den·(B - g) as 128 bits, and whether it is negative (then it is
// den·(g - B)). Where d takes the place of h, g = f - d may be negative.
func (b Bound) slack(g Cost) (hi, lo uint64, negative bool) {
	if g < 0 {
		gh, gl := bits.Mul64(b.den, uint64(-g))
		lo, carry := bits.Add64(b.lo, gl, 0)
		hi, _ = bits.Add64(b.hi, gh, carry)
		return hi, lo, false
	}
	gh, gl := bits.Mul64(b.den, uint64(g))
	lo, borrow := bits.Sub64(b.lo, gl, 0)
	hi, borrow = bits.Sub64(b.hi, gh, borrow)
	if borrow == 0 {
		return hi, lo, false
	}
	lo, borrow = bits.Sub64(gl, b.lo, 0)
	hi, _ = bits.Sub64(gh, b.hi, borrow)
	return hi, lo, true
}

// Admits reports whether f <= B.
func (b Bound) Admits(f Cost) bool {
	_, _, above := b.slack(f)
	return !above
}

// Prefers reports whether the group (g1, h1) comes before (g2, h2) in Dynamic
// Potential Search: greatest potential (B - g)/h, which at h = 0 is +inf if g <= B
// and -inf if not; then smallest h; then smallest g.
func (b Bound) Prefers(g1, h1, g2, h2 Cost) bool {
	if h1 == h2 {
		return g1 < g2 // smaller g, greater potential
	}
	hi1, lo1, neg1 := b.slack(g1)
	hi2, lo2, neg2 := b.slack(g2)
	if neg1 != neg2 {
		return neg2
	}
	// Both are 0 or above, or both below: compare slack1·h2 with slack2·h1. With
	// an h of 0 the product says what the infinity does: no slack is beaten by
	// any potential, and against itself the smaller h decides below.
	x := mul192(hi1, lo1, uint64(h2))
	y := mul192(hi2, lo2, uint64(h1))
	if x == y {
		return h1 < h2
	}
	return y.less(x) != neg1
}

// uint192 is an unsigned number.
type uint192 struct{ high, mid, low uint64 }

func mul192(hi, lo, m uint64) uint192 {
	h0, l0 := bits.Mul64(lo, m)
	h1, l1 := bits.Mul64(hi, m)
	mid, carry := bits.Add64(h0, l1, 0)
	return uint192{h1 + carry, mid, l0}
}

func (x uint192) less(y uint192) bool {
	if x.high != y.high {
		return x.high < y.high
	}
	if x.mid != y.mid {
		return x.mid < y.mid
	}
	return x.low < y.low
}

// A Weight is what WA*'s priority multiplies h by, an exact rational.
type Weight struct{ Num, Den int64 }

// Before orders values of h by the rest that the whole part of w·h drops, then by size.
func (w Weight) Before(x, y Cost) bool {
	if w.Den != 1 {
		if rx, ry := w.rest(x), w.rest(y); rx != ry {
			return rx < ry
		}
	}
	return x < y
}

// rest is the fraction of w·x, as a numerator over Den.
func (w Weight) rest(x Cost) uint64 {
	hi, lo := bits.Mul64(uint64(w.Num), uint64(x))
	return bits.Rem64(hi, lo, uint64(w.Den))
}
