package lower

import (
	"go/ast"
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
		text := u.TypeText(t)
		if text == "" {
			u.refuse(n, "the interpreter cannot compute this %s, as its type has no name; use if", builtin)
			return ""
		}
		made[key] = u.Name("ʹ" + builtin)
		better, function := "<", "Min"
		if builtin == "max" {
			better, function = ">", "Max"
		}
		body := "if ʹy " + better + " ʹx { return ʹy }; return ʹx"
		if IsBasic(t, types.IsFloat) {
			body = "return " + text + "(ʹrt." + function + "(float64(ʹx), float64(ʹy)))"
		}
		u.declareFunction(pos, made[key], "(ʹx, ʹy %s) %[1]s { %s }", text, body)
		return made[key]
	}
	replace(u, func(n *ast.CallExpr) ast.Node {
		builtin := u.Builtin(n.Fun)
		if builtin != "min" && builtin != "max" {
			return nil
		}
		f := of(builtin, n)
		value := n.Args[0]
		if len(n.Args) == 1 {
			value = u.Code(n.Pos(), "(%s)", value)
		}
		for _, arg := range n.Args[1:] {
			value = u.Code(n.Pos(), "%s(%s, %s)", f, value, arg)
		}
		return value
	})
}}
