package adapt

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/focal-search/focal/kernel/script/lower"
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
	"the default and the last clause are swapped", func(u *unit) { lower.ReplaceLabeled(u.Unit, u.switched) }}

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
		clause := stmt.(*ast.CaseClause)
		for s.Tag == nil && len(clause.List) > 1 {
			either := &ast.BinaryExpr{X: clause.List[0], OpPos: clause.List[1].Pos(), Op: token.LOR, Y: clause.List[1]}
			clause.List = append([]ast.Expr{either}, clause.List[2:]...)
		}
	}
	return lower.Labeled(label, s)
}

func fallsThrough(stmt ast.Stmt) bool {
	body := stmt.(*ast.CaseClause).Body
	return len(body) > 0 && lower.FallsThrough(body[len(body)-1])
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
	pos, k := s.Pos(), u.Name("ʹk")
	choice := u.Statement(pos, "switch %s {}", k).(*ast.SwitchStmt)
	for i, stmt := range s.Body.List {
		clause := stmt.(*ast.CaseClause)
		choice.Body.List = append(choice.Body.List, &ast.CaseClause{Case: clause.Case,
			List: []ast.Expr{u.Code(clause.Pos(), "%d", i+1)}, Colon: clause.Colon, Body: clause.Body})
		clause.Body = u.Statements(pos, "%s = %d", k, i+1)
	}
	s.Body.List = slices.Delete(s.Body.List, d, d+1)
	return u.Statement(pos, "{ %s := %d; %s; %s }", k, d+1, u.switched(s, nil), lower.Labeled(label, choice))
}
