package adapt

import (
	"go/ast"

	"golang.org/x/tools/go/ast/astutil"
)

// bare removes the parentheses around a name, a literal, or the type of a slice, an array, a map or a channel, and
// around an element of a composite literal.
//
//	ok := f((x)) && ([]int)(y) != nil
//	sums := []int{(1 + *p)}
//
// becomes
//
//	ok := f(x) && []int(y) != nil
//	sums := []int{1 + *p}
var bare = Pass{"bare", "a parenthesized name or type that begins the left operand of && or || is taken for the " +
	"condition; *p in a parenthesized element of a composite literal is taken for a type", func(u *unit) {
	astutil.Apply(u.Files[0], nil, func(c *astutil.Cursor) bool {
		p, ok := c.Node().(*ast.ParenExpr)
		if !ok {
			return true
		}
		switch p.X.(type) {
		case *ast.Ident, *ast.BasicLit, *ast.ArrayType, *ast.MapType, *ast.ChanType:
			c.Replace(p.X)
			return true
		}
		switch c.Parent().(type) {
		case *ast.CompositeLit, *ast.KeyValueExpr:
			c.Replace(ast.Unparen(p))
		}
		return true
	})
}}
