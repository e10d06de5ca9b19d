package instant

import (
	"bytes"
	"context"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/focal-search/focal/kernel/script"
	"github.com/focal-search/focal/kernel/script/lower"
)

// Programs that are held against Go as scripts (see TestSame of package script) print the same as
// cells: their declarations, and then each statement of main in a cell of its own, or all where that
// means something else.
func TestPrograms(t *testing.T) {
	paths, err := filepath.Glob("../script/testdata/same/*.go")
	if err != nil || len(paths) < 50 {
		t.Fatal(len(paths), err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			cells := cellsOf(t, path)
			if cells == nil {
				t.Skip("it cannot be compared")
			}
			var want, have bytes.Buffer
			args, flags := os.Args, flag.CommandLine
			panics := script.Run(t.Context(), path, nil, &want, io.Discard)
			os.Args, flag.CommandLine = args, flags
			session := newSession(&have, io.Discard)
			for k, cell := range cells {
				if _, err := session.run(context.Background(), k+1, cell); err != nil {
					if strings.Contains(err.Error(), lower.Instead) {
						t.Skip("a session refuses it: other cells could declare more types")
					}
					if panics == nil || k < len(cells)-1 {
						t.Fatalf("cell %d\n%s\n%v", k+1, cell, err)
					}
				}
			}
			// An index is not known to be looked at that another cell recovers.
			with := func(out *bytes.Buffer) string { return anIndex.ReplaceAllString(out.String(), "") }
			if with(&have) != with(&want) {
				t.Errorf("cells print\n%s\nwant\n%s", have.String(), want.String())
			}
		})
	}
}

var anIndex = regexp.MustCompile(` \[\d+\] with length \d+`)

var shows = regexp.MustCompile(`show\.Value|os\.Stdout`)

// cellsOf takes a program apart; nil if it cannot be compared: it has an init, of which a cell has one,
// or prints to what is not the interpreter's output, or a constant is repeated that hides one of the
// same name, of which go/types says only what it means the last time.
func cellsOf(t *testing.T, path string) []string {
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	text := func(n ast.Node) string {
		return string(src[fset.Position(n.Pos()).Offset:fset.Position(n.End()).Offset])
	}
	var declared, stmts []string
	whole := false
	defines := map[string]bool{}
	for _, decl := range file.Decls {
		f, isFunc := decl.(*ast.FuncDecl)
		switch {
		case isFunc && f.Name.Name == "init", filepath.Base(path) == "outer_constants.go", shows.MatchString(text(decl)):
			return nil
		case !isFunc || f.Recv != nil || f.Name.Name != "main":
			declared = append(declared, text(decl))
			continue
		}
		for _, stmt := range f.Body.List {
			switch s := stmt.(type) {
			case *ast.DeferStmt, *ast.LabeledStmt:
				whole = true
			case *ast.DeclStmt: // a type or a constant would hide one of the program for all
				whole = whole || s.Decl.(*ast.GenDecl).Tok != token.VAR
			}
			for _, id := range defined(stmt) {
				whole = whole || defines[id.Name] && id.Name != "_"
				defines[id.Name] = true
			}
			stmts = append(stmts, text(stmt))
		}
	}
	if whole {
		stmts = []string{"func() {\n" + strings.Join(stmts, "\n") + "\n}()"}
	}
	return append([]string{strings.Join(declared, "\n\n")}, stmts...)
}
