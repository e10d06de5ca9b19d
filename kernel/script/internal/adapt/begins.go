package adapt

import (
	"go/ast"
	"go/token"

	"github.com/focal-search/focal/kernel/script/lower"
)

// begins has a call come first in the left operand of && or || if it contains a type that is written out, other than
// that of a slice or a map literal.
//
//	same := f(struct{ n int }{1}) && g()
//
// becomes
//
//	same := (ʹyes() && f(struct{ n int }{1})) && g()
var begins = Pass{"begins", "a type that begins the left operand of && or || is taken for the condition",
	func(u *unit) {
		each(u, func(n ast.Node) {
			b, ok := n.(*ast.BinaryExpr)
			if !ok || !isLogical(b) || isLogical(ast.Unparen(b.X)) || !writesType(b.X) {
				return
			}
			b.X = u.Code(b.X.Pos(), "(%s() && %s)", yes, b.X)
		})
	}}

// yes is the name of a function that returns true.
const yes = "ʹyes"

func isLogical(e ast.Expr) bool {
	b, ok := e.(*ast.BinaryExpr)
	return ok && (b.Op == token.LAND || b.Op == token.LOR)
}

// writesType reports whether an expression contains a struct, interface or function type outside of function literals.
func writesType(e ast.Expr) bool {
	return lower.InOwn(e, func(n ast.Node) bool {
		return is[*ast.StructType](n) || is[*ast.InterfaceType](n) || is[*ast.FuncType](n)
	})
}
