package lower

import (
	"go/ast"
	"go/token"
	"go/types"
)

// extremes calls functions of two values in place of min and max.
//
//	x = min(a, b, c)
//
// becomes
//
//	x = ʹmin_1(ʹmin_1(a, b), c)
//
//	func ʹmin_1(ʹx, ʹy int) int { if ʹy < ʹx { return ʹy }; return ʹx }
//
// For floating-point numbers the functions call ʹrt.Min and ʹrt.Max.
var extremes = Pass{"extremes", "min and max are not known", func(u *Unit) {
	made := map[[2]string]string{} // functions by what they are and for which type
	of := func(builtin string, n *ast.CallExpr) string {
		t := types.Default(u.typeOf(n))
		pos, key := n.Pos(), [2]string{builtin, Identity(t)}
		if made[key] != "" {
			return made[key]
		}
		in, out := u.TypeExpr(t, pos), u.TypeExpr(t, pos)
		if in == nil {
			u.refuse(n, "the interpreter cannot compute this %s, as its type has no name; use if", builtin)
			return ""
		}
		made[key] = u.name("ʹ" + builtin)
		x, y := func() ast.Expr { return ident(pos, "ʹx") }, func() ast.Expr { return ident(pos, "ʹy") }
		returned := func(e ast.Expr) ast.Stmt { return returned(pos, e) }
		better := &ast.BinaryExpr{X: y(), OpPos: pos, Op: token.LSS, Y: x()}
		if builtin == "max" {
			better.Op = token.GTR
		}
		body := []ast.Stmt{when(pos, better, returned(y())), returned(x())}
		if IsBasic(t, types.IsFloat) {
			float := func(e ast.Expr) ast.Expr { return call(pos, ident(pos, "float64"), e) }
			either := call(pos, u.runtime(pos, map[string]string{"min": "Min", "max": "Max"}[builtin]), float(x()), float(y()))
			body = []ast.Stmt{returned(call(pos, u.TypeExpr(t, pos), either))}
		}
		params := &ast.Field{Names: []*ast.Ident{ident(pos, "ʹx"), ident(pos, "ʹy")}, Type: in}
		u.declareFunction(pos, made[key], fields(pos, params), fields(pos, field(pos, "", out)), body...)
		return made[key]
	}
	replace(u, func(n *ast.CallExpr) ast.Node {
		builtin := u.builtin(n.Fun)
		if builtin != "min" && builtin != "max" {
			return nil
		}
		f := of(builtin, n)
		value := n.Args[0]
		if len(n.Args) == 1 {
			value = &ast.ParenExpr{Lparen: n.Pos(), X: value, Rparen: n.End()}
		}
		for _, arg := range n.Args[1:] {
			value = call(n.Pos(), ident(n.Pos(), f), value, arg)
		}
		return value
	})
}}
