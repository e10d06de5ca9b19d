// Command generate writes the symbol tables of the project's packages, one file
// for each, into the working directory. Run it through go generate.
package main

import (
	"fmt"
	"go/ast"
	"log"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

const module = "github.com/focal-search/focal/"

// exporting are the packages that cells and scripts may import: the project's,
// below the module's path, and those of go-echarts, to draw what nobody has drawn yet.
var exporting = []string{
	"engine", "engine/record", "engine/report", "engine/stats", "engine/store", "engine/store/export", "engine/table",
	"engine/study", "engine/study/job", "engine/study/worker",
	"domains", "domains/tsplib", // and the domains, see registered
	"kernel/show", "kernel/plot", "kernel/frame", "kernel/watch",
	goEcharts + "charts", goEcharts + "components", goEcharts + "event", goEcharts + "opts", goEcharts + "types",
}

const goEcharts = "github.com/go-echarts/go-echarts/v2/"

// importPath is a listed package's.
func importPath(pkg string) string {
	if strings.HasPrefix(pkg, goEcharts) {
		return pkg
	}
	return module + pkg
}

func main() {
	tables, err := generate()
	if err != nil {
		log.Fatal(err)
	}
	for name, table := range tables {
		if err := os.WriteFile(name, table, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// fileName is the table's file, as "kernel_show.go".
func fileName(path string) string {
	path = strings.TrimPrefix(strings.Replace(path, goEcharts, "echarts/", 1), module)
	return strings.ReplaceAll(path, "/", "_") + ".go"
}

// generate returns the table of each package by its file's name, such as
// "kernel_show.go". The types come from the compiler's export data: no package
// is read from source.
func generate() (map[string][]byte, error) {
	var paths []string
	for _, pkg := range exporting {
		paths = append(paths, importPath(pkg))
	}
	more, err := registered()
	if err != nil {
		return nil, err
	}
	paths = append(paths, more...)
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadTypes}, paths...)
	if err != nil {
		return nil, err
	}
	tables := map[string][]byte{}
	for _, pkg := range loaded {
		if len(pkg.Errors) > 0 {
			return nil, fmt.Errorf("%s: %w", pkg.PkgPath, pkg.Errors[0])
		}
		if !slices.ContainsFunc(pkg.Types.Scope().Names(), ast.IsExported) {
			continue // such as the paper's figures
		}
		text, err := table(pkg.Types)
		if err != nil {
			return nil, err
		}
		tables[fileName(pkg.PkgPath)] = text
	}
	return tables, nil
}

// registered are the packages that package domains imports: the domains.
func registered() (paths []string, err error) {
	loaded, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedImports}, module+"domains")
	if err != nil {
		return nil, err
	}
	for _, pkg := range loaded {
		for path := range pkg.Imports {
			if strings.HasPrefix(path, module+"domains/") {
				paths = append(paths, path)
			}
		}
	}
	slices.Sort(paths)
	return paths, nil
}
