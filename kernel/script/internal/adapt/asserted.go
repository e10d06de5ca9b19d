package adapt

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Names of functions of the prelude that convert a value to an error or a fmt.Stringer if it is one, and of the
// function that replaces nil.
const (
	asError    = "ʹerror"
	asStringer = "ʹstringer"
	someFunc   = "ʹsome"
)

// asserted rewrites type assertions to error and fmt.Stringer into calls of the prelude. In assertions to
// other interfaces of packages it replaces nil by a value.
//
//	e, ok := x.(error)
//	w, ok := x.(io.Writer)
//
// becomes
//
//	e, ok := ʹerror(x, (*error)(nil))
//	w, ok := ʹsome(x).(io.Writer)
var asserted = Pass{"asserted", "an error or a fmt.Stringer gets the methods of another value, and nil panics for " +
	"other interfaces of packages", func(u *unit) {
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
	if t != nil && types.IsInterface(t) && !u.boxes(t) {
		e.X = calling(e.X.Pos(), someFunc, e.X)
	}
	return e
}

// pointerTo makes (*t)(nil). It keeps the use of a package's name in an argument that
// is otherwise not needed.
func pointerTo(t ast.Expr, pos token.Pos) ast.Expr {
	pointer := parens(&ast.StarExpr{Star: pos, X: t})
	return &ast.CallExpr{Fun: pointer, Lparen: pos, Args: []ast.Expr{ident(pos, "nil")}, Rparen: pos}
}

// converter returns the name of the function that converts a value to an error or a
// fmt.Stringer; "" for other types.
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
