package lower

import (
	"go/ast"
	"go/types"
)

// functionMethods makes functions of the methods of function types, and calls these functions where the type is known.
//
//	type op func(int) int
//
//	func (f op) twice(n int) int { return f(f(n)) }
//
//	func f(o op) int { return o.twice(1) }
//
// becomes
//
//	func (ʹx op) twice(ʹa0 int) int { return twiceʹop(ʹx, ʹa0) }
//
//	func f(o op) int { return twiceʹop(o, 1) }
//
//	func twiceʹop(f op, n int) int { return f(f(n)) }
var functionMethods = Pass{"function methods", "a method of a function is taken for one of its results, or is not found",
	func(u *Unit) {
		names := map[types.Object]string{}
		for _, file := range u.Files {
			for _, decl := range file.Decls {
				if d, ok := decl.(*ast.FuncDecl); ok && d.Recv != nil {
					if made := u.moveMethod(d, names); made != nil {
						file.Decls = append(file.Decls, made)
					}
				}
			}
		}
		replace(u, func(n *ast.CallExpr) ast.Node {
			sel, _ := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			if s := u.Info.Selections[sel]; s != nil && names[s.Obj()] != "" {
				f, _ := receiver(sel.X, s)
				n.Fun = ident(n.Pos(), names[s.Obj()])
				n.Args = append([]ast.Expr{f}, n.Args...)
			}
			return nil
		})
	}}

// moveMethod makes a function of a method of a function type, and notes its name. In a session another part may have
// made it.
func (u *Unit) moveMethod(d *ast.FuncDecl, names map[types.Object]string) ast.Decl {
	m := u.Info.Defs[d.Name].(*types.Func)
	of := m.Signature().Recv().Type()
	if p, ok := of.(*types.Pointer); ok {
		of = p.Elem()
	}
	named, _ := of.(*types.Named)
	if !is[*types.Signature](of.Underlying()) || named == nil {
		return nil
	}
	pos, name := d.Pos(), d.Name.Name+"ʹ"+named.Obj().Name()
	own := u.forwarding(ident(pos, name), m.Signature(), "ʹa", 0, ident(pos, "ʹx"))
	if own == nil {
		return nil
	}
	recv, t := d.Recv.List[0], *d.Type
	t.Params = fields(pos, append([]*ast.Field{recv}, t.Params.List...)...)
	NameBlank(t.Params)
	names[m] = name
	made := &ast.FuncDecl{Name: ident(pos, name), Type: &t, Body: d.Body}
	if d.Body != nil {
		d.Recv = fields(pos, field(pos, "ʹx", clone(recv.Type)))
		d.Type, d.Body = own.Type, own.Body
	}
	return made
}
