package exit

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// No program ends with a bare number: each code has a name, and its meaning is said once.
func TestNoBareCodes(t *testing.T) {
	files := token.NewFileSet()
	seen := 0
	for _, root := range []string{"../../../engine", "../../../domains", "../../../kernel"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || d.Name() == "tools"): // another module
				return filepath.SkipDir
			case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			file, err := parser.ParseFile(files, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				var code ast.Expr
				switch n := n.(type) {
				case *ast.CallExpr:
					if name(n.Fun) == "os.Exit" {
						code = n.Args[0]
					}
				case *ast.CompositeLit:
					if name(n.Type) == "failure" && len(n.Elts) > 0 {
						code = n.Elts[0]
						if of, ok := code.(*ast.KeyValueExpr); ok {
							code = of.Value
						}
					}
				}
				if code != nil {
					seen++
				}
				if lit, bare := code.(*ast.BasicLit); bare {
					t.Errorf("%s: the exit code is a bare %s", files.Position(lit.Pos()), lit.Value)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 30 {
		t.Errorf("only %d places where a program ends were found", seen)
	}
}

func name(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return name(x.X) + "." + x.Sel.Name
	}
	return ""
}

// Each code has a meaning, no two have the same, and each is in the order of precedence at most once.
func TestMeanings(t *testing.T) {
	of := map[string]bool{}
	for code, meaning := range Meanings {
		if meaning == "" || of[meaning] {
			t.Errorf("code %d means %q", code, meaning)
		}
		of[meaning] = true
	}
	if len(Meanings) != Script+1 {
		t.Errorf("%d meanings", len(Meanings))
	}
	for _, line := range strings.Split(Help(), "\n") {
		if len(line) > 90 {
			t.Errorf("a line of %d columns: %s", len(line), line)
		}
	}
}
