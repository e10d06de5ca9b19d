package script

import (
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
	"strconv"
	"time"
)

// Yaegi's own select is not to be relied on: it leaves what is sent unevaluated,
// assigns to copies of variables, and goroutines that run the same select at the
// same time take each other's values. So
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
//		s := newSelection()
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
//
// The compiled selection knows no types of its own: it hands over values in
// buffered channels that it puts in the place of c' and v.

// newSelection is the name of the function that makes a selection.
const newSelection = "ʹselect"

// A selection is one execution of a select statement.
type selection struct {
	cases []reflect.SelectCase
	chans []reflect.Value // variables that take what was received
	cut   <-chan struct{} // closed when the program is cut off
}

// Receive adds a case that receives from the channel in a variable.
func (s *selection) Receive(variable any) {
	c := reflect.ValueOf(variable).Elem()
	s.add(reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(c.Interface())}, c)
}

// Send adds a case that sends to a channel what is put into a new one, which
// the variable gets.
func (s *selection) Send(channel, variable any) {
	v := reflect.ValueOf(variable).Elem()
	value := buffer(v)
	s.add(reflect.SelectCase{Dir: reflect.SelectSend, Chan: reflect.ValueOf(channel), Send: value}, reflect.Value{})
}

func (s *selection) add(c reflect.SelectCase, variable reflect.Value) {
	s.cases = append(s.cases, c)
	s.chans = append(s.chans, variable)
}

// buffer gives a variable a new channel of its type and returns it for both directions.
func buffer(variable reflect.Value) reflect.Value {
	c := reflect.MakeChan(reflect.ChanOf(reflect.BothDir, variable.Type().Elem()), 1)
	variable.Set(c.Convert(variable.Type()))
	return c
}

// Wait blocks until a case can go on, and returns its number. It returns -1 in a
// program that is cut off.
func (s *selection) Wait() int {
	return s.choose(reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(s.cut)})
}

// Try is Wait for a select with a default case, whose number is -1.
func (s *selection) Try() int { return s.choose(reflect.SelectCase{Dir: reflect.SelectDefault}) }

func (s *selection) choose(last reflect.SelectCase) int {
	for i, c := range s.cases {
		if c.Dir == reflect.SelectSend {
			s.cases[i].Send, _ = c.Send.Recv()
		}
	}
	i, v, ok := reflect.Select(append(s.cases, last))
	if i == len(s.cases) {
		if last.Dir == reflect.SelectRecv {
			time.Sleep(cutting)
		}
		return -1
	}
	if s.cases[i].Dir == reflect.SelectRecv {
		c := buffer(s.chans[i])
		if ok {
			c.Send(v)
		} else {
			c.Close()
		}
	}
	return i
}

// selectStmt makes a select statement into statements that use a selection.
func (l *lowering) selectStmt(s *ast.SelectStmt, label *ast.Ident) ast.Stmt {
	if len(s.Body.List) == 0 {
		return s // waits for ever
	}
	l.n++
	pos := s.Pos()
	name := func(what string, i int) *ast.Ident {
		return &ast.Ident{NamePos: pos, Name: fmt.Sprintf("ʹ%s%d_%d", what, l.n, i)}
	}
	method := func(m string, args ...ast.Expr) ast.Expr {
		return &ast.CallExpr{Fun: &ast.SelectorExpr{X: name("s", 0), Sel: &ast.Ident{NamePos: pos, Name: m}},
			Lparen: pos, Args: args, Rparen: pos}
	}
	address := func(id *ast.Ident) ast.Expr { return &ast.UnaryExpr{OpPos: pos, Op: token.AND, X: id} }
	begin := &ast.CallExpr{Fun: &ast.Ident{NamePos: pos, Name: newSelection}, Lparen: pos, Rparen: pos}
	block := &ast.BlockStmt{Lbrace: pos, List: []ast.Stmt{define(name("s", 0), begin)}, Rbrace: s.End()}
	wait, clauses := "Wait", &ast.BlockStmt{Lbrace: pos, Rbrace: s.End()}
	n := 0
	for _, stmt := range s.Body.List {
		clause := stmt.(*ast.CommClause)
		choice := &ast.CaseClause{Case: clause.Pos(), Colon: clause.Colon, Body: clause.Body}
		clauses.List = append(clauses.List, choice)
		if clause.Comm == nil {
			wait = "Try" // and choice is the default
			continue
		}
		choice.List = []ast.Expr{&ast.BasicLit{ValuePos: clause.Pos(), Kind: token.INT, Value: strconv.Itoa(n)}}
		channel, sent := name("c", n), name("v", n)
		n++
		if send, ok := clause.Comm.(*ast.SendStmt); ok {
			block.List = append(block.List,
				define(channel, send.Chan), define(sent, channel),
				&ast.ExprStmt{X: method("Send", channel, address(sent))},
				&ast.SendStmt{Chan: sent, Arrow: send.Arrow, Value: send.Value})
			continue
		}
		receive, assign := receiving(clause.Comm)
		block.List = append(block.List, define(channel, receive.X), &ast.ExprStmt{X: method("Receive", address(channel))})
		receive.X = channel
		if assign != nil {
			choice.Body = append([]ast.Stmt{assign}, choice.Body...)
		}
	}
	var choice ast.Stmt = &ast.SwitchStmt{Switch: pos, Tag: method(wait), Body: clauses}
	if label != nil {
		choice = &ast.LabeledStmt{Label: label, Colon: label.End(), Stmt: choice}
	}
	block.List = append(block.List, choice)
	return block
}

// receiving takes the communication of a case that receives apart: the receive
// operation, and the statement that keeps what is received, if any does.
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

func define(id *ast.Ident, value ast.Expr) ast.Stmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{id}, TokPos: id.Pos(), Tok: token.DEFINE, Rhs: []ast.Expr{value}}
}
