package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

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
	exits   []ast.Stmt // after the call
	inside  map[string]bool
}

func (u *Unit) overFunc(n *ast.RangeStmt, sig *types.Signature, label string, around *ast.FuncType) ast.Stmt {
	pos := n.Pos()
	l := &funcLoop{Unit: u, pos: pos, label: label, k: u.Name("ʹk"), s: u.Name("ʹs"), inside: map[string]bool{}}
	yield := sig.Params().At(0).Type().Underlying().(*types.Signature)
	var before, unused []ast.Stmt
	if around.Results != nil {
		for _, f := range around.Results.List {
			for _, id := range f.Names {
				l.results = append(l.results, id.Name)
			}
			if len(f.Names) == 0 {
				r := u.Name("ʹr")
				l.results = append(l.results, r)
				before = append(before, u.Statement(pos, "var %s %s", r, clone(f.Type)))
				unused = append(unused, u.Statement(pos, "_ = %s", r))
			}
		}
	}
	t, ok := u.TypeExpr(yield, pos).(*ast.FuncType)
	if !ok {
		u.refuse(n, "the interpreter cannot range over this function, as a type has no name; call it with the loop's body as yield")
		return n
	}
	for i, p := range t.Params.List {
		name := u.Name("ʹv")
		if id, ok := []ast.Expr{n.Key, n.Value}[i].(*ast.Ident); ok && id.Name != "_" {
			name = id.Name
		}
		p.Names = []*ast.Ident{ident(pos, name)}
	}
	Contains(n.Body, func(s *ast.LabeledStmt) bool {
		l.inside[s.Label.Name] = true
		return false
	})
	l.leave(n.Body)
	list := append(u.Statements(pos, "if %s != 0 { ʹrt.Continued(%[1]s) }; %[1]s = 3", l.s), n.Body.List...)
	list = append(list, l.next(n.Body.Rbrace)...)
	body := &ast.FuncLit{Type: t, Body: &ast.BlockStmt{Lbrace: n.Body.Lbrace, List: list, Rbrace: n.Body.Rbrace}}
	return block(pos, u.Statements(pos, `%s, %s := 0, 0; _ = %[1]s; %[3]s; %[4]s; %[5]s(%[6]v);
		if %[2]s == 3 { ʹrt.Swallowed() }; %[2]s = 2; %[7]s`, l.k, l.s, before, unused, n.X, body, l.exits)...)
}

// next asks for the next iteration.
func (l *funcLoop) next(pos token.Pos) []ast.Stmt {
	return l.Statements(pos, "%s = 0; return true", l.s)
}

// stop leaves the loop, and executes exit after it, if there is one.
func (l *funcLoop) stop(pos token.Pos, code int, exit ast.Stmt) []ast.Stmt {
	if exit != nil {
		l.exits = append(l.exits, l.Statement(pos, "if %s == %d { %s }", l.k, code, exit))
	}
	return l.Statements(pos, "%s, %s = %d, 1; return false", l.k, l.s, code)
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
			results := strings.Join(l.results, ", ")
			if len(n.Results) > 0 {
				list = l.Statements(n.Pos(), "%s = %s", results, n.Results)
			}
			back := l.Statement(n.Pos(), "return %s", results)
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
