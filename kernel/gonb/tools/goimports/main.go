// Command goimports replaces golang.org/x/tools/cmd/goimports for GoNB: goimports -w FILE
// adds and removes imports. GoNB runs it on the program that it makes from a cell.
//
// If the program uses studies, the command also writes, beside the file, the line
// with which such a program begins:
//
//	func init() { study.Main() }
//
// The function runs after the initialisation of the cell's own declarations, so that the
// processes of isolated runs know the domains that these register. Other programs get no
// such file and so do not link the packages of studies.
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

const study = "github.com/focal-search/focal/engine/study"

// The file is compiled after main.go, so its init runs last.
const (
	fileName = "study.go"
	content  = "package main\n\nimport \"" + study + "\"\n\nfunc init() { study.Main() }\n"
)

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
	if filepath.Base(name) == "main.go" && usesStudies(text) {
		return os.WriteFile(beside, []byte(content), 0o666)
	}
	if err := os.Remove(beside); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

// usesStudies reports whether a Go file imports package study or one below it.
func usesStudies(text []byte) bool {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly)
	if err != nil {
		return false
	}
	for _, spec := range file.Imports {
		if path, _ := strconv.Unquote(spec.Path.Value); path == study || strings.HasPrefix(path, study+"/") {
			return true
		}
	}
	return false
}
