package adapt

import (
	"fmt"
	"go/ast"
	"go/token"
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
	name := func(what string, i int) *ast.Ident {
		return ident(pos, fmt.Sprintf("ʹ%s%d_%d", what, u.n, i))
	}
	method := func(m string, args ...ast.Expr) ast.Expr {
		return &ast.CallExpr{Fun: &ast.SelectorExpr{X: name("s", 0), Sel: ident(pos, m)},
			Lparen: pos, Args: args, Rparen: pos}
	}
	address := func(id *ast.Ident) ast.Expr { return &ast.UnaryExpr{OpPos: pos, Op: token.AND, X: id} }
	whole := block(pos, s.End(), define(name("s", 0), calling(pos, SelectFunc)))
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
			whole.List = append(whole.List,
				define(channel, send.Chan), define(sent, channel),
				&ast.ExprStmt{X: method("Send", channel, address(sent))},
				&ast.SendStmt{Chan: sent, Arrow: send.Arrow, Value: send.Value})
			continue
		}
		receive, assign := receiving(clause.Comm)
		whole.List = append(whole.List, define(channel, receive.X), &ast.ExprStmt{X: method("Receive", address(channel))})
		receive.X = channel
		if assign != nil {
			choice.Body = append([]ast.Stmt{assign}, choice.Body...)
		}
	}
	choice := &ast.SwitchStmt{Switch: pos, Tag: method(wait), Body: clauses}
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
