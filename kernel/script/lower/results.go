package lower

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// results calls functions of packages that return an any through a function literal, whose result is
// new each time. An interpreter stores the result in the slot of the previous result of the same call,
// and boxes it again if that was boxed.
//
//	n := heap.Pop(open).(*node)
//
// becomes
//
//	n := func(ʹa_1 *queue) any { return heap.Pop(ʹa_1) }(open).(*node)
//
// It runs before pass assertions, which is why the example still has an assertion.
var results = Pass{"results", "an any that a package's function returns is boxed again when the call is repeated",
	func(u *Unit) {
		u.apply(nil, func(c *astutil.Cursor) bool {
			n, ok := c.Node().(*ast.CallExpr)
			if !ok || !u.yieldsAny(n) {
				return true
			}
			switch c.Parent().(type) {
			case *ast.ReturnStmt, *ast.ExprStmt, *ast.GoStmt, *ast.DeferStmt:
				return true
			}
			if made := u.calledAnew(n); made != nil {
				c.Replace(made)
			}
			return true
		})
	}}

// yieldsAny reports whether an expression is a call of a function, or of a variable or field, of a package
// that returns an any.
func (u *Unit) yieldsAny(n *ast.CallExpr) bool {
	t := u.typeOf(n)
	if t == nil || !isAny(t) || !u.Info.Types[n.Fun].IsValue() || u.Builtin(n.Fun) != "" {
		return false
	}
	var obj types.Object
	switch f := ast.Unparen(n.Fun).(type) {
	case *ast.SelectorExpr:
		obj = u.Info.Uses[f.Sel]
	case *ast.Ident:
		obj = u.Info.Uses[f]
	}
	return obj != nil && obj.Pkg() != nil && obj.Pkg() != u.Package && obj.Pkg().Path() != u.Runtime
}

// calledAnew makes such a call by a function literal, whose parameters are the called function, if it is
// a method, and its arguments; nil if a type cannot be named.
func (u *Unit) calledAnew(n *ast.CallExpr) ast.Expr {
	pos := n.Pos()
	inner := &ast.CallExpr{Fun: n.Fun, Lparen: n.Lparen, Ellipsis: n.Ellipsis, Rparen: n.Rparen}
	var params []string
	var args []ast.Expr
	param := func(e ast.Expr, t types.Type) ast.Expr {
		of := u.TypeText(t)
		if of == "" {
			return nil
		}
		a := u.Name("ʹa")
		params, args = append(params, a+" "+of), append(args, e)
		return ident(pos, a)
	}
	if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && u.Info.Selections[sel] != nil {
		x, t := sel.X, u.typeOf(sel.X)
		if s := u.Info.Selections[sel]; s.Kind() == types.MethodVal {
			x, t = receiver(x, s)
		}
		a := param(x, t)
		if a == nil {
			return nil
		}
		inner.Fun = &ast.SelectorExpr{X: a, Sel: sel.Sel}
	}
	for _, e := range n.Args {
		if !u.lasting(e) {
			if e = param(e, types.Default(u.typeOf(e))); e == nil {
				return nil
			}
		}
		inner.Args = append(inner.Args, e)
	}
	return u.Code(pos, "func(%s) any { return %v }(%s)", strings.Join(params, ", "), inner, args)
}
