package adapt

import (
	"go/ast"
	"go/token"
	"go/types"
)

// pointedFunc is the name of a method that does nothing.
const pointedFunc = "ʹpointed"

// pointers declares a method with a pointer receiver for each type of the program whose methods all have
// value receivers.
//
//	func (t T) Len() int { return t.n }
//
// is followed by
//
//	func (*T) ʹpointed() {}
var pointers = Pass{"pointers", "a pointer to a type whose methods all have value receivers is stored in an " +
	"interface without its type", func(u *unit) { u.addPointerMethods(u.file) }}

func (u *unit) addPointerMethods(file *ast.File) {
	done := map[*types.Named]bool{}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Recv == nil || f.Body == nil {
			continue
		}
		t, ok := types.Unalias(u.types[f.Recv.List[0].Type].Type).(*types.Named)
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
	of := &ast.Field{Type: &ast.StarExpr{Star: pos, X: ident(pos, t)}}
	return &ast.FuncDecl{Recv: &ast.FieldList{Opening: pos, List: []*ast.Field{of}, Closing: pos},
		Name: ident(pos, pointedFunc),
		Type: &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}},
		Body: block(pos, pos)}
}
