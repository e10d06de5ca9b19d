package adapt

import (
	"go/ast"
	"go/token"
	"go/types"
)

// DifferFunc is the name of the function of the prelude that compares the values of two interfaces.
const DifferFunc = "ʹdiffer"

// compared compares values of which one is in an interface that can hold values of the program.
//
//	x == y
//
// becomes
//
//	ʹdiffer(x, y) == 0
var compared = Pass{"compared", "of values of the program in interfaces, their boxes are compared", func(u *unit) {
	u.each(func(n ast.Node) {
		e, ok := n.(*ast.BinaryExpr)
		if !ok || e.Op != token.EQL && e.Op != token.NEQ || !u.compares(e.X, e.Y) && !u.compares(e.Y, e.X) {
			return
		}
		x, y := u.types[e.X].Type, u.types[e.Y].Type
		if types.IsInterface(x) || types.IsInterface(y) {
			end := e.Y.End()
			e.X = calling(e.X.Pos(), DifferFunc, u.box(e.X, asInterface(y)), u.box(e.Y, asInterface(x)))
			e.Y = number(end, 0)
		}
	})
}}

// compares says whether a value may be in a box and is compared with one that may be as well,
// or with one of another type.
func (u *unit) compares(e, with ast.Expr) bool {
	known := u.types[with]
	return u.perhapsBoxed(e) && (u.perhapsBoxed(with) || known.IsValue() && !types.IsInterface(known.Type))
}

// asInterface is the interface as which a value is compared with one of the type t.
func asInterface(t types.Type) types.Type {
	if keeper(t) != "" {
		return t
	}
	return types.Universe.Lookup("any").Type()
}

// perhapsBoxed says whether the value of an expression may be one of the program that
// yaegi keeps in a box when it is in an interface. The variables of packages, as
// io.EOF, are none.
func (u *unit) perhapsBoxed(e ast.Expr) bool {
	known := u.types[e]
	switch {
	case known.Type == nil || known.IsNil():
		return false
	case u.boxes(known.Type):
		return true
	case keeper(known.Type) != "":
		sel, ok := e.(*ast.SelectorExpr)
		return !ok || u.info.Uses[sel.Sel] == nil || u.info.Uses[sel.Sel].Pkg() == u.pkg
	}
	return u.ofProgram(known.Type)
}
