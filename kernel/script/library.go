package script

import (
	"embed"
	"go/ast"
	"go/parser"
	"go/types"
	"path"
	"slices"
	"strconv"

	"github.com/focal-search/focal/kernel/script/lower"
)

// generics holds the generic functions and types of the standard library as source, which
// package lower instantiates: a symbol table cannot hold them. A source that imports its
// own package adds to the compiled package.
//
//go:embed library
var generics embed.FS

// source returns a package of the library as source, or nil.
func (p *packages) source(importPath string) *lower.Source {
	if s, known := p.sources[importPath]; known {
		return s
	}
	p.sources[importPath] = nil
	text, err := generics.ReadFile(path.Join("library", importPath+".go.txt"))
	if err != nil {
		return nil
	}
	// Yaegi keys imports by the base name of the importing file.
	file, err := parser.ParseFile(p.fset, path.Join(importPath, p.file), text, parser.SkipObjectResolution)
	if err != nil {
		panic(err) // it is part of this program
	}
	s := &lower.Source{File: file, Info: &types.Info{Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}}}
	s.Adds = slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
		return spec.Path.Value == strconv.Quote(importPath)
	})
	if !s.Adds {
		s.Package = types.NewPackage(importPath, file.Name.Name)
	} else if s.Package, err = p.compiled(importPath); err != nil {
		return nil // not in this library
	}
	conf := types.Config{Importer: p}
	if err := types.NewChecker(&conf, p.fset, s.Package, s.Info).Files([]*ast.File{file}); err != nil {
		panic(err)
	}
	markLocals(s)
	p.sources[importPath] = s
	return s
}

// markLocals renames the variables in functions as no program names its own: programs get copies of these
// functions, in which a type argument keeps its name.
func markLocals(s *lower.Source) {
	for _, objects := range []map[*ast.Ident]types.Object{s.Info.Defs, s.Info.Uses} {
		for id, obj := range objects {
			if v, ok := obj.(*types.Var); ok && !v.IsField() && v.Parent() != s.Package.Scope() && id.Name != "_" {
				id.Name += "ʹ"
			}
		}
	}
}
