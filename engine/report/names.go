package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/internal/natural"
	"github.com/focal-search/focal/engine/record"
)

// ByName compares names, with numbers in them compared by value: 9 before 10. It is 0 only
// for equal names.
func ByName(a, b string) int { return natural.Compare(a, b) }

// SetTitle returns an instance set's name in papers, as given by its domain, such as
// "N-Puzzle heavy" for npuzzle/korf:heavy and "TSP-40" for tsp/40:nn. Other sets keep
// their names.
func SetTitle(set string) string {
	path, words := record.Parts(set)
	s, _ := engine.FindSet(path)
	if s.Title == "" {
		return set
	}
	if len(words) > 0 && len(s.Variants) > 0 && words[0] == s.Variants[0].Words[0] && !s.Variants[0].Costs {
		words = words[1:] // the default
	}
	return strings.Join(append([]string{s.Title}, words...), " ")
}

// families returns the families into which an instance set is pooled, from the narrowest
// to the broadest. A set with heuristics other than the default ones, or without a
// family, is its own family.
func families(set string) []string {
	path, words := record.Parts(set)
	s, _ := engine.FindSet(path)
	for _, w := range words {
		usual := func(c engine.Choice) bool { return w == c.Words[0] || c.Costs && slices.Contains(c.Words, w) }
		if !slices.ContainsFunc(s.Variants, usual) {
			return []string{SetTitle(set)}
		}
	}
	if len(s.Families) == 0 {
		return []string{SetTitle(set)}
	}
	return s.Families
}

// family returns the narrowest family of a set, by which the headline pools.
func family(set string) string { return families(set)[0] }

// broadFamily returns the broadest family, by which the sensitivity to p is pooled.
func broadFamily(set string) string {
	all := families(set)
	return all[len(all)-1]
}

// bySet orders instance sets by path, with numbers compared by value, then by the first
// choice of their variants in the domain's order, then by the other words.
func bySet(a, b string) int {
	pa, wa := record.Parts(a)
	pb, wb := record.Parts(b)
	return cmp.Or(natural.Compare(pa, pb), cmp.Compare(rank(pa, wa), rank(pb, wb)),
		natural.Compare(strings.Join(wa, "+"), strings.Join(wb, "+")))
}

func rank(path string, words []string) int {
	c := record.Choices(path)
	if len(c) == 0 || len(words) == 0 {
		return -1
	}
	return slices.Index(c[0].Words, words[0])
}
