package script

import (
	"go/ast"
	"go/types"
	"slices"
)

// ordered writes the type argument of min or max, which the prelude declares, where one
// of the arguments is a constant, of which yaegi infers a wrong one.
func (l *lowering) ordered(call *ast.CallExpr) {
	name, ok := call.Fun.(*ast.Ident)
	constant := func(arg ast.Expr) bool { return l.types[arg].Value != nil }
	if !ok || !l.types[name].IsBuiltin() || name.Name != "min" && name.Name != "max" ||
		!slices.ContainsFunc(call.Args, constant) {
		return
	}
	t := l.types[call].Type
	if t == nil {
		return
	}
	if e := l.typeExpr(types.Default(t), name.Pos()); e != nil {
		call.Fun = &ast.IndexExpr{X: name, Lbrack: name.End(), Index: e, Rbrack: name.End()}
	}
}
