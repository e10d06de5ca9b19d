package adapt

import (
	"fmt"
	"go/ast"
)

// SelectFunc is the name of the compiled function that makes a selection.
const SelectFunc = "ʹselect"

// selects rewrites select statements to use a compiled selection.
//
//	select {
//	case x = <-c:
//		...
//	case d <- f():
//		...
//	}
//
// becomes
//
//	{
//		s := ʹselect()
//		c', d', v := c, d, d
//		s.Receive(&c')
//		s.Send(d', &v)
//		v <- f()
//		switch s.Wait() {
//		case 0:
//			x = <-c'
//			...
//		case 1:
//			...
//		}
//	}
var selects = Pass{"selects", "sent values are not evaluated, received values are assigned to copies of variables, " +
	"and goroutines in the same select statement take each other's values", func(u *unit) { replace(u, u.selected) }}

func (u *unit) selected(s *ast.SelectStmt, label *ast.LabeledStmt) ast.Stmt {
	if len(s.Body.List) == 0 {
		return labeled(label, s) // blocks forever
	}
	u.n++
	pos := s.Pos()
	name := func(what string, i int) string { return fmt.Sprintf("ʹ%s%d_%d", what, u.n, i) }
	selection := name("s", 0)
	whole := block(pos, s.End(), u.statements(pos, "%s := %s()", selection, SelectFunc)...)
	wait, clauses := "Wait", block(pos, s.End())
	n := 0
	for _, stmt := range s.Body.List {
		clause := stmt.(*ast.CommClause)
		choice := &ast.CaseClause{Case: clause.Pos(), Colon: clause.Colon, Body: clause.Body}
		clauses.List = append(clauses.List, choice)
		if clause.Comm == nil {
			wait = "Try" // and choice is the default
			continue
		}
		choice.List = []ast.Expr{number(clause.Pos(), n)}
		channel, sent := name("c", n), name("v", n)
		n++
		if send, ok := clause.Comm.(*ast.SendStmt); ok {
			whole.List = append(whole.List, define(ident(pos, channel), send.Chan))
			buffer := u.statements(pos, "%s := %s; %s.Send(%[2]s, &%[1]s)", sent, channel, selection)
			whole.List = append(append(whole.List, buffer...),
				&ast.SendStmt{Chan: ident(pos, sent), Arrow: send.Arrow, Value: send.Value})
			continue
		}
		receive, assign := receiving(clause.Comm)
		whole.List = append(whole.List, define(ident(pos, channel), receive.X))
		whole.List = append(whole.List, u.statements(pos, "%s.Receive(&%s)", selection, channel)...)
		receive.X = ident(pos, channel)
		if assign != nil {
			choice.Body = append([]ast.Stmt{assign}, choice.Body...)
		}
	}
	choice := &ast.SwitchStmt{Switch: pos, Tag: u.code(pos, "%s.%s()", selection, wait), Body: clauses}
	whole.List = append(whole.List, labeled(label, choice))
	return whole
}

// receiving returns the receive operation of a case, and the statement that assigns
// the received value, if there is one.
func receiving(comm ast.Stmt) (*ast.UnaryExpr, ast.Stmt) {
	switch s := comm.(type) {
	case *ast.ExprStmt:
		return ast.Unparen(s.X).(*ast.UnaryExpr), nil
	case *ast.AssignStmt:
		receive := ast.Unparen(s.Rhs[0]).(*ast.UnaryExpr)
		if len(s.Lhs) == 2 {
			s.Rhs[0] = receive // without parentheses
		}
		return receive, s
	}
	panic("the parser allows nothing else")
}
