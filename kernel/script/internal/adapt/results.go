package adapt

import "go/ast"

// results sets the named results of a function to zero first.
//
//	func() (n int) { return }
//
// becomes
//
//	func() (n int) { n = 0; return }
var results = Pass{"results", "a named result is the slot in which the caller keeps the value of the call, which " +
	"still holds that of the previous call", func(u *unit) { u.Functions(u.zeroResults) }}

func (u *unit) zeroResults(f *ast.FuncType, body *ast.BlockStmt) {
	if f.Results == nil {
		return
	}
	var zeroed []ast.Stmt
	for _, field := range f.Results.List {
		for _, name := range field.Names {
			if zero := u.Zero(u.Info.Types[field.Type].Type, body.Lbrace); zero != nil && name.Name != "_" {
				if lit, composite := zero.(*ast.CompositeLit); composite { // with the tags that the type has here
					lit.Type, zero = field.Type, parens(lit)
				}
				zeroed = append(zeroed, u.Statement(body.Lbrace, "%s = %s", name.Name, zero))
			}
		}
	}
	body.List = append(zeroed, body.List...)
}
