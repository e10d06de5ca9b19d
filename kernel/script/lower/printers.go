package lower

import (
	"go/ast"
	"go/types"
	"strings"
)

// printers replaces functions of fmt and log that are used as values by function literals: calls of
// these functions have arguments of known types.
//
//	show := fmt.Sprint
//
// becomes
//
//	show := func(ʹa_1_0 ...any) string { return fmt.Sprint(ʹa_1_0...) }
var printers = Pass{"printers", "a function of fmt used as a value does not know own types", func(u *Unit) {
	called := u.callees()
	replace(u, func(n *ast.SelectorExpr) ast.Node {
		f := u.callee(n)
		if called[n] || !prints(f) || f.Signature().Recv() != nil || !f.Signature().Variadic() ||
			strings.Contains(f.Name(), "can") {
			return nil
		}
		return u.asLiteral(n, f.Signature())
	})
}}

// callees returns the functions of all calls.
func (u *Unit) callees() map[ast.Expr]bool {
	called := map[ast.Expr]bool{}
	Each(u, func(n *ast.CallExpr) { called[ast.Unparen(n.Fun)] = true })
	return called
}

// asLiteral makes a literal that calls a function; nil if its type cannot be written.
func (u *Unit) asLiteral(f ast.Expr, sig *types.Signature) ast.Node {
	if made := u.forwarding(f, sig, u.Name("ʹa")+"_", 0); made != nil {
		return made
	}
	return nil
}
