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
	"slices"
	"strings"

	"github.com/traefik/yaegi/extract"
)

const module = "github.com/focal-search/focal/"

// packages are what cells and scripts may import, below the module's path.
var packages = []string{
	"engine", "engine/batch", "engine/report", "engine/stats", "engine/store", "engine/store/export",
	"domains", "domains/gctsp", "domains/npuzzle", "domains/pancake", "domains/tsp", "domains/tsplib",
	"kernel/show", "kernel/plot",
}

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
	files, err := parse(pkg)
	if err != nil {
		return nil, err
	}
	if dropped := unusable(files); len(dropped) > 0 {
		return nil, fmt.Errorf("%s: generic and therefore not usable in cells and scripts: %s; "+
			"for each X export a non-generic AnyX that does the same, or make it private",
			pkg, strings.Join(dropped, ", "))
	}
	var table bytes.Buffer
	ext := extract.Extractor{Dest: "symbols"}
	if _, err := ext.Extract(module+pkg, "", &table); err != nil {
		return nil, fmt.Errorf("%s: %w", pkg, err)
	}
	return table.Bytes(), nil
}

// parse parses a package's files, without its tests.
func parse(pkg string) ([]*ast.File, error) {
	found, err := build.Import(module+pkg, ".", 0)
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	fset := token.NewFileSet()
	for _, name := range found.GoFiles {
		file, err := parser.ParseFile(fset, filepath.Join(found.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// unusable lists a package's exported generic functions and types, which the
// extractor drops without a word, unless there is a form without type
// parameters: for a generic X that is AnyX.
func unusable(files []*ast.File) (names []string) {
	generic := map[string]bool{}
	for _, file := range files {
		declared(file, func(name string, params *ast.FieldList) { generic[name] = params != nil })
	}
	for name, is := range generic {
		form, there := generic["Any"+name]
		if is && (!there || form) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// declared calls f for each exported function and type of a file.
func declared(file *ast.File, f func(name string, params *ast.FieldList)) {
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.IsExported() {
				f(d.Name.Name, d.Type.TypeParams)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok && t.Name.IsExported() {
					f(t.Name.Name, t.TypeParams)
				}
			}
		}
	}
}
