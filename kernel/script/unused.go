package script

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
)

// checkUnused reports variables and imports that nothing uses, variables that need
// themselves for their first value, and what else yaegi runs or misreads that no
// compiler accepts: a script that runs here runs with go run as well.
func (in *Interpreter) checkUnused(file *ast.File) error {
	for _, spec := range file.Imports {
		name, _ := LocalName(spec)
		used := slices.ContainsFunc(file.Unresolved, func(id *ast.Ident) bool { return id.Name == name })
		if !used && name != "_" && name != "." {
			return in.ErrorAt(spec.Pos(), spec.Path.Value+" imported and not used")
		}
	}
	var first error
	conf := types.Config{Importer: in.packages, Error: func(err error) {
		e, ok := err.(types.Error)
		if ok && first == nil && sure.MatchString(e.Msg) {
			first = in.ErrorAt(e.Pos, e.Msg)
		}
	}}
	conf.Check("main", in.yaegi.FileSet(), []*ast.File{file}, nil)
	return first
}

// sure are the errors of go/types that do not depend on what it knows of packages.
// The others are for yaegi to tell.
var sure = regexp.MustCompile(`^declared and not used|^initialization cycle|^label \w+ declared and not used|^missing return|^assignment mismatch` +
	`|^(break|continue) not in |^invalid (break|continue) label|is not used$|^duplicate (case|key|method|field) ` +
	`|has pointer receiver\)$|^use of untyped nil|^cannot assign to `)
