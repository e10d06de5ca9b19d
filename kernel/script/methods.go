package script

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// methods rewrites two kinds of x.m at which yaegi panics: a method expression
// becomes a function literal, and where m comes from an interface that is embedded in
// x, the way to it is written out.
func (l *lowering) methods(file *ast.File) {
	astutil.Apply(file, nil, func(c *astutil.Cursor) bool {
		sel, ok := c.Node().(*ast.SelectorExpr)
		if !ok || l.selections[sel] == nil {
			return true
		}
		switch s := l.selections[sel]; s.Kind() {
		case types.MethodVal:
			sel.X = l.embedded(sel, s)
		}
		return true
	})
}

// embedded is x.I.J for the x in x.m where the method is one of an interface J that
// is embedded there, else x.
func (l *lowering) embedded(m *ast.SelectorExpr, s *types.Selection) ast.Expr {
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
