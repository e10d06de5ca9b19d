package lower

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// conversions converts values of the program's types to interfaces, and values to boolean types, by
// functions. A conversion to bool that changes no type is left out.
//
//	x := shape(square(2))
//	if flag(a < b) || bool(c && d) || e {
//
// becomes
//
//	x := ʹto_1(square(2))
//	if ʹto_2(a < b) || (c && d) || e {
//
//	func ʹto_1(ʹx shape) shape { return ʹx }
//	func ʹto_2(ʹx flag) flag { return flag(ʹx) }
var conversions = Pass{"conversions", "a conversion to an interface yields a value of the underlying type, and " +
	"one to a boolean type as an operand of && or || is not executed, or continues at another statement", func(u *Unit) error {
	type made struct {
		from, to types.Type
		name     string
	}
	var functions []made
	convert := func(from, to types.Type, n *ast.CallExpr) {
		for _, f := range functions {
			if types.Identical(f.from, from) && types.Identical(f.to, to) {
				n.Fun = ident(n.Pos(), f.name)
				return
			}
		}
		pos := n.Pos()
		in, out, again := u.typeExpr(from, pos), u.typeExpr(to, pos), u.typeExpr(to, pos)
		if in == nil || out == nil {
			return
		}
		var value ast.Expr = ident(pos, "ʹx")
		if !types.IsInterface(to) {
			value = call(pos, again, value)
		}
		f := made{from, to, u.name("ʹto")}
		functions = append(functions, f)
		u.fresh = append(u.fresh, &ast.FuncDecl{Name: ident(pos, f.name),
			Type: &ast.FuncType{Func: pos, Params: fields(pos, field(pos, "ʹx", in)),
				Results: fields(pos, field(pos, "", out))},
			Body: block(pos, &ast.ReturnStmt{Return: pos, Results: []ast.Expr{value}})})
		n.Fun = ident(pos, f.name)
	}
	u.apply(nil, func(c *astutil.Cursor) bool {
		n, ok := c.Node().(*ast.CallExpr)
		if !ok || len(n.Args) != 1 || !u.Info.Types[n.Fun].IsType() {
			return true
		}
		to, from := u.typeOf(n.Fun), u.typeOf(n.Args[0])
		switch {
		case from == nil:
		case types.IsInterface(to) && !types.IsInterface(from) && u.ofProgram(from):
			convert(to, to, n)
		case isBoolean(to) && u.Info.Types[n].Value == nil:
			if types.Identical(to, types.Typ[types.Bool]) && types.Identical(from, to) {
				same := &ast.ParenExpr{Lparen: n.Pos(), X: n.Args[0], Rparen: n.Rparen}
				u.Info.Types[same] = u.Info.Types[n]
				c.Replace(same)
			} else {
				convert(from, to, n)
			}
		}
		return true
	})
	return nil
}}

func isBoolean(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}
