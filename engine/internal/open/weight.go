package open

import "math/bits"

// A Weight is what WA*'s priority multiplies h by, an exact rational.
type Weight struct{ Num, Den int64 }

// Before orders values of h by the rest that the whole part of w·h drops, then
// by size.
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
