package adapt

import (
	"go/ast"
	"go/token"
)

// parentheses keeps some expressions from writing to a variable themselves.
//
//	x = <-c
//	a, b = T{}, len(s)
//
// becomes
//
//	x = (<-c)
//	a, b = (T{}), (len(s))
var parentheses = Pass{"parentheses", "a receive operation makes the variable a value that cannot be changed, or hits " +
	"one of a function further out; a composite literal loses what the same statement assigns to other variables, and is " +
	"another variable than the result of a function, or than one to which something points; what len, append and their " +
	"like yield becomes a function's first result, whichever it is; what an operator yields becomes an interface where the " +
	"first result is one; and a program ends that assigns -x to an interface", func(u *unit) {
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

// parenthesize does so for the values of a statement, which may define what they are assigned to.
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

// parens is (v).
func parens(v ast.Expr) ast.Expr { return &ast.ParenExpr{Lparen: v.Pos(), X: v, Rparen: v.End()} }
