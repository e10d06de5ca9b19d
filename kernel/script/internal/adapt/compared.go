package adapt

import (
	"go/ast"
	"go/token"
	"go/types"
)

// DifferFunc is the name of the function of the prelude that compares the values of two interfaces.
const DifferFunc = "ʹdiffer"

// compared rewrites comparisons with an operand of an interface type that can hold values of the program.
//
//	x == y
//
// becomes
//
//	ʹdiffer(x, y) == 0
var compared = Pass{"compared", "the boxes of the program's values in interfaces are compared", func(u *unit) {
	each(u, func(n ast.Node) {
		e, ok := n.(*ast.BinaryExpr)
		if !ok || e.Op != token.EQL && e.Op != token.NEQ || !u.compares(e.X, e.Y) && !u.compares(e.Y, e.X) {
			return
		}
		x, y := u.Info.Types[e.X].Type, u.Info.Types[e.Y].Type
		if types.IsInterface(x) || types.IsInterface(y) {
			any := types.Universe.Lookup("any").Type()
			e.X = u.calling(e.X.Pos(), DifferFunc, u.box(e.X, any), u.box(e.Y, any))
			e.Y = u.Code(e.Y.End(), "0")
		}
	})
}}

// compares reports whether e may be boxed, and with may be boxed too or is a value of a concrete
// type.
func (u *unit) compares(e, with ast.Expr) bool {
	known := u.Info.Types[with]
	return u.perhapsBoxed(e) && (u.perhapsBoxed(with) || known.IsValue() && !types.IsInterface(known.Type))
}

// perhapsBoxed reports whether the value of an expression may be one of the program that
// yaegi boxes in an interface. The variables of packages, such as io.EOF, are not.
func (u *unit) perhapsBoxed(e ast.Expr) bool {
	known := u.Info.Types[e]
	switch {
	case known.Type == nil || known.IsNil():
		return false
	case u.boxes(known.Type):
		return true
	case converter(known.Type) != "":
		sel, ok := e.(*ast.SelectorExpr)
		return !ok || u.Info.Uses[sel.Sel] == nil || u.Info.Uses[sel.Sel].Pkg() == u.Package
	}
	return u.ofProgram(known.Type) != nil
}
