package script

import (
	"go/ast"
	"go/types"
	"slices"
)

// spread makes io.MultiWriter(a, b) into io.MultiWriter([]io.Writer{a, b}...) where a
// or b is a value of the program: yaegi makes an io.Writer of it as the element of a
// slice, but not as an argument for a variadic parameter.
func (l *lowering) spread(call *ast.CallExpr) {
	sig, ok := l.types[call.Fun].Type.(*types.Signature)
	if !ok || !sig.Variadic() || call.Ellipsis.IsValid() || !l.ofPackage(call.Fun) {
		return
	}
	first := sig.Params().Len() - 1
	all, ok := sig.Params().At(first).Type().(*types.Slice)
	if !ok || !types.IsInterface(all.Elem()) || all.Elem().Underlying().(*types.Interface).Empty() ||
		len(call.Args) <= first {
		return
	}
	own := func(arg ast.Expr) bool {
		t := l.types[arg].Type
		return t != nil && (l.ofProgram(t) || l.boxes(t))
	}
	if !slices.ContainsFunc(call.Args[first:], own) {
		return
	}
	t := l.typeExpr(all, call.Args[first].Pos())
	if t == nil {
		return
	}
	list := &ast.CompositeLit{Type: t, Lbrace: t.Pos(), Elts: slices.Clone(call.Args[first:]), Rbrace: call.Rparen}
	l.types[list] = types.TypeAndValue{Type: all}
	call.Args = append(call.Args[:first], list)
	call.Ellipsis = call.Rparen
}
