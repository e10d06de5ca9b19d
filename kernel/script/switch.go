package script

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// Of the expressions in the list of a case, yaegi evaluates the first alone, which may
// overwrite the tag, and takes what the others were before it compares; without a tag it
// does not look at them. It compares a value in an interface only with values of one type. So
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
// where an expression needs to be evaluated, x is an interface, or there is a statement before x, with
// which yaegi compares a field of a struct wrongly. Of a switch without a tag, the lists become disjunctions.

// switchStmt makes a switch into one that yaegi runs as Go does, and leaves the
// statement that it is, with its label, where yaegi does already.
func (l *lowering) switchStmt(s *ast.SwitchStmt, label *ast.Ident, whole ast.Stmt) ast.Stmt {
	if d := defaultClause(s); d >= 0 && d < len(s.Body.List)-1 {
		if fallsThrough(s.Body.List[d]) || d > 0 && fallsThrough(s.Body.List[d-1]) {
			return l.chosen(s, label, d)
		}
		// Yaegi would have the default and the last clause change places.
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
		return whole
	}
	if s.Init == nil && !l.miscompared(s) {
		return whole
	}
	l.n++
	known := l.types[s.Tag]
	known.Value = nil
	tag := func(pos token.Pos) *ast.Ident {
		id := &ast.Ident{NamePos: pos, Name: fmt.Sprintf("ʹt%d", l.n)}
		l.types[id] = known
		return id
	}
	block := &ast.BlockStmt{Lbrace: s.Pos(), Rbrace: s.End()}
	if s.Init != nil {
		block.List = append(block.List, s.Init)
	}
	block.List = append(block.List, define(tag(s.Tag.Pos()), s.Tag))
	for _, stmt := range s.Body.List {
		clause := stmt.(*ast.CaseClause)
		for i, e := range clause.List {
			clause.List[i] = &ast.BinaryExpr{X: tag(e.Pos()), OpPos: e.Pos(), Op: token.EQL, Y: e}
		}
		if clause.List != nil {
			clause.List = []ast.Expr{disjunction(clause.List)}
		}
	}
	s.Init, s.Tag = nil, nil
	block.List = append(block.List, whole)
	return block
}

// defaultClause is the index of the default clause, -1 if there is none.
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

// disjunction is a || b || c.
func disjunction(list []ast.Expr) ast.Expr {
	all := list[0]
	for _, e := range list[1:] {
		all = &ast.BinaryExpr{X: all, OpPos: e.Pos(), Op: token.LOR, Y: e}
	}
	return all
}

// miscompared says whether yaegi may compare the tag of a switch with something
// else than Go does.
func (l *lowering) miscompared(s *ast.SwitchStmt) bool {
	t := l.types[s.Tag].Type
	for _, stmt := range s.Body.List {
		for _, e := range stmt.(*ast.CaseClause).List {
			if !l.plain(e) {
				return true
			}
			if t != nil && types.IsInterface(t) && !types.Identical(l.types[e].Type, t) {
				return true
			}
		}
	}
	return false
}

// plain says whether yaegi has the value of an expression without evaluating it.
func (l *lowering) plain(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit, *ast.Ident:
		return true
	case *ast.SelectorExpr: // of a package
		return l.types[e].Value != nil
	case *ast.UnaryExpr:
		return l.types[e].Value != nil && l.plain(e.X)
	}
	return false
}

// chosen makes a switch in which a clause falls through to the default clause, or
// that to another, and which yaegi confuses, into
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
func (l *lowering) chosen(s *ast.SwitchStmt, label *ast.Ident, d int) ast.Stmt {
	l.n++
	pos := s.Pos()
	k := func() *ast.Ident { return &ast.Ident{NamePos: pos, Name: fmt.Sprintf("ʹk%d", l.n)} }
	choice := &ast.SwitchStmt{Switch: pos, Tag: k(), Body: &ast.BlockStmt{Lbrace: s.Body.Lbrace, Rbrace: s.Body.Rbrace}}
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
	block := &ast.BlockStmt{Lbrace: pos, Rbrace: s.End()}
	if s.Init != nil {
		block.List = append(block.List, s.Init)
	}
	test := &ast.SwitchStmt{Switch: pos, Tag: s.Tag,
		Body: &ast.BlockStmt{Lbrace: s.Body.Lbrace, List: tests, Rbrace: s.Body.Rbrace}}
	block.List = append(block.List, define(k(), number(pos, d+1)), test)
	if label != nil {
		block.List = append(block.List, &ast.LabeledStmt{Label: label, Colon: label.End(), Stmt: choice})
	} else {
		block.List = append(block.List, choice)
	}
	return block
}
