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
		params, results := u.tuple(sig.Params(), true, u.name("ʹa")+"_", pos), u.tuple(sig.Results(), false, "", pos)
		inner := call(pos, n)
		for _, p := range params.List {
			inner.Args = append(inner.Args, ident(pos, p.Names[0].Name))
		}
		inner.Ellipsis = pos
		called[n] = true
		var body ast.Stmt = expr(inner)
		if sig.Results().Len() > 0 {
			body = &ast.ReturnStmt{Return: pos, Results: []ast.Expr{inner}}
		}
		c.Replace(literal(pos, params, results, block(pos, body)))
		return true
	})
	return nil
}}
