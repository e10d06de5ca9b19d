package data

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/focal-search/focal/engine"
)

// OwnSet returns the set of the instances in the user's files, such as tsp/file/my.tsp.
// read makes the problem from a file's content; the file's name is for errors. Files with
// the given ending belong to the set even without its name, unless it is "".
func OwnSet(doc, example, ending string, variants []engine.Choice,
	read func(in io.Reader, file, variant string) (*engine.Problem, error)) engine.Set {
	problem := func(text, variant string) (*engine.Problem, error) {
		file := fileOf(text)
		content, err := ReadOwn(file)
		if err != nil {
			return nil, err
		}
		return read(bytes.NewReader(content), file, variant)
	}
	return engine.Set{Name: "file", Doc: doc, Variants: variants, Given: &engine.Given{
		As: "FILE", Example: example, Problem: problem, File: fileOf, Match: match, Ending: ending, Quote: quote,
	}}
}

// quoted replaces the characters that a file's name cannot contain within a problem's
// name.
var quoted = strings.NewReplacer("%", "%25", " ", "%20", "*", "%2A", "\t", "%09", "\n", "%0A", "\r", "%0D")

func quote(file string) string { return quoted.Replace(filepath.ToSlash(file)) }

// fileOf returns the file that a text names. Invalid quoting is left unchanged.
func fileOf(text string) string {
	if file, err := url.PathUnescape(text); err == nil {
		text = file
	}
	return filepath.FromSlash(text)
}

// match lists the files of a pattern, by name; another text is itself.
func match(text string) ([]string, error) {
	if !strings.Contains(text, "*") {
		return []string{text}, nil
	}
	if err := ownAllowed(text); err != nil {
		return nil, err
	}
	parts := strings.Split(text, "*")
	for i, part := range parts {
		parts[i] = globQuoted.Replace(fileOf(part))
	}
	files, err := filepath.Glob(strings.Join(parts, "*")) // sorted
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("there is no such file: %s", text)
	}
	for i, file := range files {
		files[i] = quote(file)
	}
	return files, nil
}

// globQuoted prevents characters other than a star from being patterns.
var globQuoted = func() *strings.Replacer {
	if runtime.GOOS == "windows" { // which has no quoting, so that [ cannot be used
		return strings.NewReplacer()
	}
	return strings.NewReplacer(`\`, `\\`, `?`, `\?`, `[`, `\[`)
}()

// confined is true if the user's files must not be opened.
var confined atomic.Bool

// Confine(true) restricts this process to published files when it makes problems from
// names; Confine(false) lifts the restriction.
func Confine(to bool) { confined.Store(to) }

func ownAllowed(file string) error {
	switch {
	case confined.Load() || held != nil:
		return fmt.Errorf("%s: a sandbox cannot open your own files", file)
	case runtime.GOOS == "js":
		return fmt.Errorf("%s: a page in a browser has no files: give the instance itself, as in npuzzle/board/...", file)
	}
	return nil
}

// ReadOwn reads a file of the user, unless this process is confined to published ones.
func ReadOwn(file string) ([]byte, error) {
	if err := ownAllowed(file); err != nil {
		return nil, err
	}
	content, err := read(file)
	return content, readable(file, err)
}

// readable is an error of read that begins with the file and names no system call.
func readable(file string, err error) error {
	var reason *fs.PathError
	if !errors.As(err, &reason) {
		return err
	}
	why := reason.Err
	if errors.Is(why, fs.ErrInvalid) {
		why = fmt.Errorf("it is no regular file of at most %d MiB", mostBytes>>20)
	}
	return fmt.Errorf("%s: %w", file, why)
}
