package adapt

import "go/ast"

// parameters names unnamed parameters.
//
//	func(int) {}
//
// becomes
//
//	func(_ int) {}
var parameters = Pass{"parameters", "the first local variable of a function gets the slot of an unnamed parameter",
	func(u *unit) { u.Functions(func(t *ast.FuncType, _ *ast.BlockStmt) { nameParameters(t) }) }}

func nameParameters(t *ast.FuncType) {
	for _, p := range t.Params.List {
		if len(p.Names) == 0 {
			p.Names = []*ast.Ident{{NamePos: p.Pos(), Name: "_"}}
		}
	}
}
