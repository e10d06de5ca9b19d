package engine

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Domain makes problems from names. Domains register themselves, as drivers do with
// database/sql, so that a study can name problems while the engine knows no domain.
type Domain struct {
	Name string // first part of its problems' names
	Doc  string // one line of description
	Sets []Set
	// Problem makes a problem of a set. id is a number in the set (for a named instance
	// the position of its name, from 1). variant is what follows the colon in the name,
	// "" if nothing does.
	Problem func(set string, id int, variant string) (*Problem, error)
}

// A Set is a family of instances, numbered or named.
type Set struct {
	Name  string
	Doc   string
	Count int // ids run from 1 to Count; 0 if every positive number is a seed
	// Names, if any, name the instances 1 to Count, as in tsp/tsplib/burma14. Register
	// sets Count to their number.
	Names []string
	// Given, if set, makes instances from a text in place of an id: tiles, or the name
	// of a file. The set then has no numbers or names.
	Given *Given
	// Variants are the choices of words that may follow the colon, joined with "+".
	Variants []Choice

	// Title is the set's name in papers and reports, such as "TSP-40"; "" if it has none.
	Title string
	// Families are the names under which reports pool the set with others, from the
	// narrowest to the broadest; empty if the set is not pooled.
	Families []string
}

// A Choice is one part of a variant: one of several words, the default first.
type Choice struct {
	Words []string
	// Costs reports whether the words are cost models, which make different instances
	// of the same name. Other words are heuristics or guidance for the same instance.
	Costs bool
	// Plain reports that the first word goes without saying in the names of sets.
	Plain bool
}

// Words lists the words that may follow the colon, choice by choice.
func (s Set) Words() (words []string) {
	for _, c := range s.Variants {
		words = append(words, c.Words...)
	}
	return words
}

// FindSet returns the set of a path such as "npuzzle/korf"; false if there is none.
func FindSet(path string) (Set, bool) {
	domain, name, ok := strings.Cut(path, "/")
	if !ok {
		domain, name = "", path
	}
	_, s, err := findSet(domain, name)
	if err != nil {
		return Set{}, false
	}
	return *s, true
}

var registry []*Domain

// Register adds a domain. It is called from init functions, and panics if the name is
// taken, since that is a bug in the program.
func Register(d *Domain) {
	if slices.ContainsFunc(registry, func(o *Domain) bool { return o.Name == d.Name }) {
		panic("engine.Register: domain " + d.Name + " registered twice")
	}
	for i := range d.Sets {
		if names := d.Sets[i].Names; names != nil {
			d.Sets[i].Count = len(names)
		}
	}
	registry = append(registry, d)
	slices.SortFunc(registry, func(a, b *Domain) int { return cmp.Compare(a.Name, b.Name) })
}

// Domains lists the registered domains by name. If there are families of your own, the first
// one, without a name, has a set for each.
func Domains() []*Domain {
	if own := familyDomain(); len(own.Sets) > 0 {
		return append([]*Domain{own}, registry...)
	}
	return slices.Clone(registry)
}

// Path returns a set's path, with which the names of its instances begin: domain/set, or the
// name of a family.
func Path(domain, set string) string {
	if domain == "" {
		return set
	}
	return domain + "/" + set
}

// Lookup makes the problem named "domain/set/id[:variant]".
func Lookup(name string) (*Problem, error) {
	names, err := expand(name)
	if err != nil {
		return nil, err
	}
	p, err := lookup(names[0])
	if err != nil {
		return nil, err
	}
	if len(names) != 1 {
		return nil, fmt.Errorf("%q names %d problems, where one is wanted: the first is %s", name, len(names), names[0])
	}
	return p, nil
}

func lookup(name string) (*Problem, error) {
	domain, set, id, variant := SplitName(name)
	d, s, err := findSet(domain, set)
	if err != nil {
		return nil, err
	}
	variant, own := registeredVariants(domain, variant)
	var p *Problem
	if s.Given != nil {
		p, err = s.Given.Problem(id, variant)
	} else {
		var ids []int
		if ids, err = s.IDs(id); err != nil {
			return nil, err
		}
		p, err = d.Problem(set, ids[0], variant)
	}
	if unknown := (*VariantError)(nil); errors.As(err, &unknown) {
		unknown.Known = slices.Concat(unknown.Known, registeredWords(domain))
	}
	if err != nil {
		return nil, fmt.Errorf("problem %q: %w", name, err)
	}
	for _, with := range own {
		if p = with(p); p.Err != nil {
			return nil, fmt.Errorf("problem %q: %w", name, p.Err)
		}
	}
	p.Name = name
	return p, nil
}

