package relay

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// Types of which values can be written as JSON and read again are plain, also those that contain themselves.
func TestPlain(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", `package p
type Tree struct { Name string; Kids []Tree; By map[int][2]Tree }
type Hidden struct { Kids []Hidden; f int }
type Linked struct { Next *Linked }
type Called struct { Kids []Called; F func() }
`, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"Tree": true, "Hidden": false, "Linked": false, "Called": false} {
		if got := Plain(pkg.Scope().Lookup(name).Type()); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
