package script

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/focal-search/focal/engine"
)

// The packages that are included as source have all names that Go's export.
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

// A source that adds to a package declares names of that package, which are found beside the compiled ones.
func TestLibraryAdds(t *testing.T) {
	in := NewInterpreter(io.Discard, io.Discard)
	for importPath, names := range map[string][]string{
		"sync": {"OnceValue", "OnceValues"}, "sync/atomic": {"Pointer"}, "errors": {"AsType"}, "math/rand/v2": {"N"},
		module + "engine": {"Edge", "Graph"},
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

// The types of graphs that are included as source have the fields of the engine's.
func TestLibraryGraphs(t *testing.T) {
	scope := NewInterpreter(io.Discard, io.Discard).packages.source(module + "engine").Package.Scope()
	for name, want := range map[string]reflect.Type{
		"Graph": reflect.TypeFor[engine.Graph[int]](), "Edge": reflect.TypeFor[engine.Edge[int]](),
	} {
		have := scope.Lookup(name).Type().Underlying().(*types.Struct)
		if have.NumFields() != want.NumField() {
			t.Errorf("%s has %d fields, want %d", name, have.NumFields(), want.NumField())
			continue
		}
		for i := range have.NumFields() {
			if have.Field(i).Name() != want.Field(i).Name {
				t.Errorf("field %d of %s is %s, want %s", i, name, have.Field(i).Name(), want.Field(i).Name)
			}
		}
	}
}

// exported returns the functions and types that a file exports.
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
