package adapt

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
)

// switches makes disjunctions of the lists of cases in a switch without a tag, and puts the default clause last.
// Package lower leaves only constants and names as cases of others.
//
//	switch {
//	default:
//		...
//	case x == a+1, x == f():
//		...
//	}
//
// becomes
//
//	switch {
//	case x == a+1 || x == f():
//		...
//	default:
//		...
//	}
var switches = Pass{"switches", "only the first expression in the list of a case is evaluated if there is no tag; " +
	"the default and the last clause are swapped", func(u *unit) { replace(u, u.switched) }}

func (u *unit) switched(s *ast.SwitchStmt, label *ast.LabeledStmt) ast.Stmt {
	d := slices.IndexFunc(s.Body.List, func(stmt ast.Stmt) bool { return stmt.(*ast.CaseClause).List == nil })
	if d >= 0 && d < len(s.Body.List)-1 {
		if fallsThrough(s.Body.List[d]) || d > 0 && fallsThrough(s.Body.List[d-1]) {
			return u.chosen(s, label, d)
		}
		// Yaegi would swap the default and the last clause.
		last := s.Body.List[d]
		s.Body.List = append(slices.Delete(s.Body.List, d, d+1), last)
	}
	for _, stmt := range s.Body.List {
		if clause := stmt.(*ast.CaseClause); s.Tag == nil && len(clause.List) > 1 {
			clause.List = []ast.Expr{disjunction(clause.List)}
		}
	}
	return labeled(label, s)
}

func fallsThrough(stmt ast.Stmt) bool {
	body := stmt.(*ast.CaseClause).Body
	if len(body) == 0 {
		return false
	}
	last, ok := body[len(body)-1].(*ast.BranchStmt)
	return ok && last.Tok == token.FALLTHROUGH
}

// disjunction makes a || b || c.
func disjunction(list []ast.Expr) ast.Expr {
	all := list[0]
	for _, e := range list[1:] {
		all = &ast.BinaryExpr{X: all, OpPos: e.Pos(), Op: token.LOR, Y: e}
	}
	return all
}

// chosen rewrites a switch in which a clause falls through to the default clause, or
// that to another, which yaegi executes wrongly, into
//
//	{
//		k := 2 // the default clause
//		switch x {
//		case a, b:
//			k = 1
//		...
//		}
//		switch k {
//		case 1:
//			...
//			fallthrough
//		case 2:
//			...
//		}
//	}
func (u *unit) chosen(s *ast.SwitchStmt, label *ast.LabeledStmt, d int) ast.Stmt {
	u.n++
	pos := s.Pos()
	k := fmt.Sprintf("ʹk%d", u.n)
	choice := &ast.SwitchStmt{Switch: pos, Tag: ident(pos, k), Body: block(s.Body.Lbrace, s.Body.Rbrace)}
	var tests []ast.Stmt
	for i, stmt := range s.Body.List {
		clause := stmt.(*ast.CaseClause)
		if i != d {
			tests = append(tests, &ast.CaseClause{Case: clause.Case, List: clause.List, Colon: clause.Colon,
				Body: []ast.Stmt{assign(pos, k, i+1)}})
		}
		choice.Body.List = append(choice.Body.List,
			&ast.CaseClause{Case: clause.Case, List: []ast.Expr{number(clause.Pos(), i+1)}, Colon: clause.Colon,
				Body: clause.Body})
	}
	test := &ast.SwitchStmt{Switch: pos, Tag: s.Tag,
		Body: block(s.Body.Lbrace, s.Body.Rbrace, tests...)}
	return block(pos, s.End(), define(ident(pos, k), number(pos, d+1)), u.switched(test, nil), labeled(label, choice))
}
