package adapt

import (
	"go/ast"

	"golang.org/x/tools/go/ast/astutil"
)

// bare removes the parentheses around a name or a literal.
//
//	ok := f((x)) && y
//
// becomes
//
//	ok := f(x) && y
var bare = Pass{"bare", "a parenthesized name that begins the left operand of && or || is taken for the condition",
	func(u *unit) {
		astutil.Apply(u.file, nil, func(c *astutil.Cursor) bool {
			if p, ok := c.Node().(*ast.ParenExpr); ok {
				switch p.X.(type) {
				case *ast.Ident, *ast.BasicLit:
					c.Replace(p.X)
				}
			}
			return true
		})
	}}
