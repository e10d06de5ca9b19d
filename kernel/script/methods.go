package script

import (
	"go/ast"
	"go/token"
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

// pointedFunc is the name of a method that does nothing.
const pointedFunc = "ʹpointed"

// pointers gives each type of the program that has methods, none of them of its pointer, one of its
// pointer: without, yaegi puts a pointer to it into an interface without its type.
func (l *lowering) pointers(file *ast.File) {
	done := map[*types.Named]bool{}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Recv == nil || f.Body == nil {
			continue
		}
		t, ok := types.Unalias(l.types[f.Recv.List[0].Type].Type).(*types.Named)
		if !ok || done[t] {
			continue
		}
		done[t] = true
		of := false
		for m := range t.Methods() {
			_, pointer := m.Signature().Recv().Type().(*types.Pointer)
			of = of || pointer
		}
		if !of {
			file.Decls = append(file.Decls, pointerMethod(t.Obj().Name(), f.Pos()))
		}
	}
}

func pointerMethod(t string, pos token.Pos) ast.Decl {
	of := &ast.Field{Type: &ast.StarExpr{Star: pos, X: &ast.Ident{NamePos: pos, Name: t}}}
	return &ast.FuncDecl{Recv: &ast.FieldList{Opening: pos, List: []*ast.Field{of}, Closing: pos},
		Name: &ast.Ident{NamePos: pos, Name: pointedFunc},
		Type: &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}},
		Body: &ast.BlockStmt{Lbrace: pos, Rbrace: pos}}
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
