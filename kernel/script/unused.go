package script

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// checkUnused reports variables and imports that nothing uses, and variables that
// need themselves for their first value, as the compiler does and yaegi does not:
// a script that runs here runs with go run as well.
func (in *Interpreter) checkUnused(file *ast.File) error {
	for _, spec := range file.Imports {
		name, _ := LocalName(spec)
		used := slices.ContainsFunc(file.Unresolved, func(id *ast.Ident) bool { return id.Name == name })
		if !used && name != "_" && name != "." {
			return in.ErrorAt(spec.Pos(), spec.Path.Value+" imported and not used")
		}
	}
	var first error
	conf := types.Config{Importer: in.packages, Error: func(err error) { // other errors are for yaegi to tell
		e, ok := err.(types.Error)
		if ok && first == nil && (strings.HasPrefix(e.Msg, "declared and not used") || strings.HasPrefix(e.Msg, "initialization cycle")) {
			first = in.ErrorAt(e.Pos, e.Msg)
		}
	}}
	conf.Check("main", in.yaegi.FileSet(), []*ast.File{file}, nil)
	return first
}
