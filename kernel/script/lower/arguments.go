package lower

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// arguments rewrites calls of builtin functions with arguments that an interpreter gets wrong.
//
//	n := copy(f())             // f returns two values
//	l = append(l, nil)         // of type [][]int
//	p := new(x)                // x is a value
//	n := len(g())              // g returns a pointer to an array
//
// becomes
//
//	n := func(ʹa_1_0 []int, ʹa_1_1 []int) int { return copy(ʹa_1_0, ʹa_1_1) }(f())
//	l = append(l, ([]int)(nil))
//	p := func(ʹx_2 int) *int { ʹp_3 := new(int); *ʹp_3 = ʹx_2; return ʹp_3 }(x)
//	n := func(*[2]int) int { return 2 }(g())
var arguments = Pass{"arguments", "the arguments of builtin functions are assumed to be single, unchanged values",
	func(u *Unit) error {
		var err error
		u.apply(nil, func(c *astutil.Cursor) bool {
			n, ok := c.Node().(*ast.CallExpr)
			if !ok || err != nil {
				return true
			}
			name := u.builtin(n.Fun)
			if name == "" || len(n.Args) == 0 {
				return true
			}
			var made ast.Expr
			if tuple, ok := u.typeOf(n.Args[0]).(*types.Tuple); ok {
				if made = u.ofTuple(n, tuple); made == nil {
					err = refuse(n, "the interpreter cannot hand several results over to %s; assign them to variables before", name)
				}
			} else {
				switch name {
				case "append":
					u.typedNil(n)
				case "new":
					if !u.Info.Types[n.Args[0]].IsType() {
						if made = u.newOf(n); made == nil {
							err = refuse(n, "the interpreter cannot make this by new, as its type has no name; declare a variable and take its address")
						}
					}
				case "make":
					made = u.bothWays(n)
				case "len", "cap":
					made = u.lengthOf(n)
				}
			}
			if made != nil {
				c.Replace(made)
			}
			return true
		})
		return err
	}}

// ofTuple makes a call of a literal that passes several results on.
func (u *Unit) ofTuple(n *ast.CallExpr, tuple *types.Tuple) ast.Expr {
	pos, stem := n.Pos(), u.name("ʹa")+"_"
	params := u.tuple(tuple, false, stem, pos)
	if params == nil {
		return nil
	}
	inner := &ast.CallExpr{Fun: n.Fun, Lparen: n.Lparen, Rparen: n.Rparen}
	for _, f := range params.List {
		inner.Args = append(inner.Args, ident(pos, f.Names[0].Name))
	}
	var results *ast.FieldList
	var body ast.Stmt = expr(inner)
	if t := u.Info.Types[n]; t.IsValue() {
		out := u.typeExpr(types.Default(t.Type), pos)
		if out == nil {
			return nil
		}
		results = fields(pos, field(pos, "", out))
		body = &ast.ReturnStmt{Return: pos, Results: []ast.Expr{inner}}
	}
	return call(pos, literal(pos, params, results, block(pos, body)), n.Args...)
}

// typedNil converts an appended nil to the element type.
func (u *Unit) typedNil(n *ast.CallExpr) {
	s, ok := u.typeOf(n).Underlying().(*types.Slice)
	if !ok || types.IsInterface(s.Elem()) {
		return
	}
	for i, e := range n.Args[1:] {
		if t := u.typeExpr(s.Elem(), e.Pos()); t != nil && u.Info.Types[e].IsNil() && !n.Ellipsis.IsValid() {
			n.Args[i+1] = call(e.Pos(), &ast.ParenExpr{Lparen: e.Pos(), X: t, Rparen: e.Pos()}, e)
		}
	}
}

func (u *Unit) newOf(n *ast.CallExpr) ast.Expr {
	pos := n.Pos()
	p, ok := u.typeOf(n).(*types.Pointer)
	if !ok {
		return nil
	}
	in, out := u.typeExpr(p.Elem(), pos), u.typeExpr(p, pos)
	if in == nil || out == nil {
		return nil
	}
	x, made := u.name("ʹx"), u.name("ʹp")
	body := block(pos,
		define(ident(pos, made), call(pos, ident(pos, "new"), clone(in))),
		assign(&ast.StarExpr{Star: pos, X: ident(pos, made)}, ident(pos, x)),
		&ast.ReturnStmt{Return: pos, Results: []ast.Expr{ident(pos, made)}})
	return call(pos, literal(pos, fields(pos, field(pos, x, in)), fields(pos, field(pos, "", out)), body), n.Args...)
}

// bothWays makes a directional channel from a bidirectional one.
func (u *Unit) bothWays(n *ast.CallExpr) ast.Expr {
	t := u.typeOf(n)
	if t == nil {
		return nil
	}
	c, ok := t.Underlying().(*types.Chan)
	if !ok || c.Dir() == types.SendRecv {
		return nil
	}
	both := u.typeExpr(types.NewChan(types.SendRecv, c.Elem()), n.Pos())
	if both == nil {
		return nil
	}
	to := &ast.ParenExpr{Lparen: n.Pos(), X: n.Args[0], Rparen: n.Pos()}
	n.Args[0] = both
	return call(n.Pos(), to, n)
}

// lengthOf makes the length of an array behind a pointer that must be evaluated.
func (u *Unit) lengthOf(n *ast.CallExpr) ast.Expr {
	p, ok := u.typeOf(n.Args[0]).Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	a, ok := p.Elem().Underlying().(*types.Array)
	t := u.typeExpr(u.typeOf(n.Args[0]), n.Pos())
	if !ok || t == nil || u.Info.Types[n].Value != nil {
		return nil
	}
	return u.after(n.Args[0], t, number(n.Pos(), int(a.Len())))
}
