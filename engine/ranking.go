package engine

import (
	"math"
	"math/bits"

	"github.com/focal-search/focal/engine/internal/open"
)

// A ranking sorts OPEN by a priority instead of f, for an algorithm without FOCAL. The
// lower bound is computed by one pass over OPEN at the end.
type ranking struct {
	// rank is the integer part of a node's priority, negative if it overflows. The
	// order breaks its ties exactly. It equals rank(g, 0) only for h = 0.
	rank  func(w Ratio, g, h Cost) Cost
	order func(w Ratio) open.Order
	// scale is what the priority is multiplied by to be an integer, about; nil where it is not.
	scale func(w Ratio) int64
	// begin makes the ranking of a search, where each has its own; else nil.
	begin func(*search) *ranking
	// reached is told of the successors at hand of a node with path cost g, before they are
	// ranked; may be nil. The rank of a node in OPEN remains what it was.
	reached func(s *search, node uint32, g Cost)
}

// weighted is WA*'s g + w·h. Ties of its integer part go to the smaller fractional part
// of w·h, then to the smaller h.
var weighted = &ranking{
	rank: func(w Ratio, g, h Cost) Cost {
		if h = w.Floor(h); h == math.MaxInt64 { // where Floor is capped
			return -1
		}
		return g + h
	},
	order: func(w Ratio) open.Order { return open.Weighted(open.Weight(w)) },
}

// A parabola is the priority of XDP or XUP, multiplied by twice the numerator of w.
// With x = h, y = g and w = N/D, it is
//
//	XDP  D·y + (2N - D)·x + √(D²·(y - x)² + 4ND·x·y)
//	XUP  D·y + D·x        + √(D²·(y + x)² + 4N(N - D)·x²)
type parabola struct {
	w    Ratio
	down bool // XDP
}

// parts is A, and B in 128 bits, where the priority is A + √B. It reports ok = false if A + √B
// or B overflows.
func (p parabola) parts(g, h Cost) (a int64, hi, lo uint64, ok bool) {
	n, d, sum := uint64(p.w.Num), uint64(p.w.Den), uint64(g)+uint64(h)
	if !fits(p.w.Num, g, h) { // else every factor fits 62 bits and B 124
		return 0, 0, 0, false
	}
	if p.down {
		a = p.w.Den*g + (2*p.w.Num-p.w.Den)*h
		// D²·(y - x)² + 4ND·x·y = (D·(y + x))² + 4·D(N - D)·x·y
		hi, lo = sumOfProducts(d*sum, d*sum, 4*d*uint64(g), (n-d)*uint64(h))
		return a, hi, lo, true
	}
	hi, lo = sumOfProducts(d*sum, d*sum, 4*n*uint64(h), (n-d)*uint64(h))
	return p.w.Den * (g + h), hi, lo, true
}

// fits reports whether n·(g + h) has 59 bits.
func fits(n int64, g, h Cost) bool {
	over, x := bits.Mul64(uint64(n), uint64(g)+uint64(h))
	return g >= 0 && h >= 0 && n < 1<<59 && over == 0 && x < 1<<59
}

// sumOfProducts is a·b + c·d.
func sumOfProducts(a, b, c, d uint64) (hi, lo uint64) {
	h1, l1 := bits.Mul64(a, b)
	h2, l2 := bits.Mul64(c, d)
	lo, carry := bits.Add64(l1, l2, 0)
	return h1 + h2 + carry, lo
}

func (p parabola) ranking() *ranking {
	of := func(w Ratio) parabola { return parabola{w, p.down} }
	return &ranking{
		rank:  func(w Ratio, g, h Cost) Cost { return of(w).floor(g, h) },
		order: func(w Ratio) open.Order { return open.Exactly(of(w).compare) },
		scale: func(w Ratio) int64 { return w.Num },
	}
}

// The piecewise linear priorities of pwXD and pwXU, multiplied to be integers. With x = h, y = g
// and w = N/D, they are as below. Equal ones are frequent; ties go to the smaller h, as in the
// authors' code.
//
//	pwXD  N·(y + x)            if y < x                   pwXU  N·D·y + N·(2N - D)·x  if D·y < (2N - D)·x
//	      D·y + (2N - D)·x     else                             D·(2N - D)·(y + x)    else
var (
	pwXD = piecewise(func(w Ratio) int64 { return w.Num }, func(n, d, g, h int64) Cost {
		if g < h {
			return n * (g + h)
		}
		return d*g + (2*n-d)*h
	})
	pwXU = piecewise(square, func(n, d, g, h int64) Cost {
		if d*g < (2*n-d)*h {
			return n*d*g + n*(2*n-d)*h
		}
		return d * (2*n - d) * (g + h)
	})
)

// piecewise makes a ranking of an integer that is at most 2·scale·(g + h).
func piecewise(scale func(w Ratio) int64, priority func(n, d, g, h int64) Cost) *ranking {
	return &ranking{
		rank: func(w Ratio, g, h Cost) Cost {
			if !fits(scale(w), g, h) {
				return -1
			}
			return priority(w.Num, w.Den, g, h)
		},
		order: func(Ratio) open.Order { return open.LeastFThenH },
		scale: scale,
	}
}

// square is the square of w's numerator, capped.
func square(w Ratio) int64 {
	if w.Num >= 1<<31 {
		return math.MaxInt64
	}
	return w.Num * w.Num
}

// rank is the sort key of OPEN: f = g + h, or the integer part of another priority. It is
// negative if it overflows.
func (s *search) rank(g, h Cost) Cost {
	if s.ranking != nil {
		return s.ranking.rank(s.w, g, h)
	}
	return g + h
}
