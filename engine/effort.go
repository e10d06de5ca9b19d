package engine

import (
	"math/big"
	"math/bits"
	"sync"

	"github.com/focal-search/focal/engine/internal/open"
)

// A belief is DXES's model of its estimates (Fickert, Gu, Ruml, AAAI 2022). The cost of
// the best solution below a node n is modelled as normal with mean f̂(n) and standard
// deviation (f̂(n) - f(n))/2, and the bound that it has to meet as normal with mean
// w·f̂min and the variance of the values of f̂min so far. P(n) is the probability that
// the cost is within the bound, and d̂(n)/P(n) the expected effort.
//
// f̂min is the least f̂ in OPEN, the node being expanded included. It is sampled once
// per expansion, and its variance is that of the sample, 0 for the first. A node's
// effort is computed when it enters OPEN and does not change, like d̂ and f̂.
//
// All numbers are integers: costs in units of 2^-16, rounded down at each division and
// root; P in units of 2^-32, at least one of them. P = Φ(z), where z is the difference
// of the means divided by the standard deviation of both, in units of 2^-16, at most 8
// (see normal). If neither has a variance, P is 1 or 0.
type belief struct {
	open    *open.Keyed // by f̂
	mean    Cost        // w·f̂min
	samples uint64
	sum     [2]uint64 // of the samples, the lower word first
	squares [3]uint64 // the sum of their squares
	hi, lo  uint64    // their variance
}

// sample records f̂min for an expansion.
func (b *belief) sample(w Ratio) {
	x := b.open.Least()
	b.mean = min(w.Floor(x), estimateMax)
	b.add(uint64(x))
}

// add makes the variance that of one sample more. It is below 2^62, and there are at most 2^31.
func (b *belief) add(x uint64) {
	var carry, borrow, rest uint64
	b.samples++
	b.sum[0], carry = bits.Add64(b.sum[0], x, 0)
	b.sum[1] += carry
	hi, lo := bits.Mul64(x, x)
	b.squares[0], carry = bits.Add64(b.squares[0], lo, 0)
	b.squares[1], carry = bits.Add64(b.squares[1], hi, carry)
	b.squares[2] += carry
	n := b.samples
	if n < 2 {
		return
	}
	// (n·Σx² - (Σx)²) / (n·(n-1)), where the products are below 2^186.
	h0, p0 := bits.Mul64(b.squares[0], n)
	h1, p1 := bits.Mul64(b.squares[1], n)
	p1, carry = bits.Add64(p1, h0, 0)
	p2 := b.squares[2]*n + h1 + carry
	h0, q0 := bits.Mul64(b.sum[0], b.sum[0])
	h1, q1 := bits.Mul64(b.sum[0], 2*b.sum[1])
	q1, carry = bits.Add64(q1, h0, 0)
	q2 := b.sum[1]*b.sum[1] + h1 + carry
	p0, borrow = bits.Sub64(p0, q0, 0)
	p1, borrow = bits.Sub64(p1, q1, borrow)
	p2 -= q2 + borrow
	pairs := n * (n - 1)
	_, rest = bits.Div64(0, p2, pairs) // the variance is below 2^124
	b.hi, rest = bits.Div64(rest, p1, pairs)
	b.lo, _ = bits.Div64(rest, p0, pairs)
}

// effort returns d̂/P of a node that enters OPEN.
func (b *belief) effort(f, fHat, dHat Cost) Cost {
	if b.samples == 0 { // the start
		return dHat
	}
	p := max(b.within(f, fHat), 1)
	hi, lo := bits.Mul64(uint64(dHat), certain)
	if hi >= p {
		return estimateMax
	}
	q, _ := bits.Div64(hi, lo, p)
	return Cost(min(q, estimateMax))
}

// certain is the probability 1.
const certain = 1 << 32

// within is the probability that a node's solution is within the bound.
func (b *belief) within(f, fHat Cost) uint64 {
	spread := uint64(fHat - scaled(f)) // twice the standard deviation
	hi, lo := bits.Mul64(spread, spread)
	lo, hi = lo>>2|hi<<62, hi>>2
	lo, carry := bits.Add64(lo, b.lo, 0)
	hi += b.hi + carry
	deviation := sqrt(hi, lo)
	difference := b.mean - fHat
	above := difference >= 0
	if !above {
		difference = -difference
	}
	p := uint64(certain)
	if most := uint64(normalMost << estimateBits); deviation > 0 {
		z := most
		if hi, lo := bits.Mul64(uint64(difference), 1<<estimateBits); hi < deviation {
			z, _ = bits.Div64(hi, lo, deviation)
		}
		p = normalBelow(min(z, most))
	}
	if !above {
		return certain - p
	}
	return p
}

const (
	normalMost  = 8   // standard deviations in the table
	normalSteps = 256 // entries for each
)

// normal is Φ at the multiples of 1/256 from 0 to 8, to the nearest 2^-32. It is
// computed by Φ(z) = 1/2 + 1/√2π · Σ (-1)^k z^(2k+1) / (2^k k! (2k+1)) with 192
// fractional bits.
var normal = sync.OnceValue(func() []uint64 {
	const precision = 192
	density, _ := new(big.Float).SetPrec(precision).SetString("0.39894228040143267793994605993438186847585863116493")
	density.SetMantExp(density, precision)
	perUnit, _ := density.Int(nil) // 1/√2π
	table := make([]uint64, normalMost*normalSteps+1)
	for j := range table {
		z := new(big.Int).Lsh(big.NewInt(int64(j)), precision-8)
		square := new(big.Int).Mul(z, z)
		square.Rsh(square, precision+1) // z²/2
		sum, power := new(big.Int), new(big.Int).Set(z)
		for k := int64(0); power.Sign() != 0; k++ { // power is (-1)^k z^(2k+1) / (2^k k!)
			sum.Add(sum, new(big.Int).Quo(power, big.NewInt(2*k+1)))
			power.Mul(power, square)
			power.Quo(power, new(big.Int).Lsh(big.NewInt(-k-1), precision))
		}
		sum.Mul(sum, perUnit)
		sum.Rsh(sum, precision)
		sum.Add(sum, new(big.Int).Lsh(big.NewInt(1), precision-1))    // 1/2
		sum.Add(sum, new(big.Int).Lsh(big.NewInt(1), precision-32-1)) // to round
		table[j] = sum.Rsh(sum, precision-32).Uint64()
	}
	return table
})

// normalBelow is Φ(z) for z in units of 2^-16, at most 8, interpolated linearly in the
// table.
func normalBelow(z uint64) uint64 {
	table := normal()
	i, rest := z>>8, z&255
	if rest == 0 {
		return table[i]
	}
	return table[i] + (table[i+1]-table[i])*rest>>8
}
