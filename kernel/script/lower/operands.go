package lower

import (
	"go/ast"
	"go/token"
)

// operands puts expressions that are in no list of statements into the bodies of function literals, where pass separate
// finds them, if an operand of && or || has a composite literal or a type that is written out, or a boolean operation
// in anything but an operator's operand.
//
//	var ok = valid(a == b) && more
//
// becomes
//
//	var ok = func() bool { return valid(a == b) && more }()
var operands = Pass{"operands", "where a boolean operation or a type is in an operand of && or ||, the program continues " +
	"at another statement", func(u *Unit) {
	s := &separating{Unit: u}
	s.unlisted(func(e ast.Expr) bool { return InOwn(e, misplaced) })
}}

func isLogical(b *ast.BinaryExpr) bool { return b.Op == token.LAND || b.Op == token.LOR }

// misplaced reports whether an interpreter does not compute the operands of && or || where they stand.
func misplaced(b *ast.BinaryExpr) bool { return isLogical(b) && !(inPlace(b.X) && inPlace(b.Y)) }

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
	return !InOwn(operand, func(n ast.Expr) bool {
		switch n := n.(type) {
		case *ast.CompositeLit, *ast.StructType, *ast.InterfaceType, *ast.FuncType:
			return true
		case *ast.UnaryExpr:
			return n.Op == token.ARROW || n.Op == token.NOT
		}
		return isTruth(n)
	})
}
