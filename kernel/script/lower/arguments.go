package lower

import (
	"fmt"
	"go/ast"
	"go/types"
)

// arguments rewrites calls of builtin functions with arguments that an interpreter gets wrong.
//
//	l = append(l, nil)         // of type [][]int
//	p := new(x)                // x is a value
//	n := len(g())              // g returns a pointer to an array
//
// becomes
//
//	l = append(l, ([]int)(nil))
//	p := func(ʹx_2 int) *int { ʹp_3 := new(int); *ʹp_3 = ʹx_2; return ʹp_3 }(x)
//	n := func(*[2]int) int { return 2 }(g())
var arguments = Pass{"arguments", "the arguments of builtin functions are assumed to be single, unchanged values",
	func(u *Unit) {
		replace(u, func(n *ast.CallExpr) ast.Node {
			switch u.Builtin(n.Fun) {
			case "append":
				u.typedNil(n)
			case "new":
				return u.newOf(n)
			case "make":
				return u.bothWays(n)
			case "len", "cap":
				return u.lengthOf(n)
			}
			return nil
		})
	}}

// typedNil converts an appended nil to the element type.
func (u *Unit) typedNil(n *ast.CallExpr) {
	s, ok := u.Under(n).(*types.Slice)
	if !ok || types.IsInterface(s.Elem()) {
		return
	}
	for i, e := range n.Args[1:] {
		if u.Info.Types[e].IsNil() && !n.Ellipsis.IsValid() {
			n.Args[i+1] = u.convertedTo(s.Elem(), e)
		}
	}
}

// newOf makes a variable with a value.
func (u *Unit) newOf(n *ast.CallExpr) ast.Expr {
	if u.Info.Types[n.Args[0]].IsType() {
		return nil
	}
	of := u.TypeText(u.typeOf(n).(*types.Pointer).Elem())
	if of == "" {
		u.refuse(n, "the interpreter cannot make this by new, as its type has no name; declare a variable and take its address")
		return nil
	}
	return u.Code(n.Pos(), "func(%s %s) *%[2]s { %[3]s := new(%[2]s); *%[3]s = %[1]s; return %[3]s }(%[4]s)",
		u.Name("ʹx"), of, u.Name("ʹp"), n.Args[0])
}

// bothWays makes a directional channel from a bidirectional one.
func (u *Unit) bothWays(n *ast.CallExpr) ast.Expr {
	c, ok := u.Under(n).(*types.Chan)
	if !ok || c.Dir() == types.SendRecv {
		return nil
	}
	both := u.TypeExpr(types.NewChan(types.SendRecv, c.Elem()), n.Pos())
	if both != nil {
		n.Args[0] = both
	}
	return u.convertedTo(u.typeOf(n), n)
}

// lengthOf makes the length of an array behind a pointer that must be evaluated.
func (u *Unit) lengthOf(n *ast.CallExpr) ast.Expr {
	if a, behind := u.arrayOf(n.Args[0]); behind && a != nil && u.Info.Types[n].Value == nil {
		return u.instead(n.Args[0], "int", fmt.Sprint(a.Len()))
	}
	return nil
}
