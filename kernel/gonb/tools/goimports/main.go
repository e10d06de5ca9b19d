// Command goimports replaces golang.org/x/tools/cmd/goimports for GoNB: goimports -w FILE
// adds and removes imports. GoNB runs it on the program that it makes from a cell.
//
// Beside the file the command writes what such a program needs besides, according to its
// imports: the back end by which it shows things in GoNB, what draws charts of go-echarts
// without a browser, the fonts of figures for papers, and what reads files of results. A
// program that uses studies begins with
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
	"go/parser"
	"go/token"
	"os"
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
	{focal + "kernel/frame", focal + "kernel/frame/files", ""},
	{focal + "engine/study", focal + "engine/study", "func init() { study.Main() }\n"},
}

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
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly)
	if err != nil {
		return ""
	}
	imported, lines := "", ""
	for _, a := range additions {
		for _, spec := range file.Imports {
			if path, _ := strconv.Unquote(spec.Path.Value); strings.HasPrefix(path, a.prefix) {
				name := "_ "
				if a.lines != "" {
					name = ""
				}
				imported += "import " + name + strconv.Quote(a.path) + "\n"
				lines += a.lines
				break
			}
		}
	}
	if imported == "" {
		return ""
	}
	return "package main\n\n" + imported + "\n" + lines
}
