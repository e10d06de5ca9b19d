package adapt

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/focal-search/focal/kernel/script/internal/passtest"
	"github.com/focal-search/focal/kernel/script/lower"
)

// A library imports packages of the standard library from source, each once, and one function of the
// project.
type library struct{ types.Importer }

func (l library) Import(path string) (*types.Package, error) {
	if path != project+"/kernel/show" {
		return l.Importer.Import(path)
	}
	pkg := types.NewPackage(path, "show")
	value := types.NewVar(token.NoPos, pkg, "v", types.Universe.Lookup("any").Type())
	sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(value), nil, false)
	pkg.Scope().Insert(types.NewFunc(token.NoPos, pkg, "Value", sig))
	pkg.MarkComplete()
	return pkg, nil
}

// Each pass rewrites its example as expected. The examples are files of testdata: the input, a line of
// dashes, and the output.
func TestPasses(t *testing.T) {
	packages := library{importer.ForCompiler(token.NewFileSet(), "source", nil)}
	for _, p := range Passes {
		t.Run(p.Name, func(t *testing.T) {
			before, after := passtest.Example(t, p.Name)
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, "p.go", "package main\n\n"+before, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			lowered := &lower.Unit{Fset: fset, Files: []*ast.File{file}, Importer: packages, Added: map[string]string{},
				Number: func() int { n++; return n }}
			lowered.Check()
			if lowered.Errors != nil {
				t.Fatal(lowered.Errors)
			}
			shapes := 0
			p.run(newUnit(lowered, func(types.Type) int { shapes++; return shapes - 1 }))
			have := passtest.Printed(file)
			if want := passtest.Tidy(after); have != want {
				t.Errorf("it makes\n%s\nwant\n%s", have, want)
			}
			if have == passtest.Tidy(before) {
				t.Error("it changes nothing")
			}
		})
	}
}
