package adapt

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// embedded writes out the way to a method that comes from an interface that is embedded in a struct.
//
//	x.m() // of struct { I }
//
// becomes
//
//	x.I.m()
var embedded = Pass{"embedded", "a method of an embedded interface panics", func(u *unit) {
	astutil.Apply(u.file, nil, func(c *astutil.Cursor) bool {
		if sel, ok := c.Node().(*ast.SelectorExpr); ok {
			if s := u.selections[sel]; s != nil && s.Kind() == types.MethodVal {
				sel.X = u.wayTo(sel, s)
			}
		}
		return true
	})
}}

// wayTo is x.I.J for the x in x.m where the method is one of an interface J that
// is embedded there, else x.
func (u *unit) wayTo(m *ast.SelectorExpr, s *types.Selection) ast.Expr {
	x, t := m.X, s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		field := t.Underlying().(*types.Struct).Field(i)
		x, t = &ast.SelectorExpr{X: x, Sel: &ast.Ident{NamePos: m.Sel.Pos(), Name: field.Name()}}, field.Type()
	}
	if !types.IsInterface(t) {
		return m.X
	}
	return x
}
