// Package stats compares two algorithms on the same instances without assuming a
// distribution: exact McNemar on which instances are solved, Wilcoxon's signed-rank
// test on how the paired costs differ, Holm's step-down over a family of tests, and the
// paired bootstrap for an interval around a ratio. The paper's tables and the report
// significance use them.
//
// # Convention
//
// Element i of every slice belongs to instance i, a is the new algorithm and b
// the one it is compared with, and less is better. So a ratio below 1 and a
// negative log ratio speak for a.
//
// # Exactness
//
// The p-values of McNemar and of Wilcoxon (up to MaxExact differences, with ties too)
// are sums over the whole null distribution; beyond, Wilcoxon uses the normal
// approximation, and the result says so. The bootstrap draws from its own generator, so
// that a seed gives the same resamples on every machine.
//
// # Errors
//
// No function panics or changes its arguments. An empty slice, slices of unequal
// length, a NaN or an infinity is an error that names the element, counted from 0.
package stats
