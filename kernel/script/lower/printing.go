package lower

import (
	"go/ast"
	"go/types"
)

// printing makes print and println write in the format of Go's runtime.
//
//	println(1.5, t)
//
// becomes
//
//	ʹrt.Print(true, 1.5, int(t)) // if t is of a type that the program declares
var printing = Pass{"print", "print and println write in other formats", func(u *Unit) {
	replace(u, func(n *ast.CallExpr) ast.Node {
		name := u.Builtin(n.Fun)
		if name != "print" && name != "println" {
			return nil
		}
		pos := n.Pos()
		var args []ast.Expr
		for _, arg := range n.Args {
			t := u.typeOf(arg)
			if t == nil || u.Info.Types[arg].IsNil() {
				args = append(args, arg)
				continue
			}
			if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsUntyped == 0 && b.Kind() != types.UnsafePointer {
				if t != t.Underlying() {
					arg = u.Code(pos, "%s(%s)", b.Name(), arg)
				}
			} else if types.IsInterface(t) && u.Info.Types[arg].IsValue() {
				arg = u.Code(pos, "ʹrt.Interface(%s)", arg)
			}
			args = append(args, arg)
		}
		return u.Code(pos, "ʹrt.Print(%t, %s)", name == "println", args)
	})
}}
