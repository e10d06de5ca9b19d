package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/engine/internal/natural"
)

// cut cuts a problem's name domain/set/id[:variant] into its instance set, as
// npuzzle/korf:heavy, and the instance within it. Names of the same variant give
// the same set: npuzzle/korf/1 and npuzzle/korf/1:unit+md are one instance. A
// problem of one's own, whose name has no slash, is a set of itself.
func cut(problem string) (set, id string) {
	path, variant, _ := strings.Cut(problem, ":")
	i := strings.LastIndexByte(path, '/')
	set, id = path[:max(i, 0)], path[i+1:]
	if i < 0 {
		set = path
	}
	domain, _, _ := strings.Cut(set, "/")
	if variant = canonical(domain, variant); variant != "" {
		set += ":" + variant
	}
	return set, id
}

// defaults are the words of a variant that may be left out: the first of each
// list is told all the same, because a domain's sets are compared by it.
var defaults = map[string]struct{ told, dropped []string }{
	"npuzzle": {told: []string{"unit", "heavy", "inverse"}, dropped: []string{"md"}},
	"tsp":     {told: []string{"nn", "depth"}},
	"gctsp":   {told: []string{"covering", "all"}},
}

func canonical(domain, variant string) string {
	words := strings.FieldsFunc(variant, func(r rune) bool { return r == '+' })
	d := defaults[domain]
	words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(d.dropped, w) })
	told := slices.IndexFunc(words, func(w string) bool { return slices.Contains(d.told, w) })
	switch {
	case told > 0:
		word := words[told]
		words = slices.Insert(slices.Delete(words, told, told+1), 0, word)
	case told < 0 && len(d.told) > 0:
		words = slices.Insert(words, 0, d.told[0])
	}
	return strings.Join(words, "+")
}

// SetTitle is an instance set's name as the paper writes it, such as "N-Puzzle
// heavy" for npuzzle/korf:heavy and "TSP-40" for tsp/40:nn; other sets are
// called what they are.
func SetTitle(set string) string {
	path, variant, _ := strings.Cut(set, ":")
	words := ""
	if variant != "" {
		words = " " + strings.ReplaceAll(variant, "+", " ")
	}
	domain, name, _ := strings.Cut(path, "/")
	switch {
	case path == "npuzzle/korf":
		return "N-Puzzle" + words
	case domain == "pancake":
		return "Pancake-" + name + words
	case domain == "tsp" && isNumber(name):
		return "TSP-" + name + strings.TrimPrefix(words, " nn")
	case domain == "gctsp":
		return "GCTSP " + name + strings.TrimPrefix(words, " covering")
	}
	return set
}

// family is what an instance set is pooled into in the headline: the paper's
// domains, and every other set for itself.
func family(set string) string {
	switch set {
	case "npuzzle/korf:unit", "npuzzle/korf:heavy", "npuzzle/korf:inverse":
		return "N-Puzzle"
	case "pancake/40", "pancake/60", "pancake/80", "pancake/101":
		return "Pancake"
	}
	return SetTitle(set)
}

// broadFamily pools TSP's sizes too, as the paper does for its sensitivity to p.
func broadFamily(set string) string {
	switch set {
	case "tsp/40:nn", "tsp/50:nn":
		return "TSP"
	}
	return family(set)
}

func isNumber(s string) bool { _, err := strconv.Atoi(s); return err == nil }

// bySet orders instance sets: by domain and size, cost models from unit to inverse.
func bySet(a, b string) int {
	pa, va, _ := strings.Cut(a, ":")
	pb, vb, _ := strings.Cut(b, ":")
	return cmp.Or(natural.Compare(pa, pb), cmp.Compare(variantRank(pa, va), variantRank(pb, vb)), natural.Compare(va, vb))
}

func variantRank(path, variant string) int {
	domain, _, _ := strings.Cut(path, "/")
	word, _, _ := strings.Cut(variant, "+")
	return slices.Index(defaults[domain].told, word)
}
