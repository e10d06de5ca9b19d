package lower

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// printers replaces functions of fmt and log that are used as values by function literals: calls of
// these functions have arguments of known types.
//
//	show := fmt.Sprint
//
// becomes
//
//	show := func(ʹa_1_0 ...any) string { return fmt.Sprint(ʹa_1_0...) }
var printers = Pass{"printers", "a function of fmt used as a value does not know own types", func(u *Unit) error {
	called := map[ast.Expr]bool{}
	u.apply(func(c *astutil.Cursor) bool {
		if n, ok := c.Node().(*ast.CallExpr); ok {
			called[ast.Unparen(n.Fun)] = true
		}
		return true
	}, func(c *astutil.Cursor) bool {
		n, ok := c.Node().(*ast.SelectorExpr)
		if !ok || called[n] {
			return true
		}
		f := u.callee(n)
		if f == nil || f.Pkg() == nil || f.Pkg().Path() != "fmt" && f.Pkg().Path() != "log" ||
			f.Signature().Recv() != nil || !f.Signature().Variadic() || strings.Contains(f.Name(), "can") {
			return true
		}
		pos, sig := n.Pos(), f.Signature()
		stem := u.name("ʹa") + "_"
		called[n] = true
		c.Replace(&ast.FuncLit{Type: u.funcType(sig, stem, pos), Body: block(pos, forwardTo(n, stem, 0, sig))})
		return true
	})
	return nil
}}
