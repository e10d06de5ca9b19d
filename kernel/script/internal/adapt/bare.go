package adapt

import (
	"go/ast"

	"golang.org/x/tools/go/ast/astutil"
)

// bare removes the parentheses around a name, a literal, or the type of a slice, an array, a map or a channel.
//
//	ok := f((x)) && ([]int)(y) != nil
//
// becomes
//
//	ok := f(x) && []int(y) != nil
var bare = Pass{"bare", "a parenthesized name or type that begins the left operand of && or || is taken for the " +
	"condition", func(u *unit) {
	astutil.Apply(u.file, nil, func(c *astutil.Cursor) bool {
		if p, ok := c.Node().(*ast.ParenExpr); ok {
			switch p.X.(type) {
			case *ast.Ident, *ast.BasicLit, *ast.ArrayType, *ast.MapType, *ast.ChanType:
				c.Replace(p.X)
			}
		}
		return true
	})
}}
