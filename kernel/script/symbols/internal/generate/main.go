// Command generate writes the symbol tables of the project's packages, one file
// for each, into the working directory. Run it through go generate.
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/traefik/yaegi/extract"
)

const module = "github.com/focal-search/focal/"

// packages are what cells and scripts may import, below the module's path.
var packages = []string{"engine", "domains", "domains/npuzzle", "kernel/show", "kernel/plot"}

func main() {
	for _, pkg := range packages {
		table, err := generate(pkg)
		if err == nil {
			err = os.WriteFile(fileName(pkg), table, 0o644)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}

// fileName is the table's file, as "kernel_show.go".
func fileName(pkg string) string { return strings.ReplaceAll(pkg, "/", "_") + ".go" }

// generate extracts the table of one package. It refuses a package whose table
// would lack something that yaegi cannot hold.
func generate(pkg string) ([]byte, error) {
	dropped, err := generics(pkg)
	if err != nil {
		return nil, err
	}
	if len(dropped) > 0 {
		return nil, fmt.Errorf("%s: generic and therefore not usable in cells and scripts: %s; give it a non-generic form or make it private",
			pkg, strings.Join(dropped, ", "))
	}
	var table bytes.Buffer
	ext := extract.Extractor{Dest: "symbols"}
	if _, err := ext.Extract(module+pkg, "", &table); err != nil {
		return nil, fmt.Errorf("%s: %w", pkg, err)
	}
	return table.Bytes(), nil
}

// generics lists a package's exported generic functions and types, which the
// extractor drops without a word.
func generics(pkg string) ([]string, error) {
	found, err := build.Import(module+pkg, ".", 0)
	if err != nil {
		return nil, err
	}
	var names []string
	fset := token.NewFileSet()
	for _, name := range found.GoFiles {
		file, err := parser.ParseFile(fset, filepath.Join(found.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		names = append(names, genericNames(file)...)
	}
	return names, nil
}

func genericNames(file *ast.File) (names []string) {
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Type.TypeParams != nil && d.Name.IsExported() {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok && t.TypeParams != nil && t.Name.IsExported() {
					names = append(names, t.Name.Name)
				}
			}
		}
	}
	return names
}
