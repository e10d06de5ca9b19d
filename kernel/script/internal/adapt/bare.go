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
	astutil.Apply(u.file, nil, func(c *astutil.Cursor) bool {
		if p, ok := c.Node().(*ast.ParenExpr); ok {
			switch p.X.(type) {
			case *ast.Ident, *ast.BasicLit, *ast.ArrayType, *ast.MapType, *ast.ChanType:
				c.Replace(p.X)
			}
		}
		return true
	})
	u.each(func(n ast.Node) {
		if l, ok := n.(*ast.CompositeLit); ok {
			for i, e := range l.Elts {
				if pair, ok := e.(*ast.KeyValueExpr); ok {
					pair.Key, pair.Value = ast.Unparen(pair.Key), ast.Unparen(pair.Value)
				} else {
					l.Elts[i] = ast.Unparen(e)
				}
			}
		}
	})
}}
