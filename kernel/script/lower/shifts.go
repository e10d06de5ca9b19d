package lower

import (
	"go/ast"
	"go/token"
	"go/types"
)

// shifts checks shift counts that may be negative, and converts those that an operation yields: an interpreter gives
// the operation the type of what is shifted.
//
//	y := x << n // n is an int
//
// becomes
//
//	y := x << ʹrt.Count(int64(n))
var shifts = Pass{"shifts", "a shift by a negative count does not panic as in Go", func(u *Unit) {
	counters := map[types.Object]bool{}
	Each(u, func(n ast.Node) { u.counters(n, counters) })
	replace(u, func(n ast.Node) ast.Node {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.SHL || n.Op == token.SHR {
				n.Y = u.count(n.Y, counters)
			}
		case *ast.AssignStmt:
			if n.Tok == token.SHL_ASSIGN || n.Tok == token.SHR_ASSIGN {
				n.Rhs[0] = u.count(n.Rhs[0], counters)
			}
		}
		return nil
	})
}}

func (u *Unit) count(e ast.Expr, counters map[types.Object]bool) ast.Expr {
	known := u.Info.Types[e]
	if !IsBasic(known.Type, types.IsInteger) || known.Value != nil {
		return e
	}
	if IsBasic(known.Type, types.IsUnsigned) || u.natural(e, counters) {
		if is[*ast.BinaryExpr](ast.Unparen(e)) {
			return u.Code(e.Pos(), "uint64(%s)", e)
		}
		return e
	}
	return u.Code(e.Pos(), "ʹrt.Count(int64(%s))", e)
}

// natural reports whether a number is known not to be negative.
func (u *Unit) natural(e ast.Expr, counters map[types.Object]bool) bool {
	if v := u.Info.Types[e].Value; v != nil {
		return v.String()[0] != '-'
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return u.natural(e.X, counters)
	case *ast.Ident:
		return counters[u.object(e)]
	case *ast.CallExpr:
		return u.Builtin(e.Fun) == "len" || u.Builtin(e.Fun) == "cap"
	case *ast.BinaryExpr:
		switch e.Op {
		case token.AND:
			return u.natural(e.X, counters) || u.natural(e.Y, counters)
		case token.REM, token.SHR:
			return u.natural(e.X, counters)
		case token.QUO, token.OR:
			return u.natural(e.X, counters) && u.natural(e.Y, counters)
		}
	}
	return false
}

// counters records the variables of loops that only count up from a number that is not
// negative.
func (u *Unit) counters(n ast.Node, found map[types.Object]bool) {
	var id *ast.Ident
	var body ast.Node
	switch n := n.(type) {
	case *ast.RangeStmt:
		if n.Tok == token.DEFINE && !is[*types.Map](u.Under(n.X)) {
			id, _ = n.Key.(*ast.Ident)
		}
		body = n.Body
	case *ast.ForStmt:
		init, ok := n.Init.(*ast.AssignStmt)
		post, counts := n.Post.(*ast.IncDecStmt)
		if !ok || !counts || post.Tok != token.INC || init.Tok != token.DEFINE || len(init.Lhs) != 1 ||
			!u.natural(init.Rhs[0], found) {
			return
		}
		id, _ = init.Lhs[0].(*ast.Ident)
		if at, ok := post.X.(*ast.Ident); !ok || id == nil || u.object(at) != u.object(id) {
			return
		}
		body = n.Body
	}
	if obj := u.Info.Defs[id]; obj != nil && IsBasic(obj.Type(), types.IsInteger) {
		found[obj] = !u.changes(body, obj)
	}
}
