package adapt

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/focal-search/focal/kernel/script/lower"
)

// several splits tuple assignments into single ones from temporary variables: see valuesApart and receiveOK. It does so
// for init statements too. Their left operands are variables: pass assignments of package lower has split the others,
// except those that swap elements of slices.
var several = Pass{"several", "a result of v, ok = x is lost, and a tuple assignment panics if one value is " +
	"assigned to an interface or is nil", func(u *unit) {
	u.statements(func(s ast.Stmt, label *ast.LabeledStmt) ast.Stmt {
		whole := labeled(label, s)
		if block := u.hoisted(whole); block != nil {
			return block
		}
		if assign, ok := s.(*ast.AssignStmt); ok {
			return labeled(label, u.assignment(assign))
		}
		return whole
	})
}}

func (u *unit) assignment(s *ast.AssignStmt) ast.Stmt {
	if s.Tok != token.ASSIGN || len(s.Lhs) < 2 {
		return s
	}
	if len(s.Rhs) == len(s.Lhs) && (slices.ContainsFunc(s.Lhs, u.isInterface) || slices.ContainsFunc(s.Lhs, inCell) ||
		slices.ContainsFunc(s.Rhs, u.isNil)) {
		return u.valuesApart(s)
	}
	return receiveOK(s)
}

func (u *unit) isInterface(e ast.Expr) bool {
	t := u.types[e].Type
	return t != nil && !isBlank(e) && types.IsInterface(t)
}

// inCell reports whether a left operand is a variable behind a pointer of pass closures: yaegi evaluates it before the
// right operands.
func inCell(e ast.Expr) bool {
	sel, ok := e.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == lower.Value
}

func (u *unit) isNil(e ast.Expr) bool { return u.types[e].IsNil() }

// valuesApart rewrites
//
//	a, b = x, y
//
// into
//
//	{ v1 := x; v2 := y; a = v1; b = v2 }
func (u *unit) valuesApart(s *ast.AssignStmt) ast.Stmt {
	var values, assignments []ast.Stmt
	for i, e := range s.Rhs {
		known := u.types[e]
		if !known.IsNil() && known.Value == nil {
			u.n++
			name := func() *ast.Ident {
				id := ident(s.Pos(), fmt.Sprintf("ʹv%d", u.n))
				u.types[id] = known
				return id
			}
			values, e = append(values, define(name(), e)), name()
		}
		if !isBlank(s.Lhs[i]) {
			assignments = append(assignments,
				&ast.AssignStmt{Lhs: s.Lhs[i : i+1], TokPos: s.TokPos, Tok: token.ASSIGN, Rhs: []ast.Expr{e}})
		}
	}
	return block(s.Pos(), s.End(), append(values, assignments...)...)
}

// hoisted moves the init statement of an if, for or switch before it, into a common
// block, if it is split. Else it returns nil.
func (u *unit) hoisted(stmt ast.Stmt) ast.Stmt {
	init := lower.InitOf(stmt)
	if init == nil {
		return nil
	}
	s, ok := (*init).(*ast.AssignStmt)
	if !ok {
		return nil
	}
	block, ok := u.assignment(s).(*ast.BlockStmt)
	if !ok {
		return nil
	}
	*init = nil
	block.List = append(block.List, stmt)
	block.Rbrace = stmt.End()
	return block
}

// receiveOK rewrites _, ok = <-c, in which yaegi gets the types wrong, into
//
//	{ v', ok' := <-c; ok = ok' }
//
// and returns other assignments unchanged.
func receiveOK(s *ast.AssignStmt) ast.Stmt {
	if s.Tok != token.ASSIGN || len(s.Lhs) != 2 || len(s.Rhs) != 1 {
		return s
	}
	e, ok := ast.Unparen(s.Rhs[0]).(*ast.UnaryExpr)
	if !ok || e.Op != token.ARROW || !isBlank(s.Lhs[0]) && !isBlank(s.Lhs[1]) {
		return s
	}
	block := block(s.Pos(), s.End())
	receive := &ast.AssignStmt{TokPos: s.TokPos, Tok: token.DEFINE, Rhs: s.Rhs}
	block.List = append(block.List, receive)
	for i, name := range []string{"ʹv", "ʹok"} {
		id := func() *ast.Ident { return ident(s.Pos(), name) }
		receive.Lhs = append(receive.Lhs, id())
		if !isBlank(s.Lhs[i]) {
			block.List = append(block.List,
				&ast.AssignStmt{Lhs: s.Lhs[i : i+1], TokPos: s.TokPos, Tok: token.ASSIGN, Rhs: []ast.Expr{id()}})
		}
	}
	return block
}
