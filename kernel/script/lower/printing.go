package lower

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// printing makes print and println write in the format of Go's runtime.
//
//	println(1.5, t)
//
// becomes
//
//	ʹrt.Print(true, 1.5, int(t)) // if t is of a type that the program declares
var printing = Pass{"print", "print and println write in other formats", func(u *Unit) error {
	u.apply(nil, func(c *astutil.Cursor) bool {
		n, ok := c.Node().(*ast.CallExpr)
		if !ok {
			return true
		}
		name := u.builtin(n.Fun)
		if name != "print" && name != "println" {
			return true
		}
		pos := n.Pos()
		args := []ast.Expr{ident(pos, "false")}
		if name == "println" {
			args[0] = ident(pos, "true")
		}
		for _, arg := range n.Args {
			t := u.typeOf(arg)
			if t == nil || u.Info.Types[arg].IsNil() {
				args = append(args, arg)
				continue
			}
			if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsUntyped == 0 && b.Kind() != types.UnsafePointer {
				if t != t.Underlying() {
					arg = call(pos, ident(pos, b.Name()), arg)
				}
			} else if types.IsInterface(t) {
				if u.Info.Types[arg].IsValue() {
					arg = call(pos, u.runtime(pos, "Interface"), arg)
				}
			}
			args = append(args, arg)
		}
		c.Replace(call(pos, u.runtime(pos, "Print"), args...))
		return true
	})
	return nil
}}

func isTuple(t types.Type) bool {
	_, ok := t.(*types.Tuple)
	return ok
}
