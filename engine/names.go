package engine

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Given says how the instances of a set are given that have neither numbers nor
// names: by what stands in the place of an id, such as the tiles of a board or
// the name of a file.
type Given struct {
	As      string // what stands there, for people, as "TILES"
	Example string // as "3-1-2"
	// Problem makes the instance of a text and a variant, "" if the name has none.
	// What the text leads to, not the text itself, belongs into Problem.Content.
	Problem func(text, variant string) (*Problem, error)

	// What follows is for files, whose names are the texts. A file's name may have
	// slashes; in it %20 is a space, %2A a star and %25 a percent sign, since spaces
	// and stars mean something else in patterns.

	File   func(text string) string            // the file that a text names; nil where texts name none
	Match  func(text string) ([]string, error) // the texts that one with a star stands for
	Ending string                              // of files that belong to the set, as ".tsp"; "" if it says nothing
	Quote  func(file string) string            // the text that names a file
}

// SplitName cuts a problem's name domain/set/id[:variant] into its parts. Only what
// is given by a text, such as a file, may have more slashes: in tsp/file/a/b.tsp:nn
// the id is a/b.tsp. A name of another form is an instance of no domain.
func SplitName(name string) (domain, set, id, variant string) {
	if path, rest := givenPath(name); path != "" {
		domain, set, _ = strings.Cut(path, "/")
		id, variant, _ = cutVariant(rest)
		return domain, set, id, variant
	}
	path, variant, _ := strings.Cut(name, ":")
	parts := strings.Split(path, "/")
	if len(parts) != 3 {
		return "", "", path, variant
	}
	return parts[0], parts[1], parts[2], variant
}

// givenPath cuts the name of an instance that is given by a text behind its set,
// "" if it is none.
func givenPath(name string) (path, rest string) {
	parts := strings.SplitN(name, "/", 3)
	if len(parts) != 3 {
		return "", name
	}
	path = parts[0] + "/" + parts[1]
	if s, ok := FindSet(path); ok && s.Given != nil {
		return path, parts[2]
	}
	return "", name
}

// cutVariant cuts what follows the last colon, if those are words: a file's name
// may have colons too.
func cutVariant(text string) (id, variant string, ok bool) {
	i := strings.LastIndexByte(text, ':')
	if i < 0 || strings.ContainsFunc(text[i+1:], func(r rune) bool { return !wordRune(r) && r != '+' }) {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}

// wordRune says whether a rune may be in the words of a variant.
func wordRune(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_'
}

// FileOf is the file that a problem's name names, "" if none. A relative one is
// looked for in the working directory.
func FileOf(name string) string {
	path, rest := givenPath(name)
	if path == "" {
		return ""
	}
	s, _ := FindSet(path)
	if s.Given.File == nil {
		return ""
	}
	text, _, _ := cutVariant(rest)
	return s.Given.File(text)
}

// fileName is the name of the problem in a file, such as tsp/file/my.tsp:nn for
// my.tsp:nn, by the file's ending; false if none goes by it.
func fileName(pattern string) (string, bool) {
	parts := strings.SplitN(pattern, "/", 3)
	if len(parts) == 3 {
		if _, ok := FindSet(parts[0] + "/" + parts[1]); ok {
			return "", false
		}
	}
	file, variant, hasVariant := cutVariant(pattern)
	for _, d := range registry {
		for _, s := range d.Sets {
			if g := s.Given; g != nil && g.Ending != "" && strings.HasSuffix(file, g.Ending) {
				name := d.Name + "/" + s.Name + "/"
				if strings.Contains(file, "*") { // a pattern, which is written as such
					name += strings.ReplaceAll(file, " ", "%20")
				} else {
					name += g.Quote(file)
				}
				if hasVariant {
					name += ":" + variant
				}
				return name, true
			}
		}
	}
	return "", false
}

// expandGiven lists the names that a pattern of instances given by texts stands for.
func expandGiven(pattern, path, rest string) ([]string, error) {
	s, _ := FindSet(path)
	text, variant, hasVariant := cutVariant(rest)
	switch {
	case hasVariant && variant == "":
		return nil, errNoVariant(pattern)
	case text == "":
		return nil, fmt.Errorf("problem %q: want %s, as in %s/%s", pattern, s.Given.As, path, s.Given.Example)
	}
	texts := []string{text}
	if s.Given.Match != nil && strings.Contains(text, "*") {
		var err error
		if texts, err = s.Given.Match(text); err != nil {
			return nil, fmt.Errorf("problem %q: %w", pattern, err)
		}
	}
	var names []string
	for _, text := range texts {
		name := path + "/" + text
		if hasVariant {
			name += ":" + variant
		}
		names = append(names, name)
	}
	return names, nil
}

func errNoVariant(pattern string) error {
	return fmt.Errorf("problem %q: nothing follows the colon: want a variant there, or no colon", pattern)
}

// IsWord says whether a text can be a word of a variant: letters, digits, - and _.
func IsWord(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !wordRune(r) })
}

// variants are the words that have been registered, by domain and word.
var (
	variantMutex sync.Mutex
	variants     = map[string]func(*Problem) *Problem{}
)

// RegisterVariant makes a word known in the variants of a domain's problems, which
// makes another problem of the one that the other words stand for. So studies and
// their files can name it, among Grid.Heuristics too, and the processes that a
// program starts for a study, if it is registered before study.Main is called. Another
// one of the same word takes its place. It panics if the word is none, or one that the
// domain has, which is a mistake of the program.
func RegisterVariant(domain, word string, with func(*Problem) *Problem) {
	d, err := findDomain(domain)
	switch {
	case err != nil:
	case !IsWord(word):
		err = fmt.Errorf("the name %q: want a word of letters, digits, - and _", word)
	default:
		for _, set := range d.Sets {
			if slices.Contains(set.Words(), word) {
				err = fmt.Errorf("the name %q is one of %s's own: choose another", word, domain)
			}
		}
	}
	if err != nil {
		panic("engine.RegisterVariant: " + err.Error())
	}
	variantMutex.Lock()
	defer variantMutex.Unlock()
	variants[domain+" "+word] = with
}

// registeredVariant takes a registered word out of a variant, with nil if there is none.
func registeredVariant(domain, variant string) (rest string, with func(*Problem) *Problem) {
	variantMutex.Lock()
	defer variantMutex.Unlock()
	var others []string
	for word := range strings.SplitSeq(variant, "+") {
		if own := variants[domain+" "+word]; own != nil && with == nil {
			with = own
			continue
		}
		others = append(others, word)
	}
	return strings.Join(others, "+"), with
}