// A VariantError is the error of a domain that does not know a word of a variant. Lookup adds the registered words to
// those that are known.
type VariantError struct {
	Word  string
	Known []string
}

func (e *VariantError) Error() string {
	if len(e.Known) == 0 {
		return fmt.Sprintf("unknown variant %q: there are none", e.Word)
	}
	return fmt.Sprintf("unknown variant %q%s", e.Word, Suggest(e.Word, e.Known))
}

// Match lists the names that a pattern "domain/set/ids[:variant]" matches. ids is a
// comma-separated list of numbers, of ranges such as 1-10 and, if the set has them, of
// names; or * for the whole set. set may be * as well. If instances are given by texts,
// ids is the text; in a file's name a * matches any characters but a slash. A file with
// the ending of a set, such as my.tsp, needs no domain and set in front.
func Match(pattern string) ([]string, error) {
	names, err := expand(pattern)
	if err != nil {
		return nil, err
	}
	// The variant is the same for all, so one problem shows whether it is right.
	if _, err := lookup(names[0]); err != nil {
		return nil, err
	}
	return names, nil
}

// expand lists the names that a pattern matches, and makes none of their problems.
func expand(pattern string) ([]string, error) {
	if name, ok := fileName(pattern); ok {
		pattern = name
	}
	if path, rest := givenPath(pattern); path != "" {
		return expandGiven(pattern, path, rest)
	}
	path, variant, hasVariant := strings.Cut(pattern, ":")
	parts := strings.Split(path, "/")
	if _, ok := findFamily(parts[0]); ok && len(parts) == 2 {
		parts = append([]string{""}, parts...)
	}
	switch {
	case len(parts) != 3 && strings.Contains(pattern, ","):
		return nil, fmt.Errorf("problem %q: several problems are separated by spaces, not by commas", pattern)
	case len(parts) != 3:
		return nil, fmt.Errorf("problem %q: want domain/set/id[:variant], as in %s%s", pattern, example(path), suggestFamily(parts))
	}
	if hasVariant && variant == "" {
		return nil, errNoVariant(pattern)
	}
	sets := []string{parts[1]}
	if parts[1] == "*" {
		d, err := findDomain(parts[0])
		if err != nil {
			return nil, err
		}
		sets = sets[:0]
		for _, s := range d.Sets {
			if s.Given == nil {
				sets = append(sets, s.Name)
			}
		}
	}
	var names []string
	for _, set := range sets {
		d, s, err := findSet(parts[0], set)
		if err != nil {
			return nil, err
		}
		ids, err := s.IDs(parts[2])
		if err != nil {
			return nil, fmt.Errorf("problem %q: %w", pattern, err)
		}
		for _, id := range ids {
			name := Path(d.Name, s.Name) + "/" + s.id(id)
			if hasVariant {
				name += ":" + variant
			}
			names = append(names, name)
		}
	}
	return names, nil
}

func findDomain(name string) (*Domain, error) {
	if name == "" {
		return familyDomain(), nil
	}
	var names []string
	for _, d := range registry {
		if d.Name == name {
			return d, nil
		}
		names = append(names, d.Name)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("unknown domain %q: this program has none; import _ \"github.com/focal-search/focal/domains\"", name)
	}
	return nil, fmt.Errorf("unknown domain %q%s", name, Suggest(name, names))
}

func findSet(domain, set string) (*Domain, *Set, error) {
	d, err := findDomain(domain)
	if err != nil {
		return nil, nil, err
	}
	var names []string
	for i := range d.Sets {
		if d.Sets[i].Name == set {
			return d, &d.Sets[i], nil
		}
		names = append(names, d.Sets[i].Name)
	}
	return nil, nil, fmt.Errorf("unknown set %q of domain %s%s", set, domain, Suggest(set, names))
}

