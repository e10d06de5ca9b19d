package lower

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// lookups sets the value of a comma-ok map lookup to zero if the map has no such key.
//
//	v, ok := m[k]
//	if w, ok := m[v]; !ok || w < v {
//		return w
//	}
//
// becomes
//
//	v, ok := m[k]
//	if !ok {
//		v = 0
//	}
//	{
//		w, ok := m[v]
//		if !ok {
//			w = 0
//		}
//		if !ok || w < v {
//			return w
//		}
//	}
//
// In a declaration, a function literal looks the key up.
var lookups = Pass{"lookups", "in v, ok = m[k], v keeps its old value if m has no k", func(u *Unit) error {
	unseen := map[ast.Node]bool{} // statements whose v is not used if m has no k
	u.apply(nil, func(c *astutil.Cursor) bool {
		var init *ast.Stmt
		switch n := c.Node().(type) {
		case *ast.IfStmt:
			if u.ifFound(n) {
				unseen[n.Init] = true
				return true
			}
			init = &n.Init
		case *ast.SwitchStmt:
			init = &n.Init
		case *ast.ForStmt:
			first, ok := n.Init.(*ast.AssignStmt)
			if !ok || first.Tok != token.DEFINE || u.lookup(first) == nil || !u.isFlag(n.Cond, first.Lhs[1]) {
				return true
			}
			unseen[first] = true
			if post, ok := n.Post.(*ast.AssignStmt); ok && u.lookup(post) != nil && u.sameVariables(post, first) {
				unseen[post] = true
			}
			return true
		default:
			return true
		}
		if _, labelled := c.Parent().(*ast.LabeledStmt); !labelled && u.lookup(*init) != nil {
			before := *init
			*init = nil
			c.Replace(block(before.Pos(), before, c.Node().(ast.Stmt)))
		}
		return true
	})
	var err error
	u.apply(nil, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.ValueSpec:
			if len(n.Names) == 2 && len(n.Values) == 1 && u.mapIndex(n.Values[0]) != nil && n.Names[0].Name != "_" {
				err = u.lookUp(&n.Values[0])
			}
		case *ast.AssignStmt:
			if u.lookup(n) == nil || unseen[n] || isBlank(n.Lhs[0]) {
				break
			}
			if isBlank(n.Lhs[1]) {
				n.Lhs = n.Lhs[:1]
				break
			}
			v, plain := n.Lhs[0].(*ast.Ident)
			ok, flagged := n.Lhs[1].(*ast.Ident)
			elem := u.typeOf(u.lookup(n).X).Underlying().(*types.Map).Elem()
			if plain && flagged && c.Index() >= 0 && types.Identical(u.typeOf(v), elem) && !types.IsInterface(u.typeOf(ok)) {
				if zero := u.zero(u.typeOf(v), v.Pos()); zero != nil {
					no := &ast.UnaryExpr{OpPos: n.Pos(), Op: token.NOT, X: ident(n.Pos(), ok.Name)}
					c.InsertAfter(when(n.Pos(), no, assign(ident(n.Pos(), v.Name), zero)))
					break
				}
			}
			err = u.lookUp(&n.Rhs[0])
		}
		return err == nil
	})
	return err
}}

// lookup returns m[k] of a statement v, ok = m[k]; nil for others.
func (u *Unit) lookup(s ast.Stmt) *ast.IndexExpr {
	if a, ok := s.(*ast.AssignStmt); ok && len(a.Lhs) == 2 && len(a.Rhs) == 1 {
		return u.mapIndex(a.Rhs[0])
	}
	return nil
}

func (u *Unit) mapIndex(e ast.Expr) *ast.IndexExpr {
	index, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok || u.typeOf(index.X) == nil {
		return nil
	}
	if _, ok := u.typeOf(index.X).Underlying().(*types.Map); !ok {
		return nil
	}
	return index
}

// ifFound reports whether an if statement uses the value of a lookup only if the map has the key,
// because its condition begins with ok.
func (u *Unit) ifFound(n *ast.IfStmt) bool {
	init, ok := n.Init.(*ast.AssignStmt)
	if !ok || u.lookup(init) == nil || init.Tok != token.DEFINE {
		return false
	}
	v, ok := init.Lhs[0].(*ast.Ident)
	if !ok || u.Info.Defs[v] == nil {
		return false
	}
	cond := n.Cond
	for {
		and, ok := ast.Unparen(cond).(*ast.BinaryExpr)
		if !ok || and.Op != token.LAND {
			break
		}
		cond = and.X
	}
	return u.isFlag(cond, init.Lhs[1]) && (n.Else == nil || !contains(n.Else, func(e ast.Node) bool {
		id, ok := e.(*ast.Ident)
		return ok && u.Info.Uses[id] == u.Info.Defs[v]
	}))
}

// isFlag reports whether a condition is the variable ok of a lookup.
func (u *Unit) isFlag(cond, flag ast.Expr) bool {
	id, ok := ast.Unparen(cond).(*ast.Ident)
	to, variable := flag.(*ast.Ident)
	return ok && variable && u.object(id) != nil && u.object(id) == u.object(to)
}

// sameVariables reports whether two statements assign to the same variables.
func (u *Unit) sameVariables(x, y *ast.AssignStmt) bool {
	return u.isFlag(x.Lhs[0], y.Lhs[0]) && u.isFlag(x.Lhs[1], y.Lhs[1])
}

// lookUp looks a key up by a function literal, whose results are zero at first.
//
//	func(m map[K]V, k K) (v V, ok bool) { v, ok = m[k]; return v, ok }(m, k)
func (u *Unit) lookUp(e *ast.Expr) error {
	index, pos := u.mapIndex(*e), (*e).Pos()
	of := u.typeOf(index.X)
	m := of.Underlying().(*types.Map)
	t, k, v := u.typeExpr(of, pos), u.typeExpr(m.Key(), pos), u.typeExpr(m.Elem(), pos)
	if t == nil || k == nil || v == nil {
		return refuse(*e, "the interpreter cannot look this up, as the type has no name%s", Instead)
	}
	names := [4]string{u.name("ʹm"), u.name("ʹk"), u.name("ʹv"), u.name("ʹok")}
	id := func(i int) *ast.Ident { return ident(pos, names[i]) }
	set := &ast.AssignStmt{Lhs: []ast.Expr{id(2), id(3)}, TokPos: pos, Tok: token.ASSIGN,
		Rhs: []ast.Expr{&ast.IndexExpr{X: id(0), Lbrack: pos, Index: id(1), Rbrack: pos}}}
	body := block(pos, set, &ast.ReturnStmt{Return: pos, Results: []ast.Expr{id(2), id(3)}})
	*e = call(pos, literal(pos, fields(pos, field(pos, names[0], t), field(pos, names[1], k)),
		fields(pos, field(pos, names[2], v), field(pos, names[3], ident(pos, "bool"))), body), index.X, index.Index)
	return nil
}

// zero makes the zero value of a type; nil if the type cannot be named.
func (u *Unit) zero(t types.Type, pos token.Pos) ast.Expr {
	if t == nil {
		return nil
	}
	switch b := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case b.Info()&types.IsString != 0:
			return quoted(pos, "")
		case b.Info()&types.IsBoolean != 0:
			return truth(pos, false)
		case b.Info()&types.IsNumeric != 0:
			return number(pos, 0)
		}
	case *types.Struct, *types.Array:
		if e := u.typeExpr(t, pos); e != nil {
			return &ast.CompositeLit{Type: e, Lbrace: pos, Rbrace: pos}
		}
		return nil
	}
	return ident(pos, "nil")
}
