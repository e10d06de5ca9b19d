package lower

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// arrays has a loop over the indices of an array count, as the array need not be there.
//
//	for i := range p { // p points to an array of three elements
//		f(i)
//	}
//
// becomes
//
//	for i := range 3 {
//		f(i)
//	}
var arrays = Pass{"arrays", "a loop over the indices of an array needs no array", func(u *Unit) error {
	u.apply(nil, func(c *astutil.Cursor) bool {
		n, ok := c.Node().(*ast.RangeStmt)
		if !ok || n.Value != nil && !isBlank(n.Value) {
			return true
		}
		t := u.typeOf(n.X)
		if t == nil {
			return true
		}
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		if a, ok := t.Underlying().(*types.Array); ok {
			of := n.X
			n.X, n.Value = number(of.Pos(), int(a.Len())), nil
			if u.effects(of) { // it is evaluated
				if in := u.typeExpr(u.typeOf(of), of.Pos()); in != nil {
					n.X = u.after(of, in, n.X)
				}
			}
			if n.Key != nil && isBlank(n.Key) {
				n.Key, n.Tok = nil, token.ILLEGAL
			}
		}
		return true
	})
	return nil
}}

// after evaluates a value of a type and yields a number.
func (u *Unit) after(e, t, n ast.Expr) ast.Expr {
	pos := e.Pos()
	back := &ast.ReturnStmt{Return: pos, Results: []ast.Expr{n}}
	return call(pos, literal(pos, fields(pos, field(pos, "_", t)), fields(pos, field(pos, "", ident(pos, "int"))), block(pos, back)), e)
}
