package lower

import (
	"go/ast"
	"go/types"
)

// variadic passes a slice to a variadic function of the program. For a compiled function the
// interpreter makes the slice.
//
//	f(1, x, y)
//	f(1)
//
// becomes
//
//	f(1, []any{x, y}...)
//	f(1, []any(nil)...)
//
// With a slice an interpreter does not convert the other arguments to the types of interface parameters, not even by
// an explicit conversion. So each of them is converted by a function literal.
//
//	write(counter, x, y)
//
// becomes
//
//	write(func(ʹx_1 io.Writer) io.Writer { return ʹx_1 }(counter), []any{x, y}...)
var variadic = Pass{"variadic", "a slice as the only variadic argument is taken for all, none for an empty slice",
	func(u *Unit) {
		replace(u, func(n *ast.CallExpr) ast.Node {
			if sig, ok := u.Under(n.Fun).(*types.Signature); ok && sig.Variadic() && u.interpretedFunc(n.Fun) {
				u.withSlice(n, sig)
			}
			return nil
		})
	}}

// withSlice passes a slice to a variadic function.
func (u *Unit) withSlice(n *ast.CallExpr, sig *types.Signature) {
	pos, last := n.Pos(), sig.Params().Len()-1
	t := u.TypeExpr(sig.Params().At(last).Type(), pos)
	if t == nil {
		u.refuse(n, "the interpreter cannot make the slice of the last arguments, as its type has no name; hand over a slice")
		return
	}
	for i, arg := range n.Args[:last] {
		t := u.typeOf(arg)
		if c, ok := ast.Unparen(arg).(*ast.CallExpr); ok && u.Info.Types[c.Fun].IsType() {
			t = u.typeOf(c.Args[0])
		}
		n.Args[i] = u.asParameter(arg, t, sig.Params().At(i).Type())
	}
	if !n.Ellipsis.IsValid() {
		n.Args = append(n.Args[:last:last], collected(t, n.Args[last:]))
		n.Ellipsis = n.Rparen
	} else if u.Info.Types[n.Args[last]].IsNil() {
		n.Args[last] = call(pos, t, n.Args[last])
	}
}

// asParameter converts an argument of type t to the type of its parameter if this is an interface.
func (u *Unit) asParameter(arg ast.Expr, t, dest types.Type) ast.Expr {
	if t == nil || !types.IsInterface(dest) || types.Identical(t, dest) {
		return arg
	}
	if of := u.TypeText(dest); of != "" {
		return u.through(arg, of, of)
	}
	return arg
}

// collected makes a slice of arguments, nil if there are none.
func collected(t ast.Expr, args []ast.Expr) ast.Expr {
	pos := t.Pos()
	if len(args) == 0 {
		return call(pos, t, ident(pos, "nil"))
	}
	return &ast.CompositeLit{Type: t, Lbrace: pos, Elts: args, Rbrace: args[len(args)-1].End()}
}

// interpretedFunc reports whether a called function may be one of the program.
func (u *Unit) interpretedFunc(f ast.Expr) bool {
	if !u.Info.Types[f].IsValue() {
		return false
	}
	sel, ok := ast.Unparen(f).(*ast.SelectorExpr)
	if !ok {
		return true
	}
	s := u.Info.Selections[sel]
	return s != nil && (s.Kind() == types.FieldVal || s.Obj().Pkg() == u.Package)
}
