package adapt

import (
	"go/ast"
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
	each(u, func(n ast.Node) {
		if s, ok := n.(*ast.AssignStmt); ok && len(s.Lhs) == 2 && len(s.Rhs) == 1 {
			if e, ok := ast.Unparen(s.Rhs[0]).(*ast.TypeAssertExpr); ok {
				s.Rhs[0] = u.asserted(e)
			}
		}
	})
}}

func (u *unit) asserted(e *ast.TypeAssertExpr) ast.Expr {
	t := u.Info.Types[e.Type].Type
	if as := converter(t); as != "" && u.boxes(u.Info.Types[e.X].Type) {
		// The second argument keeps the use of a package's name.
		return u.Code(e.Pos(), "%s(%s, (*%s)(nil))", as, e.X, e.Type)
	}
	if t != nil && types.IsInterface(t) && !u.boxes(t) {
		e.X = u.calling(e.X.Pos(), someFunc, e.X)
	}
	return e
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
