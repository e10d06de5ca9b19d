package record

import (
	"cmp"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
)

// Set splits a problem's name domain/set/id[:variant] into its instance set, such as
// npuzzle/korf:heavy, and the instance's id. Different names of a variant give the same
// set: npuzzle/korf/1 and npuzzle/korf/1:unit+md are one instance. A problem
// whose name has no slash is a set by itself.
func Set(problem string) (set, id string) {
	domain, name, id, variant := engine.SplitName(problem)
	set = cmp.Or(engine.Path(domain, name), id)
	if words := canonical(set, variant); len(words) > 0 {
		set += ":" + strings.Join(words, "+")
	}
	return set, id
}

// Parts returns the path of an instance set and the words of its variant.
func Parts(set string) (path string, words []string) {
	path, variant, _ := strings.Cut(set, ":")
	return path, split(variant)
}

func split(variant string) []string {
	return strings.FieldsFunc(variant, func(r rune) bool { return r == '+' })
}

// Choices returns the choices that make up a set's variants.
func Choices(path string) []engine.Choice {
	s, _ := engine.FindSet(path)
	return s.Variants
}

// canonical returns the words of a variant in a canonical form. The word of the first
// choice comes first, even if it is the default, because sets are compared by it.
// Defaults of other choices are left out.
func canonical(path, variant string) []string {
	words := split(variant)
	for i, c := range Choices(path) {
		at := slices.IndexFunc(words, func(w string) bool { return slices.Contains(c.Words, w) })
		switch {
		case (i > 0 || c.Plain) && at >= 0 && words[at] == c.Words[0]:
			words = slices.Delete(words, at, at+1)
		case at < 0 && c.Plain:
		case i == 0 && at < 0:
			words = slices.Insert(words, 0, c.Words[0])
		case i == 0:
			word := words[at]
			words = slices.Insert(slices.Delete(words, at, at+1), 0, word)
		}
	}
	return words
}
