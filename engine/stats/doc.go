// Package stats compares two algorithms on the same instances without assuming
// a distribution: exact McNemar on which instances are solved, Wilcoxon's
// signed-rank test on how the paired costs differ, Holm's step-down over a
// family of tests, and the paired bootstrap for an interval around a ratio.
// They are what the paper's tables and its report of significance need.
//
// # Convention
//
// Element i of every slice belongs to instance i, a is the new algorithm and b
// the one it is compared with, and less is better. So a ratio below 1 and a
// negative log ratio speak for a.
//
// # Exactness
//
// The p-values of McNemar and of Wilcoxon (up to MaxExact differences, with ties
// too) are sums over the whole null distribution; beyond, Wilcoxon's is the
// normal approximation and says so. The bootstrap draws from its own generator,
// so that a seed gives the same resamples on every machine.
//
// # Errors
//
// No function panics or changes its arguments. An empty slice, slices of unequal
// length, a NaN or an infinity is an error that names the element, counted from 0.
package stats
