package stats

import (
	"cmp"
	"math"
	"slices"
)

// MaxExact is the greatest number of nonzero differences for which Wilcoxon
// computes the exact distribution, in at most a few milliseconds. The study's
// settings have 100 instances.
const MaxExact = 200

// A SignedRank is the outcome of Wilcoxon's signed-rank test.
type SignedRank struct {
	N     int     // nonzero differences, which are ranked
	Zeros int     // differences of 0, which are dropped
	Plus  float64 // sum of the ranks of positive differences
	Minus float64 // sum of the ranks of negative differences
	Exact bool    // P is exact, not the normal approximation
	P     float64 // two-sided
}

// Wilcoxon performs the two-sided signed-rank test of paired differences d, such as
// LogRatios, against symmetry around 0.
//
// Zeros are dropped, as Wilcoxon did (Pratt's method keeps them), and the others ranked
// by magnitude, equal magnitudes sharing the mean of their ranks. Only magnitudes that
// are equal as float64 tie: LogRatios keeps equal ratios equal. Up to MaxExact
// differences P is exact, given the ties found: twice the share of the 2^n choices of
// signs whose rank sum is at most the smaller of Plus and Minus, and at most 1. Above,
// P is the normal approximation with corrections for ties and continuity. If all
// differences are 0, P is 1.
//
// Wilcoxon: Individual comparisons by ranking methods, Biometrics Bulletin 1
// (1945). Streitberg, Röhmel: Exact distributions for permutation and rank tests,
// Statistical Software Newsletter 12 (1986), for the exact distribution under
// ties.
func Wilcoxon(d []float64) (SignedRank, error) {
	if err := finite("d", d); err != nil {
		return SignedRank{}, err
	}
	nonzero := slices.DeleteFunc(slices.Clone(d), func(x float64) bool { return x == 0 })
	ranks, plus, minus := doubledRanks(nonzero)
	r := SignedRank{
		N:     len(nonzero),
		Zeros: len(d) - len(nonzero),
		Plus:  float64(plus) / 2,
		Minus: float64(minus) / 2,
		Exact: len(nonzero) <= MaxExact,
	}
	tail := normalTail
	if r.Exact {
		tail = exactTail
	}
	r.P = tail(ranks, min(plus, minus))
	return r, nil
}

// doubledRanks sorts d by magnitude and gives twice the midranks, which are
// integers, and their sums over positive and negative differences.
func doubledRanks(d []float64) (ranks []int, plus, minus int) {
	slices.SortFunc(d, func(x, y float64) int { return cmp.Compare(math.Abs(x), math.Abs(y)) })
	for i := 0; i < len(d); {
		j := i + 1
		for j < len(d) && math.Abs(d[j]) == math.Abs(d[i]) {
			j++
		}
		rank := (i + 1) + j // the ranks i+1 to j are shared
		for ; i < j; i++ {
			ranks = append(ranks, rank)
			if d[i] > 0 {
				plus += rank
			} else {
				minus += rank
			}
		}
	}
	return ranks, plus, minus
}

// exactTail is twice the probability that the ranks with a positive sign sum to
// at most t, each sign being a fair coin. As one rank after another is added,
// share[s] is the share of the choices of signs with sum s. Halving is exact, so
// up to 52 ranks there is no rounding at all.
func exactTail(ranks []int, t int) float64 {
	share := make([]float64, t+1)
	share[0] = 1
	for _, r := range ranks {
		for s := t; s >= 0; s-- {
			if s >= r {
				share[s] += share[s-r]
			}
			share[s] /= 2
		}
	}
	tail := 0.0
	for _, p := range share {
		tail += p
	}
	return min(1, 2*tail)
}

// normalTail approximates exactTail. The sum of the positive ranks has mean
// sum(r)/2 and variance sum(r²)/4, which with midranks is the textbook's
// n(n+1)(2n+1)/24 - sum(t³-t)/48 over ties of t. The continuity correction is
// half a rank.
func normalTail(ranks []int, t int) float64 {
	sum, squares := 0.0, 0.0
	for _, r := range ranks {
		sum += float64(r)
		squares += float64(r) * float64(r)
	}
	const half = 1 // as ranks are doubled
	z := (sum/2 - float64(t) - half) / (math.Sqrt(squares) / 2)
	return math.Erfc(max(0, z) / math.Sqrt2)
}
