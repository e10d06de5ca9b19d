package lower

import (
	"go/ast"
	"go/types"
)

// booleans converts values to boolean types by functions. A conversion to bool that changes no type is
// left out.
//
//	if flag(a < b) || bool(c && d) || e {
//
// becomes
//
//	if ʹto_1(a < b) || (c && d) || e {
//
//	func ʹto_1(ʹx flag) flag { return flag(ʹx) }
var booleans = Pass{"booleans", "a conversion to a boolean type as an operand of && or || is not executed, or continues at " +
	"another statement", func(u *Unit) {
	made := map[[2]string]string{} // functions by the types from and to which they convert
	convert := func(from, to types.Type, n *ast.CallExpr) {
		pos, key := n.Pos(), [2]string{Identity(from), Identity(to)}
		in, out := u.TypeText(from), u.TypeText(to)
		if in == "" || out == "" {
			return
		}
		if made[key] == "" {
			made[key] = u.Name("ʹto")
			u.declareFunction(pos, made[key], "(ʹx %s) %s { return %[2]s(ʹx) }", in, out)
		}
		n.Fun = ident(pos, made[key])
	}
	replace(u, func(n *ast.CallExpr) ast.Node {
		if !u.Info.Types[n.Fun].IsType() || u.Info.Types[n].Value != nil {
			return nil
		}
		to, from := u.typeOf(n.Fun), u.typeOf(n.Args[0])
		if from == nil || !IsBasic(to, types.IsBoolean) {
			return nil
		}
		if !types.Identical(to, types.Typ[types.Bool]) || !types.Identical(from, to) {
			convert(from, to, n)
			return nil
		}
		same := u.Code(n.Pos(), "(%s)", n.Args[0])
		u.Info.Types[same] = u.Info.Types[n]
		return same
	})
}}
