package lower

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// variadic hands a slice over to a function with a variable number of arguments. A function
// that was compiled makes the slice itself.
//
//	f(1, x, y)
//	f(1)
//	f(g()) // g yields two values
//
// becomes
//
//	f(1, []any{x, y}...)
//	f(1, []any(nil)...)
//	func(ʹa_1_0 int, ʹa_1_1 string) { f(ʹa_1_0, []any{ʹa_1_1}...) }(g())
var variadic = Pass{"variadic", "a slice as the only one of the last arguments is taken for all of them, none for an empty slice",
	func(u *Unit) error {
		var err error
		u.apply(nil, func(c *astutil.Cursor) bool {
			n, ok := c.Node().(*ast.CallExpr)
			if !ok || err != nil || !u.interpretedFunc(n.Fun) {
				return true
			}
			sig, ok := types.Unalias(u.typeOf(n.Fun)).Underlying().(*types.Signature)
			if !ok || !sig.Variadic() {
				return true
			}
			pos, last := n.Pos(), sig.Params().Len()-1
			t := u.typeExpr(sig.Params().At(last).Type(), pos)
			if t == nil {
				err = refuse(n, "the interpreter cannot make the slice of the last arguments, as its type has no name; hand over a slice")
				return true
			}
			if n.Ellipsis.IsValid() {
				if u.Info.Types[n.Args[last]].IsNil() {
					n.Args[last] = call(pos, t, n.Args[last])
				}
				return true
			}
			if len(n.Args) == 1 {
				if tuple, ok := u.typeOf(n.Args[0]).(*types.Tuple); ok {
					if made := u.variadicOfTuple(n, tuple, sig, t); made != nil {
						c.Replace(made)
					} else {
						err = refuse(n, "the interpreter cannot hand these results over; assign them to variables before")
					}
					return true
				}
			}
			n.Args = append(n.Args[:last:last], collected(t, n.Args[last:]))
			n.Ellipsis = n.Rparen
			return true
		})
		return err
	}}

// collected is a slice of arguments, nil where there are none.
func collected(t ast.Expr, args []ast.Expr) ast.Expr {
	pos := t.Pos()
	if len(args) == 0 {
		return call(pos, t, ident(pos, "nil"))
	}
	return &ast.CompositeLit{Type: t, Lbrace: pos, Elts: args, Rbrace: args[len(args)-1].End()}
}

// variadicOfTuple is a call of a literal that hands several results over.
func (u *Unit) variadicOfTuple(n *ast.CallExpr, tuple *types.Tuple, sig *types.Signature, t ast.Expr) ast.Expr {
	pos, last := n.Pos(), sig.Params().Len()-1
	params, results := u.tuple(tuple, false, u.name("ʹa")+"_", pos), u.tuple(sig.Results(), false, "", pos)
	if params == nil || results == nil {
		return nil
	}
	var args []ast.Expr
	for _, f := range params.List {
		args = append(args, ident(pos, f.Names[0].Name))
	}
	inner := call(pos, n.Fun, append(args[:last:last], collected(t, args[last:]))...)
	inner.Ellipsis = pos
	var body ast.Stmt = expr(inner)
	if sig.Results().Len() > 0 {
		body = &ast.ReturnStmt{Return: pos, Results: []ast.Expr{inner}}
	}
	return call(pos, literal(pos, params, results, block(pos, body)), n.Args...)
}

// interpretedFunc says whether what is called may be a function of the program.
func (u *Unit) interpretedFunc(f ast.Expr) bool {
	if known := u.Info.Types[f]; known.IsType() || known.IsBuiltin() || known.Type == nil {
		return false
	}
	sel, ok := ast.Unparen(f).(*ast.SelectorExpr)
	if !ok {
		return true
	}
	s := u.Info.Selections[sel]
	return s != nil && (s.Kind() == types.FieldVal || s.Obj().Pkg() == u.Package)
}
