package adapt

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// switches makes yaegi evaluate the expressions of a switch and its cases in Go's order, and compare
// them as Go does.
//
//	switch x {
//	case a+1, f():
//		...
//	}
//
// becomes
//
//	{
//		x' := x
//		switch {
//		case x' == a+1 || x' == f():
//			...
//		}
//	}
//
// if a case expression is not a constant or a name, or x is an interface. In a switch without a tag, only the
// lists become disjunctions.
var switches = Pass{"switches", "only the first expression in the list of a case is evaluated and may overwrite the " +
	"tag, and the others have their previous values; without a tag the others are ignored; a value in an " +
	"interface is compared only with values of one type; the default and the last clause are swapped",
	func(u *unit) { replace(u, u.switched) }}

func (u *unit) switched(s *ast.SwitchStmt, label *ast.LabeledStmt) ast.Stmt {
	if d := defaultClause(s); d >= 0 && d < len(s.Body.List)-1 {
		if fallsThrough(s.Body.List[d]) || d > 0 && fallsThrough(s.Body.List[d-1]) {
			return u.chosen(s, label, d)
		}
		// Yaegi would swap the default and the last clause.
		last := s.Body.List[d]
		s.Body.List = append(slices.Delete(s.Body.List, d, d+1), last)
	}
	if s.Tag == nil {
		for _, stmt := range s.Body.List {
			clause := stmt.(*ast.CaseClause)
			if len(clause.List) > 1 {
				clause.List = []ast.Expr{disjunction(clause.List)}
			}
		}
		return labeled(label, s)
	}
	if !u.miscompared(s) {
		return labeled(label, s)
	}
	u.n++
	known := u.types[s.Tag]
	known.Value = nil
	tag := func(pos token.Pos) *ast.Ident {
		id := ident(pos, fmt.Sprintf("ʹt%d", u.n))
		u.types[id] = known
		return id
	}
	whole := block(s.Pos(), s.End(), define(tag(s.Tag.Pos()), s.Tag))
	for _, stmt := range s.Body.List {
		clause := stmt.(*ast.CaseClause)
		for i, e := range clause.List {
			clause.List[i] = &ast.BinaryExpr{X: tag(e.Pos()), OpPos: e.Pos(), Op: token.EQL, Y: e}
		}
		if clause.List != nil {
			clause.List = []ast.Expr{disjunction(clause.List)}
		}
	}
	s.Tag = nil
	whole.List = append(whole.List, labeled(label, s))
	return whole
}

// defaultClause returns the index of the default clause, or -1.
func defaultClause(s *ast.SwitchStmt) int {
	return slices.IndexFunc(s.Body.List, func(stmt ast.Stmt) bool { return stmt.(*ast.CaseClause).List == nil })
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

// miscompared reports whether yaegi may compare the tag of a switch with other
// values than Go does.
func (u *unit) miscompared(s *ast.SwitchStmt) bool {
	t := u.types[s.Tag].Type
	for _, stmt := range s.Body.List {
		for _, e := range stmt.(*ast.CaseClause).List {
			if !u.plain(e) {
				return true
			}
			if t != nil && types.IsInterface(t) && !types.Identical(u.types[e].Type, t) {
				return true
			}
		}
	}
	return false
}

// plain reports whether yaegi has the value of an expression without evaluating it.
func (u *unit) plain(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit, *ast.Ident:
		return true
	case *ast.SelectorExpr: // of a package
		return u.types[e].Value != nil
	case *ast.UnaryExpr:
		return u.types[e].Value != nil && u.plain(e.X)
	}
	return false
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
	k := func() *ast.Ident { return ident(pos, fmt.Sprintf("ʹk%d", u.n)) }
	choice := &ast.SwitchStmt{Switch: pos, Tag: k(), Body: block(s.Body.Lbrace, s.Body.Rbrace)}
	var tests []ast.Stmt
	for i, stmt := range s.Body.List {
		clause := stmt.(*ast.CaseClause)
		if i != d {
			set := &ast.AssignStmt{Lhs: []ast.Expr{k()}, TokPos: pos, Tok: token.ASSIGN, Rhs: []ast.Expr{number(pos, i+1)}}
			tests = append(tests, &ast.CaseClause{Case: clause.Case, List: clause.List, Colon: clause.Colon,
				Body: []ast.Stmt{set}})
		}
		choice.Body.List = append(choice.Body.List,
			&ast.CaseClause{Case: clause.Case, List: []ast.Expr{number(clause.Pos(), i+1)}, Colon: clause.Colon,
				Body: clause.Body})
	}
	test := &ast.SwitchStmt{Switch: pos, Tag: s.Tag,
		Body: block(s.Body.Lbrace, s.Body.Rbrace, tests...)}
	return block(pos, s.End(), define(k(), number(pos, d+1)), test, labeled(label, choice))
}
