package adapt

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Names of functions of the prelude that make a value into an error or a fmt.Stringer if it is one,
// or of a value that is one; and of one that replaces nil.
const (
	asError      = "ʹerror"
	asStringer   = "ʹstringer"
	keepError    = "ʹkeepError"
	keepStringer = "ʹkeepStringer"
	someFunc     = "ʹsome"
)

// asserted asks the prelude whether a value is an error or a fmt.Stringer. An assertion of another
// interface of a package is given something in the place of nil.
//
//	e, ok := x.(error)
//	w, ok := x.(io.Writer)
//
// becomes
//
//	e, ok := ʹerror(x, (*error)(nil))
//	w, ok := ʹsome(x).(io.Writer)
var asserted = Pass{"asserted", "an error or a fmt.Stringer gets the methods of another value, and for other interfaces " +
	"of packages nil panics", func(u *unit) {
	u.each(func(n ast.Node) {
		if s, ok := n.(*ast.AssignStmt); ok && len(s.Lhs) == 2 && len(s.Rhs) == 1 {
			if e, ok := ast.Unparen(s.Rhs[0]).(*ast.TypeAssertExpr); ok {
				s.Rhs[0] = u.asserted(e)
			}
		}
	})
}}

func (u *unit) asserted(e *ast.TypeAssertExpr) ast.Expr {
	t := u.types[e.Type].Type
	if as := converter(t); as != "" && u.boxes(u.types[e.X].Type) {
		return calling(e.Pos(), as, e.X, pointerTo(e.Type, e.Pos()))
	}
	if t != nil && types.IsInterface(t) && !u.boxes(t) && !u.generic(e.Type) {
		e.X = calling(e.X.Pos(), someFunc, e.X)
	}
	return e
}

// pointerTo is (*t)(nil). By it the name of a package stays where t is not needed,
// for those who look for it later.
func pointerTo(t ast.Expr, pos token.Pos) ast.Expr {
	pointer := parens(&ast.StarExpr{Star: pos, X: t})
	return &ast.CallExpr{Fun: pointer, Lparen: pos, Args: []ast.Expr{ident(pos, "nil")}, Rparen: pos}
}

// converter names the function that makes a value into an error or fmt.Stringer;
// it is "" for other types.
func converter(t types.Type) string {
	named, ok := t.(*types.Named)
	if !ok {
		return ""
	}
	obj := named.Obj()
	switch {
	case obj.Pkg() == nil && obj.Name() == "error":
		return asError
	case obj.Pkg() != nil && obj.Pkg().Path() == "fmt" && obj.Name() == "Stringer":
		return asStringer
	}
	return ""
}
