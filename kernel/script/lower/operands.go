package lower

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// operands moves an operand of && or || into a function literal if it has a receive operation, a
// composite literal, or a boolean operation in anything but an operator's operand.
//
//	ok := <-c && more
//	if valid(a == b) || more {
//
// becomes
//
//	ok := func() bool { v := <-c; return v }() && more
//	if func() bool { v := valid(a == b); return v }() || more {
var operands = Pass{"operands", "a receive operation that blocks gives && and || no value, and where a boolean operation " +
	"or a type is in an operand of theirs, the program continues at another statement", func(u *Unit) error {
	var err error
	u.apply(nil, func(c *astutil.Cursor) bool {
		b, ok := c.Node().(*ast.BinaryExpr)
		if !ok || !isLogical(b) {
			return true
		}
		for _, side := range []*ast.Expr{&b.X, &b.Y} {
			if inPlace(*side) {
				continue
			}
			pos := (*side).Pos()
			t := u.typeOf(*side)
			if t == nil { // made by this pass
				continue
			}
			result := u.typeExpr(types.Default(t), pos)
			if result == nil {
				err = refuse(*side, "the interpreter cannot compute this operand, as its type has no name; "+
					"assign it to a variable before")
				continue
			}
			v := u.name("ʹv")
			body := block(pos, define(ident(pos, v), *side), &ast.ReturnStmt{Return: pos, Results: []ast.Expr{ident(pos, v)}})
			*side = call(pos, literal(pos, fields(pos), fields(pos, field(pos, "", result)), body))
		}
		return true
	})
	return err
}}

func isLogical(b *ast.BinaryExpr) bool { return b.Op == token.LAND || b.Op == token.LOR }

// inPlace reports whether an interpreter computes an operand of && or || where it stands.
func inPlace(operand ast.Expr) bool {
	switch e := operand.(type) {
	case *ast.ParenExpr:
		return inPlace(e.X)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && inPlace(e.X)
	case *ast.BinaryExpr:
		return inPlace(e.X) && inPlace(e.Y)
	}
	is := true
	ast.Inspect(operand, func(n ast.Node) bool {
		if !is {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CompositeLit:
			is = false
		case *ast.UnaryExpr:
			is = n.Op != token.ARROW && !isTruth(n)
		case *ast.BinaryExpr:
			is = !isTruth(n)
		}
		return is
	})
	return is
}
