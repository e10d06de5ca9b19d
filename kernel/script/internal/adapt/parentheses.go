package adapt

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/focal-search/focal/kernel/script/lower"
)

// parentheses prevents expressions from storing their result directly in the assigned variable, and delays the
// assignment of the result of a function of the program until the function has returned.
//
//	x = <-c
//	a, b = T{}, len(s)
//	x = f()
//
// becomes
//
//	x = (<-c)
//	a, b = (T{}), (len(s))
//	x = (f())
var parentheses = Pass{"parentheses", "a receive operation makes the variable a value that cannot be changed, or hits " +
	"one of a function further out; a composite literal loses what the same statement assigns to other variables, and is " +
	"another variable than the result of a function, or than one to which something points; what len, append and their " +
	"like yield becomes a function's first result, whichever it is; what an operator yields becomes an interface where the " +
	"first result is one; a function ends without a word where it assigns what an operator yields to an " +
	"interface, or panics where it returns a shift as one; a function uses the variable to which its result is assigned " +
	"as its result", func(u *unit) {
	each(u, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) {
				parenthesize(n.Rhs, n.Tok == token.DEFINE)
				u.assigned(n)
			}
		case *ast.ReturnStmt:
			parenthesize(n.Results, true)
		case *ast.ValueSpec:
			if len(n.Names) == len(n.Values) {
				parenthesize(n.Values, true)
			}
		}
	})
	u.Functions(u.returnedOperators)
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

// assigned does so for what an operator yields and is assigned to an interface, and for what a function of the program
// yields.
func (u *unit) assigned(s *ast.AssignStmt) {
	for i, v := range s.Rhs {
		call, ok := v.(*ast.CallExpr)
		yielded := ok && len(s.Rhs) == 1 && u.Info.Types[call.Fun].IsValue() && !u.ofPackage(call.Fun)
		if s.Tok == token.ASSIGN && (yielded || is[*ast.BinaryExpr](v) && u.mayBeInterface(s.Lhs[i])) {
			s.Rhs[i] = parens(v)
		}
	}
}

// returnedOperators does so for what a function returns alone, as an interface.
func (u *unit) returnedOperators(f *ast.FuncType, body *ast.BlockStmt) {
	if f.Results == nil || !u.mayBeInterface(f.Results.List[0].Type) {
		return
	}
	lower.InOwn(body, func(s *ast.ReturnStmt) bool {
		if len(s.Results) == 1 && is[*ast.BinaryExpr](s.Results[0]) {
			s.Results[0] = parens(s.Results[0])
		}
		return false
	})
}

// mayBeInterface says whether the type of an expression, or one that it is, is an interface or not known.
func (u *unit) mayBeInterface(e ast.Expr) bool {
	t := u.Info.Types[e].Type
	return t == nil || types.IsInterface(t)
}
