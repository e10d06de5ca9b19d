package script

import (
	"fmt"
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
		case types.MethodExpr:
			if l.lowered {
				break
			}
			if literal := l.methodExpr(sel, s.Type().(*types.Signature)); literal != nil {
				l.types[literal] = l.types[sel]
				c.Replace(literal)
			}
		case types.MethodVal:
			sel.X = l.embedded(sel, s)
		}
		return true
	})
}

// methodExpr is func(x T, a A, b ...B) R { return x.m(a, b...) } for a method
// expression T.m, nil where its types cannot be written.
func (l *lowering) methodExpr(m *ast.SelectorExpr, sig *types.Signature) ast.Expr {
	pos := m.Pos()
	name := func(i int) *ast.Ident { return &ast.Ident{NamePos: pos, Name: fmt.Sprintf("ʹx%d", i)} }
	f := niladic(pos, &ast.BlockStmt{Lbrace: pos, Rbrace: m.End()})
	call := &ast.CallExpr{Fun: &ast.SelectorExpr{X: name(0), Sel: m.Sel}, Lparen: m.End(), Rparen: m.End()}
	for i := range sig.Params().Len() {
		t := l.typeExpr(sig.Params().At(i).Type(), pos)
		switch {
		case i == 0:
			t = m.X
		case t == nil:
			return nil
		case sig.Variadic() && i == sig.Params().Len()-1:
			t = &ast.Ellipsis{Ellipsis: pos, Elt: t.(*ast.ArrayType).Elt}
			call.Ellipsis = m.End()
		}
		f.Type.Params.List = append(f.Type.Params.List, &ast.Field{Names: []*ast.Ident{name(i)}, Type: t})
		if i > 0 {
			call.Args = append(call.Args, name(i))
		}
	}
	if sig.Results().Len() == 0 {
		f.Body.List = []ast.Stmt{&ast.ExprStmt{X: call}}
		return f
	}
	f.Type.Results = &ast.FieldList{Opening: pos, Closing: pos}
	for r := range sig.Results().Variables() {
		t := l.typeExpr(r.Type(), pos)
		if t == nil {
			return nil
		}
		f.Type.Results.List = append(f.Type.Results.List, &ast.Field{Type: t})
	}
	f.Body.List = []ast.Stmt{&ast.ReturnStmt{Return: pos, Results: []ast.Expr{call}}}
	return f
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
