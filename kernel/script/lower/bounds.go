package lower

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// bounds has indices checked that may be out of range, in a program that looks at what it
// recovers: only so does the error say which index it was.
//
//	x := s[i]
//
// becomes
//
//	x := s[ʹrt.Index(i, len(s))]
var bounds = Pass{"bounds", "what is recovered from an index out of range does not say which", func(u *Unit) error {
	if !u.looks() {
		return nil
	}
	inRange := map[types.Object]ast.Expr{} // the keys of loops over what they index
	u.apply(func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.RangeStmt:
			if id, ok := n.Key.(*ast.Ident); ok && u.Info.Defs[id] != nil && u.unchanged(n.Body, n.X, id) {
				inRange[u.Info.Defs[id]] = n.X
			}
		case *ast.IndexExpr:
			u.checked(n, inRange)
		case *ast.SliceExpr:
			u.checkedSlice(n)
		}
		return true
	}, nil)
	return nil
}}

// looks says whether something is done with what recover yields but to compare it with nil.
func (u *Unit) looks() bool {
	found := false
	u.apply(func(c *astutil.Cursor) bool {
		n, ok := c.Node().(*ast.CallExpr)
		if !ok || u.builtin(n.Fun) != "recover" {
			return true
		}
		switch p := c.Parent().(type) {
		case *ast.ExprStmt, *ast.DeferStmt, *ast.GoStmt:
		case *ast.BinaryExpr:
			found = found || !u.Info.Types[p.X].IsNil() && !u.Info.Types[p.Y].IsNil()
		case *ast.AssignStmt:
			id, ok := p.Lhs[0].(*ast.Ident)
			found = found || !ok || id.Name != "_" && u.looksAt(u.object(id))
		default:
			found = true
		}
		return true
	}, nil)
	return found
}

// looksAt says whether a variable is used but to compare it with nil.
func (u *Unit) looksAt(obj types.Object) bool {
	found := false
	u.apply(func(c *astutil.Cursor) bool {
		if id, ok := c.Node().(*ast.Ident); ok && u.Info.Uses[id] == obj {
			if b, ok := c.Parent().(*ast.BinaryExpr); !ok || !u.Info.Types[b.X].IsNil() && !u.Info.Types[b.Y].IsNil() {
				found = true
			}
		}
		return true
	}, nil)
	return found
}

// unchanged says whether neither a variable nor the index of it are assigned to in a loop.
func (u *Unit) unchanged(body ast.Node, x ast.Expr, index *ast.Ident) bool {
	id, ok := x.(*ast.Ident)
	return ok && !contains(body, func(n ast.Node) bool {
		for _, obj := range u.changed(n) {
			if obj != nil && (obj == u.object(id) || obj == u.object(index)) {
				if _, ok := obj.Type().Underlying().(*types.Slice); !ok || u.assignsWhole(n, obj) {
					return true
				}
			}
		}
		return false
	})
}

// assignsWhole says whether a statement assigns to a variable itself, not to an element.
func (u *Unit) assignsWhole(n ast.Node, obj types.Object) bool {
	s, ok := n.(*ast.AssignStmt)
	if !ok {
		return true
	}
	for _, e := range s.Lhs {
		if id, ok := e.(*ast.Ident); ok && u.object(id) == obj {
			return true
		}
	}
	return false
}

// simple says whether an expression may be evaluated twice.
func simple(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return simple(e.X)
	case *ast.ParenExpr:
		return simple(e.X)
	case *ast.StarExpr:
		return simple(e.X)
	}
	return false
}

// repeatable says whether an index may be evaluated twice.
func (u *Unit) repeatable(e ast.Expr) bool {
	if u.Info.Types[e].Value != nil || simple(e) {
		return true
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return u.repeatable(e.X)
	case *ast.UnaryExpr:
		return (e.Op == token.SUB || e.Op == token.ADD || e.Op == token.XOR) && u.repeatable(e.X)
	case *ast.BinaryExpr:
		return u.repeatable(e.X) && u.repeatable(e.Y)
	case *ast.CallExpr:
		return len(e.Args) == 1 && simple(e.Args[0]) && (u.builtin(e.Fun) == "len" || u.builtin(e.Fun) == "cap")
	}
	return false
}

// length is the length of what is indexed, nil where it has no indices that may be wrong.
func (u *Unit) length(x ast.Expr) ast.Expr {
	t := u.typeOf(x)
	if t == nil || !simple(x) || !u.Info.Types[x].IsValue() {
		return nil
	}
	t = t.Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	switch t := t.(type) {
	case *types.Array:
		return number(x.Pos(), int(t.Len()))
	case *types.Slice:
	case *types.Basic:
		if t.Info()&types.IsString == 0 {
			return nil
		}
	default:
		return nil
	}
	return call(x.Pos(), ident(x.Pos(), "len"), clone(x))
}

func (u *Unit) checked(n *ast.IndexExpr, inRange map[types.Object]ast.Expr) {
	if id, ok := n.Index.(*ast.Ident); ok && inRange[u.object(id)] != nil {
		x, same := n.X.(*ast.Ident)
		y, also := inRange[u.object(id)].(*ast.Ident)
		if same && also && u.object(x) == u.object(y) {
			return
		}
	}
	length := u.length(n.X)
	if length == nil || u.Info.Types[n.Index].Value != nil && isNumber(length) {
		return
	}
	n.Index = call(n.Index.Pos(), u.runtime(n.Index.Pos(), "Index"), u.wide(n.Index), length)
}

func isNumber(e ast.Expr) bool {
	_, ok := e.(*ast.BasicLit)
	return ok
}

// wide is an integer as an int, or as a uint64 where it may not be one.
func (u *Unit) wide(e ast.Expr) ast.Expr {
	t := u.typeOf(e)
	if t == nil || u.Info.Types[e].Value != nil {
		return e
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Kind() == types.Int && t == types.Typ[types.Int] || b.Info()&types.IsUntyped != 0 {
		return e
	}
	to := "int"
	switch b.Kind() {
	case types.Uint, types.Uint64, types.Uintptr:
		to = "uint64"
	}
	return call(e.Pos(), ident(e.Pos(), to), e)
}

// checkedSlice checks the indices of a slice expression.
func (u *Unit) checkedSlice(n *ast.SliceExpr) {
	length := u.length(n.X)
	if length == nil {
		return
	}
	pos, called := n.Pos(), "length"
	high := n.High
	if high == nil {
		high = length
	}
	if _, ok := u.typeOf(n.X).Underlying().(*types.Slice); ok {
		called, length = "capacity", call(pos, ident(pos, "cap"), clone(n.X))
	}
	for _, e := range []ast.Expr{n.Low, n.High, n.Max} {
		if e != nil && !u.repeatable(e) {
			return
		}
	}
	if n.Low == nil && n.High == nil {
		return
	}
	low := n.Low
	if low == nil {
		low = number(pos, 0)
	}
	args := []ast.Expr{quoted(pos, called), length, u.wide(low), u.wide(clone(high))}
	if n.High != nil {
		args[3] = u.wide(n.High)
	}
	if n.Slice3 {
		args = append(args, u.wide(n.Max))
	}
	n.Low = call(pos, u.runtime(pos, "Bounds"), args...)
}
