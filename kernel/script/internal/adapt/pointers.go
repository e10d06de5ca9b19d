package adapt

import (
	"go/ast"
	"go/types"
	"slices"
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
		byPointer := func(m *types.Func) bool { return is[*types.Pointer](m.Signature().Recv().Type()) }
		if slices.ContainsFunc(slices.Collect(t.Methods()), byPointer) {
			continue
		}
		pos, made := f.Pos(), niladic(f.Pos(), block(f.Pos(), f.Pos()))
		of := &ast.Field{Type: &ast.StarExpr{Star: pos, X: ident(pos, t.Obj().Name())}}
		file.Decls = append(file.Decls, &ast.FuncDecl{Recv: &ast.FieldList{Opening: pos, List: []*ast.Field{of}, Closing: pos},
			Name: ident(pos, pointedFunc), Type: made.Type, Body: made.Body})
	}
}
