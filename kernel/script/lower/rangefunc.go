package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// rangefunc rewrites a range over a function to a call of the function with the loop's body.
//
//	for x := range seq {
//		if x < 0 {
//			return x
//		}
//	}
//
// becomes
//
//	{
//		ʹk_1, ʹs_2 := 0, 0
//		var ʹr_3 int
//		seq(func(x int) bool {
//			if ʹs_2 != 0 { ʹrt.Continued(ʹs_2) }
//			ʹs_2 = 3
//			if x < 0 {
//				ʹr_3 = x
//				ʹk_1, ʹs_2 = -1, 1
//				return false
//			}
//			ʹs_2 = 0
//			return true
//		})
//		if ʹs_2 == 3 { ʹrt.Swallowed() }
//		ʹs_2 = 2
//		if ʹk_1 == -1 { return ʹr_3 }
//	}
var rangefunc = Pass{"range over functions", "interpreters do not know range over functions", func(u *Unit) {
	var around []*ast.FuncType
	u.apply(func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.FuncDecl:
			around = append(around, n.Type)
		case *ast.FuncLit:
			around = append(around, n.Type)
		}
		return true
	}, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			around = around[:len(around)-1]
		case *ast.RangeStmt:
			if sig, ok := u.Under(n.X).(*types.Signature); ok {
				var label string
				if l, ok := c.Parent().(*ast.LabeledStmt); ok {
					label = l.Label.Name
				}
				c.Replace(u.overFunc(n, sig, label, around[len(around)-1]))
			}
		case *ast.LabeledStmt:
			if is[*ast.BlockStmt](n.Stmt) && u.unused(n.Label) {
				c.Replace(n.Stmt)
			}
		}
		return true
	})
}}

// unused reports whether no remaining statement refers to a label.
func (u *Unit) unused(label *ast.Ident) bool {
	return !slices.ContainsFunc(u.Files, func(file *ast.File) bool {
		return Contains(file, func(b *ast.BranchStmt) bool { return b.Label != nil && b.Label.Name == label.Name })
	})
}

// A funcLoop is a loop over a function.
type funcLoop struct {
	*Unit
	pos     token.Pos
	label   string
	k, s    string // how the loop was left, and its state, as rt.Continued knows them
	results []string
	named   bool
	exits   []ast.Stmt // after the call
	inside  map[string]bool
}

func (u *Unit) overFunc(n *ast.RangeStmt, sig *types.Signature, label string, around *ast.FuncType) ast.Stmt {
	pos := n.Pos()
	l := &funcLoop{Unit: u, pos: pos, label: label, k: u.name("ʹk"), s: u.name("ʹs"), inside: map[string]bool{}}
	yield := sig.Params().At(0).Type().Underlying().(*types.Signature)
	var before []ast.Stmt
	if around.Results != nil {
		for _, f := range around.Results.List {
			for _, id := range f.Names {
				l.named = true
				l.results = append(l.results, id.Name)
			}
			if len(f.Names) == 0 {
				r := u.name("ʹr")
				l.results = append(l.results, r)
				before = append(before, declare(pos, r, clone(f.Type)))
			}
		}
	}
	params := fields(pos)
	for i := range yield.Params().Len() {
		e := u.TypeExpr(yield.Params().At(i).Type(), pos)
		if e == nil {
			u.refuse(n, "the interpreter cannot range over this function, as a type has no name; call it with the loop's body as yield")
		}
		to := n.Key
		if i == 1 {
			to = n.Value
		}
		name := u.name("ʹv")
		if id, ok := to.(*ast.Ident); ok && id.Name != "_" {
			name = id.Name
		}
		params.List = append(params.List, field(pos, name, e))
	}
	Contains(n.Body, func(s *ast.LabeledStmt) bool {
		l.inside[s.Label.Name] = true
		return false
	})
	l.leave(n.Body)
	check := when(pos, &ast.BinaryExpr{X: ident(pos, l.s), OpPos: pos, Op: token.NEQ, Y: number(pos, 0)},
		expr(call(pos, u.runtime(pos, "Continued"), ident(pos, l.s))))
	list := append([]ast.Stmt{check, l.in(pos, 3)}, n.Body.List...)
	list = append(list, l.next(n.Body.Rbrace)...)
	body := literal(pos, params, fields(pos, field(pos, "", ident(pos, "bool"))),
		&ast.BlockStmt{Lbrace: n.Body.Lbrace, List: list, Rbrace: n.Body.Rbrace})
	state := &ast.AssignStmt{Lhs: []ast.Expr{ident(pos, l.k), ident(pos, l.s)}, TokPos: pos, Tok: token.DEFINE,
		Rhs: []ast.Expr{number(pos, 0), number(pos, 0)}}
	whole := block(pos, state, use(pos, l.k))
	if !l.named {
		whole.List = append(whole.List, before...)
		for _, r := range l.results {
			whole.List = append(whole.List, use(pos, r))
		}
	}
	swallowed := when(pos, &ast.BinaryExpr{X: ident(pos, l.s), OpPos: pos, Op: token.EQL, Y: number(pos, 3)},
		expr(call(pos, u.runtime(pos, "Swallowed"))))
	whole.List = append(whole.List, expr(call(pos, n.X, body)), swallowed, l.in(pos, 2))
	whole.List = append(whole.List, l.exits...)
	return whole
}

