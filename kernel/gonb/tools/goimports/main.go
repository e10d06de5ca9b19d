// Command goimports replaces golang.org/x/tools/cmd/goimports for GoNB: goimports -w FILE
// adds and removes imports. GoNB runs it on the program that it makes from a cell.
//
// Beside the file the command writes what such a program needs besides, according to its
// imports: the back end by which it shows things in GoNB, what draws charts of go-echarts
// without a browser, the fonts of figures for papers, and what reads files of results. A
// program that plots notes the cell's code, which saved figures contain. One that uses
// studies begins with
//
//	func init() { study.Main() }
//
// The function runs after the initialisation of the cell's own declarations, so that the
// processes of isolated runs know the domains that these register. Other programs do not
// link these packages.
package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/imports"
)

const focal = "github.com/focal-search/focal/"

// additions are what programs need besides: a program that imports a package whose path
// begins with the prefix imports another one, and has further lines.
var additions = []struct{ prefix, path, lines string }{
	{focal + "kernel/", focal + "kernel/show/gonb", ""},
	{"github.com/go-echarts/", focal + "kernel/plot/echarts/draw", ""},
	{focal + "kernel/plot", focal + "kernel/plot/fonts", ""},
	{focal + "kernel/plot", focal + "engine/provenance", "func init() { focal_provenance.By(" + cell + ") }\n"},
	{focal + "kernel/frame", focal + "kernel/frame/files", ""},
	{focal + "engine/study", focal + "engine/study", "func init() { focal_study.Main() }\n"},
}

// cell stands for the cell's code in additions: the body of main.
const cell = "CELL"

// fileName is that of the file with the additions. It is compiled after main.go, so its init
// runs last.
const fileName = "study.go"

func main() {
	flag.Bool("w", false, "write the result to the file")
	flag.Parse()
	for _, name := range flag.Args() {
		if err := process(name); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
}

func process(name string) error {
	text, err := imports.Process(name, nil, nil)
	if err != nil {
		return err
	}
	if err := os.WriteFile(name, text, 0o666); err != nil {
		return err
	}
	beside := filepath.Join(filepath.Dir(name), fileName)
	if content := added(text); filepath.Base(name) == "main.go" && content != "" {
		return os.WriteFile(beside, []byte(content), 0o666)
	}
	if err := os.Remove(beside); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

// added returns the additions to a Go file, "" if there are none.
func added(text []byte) string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		return ""
	}
	code := ""
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Name.Name == "main" && f.Recv == nil {
			code = string(text[fset.Position(f.Body.Lbrace).Offset+1 : fset.Position(f.Body.Rbrace).Offset])
		}
	}
	imported, lines := "", ""
	for _, a := range additions {
		for _, spec := range file.Imports {
			if p, _ := strconv.Unquote(spec.Path.Value); strings.HasPrefix(p, a.prefix) {
				name := "_ "
				if a.lines != "" {
					name = "focal_" + path.Base(a.path) + " " // which a cell hardly declares
				}
				imported += "import " + name + strconv.Quote(a.path) + "\n"
				lines += strings.ReplaceAll(a.lines, cell, strconv.Quote(code))
				break
			}
		}
	}
	if imported == "" {
		return ""
	}
	return "package main\n\n" + imported + "\n" + lines
}
