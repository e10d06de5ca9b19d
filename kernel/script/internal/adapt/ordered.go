package adapt

import (
	"go/ast"
	"go/types"
	"slices"
)

// ordered writes the type argument of min or max, which the prelude declares, where one of the
// arguments is a constant.
//
//	min(x, 2)
//
// becomes
//
//	min[float64](x, 2)
var ordered = Pass{"ordered", "of a constant, a wrong type argument is inferred", func(u *unit) {
	constant := func(arg ast.Expr) bool { return u.types[arg].Value != nil }
	u.each(func(n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok || u.builtin(call) != "min" && u.builtin(call) != "max" || !slices.ContainsFunc(call.Args, constant) {
			return
		}
		if t := u.types[call].Type; t != nil {
			if e := u.typeExpr(types.Default(t), call.Pos()); e != nil {
				call.Fun = &ast.IndexExpr{X: call.Fun, Lbrack: call.Fun.End(), Index: e, Rbrack: call.Fun.End()}
			}
		}
	})
}}
