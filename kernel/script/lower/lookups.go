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
// In the head of a loop, a function literal looks the key up.
var lookups = Pass{"lookups", "in v, ok = m[k], v keeps its old value if m has no k", func(u *Unit) {
	unseen := map[ast.Node]bool{} // statements whose v is not used if m has no k
	Each(u, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.BlockStmt:
			if u.ifFound(n.List) {
				unseen[n.List[0]] = true
			}
		case *ast.ForStmt:
			first, ok := n.Init.(*ast.AssignStmt)
			if !ok || u.lookup(first) == nil || !u.isFlag(n.Cond, first.Lhs[1]) {
				break
			}
			unseen[first] = true
			if post, ok := n.Post.(*ast.AssignStmt); ok && u.lookup(post) != nil && u.isFlag(post.Lhs[0], first.Lhs[0]) &&
				u.isFlag(post.Lhs[1], first.Lhs[1]) {
				unseen[post] = true
			}
		}
	})
	u.apply(nil, func(c *astutil.Cursor) bool {
		n, ok := c.Node().(*ast.AssignStmt)
		if !ok || u.lookup(n) == nil || unseen[n] || IsBlank(n.Lhs[0]) {
			return true
		}
		if IsBlank(n.Lhs[1]) {
			n.Lhs = n.Lhs[:1]
			return true
		}
		pos, of := n.Pos(), u.typeOf(n.Lhs[0])
		zero, t := u.Zero(of, pos), u.TypeText(of)
		switch loop := is[*ast.ForStmt](c.Parent()); {
		case zero == nil || loop && t == "":
			u.refuse(n.Rhs[0], "the interpreter cannot look this up, as the type has no name%s", Instead)
		case loop:
			n.Rhs[0] = u.Code(pos, `func() (%s, bool) {
				%s, %s := %s
				if !%[3]s { %[2]s = %[5]s }
				return %[2]s, %[3]s
			}()`, t, u.Name("ʹv"), u.Name("ʹok"), n.Rhs[0], zero)
		default:
			c.InsertAfter(u.Statement(pos, "if !%s { %s = %s }", clone(n.Lhs[1]), clone(n.Lhs[0]), zero))
		}
		return true
	})
}}

// lookup returns m[k] of a statement v, ok = m[k]; nil for others.
func (u *Unit) lookup(s ast.Stmt) *ast.IndexExpr {
	if a, ok := s.(*ast.AssignStmt); ok && len(a.Lhs) == 2 && len(a.Rhs) == 1 {
		return u.mapIndex(a.Rhs[0])
	}
	return nil
}

func (u *Unit) mapIndex(e ast.Expr) *ast.IndexExpr {
	if index, ok := ast.Unparen(e).(*ast.IndexExpr); ok && is[*types.Map](u.Under(index.X)) {
		return index
	}
	return nil
}

// ifFound reports whether a block is a lookup and an if statement that uses the value only if the map has the key,
// because its condition begins with ok.
func (u *Unit) ifFound(list []ast.Stmt) bool {
	if len(list) != 2 || u.lookup(list[0]) == nil {
		return false
	}
	n, ok := list[1].(*ast.IfStmt)
	init := list[0].(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE {
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
	return u.isFlag(cond, init.Lhs[1]) && (n.Else == nil || !u.uses(n.Else, u.Info.Defs[v]))
}

// uses reports whether a node uses an object.
func (u *Unit) uses(node ast.Node, obj types.Object) bool {
	return Contains(node, func(id *ast.Ident) bool { return u.Info.Uses[id] == obj })
}

// isFlag reports whether a condition is the variable ok of a lookup, or two expressions are one variable.
func (u *Unit) isFlag(cond, flag ast.Expr) bool {
	id, ok := ast.Unparen(cond).(*ast.Ident)
	to, variable := flag.(*ast.Ident)
	return ok && variable && u.object(id) != nil && u.object(id) == u.object(to)
}

// Zero makes the zero value of a type; nil if the type cannot be named.
func (u *Unit) Zero(t types.Type, pos token.Pos) ast.Expr {
	switch {
	case IsBasic(t, types.IsString):
		return quoted(pos, "")
	case IsBasic(t, types.IsBoolean):
		return ident(pos, "false")
	case IsBasic(t, types.IsNumeric):
		return number(pos, 0)
	case is[*types.Struct](t.Underlying()), is[*types.Array](t.Underlying()):
		if e := u.TypeExpr(t, pos); e != nil {
			return &ast.CompositeLit{Type: e, Lbrace: pos, Rbrace: pos}
		}
		return nil
	}
	return ident(pos, "nil")
}
