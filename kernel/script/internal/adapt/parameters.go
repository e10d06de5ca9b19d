package adapt

import "go/ast"

// parameters names parameters without a name.
//
//	func(int) {}
//
// becomes
//
//	func(_ int) {}
var parameters = Pass{"parameters", "what a function declares first is kept in the place of a parameter without a name",
	func(u *unit) { u.functions(func(t *ast.FuncType, _ *ast.BlockStmt) { nameParameters(t) }) }}

func nameParameters(t *ast.FuncType) {
	for _, p := range t.Params.List {
		if len(p.Names) == 0 {
			p.Names = []*ast.Ident{{NamePos: p.Pos(), Name: "_"}}
		}
	}
}
