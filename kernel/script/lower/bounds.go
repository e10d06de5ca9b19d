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
	return u.anywhere(func(n, in ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || u.Builtin(c.Fun) != "recover" {
			return false
		}
		switch in := in.(type) {
		case *ast.ExprStmt, *ast.DeferStmt, *ast.GoStmt:
			return false
		case *ast.AssignStmt:
			id, ok := in.Lhs[0].(*ast.Ident)
			return !ok || id.Name != "_" && u.anywhere(func(n, in ast.Node) bool {
				use, ok := n.(*ast.Ident)
				return ok && u.Info.Uses[use] == u.object(id) && !u.withNil(in)
			})
		}
		return !u.withNil(in)
	})
}

// anywhere reports whether such holds for a node, and what it is directly in.
func (u *Unit) anywhere(such func(n, in ast.Node) bool) (found bool) {
	for _, file := range u.Files {
		ast.PreorderStack(file, nil, func(n ast.Node, around []ast.Node) bool {
			found = found || len(around) > 0 && such(n, around[len(around)-1])
			return !found
		})
	}
	return found
}

// withNil reports whether a node is an operation with nil.
func (u *Unit) withNil(n ast.Node) bool {
	b, ok := n.(*ast.BinaryExpr)
	return ok && (u.Info.Types[b.X].IsNil() || u.Info.Types[b.Y].IsNil())
}

// unchanged reports whether a loop body assigns to neither a variable nor its index.
func (u *Unit) unchanged(body ast.Node, x ast.Expr, index *ast.Ident) bool {
	id, ok := x.(*ast.Ident)
	return ok && !u.changes(body, u.object(id)) && !u.changes(body, u.object(index))
}

// simple reports whether an expression may be evaluated twice.
func simple(e ast.Expr) bool {
	return !Contains(e, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.Ident, *ast.SelectorExpr, *ast.ParenExpr, *ast.StarExpr:
			return false
		}
		return true
	})
}

// repeatable reports whether an index may be evaluated twice.
func (u *Unit) repeatable(e ast.Expr) bool {
	is := true
	ast.Inspect(e, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok || u.Info.Types[e].Value != nil {
			return false
		}
		switch e := e.(type) {
		case *ast.Ident, *ast.SelectorExpr, *ast.ParenExpr, *ast.StarExpr, *ast.IndexExpr, *ast.BinaryExpr:
			return true
		case *ast.UnaryExpr:
			is = is && (e.Op == token.SUB || e.Op == token.ADD || e.Op == token.XOR)
			return true
		case *ast.CallExpr:
			is = is && len(e.Args) == 1 && simple(e.Args[0]) && (u.Builtin(e.Fun) == "len" || u.Builtin(e.Fun) == "cap")
		default:
			is = false
		}
		return false
	})
	return is
}

// length makes the length of an indexed operand; nil if its indices cannot be out of range.
func (u *Unit) length(x ast.Expr) ast.Expr {
	if a, _ := u.arrayOf(x); a != nil {
		return u.Code(x.Pos(), "%d", a.Len())
	}
	if u.Info.Types[x].IsValue() && u.repeatable(x) && u.isList(x) {
		return u.Code(x.Pos(), "len(%s)", clone(x))
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
	n.Index = u.Code(n.Index.Pos(), "ʹrt.Index(%s, %s)", u.wide(n.Index), length)
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
	return u.Code(pos, "func(%s %s, %s %s) %s { return %[1]s[ʹrt.Index(%[3]s, len(%[1]s))] }(%[6]s, %[7]s)",
		u.Name("ʹx"), in, u.Name("ʹi"), of, out, n.X, index)
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
	return u.Code(e.Pos(), "%s(%s)", to, e)
}

// checkedSlice checks the indices of a slice expression.
func (u *Unit) checkedSlice(n *ast.SliceExpr) {
	length := u.length(n.X)
	if length == nil {
		return
	}
	called, high := "length", n.High
	if high == nil {
		high = clone(length)
	}
	if is[*types.Slice](u.Under(n.X)) {
		called, length = "capacity", u.Code(n.Pos(), "cap(%s)", clone(n.X))
	}
	for _, e := range []ast.Expr{n.Low, n.High, n.Max} {
		if e != nil && !u.repeatable(e) {
			return
		}
	}
	if n.Low == nil && n.High == nil {
		return
	}
	var indices []ast.Expr
	for _, e := range []ast.Expr{n.Low, high, n.Max} {
		if e == nil && indices == nil {
			e = number(n.Pos(), 0)
		}
		if e != nil {
			indices = append(indices, u.wide(e))
		}
	}
	n.Low = u.Code(n.Pos(), "ʹrt.Bounds(%q, %s, %s)", called, length, indices)
}
