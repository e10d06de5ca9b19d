package lower

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// elided writes out the type of an element that is a pointer to something other than a struct.
//
//	m := map[string]*[2]int{"a": {1, 2}}
//
// becomes
//
//	m := map[string]*[2]int{"a": &[2]int{1, 2}}
var elided = Pass{"elided", "an element with an elided &T is taken for a value, not a pointer", func(u *Unit) error {
	var err error
	u.apply(nil, func(c *astutil.Cursor) bool {
		n, ok := c.Node().(*ast.CompositeLit)
		if !ok || n.Type != nil || u.typeOf(n) == nil {
			return true
		}
		p, ok := u.typeOf(n).Underlying().(*types.Pointer)
		if !ok {
			return true
		}
		if _, ok := p.Elem().Underlying().(*types.Struct); ok {
			return true
		}
		if n.Type = u.typeExpr(p.Elem(), n.Pos()); n.Type == nil {
			err = refuse(n, "the interpreter cannot make this element, as its type has no name; write the type")
			return true
		}
		c.Replace(&ast.UnaryExpr{OpPos: n.Pos(), Op: token.AND, X: n})
		return true
	})
	return err
}}
