package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/internal/natural"
)

// cut splits a problem's name domain/set/id[:variant] into its instance set, such as
// npuzzle/korf:heavy, and the instance's id. Different names of a variant give the same
// set: npuzzle/korf/1 and npuzzle/korf/1:unit+md are one instance. A user-defined
// problem, whose name has no slash, is a set by itself.
func cut(problem string) (set, id string) {
	domain, name, id, variant := engine.SplitName(problem)
	set = domain + "/" + name
	if domain == "" {
		i := strings.LastIndexByte(id, '/')
		if set, id = id[:max(i, 0)], id[i+1:]; i < 0 {
			set = id
		}
	}
	if words := canonical(set, variant); len(words) > 0 {
		set += ":" + strings.Join(words, "+")
	}
	return set, id
}

// parts returns the path of an instance set and the words of its variant.
func parts(set string) (path string, words []string) {
	path, variant, _ := strings.Cut(set, ":")
	return path, split(variant)
}

func split(variant string) []string {
	return strings.FieldsFunc(variant, func(r rune) bool { return r == '+' })
}

// choices returns the choices that make up a set's variants.
func choices(path string) []engine.Choice {
	s, _ := engine.FindSet(path)
	return s.Variants
}

// canonical returns the words of a variant in a canonical form. The word of the first
// choice comes first, even if it is the default, because sets are compared by it.
// Defaults of other choices are left out.
func canonical(path, variant string) []string {
	words := split(variant)
	for i, c := range choices(path) {
		at := slices.IndexFunc(words, func(w string) bool { return slices.Contains(c.Words, w) })
		switch {
		case i > 0 && at >= 0 && words[at] == c.Words[0]:
			words = slices.Delete(words, at, at+1)
		case i == 0 && at < 0:
			words = slices.Insert(words, 0, c.Words[0])
		case i == 0:
			word := words[at]
			words = slices.Insert(slices.Delete(words, at, at+1), 0, word)
		}
	}
	return words
}

// ByName compares names, with numbers in them compared by value: 9 before 10. It is 0 only
// for equal names.
func ByName(a, b string) int { return natural.Compare(a, b) }

// SetTitle returns an instance set's name in papers, as given by its domain, such as
// "N-Puzzle heavy" for npuzzle/korf:heavy and "TSP-40" for tsp/40:nn. Other sets keep
// their names.
func SetTitle(set string) string {
	path, words := parts(set)
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
	path, words := parts(set)
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
	pa, wa := parts(a)
	pb, wb := parts(b)
	return cmp.Or(natural.Compare(pa, pb), cmp.Compare(rank(pa, wa), rank(pb, wb)),
		natural.Compare(strings.Join(wa, "+"), strings.Join(wb, "+")))
}

func rank(path string, words []string) int {
	c := choices(path)
	if len(c) == 0 || len(words) == 0 {
		return -1
	}
	return slices.Index(c[0].Words, words[0])
}
