package adapt

import (
	"go/ast"
	"go/token"
)

// apart delays the assignment of the result of a function of the program until the function has
// returned.
//
//	x = f()
//
// becomes
//
//	x = (f())
var apart = Pass{"apart", "a function uses the variable to which its result is assigned as its result", func(u *unit) {
	each(u, func(n ast.Node) {
		s, ok := n.(*ast.AssignStmt)
		if !ok || s.Tok != token.ASSIGN || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
			return
		}
		call, ok := s.Rhs[0].(*ast.CallExpr)
		if ok && u.Info.Types[call.Fun].IsValue() && !u.ofPackage(call.Fun) {
			s.Rhs[0] = parens(call)
		}
	})
}}
