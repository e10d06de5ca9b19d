package script

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The packages that are there as source have all that Go's have.
func TestLibraryIsGos(t *testing.T) {
	for _, name := range []string{"cmp", "iter", "maps", "slices"} {
		pkg, err := build.Default.Import(name, "", 0)
		if err != nil {
			t.Skip("it needs the source of Go's library: ", err)
		}
		text, err := generics.ReadFile("library/" + name + ".go.txt")
		if err != nil {
			t.Fatal(err)
		}
		ours, err := parser.ParseFile(token.NewFileSet(), name, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		have := exported(ours)
		for _, name := range pkg.GoFiles {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(pkg.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range exported(file) {
				if !slices.Contains(have, want) {
					t.Errorf("%s.%s is not there", pkg.Name, want)
				}
			}
		}
	}
}

// A source that adds to a package has what that has, and is there with what is compiled.
func TestLibraryAdds(t *testing.T) {
	in := NewInterpreter(io.Discard, io.Discard)
	for importPath, names := range map[string][]string{
		"sync": {"OnceValue", "OnceValues"}, "errors": {"AsType"}, "math/rand/v2": {"N"},
	} {
		s := in.packages.source(importPath)
		if s == nil || !s.Adds || !slices.Equal(exported(s.File), names) {
			t.Errorf("%s: source %v, want %v", importPath, s, names)
			continue
		}
		if have, want := len(s.Package.Scope().Names()), len(in.library.members(importPath))+len(names); have < want {
			t.Errorf("%s has %d names, want %d", importPath, have, want)
		}
	}
}

// exported are the functions and types that a file exports.
func exported(file *ast.File) (names []string) {
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.IsExported() {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok && s.Name.IsExported() {
					names = append(names, s.Name.Name)
				}
			}
		}
	}
	slices.SortFunc(names, strings.Compare)
	return names
}