// maxMatch bounds the number of matches of one pattern, so that a mistyped range is an
// error.
const maxMatch = 1_000_000

// id is the name of an instance within its set.
func (s *Set) id(number int) string {
	if s.Names != nil {
		return s.Names[number-1]
	}
	return strconv.Itoa(number)
}

// IDs lists the numbers that the third part of a pattern matches, as 1-10,12 or *.
func (s *Set) IDs(text string) ([]int, error) {
	if text == "*" {
		if s.Count == 0 {
			return nil, fmt.Errorf("set %s has no end: name a range of seeds such as 1-100 instead of *", s.Name)
		}
		text = fmt.Sprintf("1-%d", s.Count)
	}
	var ids []int
	there := map[int]bool{}
	add := func(id int) {
		if !there[id] { // each once, as in 1-3,2
			there[id] = true
			ids = append(ids, id)
		}
	}
	for part := range strings.SplitSeq(text, ",") {
		if i := slices.Index(s.Names, part); i >= 0 {
			add(i + 1)
			continue
		}
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		lo, err1 := strconv.Atoi(from)
		hi, err2 := strconv.Atoi(to)
		switch {
		case (err1 != nil || err2 != nil) && s.Names != nil:
			return nil, fmt.Errorf("no instance %q in set %s%s", part, s.Name, Suggest(part, s.Names))
		case err1 != nil || err2 != nil:
			return nil, fmt.Errorf("%q is not an instance number, a range such as 1-10 or *", part)
		case lo < 1 || s.Count > 0 && hi > s.Count:
			if s.Count > 0 {
				return nil, fmt.Errorf("no instance %s in set %s, which has 1 to %d", part, s.Name, s.Count)
			}
			return nil, fmt.Errorf("no instance %s in set %s: seeds start at 1", part, s.Name)
		case lo > hi:
			return nil, fmt.Errorf("the range %s is empty", part)
		case hi-lo >= maxMatch-len(ids):
			return nil, fmt.Errorf("%s names more than %d instances", text, maxMatch)
		}
		for i := range hi - lo + 1 {
			add(lo + i)
		}
	}
	return ids, nil
}

// example is the name of a problem close to the one asked for.
func example(path string) string {
	for _, d := range registry {
		if strings.HasPrefix(path, d.Name) || len(registry) == 1 {
			return fmt.Sprintf("%s/%s/1", d.Name, d.Sets[0].Name)
		}
	}
	if len(registry) == 0 {
		return "npuzzle/korf/1"
	}
	return fmt.Sprintf("%s/%s/1", registry[0].Name, registry[0].Sets[0].Name)
}

// Suggest returns the end of an error message about an unknown name: the nearest known
// name first, then all known names, or the nearest of many.
func Suggest(name string, known []string) string {
	if len(known) == 0 {
		return ""
	}
	const most = 50
	list := strings.Join(known, ", ")
	if len(known) > most {
		near := slices.Clone(known)
		slices.SortStableFunc(near, func(a, b string) int {
			return cmp.Compare(distance(name, a), distance(name, b))
		})
		list = fmt.Sprintf("%s and %d more", strings.Join(near[:6], ", "), len(known)-6)
	}
	if meant := Nearest(name, known); meant != "" {
		return fmt.Sprintf(": did you mean %q? (known: %s)", meant, list)
	}
	return fmt.Sprintf(" (known: %s)", list)
}

// Nearest returns the known name that a mistyped one is probably meant to be, "" if none is similar: the one
// with the fewest edits, upper and lower case being the same, which are at most two or a third of the letters,
// and leave a letter as it is.
func Nearest(name string, known []string) string {
	best, least := "", max(2, len(name)/3)+1
	for _, k := range known {
		if d := distance(strings.ToLower(name), strings.ToLower(k)); d < min(least, max(len(name), len(k))) {
			best, least = k, d
		}
	}
	return best
}

// distance is the Levenshtein distance.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substituted := diagonal
			if a[i] != b[j] {
				substituted++
			}
			diagonal = row[j+1]
			row[j+1] = min(substituted, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
