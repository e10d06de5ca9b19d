package lower

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// receives moves a receive operation in an operand of && or || into a function literal.
//
//	ok := <-c && more
//
// becomes
//
//	ok := func(c chan bool) bool { v := <-c; return v }(c) && more
var receives = Pass{"receive", "a receive operation that blocks gives && and || no value", func(u *Unit) error {
	var err error
	u.apply(nil, func(c *astutil.Cursor) bool {
		b, ok := c.Node().(*ast.BinaryExpr)
		if !ok || b.Op != token.LAND && b.Op != token.LOR {
			return true
		}
		for _, side := range []*ast.Expr{&b.X, &b.Y} {
			*side = astutil.Apply(*side, nil, func(c *astutil.Cursor) bool {
				r, ok := c.Node().(*ast.UnaryExpr)
				if !ok || r.Op != token.ARROW {
					return true
				}
				if e, fail := u.received(r); fail != nil {
					err = fail
				} else {
					c.Replace(e)
				}
				return true
			}).(ast.Expr)
		}
		return true
	})
	return err
}}

func (u *Unit) received(r *ast.UnaryExpr) (ast.Expr, error) {
	pos := r.Pos()
	t := u.typeOf(r.X)
	if t == nil { // made by this pass
		return r, nil
	}
	ch, ok := types.Unalias(t).Underlying().(*types.Chan)
	if !ok {
		return r, nil
	}
	from, elem := u.typeExpr(types.NewChan(types.RecvOnly, ch.Elem()), pos), u.typeExpr(ch.Elem(), pos)
	if from == nil || elem == nil {
		return nil, refuse(r, "the interpreter cannot receive here, as the type has no name; assign what is received to a variable before")
	}
	c, v := u.name("ʹc"), u.name("ʹv")
	recv := &ast.UnaryExpr{OpPos: pos, Op: token.ARROW, X: ident(pos, c)}
	body := block(pos, define(ident(pos, v), recv), &ast.ReturnStmt{Return: pos, Results: []ast.Expr{ident(pos, v)}})
	return call(pos, literal(pos, fields(pos, field(pos, c, from)), fields(pos, field(pos, "", elem)), body), r.X), nil
}
