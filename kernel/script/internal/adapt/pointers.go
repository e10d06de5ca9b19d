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
	"interface without its type", func(u *unit) { u.addPointerMethods(u.Files[0]) }}

func (u *unit) addPointerMethods(file *ast.File) {
	done := map[*types.Named]bool{}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Recv == nil || f.Body == nil {
			continue
		}
		t, ok := types.Unalias(u.Info.Types[f.Recv.List[0].Type].Type).(*types.Named)
		if !ok || done[t] {
			continue
		}
		done[t] = true
		byPointer := func(m *types.Func) bool { return is[*types.Pointer](m.Signature().Recv().Type()) }
		if slices.ContainsFunc(slices.Collect(t.Methods()), byPointer) {
			continue
		}
		recv := u.Code(f.Pos(), "func(*%s) {}", t.Obj().Name()).(*ast.FuncLit).Type.Params
		made := u.Code(f.Pos(), "func() {}").(*ast.FuncLit)
		file.Decls = append(file.Decls, &ast.FuncDecl{Recv: recv, Name: ident(f.Pos(), pointedFunc), Type: made.Type,
			Body: made.Body})
	}
}
