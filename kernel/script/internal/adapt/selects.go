package adapt

import (
	"go/ast"

	"github.com/focal-search/focal/kernel/script/lower"
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
	"and goroutines in the same select statement take each other's values", func(u *unit) {
	lower.ReplaceLabeled(u.Unit, u.selected)
}}

func (u *unit) selected(s *ast.SelectStmt, label *ast.LabeledStmt) ast.Stmt {
	if len(s.Body.List) == 0 {
		return lower.Labeled(label, s) // blocks forever
	}
	pos, selection := s.Pos(), u.Name("ʹs")
	list := u.Statements(pos, "%s := %s()", selection, SelectFunc)
	wait, n := "Wait", 0
	var clauses []ast.Stmt
	for _, stmt := range s.Body.List {
		clause := stmt.(*ast.CommClause)
		choice := &ast.CaseClause{Case: clause.Pos(), Colon: clause.Colon, Body: clause.Body}
		clauses = append(clauses, choice)
		if clause.Comm == nil {
			wait = "Try" // and choice is the default
			continue
		}
		choice.List = []ast.Expr{u.Code(clause.Pos(), "%d", n)}
		channel := u.Name("ʹc")
		n++
		if send, ok := clause.Comm.(*ast.SendStmt); ok {
			list = append(list, u.Statements(pos, "%s := %s; %s := %[1]s; %[4]s.Send(%[1]s, &%[3]s); %[3]s <- %[5]s",
				channel, send.Chan, u.Name("ʹv"), selection, send.Value)...)
			continue
		}
		receive := lower.Receiving(clause.Comm)
		list = append(list, u.Statements(pos, "%s := %s; %s.Receive(&%[1]s)", channel, receive.X, selection)...)
		receive.X = ident(pos, channel)
		if s, ok := clause.Comm.(*ast.AssignStmt); ok {
			if len(s.Lhs) == 2 {
				s.Rhs[0] = receive // without parentheses
			}
			choice.Body = append([]ast.Stmt{s}, choice.Body...)
		}
	}
	choice := u.Statement(pos, "switch %s.%s() {}", selection, wait).(*ast.SwitchStmt)
	choice.Body.List = clauses
	return u.Statement(pos, "{ %s; %s }", list, lower.Labeled(label, choice))
}
