package script

import (
	"fmt"
	"go/ast"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/kernel/script/internal/machine"
	"github.com/focal-search/focal/kernel/script/standard"
	"github.com/focal-search/focal/kernel/script/symbols"
)

// LocalName is the name under which a file knows a package that it imports.
func LocalName(spec *ast.ImportSpec) (name, importPath string) {
	importPath, _ = strconv.Unquote(spec.Path.Value) // the parser has checked it
	if spec.Name != nil {
		return spec.Name.Name, importPath
	}
	name, _ = everything.packageName(importPath)
	return name, importPath
}

// CheckImport reports an import of a package that is not compiled in, or that is
// not there in a sandbox.
func (in *Interpreter) CheckImport(spec *ast.ImportSpec) error {
	_, importPath := LocalName(spec)
	if _, ok := in.library.packageName(importPath); ok {
		return nil
	}
	why := "is not compiled in: cells and scripts can import the standard library and the project's packages"
	if _, ok := everything.packageName(importPath); ok {
		why = "is not there in a sandbox, where a script has neither files nor the network nor other processes"
	}
	return in.ErrorAt(spec.Path.Pos(), fmt.Sprintf("package %s %s", importPath, why))
}

func (in *Interpreter) checkImports(file *ast.File) error {
	for _, spec := range file.Imports {
		if err := in.CheckImport(spec); err != nil {
			return err
		}
	}
	return nil
}

// A library is the compiled packages that interpreted code can import: tables of
// symbols, of which the later ones add to the earlier.
type library []machine.Table

var everything = append(library(standard.Tables()), symbols.Symbols)

// packageName is the name of the package with an import path; false if there is none.
func (l library) packageName(importPath string) (string, bool) {
	if importPath == "iter" { // of generic types alone: see library.go
		return "iter", true
	}
	names := []string{path.Base(importPath), path.Base(path.Dir(importPath))} // the latter for math/rand/v2
	for _, table := range l {
		for _, name := range names {
			if table[importPath+"/"+name] != nil {
				return name, true
			}
		}
	}
	return "", false
}

// members are what a package exports.
func (l library) members(importPath string) map[string]reflect.Value {
	members := map[string]reflect.Value{}
	name, _ := l.packageName(importPath)
	for _, table := range l {
		for name, v := range table[importPath+"/"+name] {
			if ast.IsExported(name) { // the others are yaegi's
				members[name] = v
			}
		}
	}
	return members
}

// Members are what a compiled package exports.
func Members(importPath string) map[string]reflect.Value { return everything.members(importPath) }

// Packages are the import paths of the packages that are compiled in, in their order.
func Packages() (paths []string) {
	for _, table := range everything {
		for key := range table {
			importPath := path.Dir(key)
			if _, ok := everything.packageName(importPath); ok && !strings.HasPrefix(importPath, "github.com/traefik/") &&
				!slices.Contains(paths, importPath) {
				paths = append(paths, importPath)
			}
		}
	}
	slices.Sort(paths)
	return paths
}
