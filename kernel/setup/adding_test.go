package setup

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Adding an algorithm, a domain, a report or a plot touches these files, besides tests, a
// domain's own folder and what go generate writes. To measure it the test lists the files
// that name an existing one in code.
var adding = []struct {
	what  string
	named string // a string literal or an identifier that names it, or the end of a literal
	files []string
}{
	// A row of the table and a constructor; a new guidance is a queue beside them.
	{"the algorithm rrfs", `"rrfs"`, []string{"engine/catalogue.go"}},
	// Its folder, such as a copy of domains/template, and one import.
	{"the domain pancake", `domains/pancake"`, []string{"domains/domains.go"}},
	// One function with its row in the list of reports; a line if it has charts.
	{"the report cactus", `"cactus"`, []string{"engine/report/report.go", "kernel/plot/report.go"}},
	// A report on some sets of another report: one line.
	{"the report tsp50", `"tsp50"`, []string{"domains/paper/paper.go"}},
	// One function, and the line of the report that shows it.
	{"the plot Scatter", "Scatter", []string{"kernel/plot/report.go", "kernel/plot/scatter.go"}},
}

func TestAdding(t *testing.T) {
	root := Root(t)
	found := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		rel, _ := filepath.Rel(root, path)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (strings.HasPrefix(name, ".") && rel != "." || slices.Contains([]string{
			"testdata", "node_modules", "symbols", "scripts", "compare", "tools"}, name)):
			return fs.SkipDir // the comparison with other planners and the scripts only use names
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		for _, literal := range literalsAndNames(t, path) {
			for _, a := range adding {
				if names(literal, a.named) && !slices.Contains(found[a.what], rel) {
					found[a.what] = append(found[a.what], filepath.ToSlash(rel))
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range adding {
		if !slices.Equal(found[a.what], a.files) {
			t.Errorf("%s is named in %q, want %q", a.what, found[a.what], a.files)
		}
	}
}

// names reports whether a string literal or an identifier is, or a literal ends with, the
// name of something.
func names(found, named string) bool {
	return found == named || strings.HasSuffix(named, `"`) && strings.HasSuffix(found, named)
}

// literalsAndNames returns the string literals and the identifiers of a Go file.
func literalsAndNames(t *testing.T, path string) (all []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var s scanner.Scanner
	s.Init(fset.AddFile(path, -1, len(text)), text, nil, 0)
	for {
		switch _, tok, literal := s.Scan(); tok {
		case token.STRING, token.IDENT:
			all = append(all, literal)
		case token.EOF:
			return all
		}
	}
}
