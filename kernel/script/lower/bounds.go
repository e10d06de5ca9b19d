package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// bounds checks indices that may be out of range, in a program that uses recovered values: an
// interpreter's error does not contain the index.
//
//	x := s[i]
//
// becomes
//
//	x := s[ʹrt.Index(i, len(s))]
//
// An indexed operand that must not be evaluated twice becomes a parameter:
//
//	x := f()[i]
//
// becomes
//
//	x := func(ʹx_1 []int, ʹi_2 int) int { return ʹx_1[ʹrt.Index(ʹi_2, len(ʹx_1))] }(f(), i)
var bounds = Pass{"bounds", "the error of an index out of range does not contain the index", func(u *Unit) {
	if !u.looks() {
		return
	}
	inRange := map[types.Object]ast.Expr{} // keys of loops over the operands that they index
	alone := map[*ast.IndexExpr]bool{}     // elements of operands that must not be evaluated twice
	u.apply(func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.RangeStmt:
			if id, ok := n.Key.(*ast.Ident); ok && u.Info.Defs[id] != nil && u.unchanged(n.Body, n.X, id) {
				inRange[u.Info.Defs[id]] = n.X
			}
		case *ast.IndexExpr:
			if alone[n] = u.evaluated(c, n); !alone[n] {
				u.checked(n, inRange)
			}
		case *ast.SliceExpr:
			u.checkedSlice(n)
		}
		return true
	}, func(c *astutil.Cursor) bool {
		if n, ok := c.Node().(*ast.IndexExpr); ok && alone[n] {
			if made := u.checkedAlone(n); made != nil {
				c.Replace(made)
			}
		}
		return true
	})
}}

// looks reports whether a result of recover is used other than in a comparison with nil.
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

// looksAt reports whether a variable is used other than in a comparison with nil.
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

// unchanged reports whether a loop body assigns to neither a variable nor its index.
func (u *Unit) unchanged(body ast.Node, x ast.Expr, index *ast.Ident) bool {
	id, ok := x.(*ast.Ident)
	return ok && !u.changes(body, u.object(id)) && !u.changes(body, u.object(index))
}

// simple reports whether an expression may be evaluated twice.
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

// repeatable reports whether an index may be evaluated twice.
func (u *Unit) repeatable(e ast.Expr) bool {
	if u.Info.Types[e].Value != nil || simple(e) {
		return true
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return u.repeatable(e.X)
	case *ast.IndexExpr:
		return u.repeatable(e.X) && u.repeatable(e.Index)
	case *ast.SelectorExpr:
		return u.repeatable(e.X)
	case *ast.StarExpr:
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

// length makes the length of an indexed operand; nil if its indices cannot be out of range.
func (u *Unit) length(x ast.Expr) ast.Expr {
	if a, _ := u.arrayOf(x); a != nil {
		return number(x.Pos(), int(a.Len()))
	}
	if u.Info.Types[x].IsValue() && u.repeatable(x) && u.isList(x) {
		return call(x.Pos(), ident(x.Pos(), "len"), clone(x))
	}
	return nil
}

// isList reports whether an expression is a slice or a string.
func (u *Unit) isList(e ast.Expr) bool {
	return is[*types.Slice](u.Under(e)) || IsBasic(u.typeOf(e), types.IsString)
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
	if length == nil || u.Info.Types[n.Index].Value != nil && is[*ast.BasicLit](length) {
		return
	}
	n.Index = call(n.Index.Pos(), u.runtime(n.Index.Pos(), "Index"), u.wide(n.Index), length)
}

// evaluated reports whether an expression is an element of a slice or a string that must not be
// evaluated twice, and is only read.
func (u *Unit) evaluated(c *astutil.Cursor, n *ast.IndexExpr) bool {
	if !u.Info.Types[n].IsValue() || u.repeatable(n.X) || !u.isList(n.X) {
		return false
	}
	lit, ok := n.X.(*ast.CompositeLit)
	if index, is := n.Index.(*ast.BasicLit); ok && is && index.Value == "0" && len(lit.Elts) == 1 { // it boxes a value
		return false
	}
	switch p := c.Parent().(type) {
	case *ast.CallExpr, *ast.ReturnStmt, *ast.BinaryExpr, *ast.ValueSpec, *ast.KeyValueExpr, *ast.CompositeLit,
		*ast.SendStmt:
		return true
	case *ast.AssignStmt:
		return !slices.Contains(p.Lhs, ast.Expr(n))
	}
	return false
}

// checkedAlone reads such an element by a function.
func (u *Unit) checkedAlone(n *ast.IndexExpr) ast.Expr {
	pos := n.Pos()
	in, out, of := u.TypeText(u.typeOf(n.X)), u.TypeText(u.typeOf(n)), "int"
	if in == "" || out == "" {
		return nil
	}
	index := u.wide(n.Index)
	if index != n.Index {
		of = index.(*ast.CallExpr).Fun.(*ast.Ident).Name
	}
	return call(pos, u.Code(pos, "func(%s %s, %s %s) %s { return %[1]s[ʹrt.Index(%[3]s, len(%[1]s))] }", u.name("ʹx"), in,
		u.name("ʹi"), of, out), n.X, index)
}

// wide converts an integer to int, or to uint64 if it may exceed an int.
func (u *Unit) wide(e ast.Expr) ast.Expr {
	t := u.typeOf(e)
	if t == nil {
		return e
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Kind() == types.Int && t == types.Typ[types.Int] || b.Info()&types.IsUntyped != 0 {
		return e
	}
	to := "int"
	switch b.Kind() {
	case types.Uint, types.Uint64, types.Uintptr:
		if u.Info.Types[e].Value == nil { // a constant index is an int
			to = "uint64"
		}
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
	if is[*types.Slice](u.Under(n.X)) {
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
