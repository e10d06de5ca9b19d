package engine

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Given describes a set whose instances have neither numbers nor names. Each is given
// by the text in place of an id, such as the tiles of a board or the name of a file.
type Given struct {
	As      string // what the text is, for display, such as "TILES"
	Example string // such as "3-1-2"
	// Problem makes the instance from a text and a variant, "" if the name has none.
	// Problem.Content must hold what the text refers to, not the text itself.
	Problem func(text, variant string) (*Problem, error)

	// The following fields are for files, whose names are the texts. A file's name may
	// contain slashes. In it, %20 is a space, %2A a star and %25 a percent sign, since
	// spaces and stars have a meaning in patterns.

	File   func(text string) string            // the file that a text names; nil if texts name no files
	Match  func(text string) ([]string, error) // the texts that a pattern matches; of another text, itself
	Ending string                              // of files that belong to the set, such as ".tsp"; "" if there is none
	Quote  func(file string) string            // the text that names a file
}

// SplitName splits a problem's name domain/set/id[:variant] into its parts. Only an id
// that is given by a text, such as a file, may contain slashes: in tsp/file/a/b.tsp:nn
// the id is a/b.tsp. In a name of another form, such as that of a [Family]'s problem, the
// domain is empty, and what precedes the last slash is the set.
func SplitName(name string) (domain, set, id, variant string) {
	if path, rest := givenPath(name); path != "" {
		domain, set, _ = strings.Cut(path, "/")
		id, variant, _ = cutVariant(rest)
		return domain, set, id, variant
	}
	path, variant, _ := strings.Cut(name, ":")
	parts := strings.Split(path, "/")
	if len(parts) != 3 {
		if i := strings.LastIndexByte(path, '/'); i >= 0 {
			return "", path[:i], path[i+1:], variant
		}
		return "", "", path, variant
	}
	return parts[0], parts[1], parts[2], variant
}

// givenPath splits the name of an instance that is given by a text after its set; path
// is "" for other names.
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

// cutVariant cuts off what follows the last colon, if it consists of words: a file's
// name may contain colons too.
func cutVariant(text string) (id, variant string, ok bool) {
	i := strings.LastIndexByte(text, ':')
	if i < 0 || strings.ContainsFunc(text[i+1:], func(r rune) bool { return !wordRune(r) && r != '+' && r != '=' }) {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}

// wordRune reports whether a rune may occur in a word.
func wordRune(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_'
}

// FilesOf returns the paths of the files from which the problems of a pattern are read; of a
// family, those of all its instances, since their order numbers them. Relative paths start at
// the working directory.
func FilesOf(pattern string) ([]string, error) {
	names, err := Match(pattern)
	if err != nil {
		return nil, err
	}
	if domain, set, _, _ := SplitName(names[0]); domain == "" {
		r, _ := findFamily(set)
		return slices.Clone(r.files), nil
	}
	var files []string
	for _, name := range names {
		path, rest := givenPath(name)
		if s, _ := FindSet(path); path != "" && s.Given.File != nil {
			text, _, _ := cutVariant(rest)
			files = append(files, s.Given.File(text))
		}
	}
	return files, nil
}

// fileName is the name of the problem in a file, such as tsp/file/my.tsp:nn for
// my.tsp:nn, found by the file's ending; false if no set has that ending.
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

// expandGiven lists the names that a pattern of instances given by texts matches.
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
	if s.Given.Match != nil {
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

// IsWord reports whether a text can be a word of a variant: letters, digits, - and _.
func IsWord(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !wordRune(r) })
}

// variants are the registered words, by domain and word.
var (
	variantMutex sync.Mutex
	variants     = map[string]func(*Problem) *Problem{}
)

// RegisterVariant adds a word to the variants of a domain's problems. with makes
// another problem from the one that the remaining words stand for. Studies and study
// files can then name the word, in Grid.Heuristics too, and so can the processes that a
// program starts for a study, if it is registered before study.Main is called.
// Registering the same word again replaces it. It panics if the word is invalid or
// belongs to the domain itself, since that is a bug in the program.
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

// registeredWords are the words that are registered for a domain.
func registeredWords(domain string) (words []string) {
	variantMutex.Lock()
	defer variantMutex.Unlock()
	for name := range variants {
		if word, ok := strings.CutPrefix(name, domain+" "); ok {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	return words
}

// registeredVariants removes the registered words from a variant, each once.
func registeredVariants(domain, variant string) (rest string, own []func(*Problem) *Problem) {
	variantMutex.Lock()
	defer variantMutex.Unlock()
	var others, known []string
	for word := range strings.SplitSeq(variant, "+") {
		if with := variants[domain+" "+word]; with != nil && !slices.Contains(known, word) {
			own, known = append(own, with), append(known, word)
			continue
		}
		others = append(others, word)
	}
	return strings.Join(others, "+"), own
}
