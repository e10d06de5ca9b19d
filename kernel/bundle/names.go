package bundle

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// folders are the folders beside a notebook that hold its study files and results.
var folders = []string{"study", "results"}

// kinds are the extensions of files that notebooks read. Stores are not among them,
// since they would provide runs that are to be made again.
var kinds = []string{".yaml", ".yml", ".parquet", ".csv", ".json", ".jsonl"}

// Reads lists the files that a notebook in a folder names: files whose path is a string
// in its code or a word of its text, study files and results whose path is a
// concatenation of several of its strings, as in "results/" + name + ".parquet", and files
// that match a string such as "levels/*.txt". Paths have slashes and are relative to the
// folder.
func (n *Notebook) Reads(dir string) []string {
	words := n.strings()
	var found []string
	for _, word := range slices.Concat(words, n.words()) {
		if filepath.IsLocal(word) && slices.Contains(kinds, path.Ext(word)) && isFile(filepath.Join(dir, word)) {
			found = append(found, path.Clean(filepath.ToSlash(word)))
		}
	}
	for _, pattern := range words {
		found = append(found, matching(dir, pattern)...)
	}
	for _, folder := range folders {
		entries, _ := os.ReadDir(filepath.Join(dir, folder)) // a missing folder has no files
		for _, e := range entries {
			name := folder + "/" + e.Name()
			if slices.Contains(kinds, path.Ext(name)) && composed(name, words) && isFile(filepath.Join(dir, name)) {
				found = append(found, name)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// unmatched lists the patterns of files in the code, such as "levels/*.txt", that no file matches.
func (n *Notebook) unmatched(dir string) (all []string) {
	for _, pattern := range n.strings() {
		if isPattern(pattern) && unicode.IsLetter(rune(path.Ext(pattern)[1])) && !strings.ContainsAny(pattern, " %\n") &&
			len(matching(dir, pattern)) == 0 {
			all = append(all, pattern)
		}
	}
	return all
}

// isPattern reports whether a text may stand for files, by a star and an ending.
func isPattern(text string) bool {
	ending := path.Ext(text)
	return strings.Contains(text, "*") && filepath.IsLocal(text) && len(ending) > 1 && !strings.Contains(ending, "*") &&
		ending != ".db" && ending != ".ipynb"
}

// matching lists the files that a pattern with a star and an ending matches, but for stores and
// hidden files.
func matching(dir, pattern string) (found []string) {
	if !isPattern(pattern) {
		return nil
	}
	matches, _ := fs.Glob(os.DirFS(dir), path.Clean(pattern)) // a pattern that is none matches nothing
	for _, name := range matches {
		if !strings.HasPrefix(name, ".") && !strings.Contains(name, "/.") && isFile(filepath.Join(dir, name)) {
			found = append(found, name)
		}
	}
	return found
}

// words returns the words of the text that may be paths.
func (n *Notebook) words() []string {
	var words []string
	for _, c := range n.Cells {
		if c.Type == "markdown" {
			words = append(words, strings.FieldsFunc(string(c.Source), func(r rune) bool {
				return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./+", r)
			})...)
		}
	}
	return words
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// strings returns the string literals of the code, and those in its comments, which
// name the other values that a reader may give a constant.
func (n *Notebook) strings() []string {
	var words []string
	for _, c := range n.code() {
		source := []byte(c.Source)
		files := token.NewFileSet()
		var s scanner.Scanner // anything that is not Go, such as %%, is skipped
		s.Init(files.AddFile("", files.Base(), len(source)), source, func(token.Position, string) {}, scanner.ScanComments)
		for _, tok, literal := s.Scan(); tok != token.EOF; _, tok, literal = s.Scan() {
			switch tok {
			case token.STRING:
				if word, err := strconv.Unquote(literal); err == nil && word != "" {
					words = append(words, word)
				}
			case token.COMMENT:
				for _, found := range quoted.FindAllStringSubmatch(literal, -1) {
					words = append(words, found[1])
				}
			}
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// quoted is a word in quotes within a comment.
var quoted = regexp.MustCompile(`"([^"\s]+)"`)

// composed reports whether a name is a concatenation of some of the words.
func composed(name string, words []string) bool {
	reached := make([]bool, len(name)+1) // by words, from the start
	reached[0] = true
	for i := range name {
		for _, word := range words {
			if reached[i] && strings.HasPrefix(name[i:], word) {
				reached[i+len(word)] = true
			}
		}
	}
	return reached[len(name)]
}
