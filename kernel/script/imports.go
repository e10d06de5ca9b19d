package script

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/kernel/script/internal/machine"
	"github.com/focal-search/focal/kernel/script/standard"
	"github.com/focal-search/focal/kernel/script/symbols"
)

// LocalName returns the name and the path of an imported package in a file.
func LocalName(spec *ast.ImportSpec) (name, importPath string) {
	importPath, _ = strconv.Unquote(spec.Path.Value) // the parser has checked it
	if spec.Name != nil {
		return spec.Name.Name, importPath
	}
	name, _ = everything.packageName(importPath)
	return name, importPath
}

// CheckImport returns an error for a package that is not compiled in, or that a
// sandbox does not have.
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

// A library holds the compiled packages that interpreted code can import: tables of
// symbols, where later tables add to earlier ones.
type library []machine.Table

var everything = append(library(standard.Tables()), symbols.Symbols)

// packageName returns the name of the package with an import path; false if there is none.
func (l library) packageName(importPath string) (string, bool) {
	if importPath == "iter" { // which has only generic types: see library.go
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

// members returns the exported symbols of a package.
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

// Members returns the exported symbols of a compiled package.
func Members(importPath string) map[string]reflect.Value { return everything.members(importPath) }

// Members returns the exported objects of a package that cells and scripts can import, those that are generic
// included, sorted by name.
func (in *Interpreter) Members(importPath string) (members []types.Object) {
	pkg, err := in.packages.Import(importPath)
	if err != nil {
		return nil
	}
	for _, name := range pkg.Scope().Names() {
		if token.IsIdentifier(name) && ast.IsExported(name) { // the others are instances of generic types
			members = append(members, pkg.Scope().Lookup(name))
		}
	}
	return members
}

// Packages returns the sorted import paths of the packages that are compiled in.
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
