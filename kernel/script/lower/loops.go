package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// loops gives each iteration of a loop its own variables, if a function literal captures them or
// their address is taken.
//
//	for i := 0; i < n; i++ {
//		fs = append(fs, func() int { return i })
//	}
//
// becomes
//
//	for iʹ_1 := 0; iʹ_1 < n; iʹ_1++ {
//		i := iʹ_1
//		fs = append(fs, func() int { return i })
//	}
//
// A loop whose body or whose post statement changes such a variable becomes
//
//	{
//		iʹ_1, ʹf_2 := 0, true
//		for {
//			i := iʹ_1
//			if ʹf_2 { ʹf_2 = false } else { i++ }
//			if !(i < n) { break }
//			...
//			iʹ_1 = i // also before each continue
//		}
//	}
//
// A loop with only an init statement, which yaegi would execute before each iteration, gets a
// condition: for i := 0; ; becomes for i := 0; true;
var loops = Pass{"loops", "the iterations of a loop share their variables", func(u *Unit) {
	Each(u, u.rangeLoop)
	ReplaceLabeled(u, u.forLoop)
}}

func (u *Unit) rangeLoop(n *ast.RangeStmt) {
	if n.Tok != token.DEFINE {
		return
	}
	var list []ast.Stmt
	for _, e := range []ast.Expr{n.Key, n.Value} {
		id, ok := e.(*ast.Ident)
		if !ok || id.Name == "_" {
			continue
		}
		obj := u.Info.Defs[id]
		if obj == nil || !u.heldIn(n.Body, obj) {
			continue
		}
		own := id.Name
		id.Name = u.Name(own)
		list = append(list, define(ident(id.Pos(), own), ident(id.Pos(), id.Name)))
	}
	n.Body.List = append(list, n.Body.List...)
}

// heldIn reports whether a function literal captures a variable, or its address is taken.
func (u *Unit) heldIn(body ast.Node, obj types.Object) bool {
	return Contains(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return u.uses(n, obj)
		default:
			return u.addressed(n) == obj
		}
	})
}

// addressed returns the variable whose address, or that of a part of it, a node takes.
func (u *Unit) addressed(n ast.Node) types.Object {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			return u.root(n.X)
		}
	case *ast.SliceExpr:
		if is[*types.Array](u.Under(n.X)) {
			return u.root(n.X)
		}
	case *ast.SelectorExpr:
		s := u.Info.Selections[n]
		if s != nil && s.Kind() == types.MethodVal {
			byPointer := is[*types.Pointer](s.Obj().(*types.Func).Signature().Recv().Type())
			if byPointer && !is[*types.Pointer](s.Recv().Underlying()) {
				return u.root(n.X)
			}
		}
	}
	return none
}

// none is an object that differs from all others.
var none types.Object = types.NewLabel(token.NoPos, nil, "")

// root returns the variable of which an expression is a part.
func (u *Unit) root(e ast.Expr) types.Object {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return u.root(e.X)
	case *ast.Ident:
		if obj := u.object(e); obj != nil {
			return obj
		}
	case *ast.SelectorExpr:
		if s := u.Info.Selections[e]; s != nil && s.Kind() == types.FieldVal && !s.Indirect() {
			return u.root(e.X)
		}
	case *ast.IndexExpr:
		if is[*types.Array](u.Under(e.X)) {
			return u.root(e.X)
		}
	}
	return none
}

// forLoop rewrites a loop that may have a label.
func (u *Unit) forLoop(n *ast.ForStmt, label *ast.LabeledStmt) ast.Stmt {
	whole, name := Labeled(label, n), ""
	if label != nil {
		name = label.Label.Name
	}
	if n.Init != nil && n.Cond == nil && n.Post == nil {
		n.Cond = ident(n.Pos(), "true")
	}
	init, ok := n.Init.(*ast.AssignStmt)
	if !ok {
		return whole
	}
	held, general, pos := map[types.Object]string{}, false, n.Pos()
	var own, back []ast.Stmt
	for _, e := range init.Lhs {
		id := e.(*ast.Ident)
		obj := u.Info.Defs[id]
		if obj == nil || id.Name == "_" {
			continue
		}
		inHead := n.Cond != nil && u.heldIn(n.Cond, obj) || n.Post != nil && u.heldIn(n.Post, obj)
		if inHead || u.heldIn(n.Body, obj) {
			held[obj] = u.Name(id.Name)
			general = general || inHead || u.changes(n.Body, obj)
			own = append(own, define(ident(pos, id.Name), ident(pos, held[obj])))
			back = append(back, assign(ident(pos, held[obj]), ident(pos, id.Name)))
		}
	}
	if len(held) == 0 {
		return whole
	}
	if !general {
		u.rename(&ast.ForStmt{Init: init, Cond: n.Cond, Post: n.Post, Body: block(pos)}, held)
		n.Body.List = append(own, n.Body.List...)
		return whole
	}
	u.rename(init, held)
	beforeContinue(n.Body, name, back)
	list := own
	first := u.Name("ʹf")
	if n.Post != nil {
		list = append(list, u.Statement(pos, "if %s { %[1]s = false } else { %[2]s }", first, n.Post))
	} else {
		list = append(list, u.Statement(pos, "if %s { %[1]s = false }", first))
	}
	if n.Cond != nil {
		list = append(list, u.Statement(pos, "if !(%s) { break }", n.Cond))
	}
	n.Init, n.Cond, n.Post = nil, nil, nil
	n.Body.List = append(append(list, n.Body.List...), back...)
	return block(pos, init, define(ident(pos, first), ident(pos, "true")), whole)
}

// changes reports whether a variable is assigned to, or its address is taken.
func (u *Unit) changes(node ast.Node, obj types.Object) bool {
	return Contains(node, func(n ast.Node) bool { return slices.Contains(u.changed(n), obj) })
}

// changed returns the variables that a node assigns to, or whose address it takes.
func (u *Unit) changed(n ast.Node) (objs []types.Object) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, e := range n.Lhs {
			id, ok := e.(*ast.Ident)
			if n.Tok != token.DEFINE || ok && u.Info.Defs[id] == nil {
				objs = append(objs, u.root(e))
			}
		}
	case *ast.IncDecStmt:
		objs = append(objs, u.root(n.X))
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if e != nil {
					objs = append(objs, u.root(e))
				}
			}
		}
	default:
		objs = append(objs, u.addressed(n))
	}
	return objs
}

// beforeContinue inserts statements before each continue of a loop.
func beforeContinue(body *ast.BlockStmt, label string, list []ast.Stmt) {
	own := Continues(body, label)
	astutil.Apply(body, nil, func(c *astutil.Cursor) bool {
		if s, ok := c.Node().(*ast.BranchStmt); ok && own[s] {
			c.Replace(block(s.Pos(), append(clone(block(s.Pos(), list...)).List, s)...))
		}
		return true
	})
}

// Continues returns the statements that continue the loop with a body and a label, which may be "".
func Continues(body *ast.BlockStmt, label string) map[*ast.BranchStmt]bool {
	own := map[*ast.BranchStmt]bool{}
	ast.PreorderStack(body, nil, func(n ast.Node, around []ast.Node) bool {
		if s, ok := n.(*ast.BranchStmt); ok && s.Tok == token.CONTINUE {
			own[s] = s.Label == nil && !slices.ContainsFunc(around, IsLoop) || s.Label != nil && s.Label.Name == label
		}
		return !is[*ast.FuncLit](n)
	})
	return own
}

// IsLoop reports whether a node is a loop.
func IsLoop(n ast.Node) bool { return is[*ast.ForStmt](n) || is[*ast.RangeStmt](n) }