// in sets the loop's state.
func (l *funcLoop) in(pos token.Pos, state int) ast.Stmt {
	return assign(ident(pos, l.s), number(pos, state))
}

// next asks for the next iteration.
func (l *funcLoop) next(pos token.Pos) []ast.Stmt {
	return []ast.Stmt{l.in(pos, 0), returned(pos, truth(pos, true))}
}

// stop leaves the loop, and executes exit after it, if there is one.
func (l *funcLoop) stop(pos token.Pos, code int, exit ast.Stmt) []ast.Stmt {
	if exit != nil {
		is := &ast.BinaryExpr{X: ident(pos, l.k), OpPos: pos, Op: token.EQL, Y: number(pos, code)}
		l.exits = append(l.exits, when(pos, is, exit))
	}
	set := &ast.AssignStmt{Lhs: []ast.Expr{ident(pos, l.k), ident(pos, l.s)}, TokPos: pos, Tok: token.ASSIGN,
		Rhs: []ast.Expr{number(pos, code), number(pos, 1)}}
	return []ast.Stmt{set, returned(pos, truth(pos, false))}
}

// leave rewrites the statements that leave the body.
func (l *funcLoop) leave(body *ast.BlockStmt) {
	loops, others := 0, 0 // enclosing the statement
	astutil.Apply(body, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			loops++
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			others++
		case *ast.ReturnStmt:
			var list []ast.Stmt
			if len(n.Results) > 0 {
				list = append(list, &ast.AssignStmt{Lhs: idents(n.Pos(), l.results), TokPos: n.Pos(), Tok: token.ASSIGN,
					Rhs: n.Results})
			}
			back := returned(n.Pos(), idents(n.Pos(), l.results)...)
			c.Replace(block(n.Pos(), append(list, l.stop(n.Pos(), -1, back)...)...))
			return false
		case *ast.BranchStmt:
			if s := l.branch(n, loops, others); s != nil {
				c.Replace(s)
			}
			return false
		}
		return true
	}, func(c *astutil.Cursor) bool {
		switch c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			loops--
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			others--
		}
		return true
	})
}

func (l *funcLoop) branch(n *ast.BranchStmt, loops, others int) ast.Stmt {
	pos := n.Pos()
	switch {
	case n.Tok == token.FALLTHROUGH, n.Label != nil && l.inside[n.Label.Name]:
		return nil
	case n.Tok == token.CONTINUE && (n.Label == nil && loops == 0 || n.Label != nil && n.Label.Name == l.label):
		return block(pos, l.next(pos)...)
	case n.Tok == token.BREAK && (n.Label == nil && loops == 0 && others == 0 || n.Label != nil &&
		n.Label.Name == l.label):
		return block(pos, l.stop(pos, 0, nil)...)
	case n.Label == nil:
		return nil
	}
	return block(pos, l.stop(pos, len(l.exits)+1, n)...)
}
