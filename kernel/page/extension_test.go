package page

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// The declarations of a package are Go, have its documentation, and no bodies.
func TestDeclared(t *testing.T) {
	for _, folder := range []string{"../../engine", "../show", "../plot"} {
		text, err := declared(folder)
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "doc.go", text, parser.ParseComments)
		if err != nil {
			t.Fatalf("%s: %v", folder, err)
		}
		p, err := doc.NewFromFiles(fset, []*ast.File{file}, filepath.Base(folder))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(p.Doc, "Package "+p.Name) || len(p.Types) == 0 {
			t.Errorf("%s: documentation %.40q, %d types", folder, p.Doc, len(p.Types))
		}
		for _, f := range p.Funcs {
			if f.Doc == "" || f.Decl.Body != nil {
				t.Errorf("%s: %s: documentation %q", folder, f.Name, f.Doc)
			}
		}
	}
}
