package adapt

import (
	"go/ast"
	"go/types"
	"slices"
)

// spread passes a slice to a variadic function of a package if one of its variadic arguments is a
// value of the program.
//
//	io.MultiWriter(a, b)
//
// becomes
//
//	io.MultiWriter([]io.Writer{a, b}...)
var spread = Pass{"spread", "a value of the program is converted to an interface as an element of a slice, but " +
	"not as an argument for a variadic parameter", func(u *unit) { u.calls(u.spread) }}

func (u *unit) spread(call *ast.CallExpr) {
	sig, ok := u.types[call.Fun].Type.(*types.Signature)
	if !ok || !sig.Variadic() || call.Ellipsis.IsValid() || !u.ofPackage(call.Fun) {
		return
	}
	first := sig.Params().Len() - 1
	all, ok := sig.Params().At(first).Type().(*types.Slice)
	if !ok || !types.IsInterface(all.Elem()) || all.Elem().Underlying().(*types.Interface).Empty() ||
		len(call.Args) <= first {
		return
	}
	own := func(arg ast.Expr) bool {
		t := u.types[arg].Type
		return t != nil && (u.ofProgram(t) || u.boxes(t))
	}
	if !slices.ContainsFunc(call.Args[first:], own) {
		return
	}
	t := u.typeExpr(all, call.Args[first].Pos())
	if t == nil {
		return
	}
	list := &ast.CompositeLit{Type: t, Lbrace: t.Pos(), Elts: slices.Clone(call.Args[first:]), Rbrace: call.Rparen}
	u.types[list] = types.TypeAndValue{Type: all}
	call.Args = append(call.Args[:first], list)
	call.Ellipsis = call.Rparen
}
