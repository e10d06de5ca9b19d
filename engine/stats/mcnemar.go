package stats

import (
	"fmt"
	"math/big"
)

// maxDiscordant keeps McNemar under a second; it counts instances.
const maxDiscordant = 1_000_000

// McNemar returns the exact two-sided p-value of b against c, the numbers of instances
// that only the first and only the second algorithm solved. Under the null
// hypothesis each discordant instance falls to either with probability 1/2, so
//
//	p = min(1, 2·P(X <= min(b, c))),  X ~ Binomial(b+c, 1/2)
//
// and p = 1 where there is no discordant instance. All digits of the result are
// right; a p below 5e-324 is 0. A negative count, or more than a million
// discordant instances, is an error.
//
// McNemar: Note on the sampling error of the difference between correlated
// proportions or percentages, Psychometrika 12 (1947); here with the binomial
// itself in place of his chi-squared.
func McNemar(b, c int) (float64, error) {
	if b < 0 || c < 0 {
		return 0, fmt.Errorf("stats: discordant counts %d and %d: none can be negative", b, c)
	}
	if b > maxDiscordant || c > maxDiscordant-b {
		return 0, fmt.Errorf("stats: discordant counts %d and %d: together at most %d", b, c, maxDiscordant)
	}
	n := b + c
	// 128 bits leave the rounding of a million terms far below a float64's
	// last place, and big.Float's exponent holds any binomial coefficient.
	float := func(i int) *big.Float { return new(big.Float).SetPrec(128).SetInt64(int64(i)) }
	binomial, sum := float(1), float(1)
	for i := 1; i <= min(b, c); i++ {
		binomial.Mul(binomial, float(n-i+1))
		binomial.Quo(binomial, float(i))
		sum.Add(sum, binomial)
	}
	p, _ := sum.SetMantExp(sum, 1-n).Float64() // 2·sum / 2^n
	return min(1, p), nil
}
