package adapt

import (
	"go/ast"
	"go/token"
)

// parentheses prevents expressions from storing their result directly in the assigned variable.
//
//	x = <-c
//	a, b = T{}, len(s)
//
// becomes
//
//	x = (<-c)
//	a, b = (T{}), (len(s))
var parentheses = Pass{"parentheses", "a receive operation makes the variable unassignable, or assigns to one of an " +
	"enclosing function; a composite literal loses the other assignments of its statement, and replaces the " +
	"variable of a function's result, or one to which a pointer points; the result of len, append and similar " +
	"builtins becomes a function's first result, whichever it is; the result of an operator becomes an interface if " +
	"the first result is one; and an assignment of -x to an interface ends the program", func(u *unit) {
	u.each(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) {
				parenthesize(n.Rhs, n.Tok == token.DEFINE)
			}
		case *ast.ReturnStmt:
			parenthesize(n.Results, true)
		case *ast.ValueSpec:
			if len(n.Names) == len(n.Values) {
				parenthesize(n.Values, true)
			}
		}
	})
}}

// parenthesize parenthesizes the values of a statement, which may define the variables.
func parenthesize(values []ast.Expr, defined bool) {
	for i, v := range values {
		alone, writes := false, false
		switch v := v.(type) {
		case *ast.UnaryExpr:
			alone = v.Op != token.AND
		case *ast.CompositeLit:
			alone, writes = !defined, true
		case *ast.CallExpr:
			_, writes = v.Fun.(*ast.Ident)
		case *ast.BinaryExpr:
			writes = true
		}
		if alone || writes && len(values) > 1 {
			values[i] = parens(v)
		}
	}
}

// parens makes (v).
func parens(v ast.Expr) ast.Expr { return &ast.ParenExpr{Lparen: v.Pos(), X: v, Rparen: v.End()} }
