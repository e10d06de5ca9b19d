package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// separate gives each call, receive operation and function literal a statement of its own, where it is part of
// another expression. An interpreter decides by the expression around them how it stores what they yield.
//
//	return o.f(n), <-c
//	if x := g(h(n)); x.ok && more(<-c) {
//
// becomes
//
//	ʹv_1 := o.f(n)
//	ʹv_2 := <-c
//	return ʹv_1, ʹv_2
//	{
//		ʹv_3 := h(n)
//		x := g(ʹv_3)
//		ʹv_4 := x.ok
//		if ʹv_4 {
//			ʹv_5 := <-c
//			ʹv_4 = more(ʹv_5)
//		}
//		if ʹv_4 {
//
// A call of a function that is known by its name may stay if its result is of a basic type, unless something else in
// the statement moves: then all calls move, in their order. Variables are read where they were, after the calls, as
// compilers do.
var separate = Pass{"separate", "what calls, receive operations and function literals yield inside of other " +
	"expressions is stored in the place of something else, or not at all", func(u *Unit) {
	s := &separating{Unit: u}
	s.bodies()
}}

type separating struct {
	*Unit
	tuples bool       // only statements with arguments that are several values are separated, see pass tuples
	list   []ast.Stmt // that come before the statement
	all    bool       // all calls of the statement move
}

// bodies separates the statements of all functions.
func (s *separating) bodies() {
	s.Functions(func(_ *ast.FuncType, body *ast.BlockStmt) {
		outer := *s
		body.List = s.statements(body.List)
		s.list, s.all = outer.list, outer.all
	})
}

func (s *separating) statements(list []ast.Stmt) (out []ast.Stmt) {
	for _, stmt := range list {
		out = append(out, s.statement(stmt)...)
	}
	return out
}

// with returns the statements that f adds, and a statement.
func (s *separating) with(stmt ast.Stmt, f func()) []ast.Stmt {
	outer := *s
	s.list, s.all = nil, false
	f()
	list := append(s.list, stmt)
	s.list, s.all = outer.list, outer.all
	return list
}

// apart returns a statement behind those in which its operands move.
func (s *separating) apart(stmt ast.Stmt) []ast.Stmt { return s.with(stmt, func() { s.moving(stmt) }) }

// moving separates the operands of a statement, or of a declaration, if something in one of them moves.
func (s *separating) moving(n ast.Node) {
	if list := s.operands(n); slices.ContainsFunc(list, s.movesIn) {
		s.all = true
		for _, o := range list {
			*o.at = o.separated(*o.at)
		}
	}
}

// An operand is an expression of a statement.
type operand struct {
	at        *ast.Expr
	stands    bool // it stands alone, or is a place: what may move are its parts
	separated func(ast.Expr) ast.Expr
}

func (s *separating) movesIn(o operand) bool {
	if o.stands {
		return slices.ContainsFunc(s.parts(*o.at), s.moves)
	}
	return s.moves(*o.at)
}

// operands returns the operands of a statement, or of a declaration, in the order of their evaluation.
func (s *separating) operands(n ast.Node) (list []operand) {
	values := func(alone bool, exprs ...*ast.Expr) {
		for _, at := range exprs {
			if alone {
				list = append(list, operand{at, true, s.alone})
			} else {
				list = append(list, operand{at, false, s.expr})
			}
		}
	}
	switch n := n.(type) {
	case *ast.ExprStmt:
		values(true, &n.X)
	case *ast.GoStmt:
		return s.operands(&ast.ExprStmt{X: n.Call})
	case *ast.DeferStmt:
		return s.operands(&ast.ExprStmt{X: n.Call})
	case *ast.SendStmt:
		values(false, &n.Chan, &n.Value)
	case *ast.IncDecStmt:
		list = append(list, operand{&n.X, true, s.place})
	case *ast.AssignStmt:
		for i := range n.Lhs {
			list = append(list, operand{&n.Lhs[i], true, s.place})
		}
		values(len(n.Rhs) == 1 && !slices.ContainsFunc(n.Lhs, s.ofAnother), pointers(n.Rhs)...)
	case *ast.ValueSpec:
		values(len(n.Values) == 1, pointers(n.Values)...)
	case *ast.ReturnStmt:
		values(false, pointers(n.Results)...)
	case *ast.IfStmt:
		values(false, &n.Cond)
	case *ast.ForStmt:
		values(false, &n.Cond)
	case *ast.RangeStmt:
		values(false, &n.X)
	case *ast.SwitchStmt:
		values(false, &n.Tag)
	case *ast.TypeSwitchStmt:
		values(false, switched(n))
	}
	return list
}

func pointers(list []ast.Expr) (all []*ast.Expr) {
	for i := range list {
		all = append(all, &list[i])
	}
	return all
}

// Cases returns the expressions in the cases of a switch.
func Cases(body *ast.BlockStmt) (all []*ast.Expr) {
	for _, clause := range body.List {
		all = append(all, pointers(clause.(*ast.CaseClause).List)...)
	}
	return all
}

// statement returns the statements in place of one.
func (s *separating) statement(stmt ast.Stmt) []ast.Stmt {
	switch n := stmt.(type) {
	case *ast.BlockStmt:
		n.List = s.statements(n.List)
	case *ast.LabeledStmt:
		list := s.statement(n.Stmt)
		last := len(list) - 1
		n.Stmt = list[last]
		if last == 0 {
			return []ast.Stmt{n}
		}
		switch n.Stmt.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.SelectStmt:
			return append(list[:last], n)
		}
		n.Stmt = block(n.Pos(), list...)
	case *ast.AssignStmt:
		list := s.with(n, func() {
			if n.Tok == token.DEFINE {
				s.copies(n.Rhs)
			}
			s.moving(n)
		})
		if apart := s.apartTuple(n); apart != nil {
			list = append(list[:len(list)-1], apart...)
		}
		return list
	case *ast.DeclStmt:
		return s.declared(n)
	case *ast.ReturnStmt:
		return s.with(n, func() { s.returned(n) })
	case *ast.IfStmt:
		n.Body.List = s.statements(n.Body.List)
		if n.Else != nil {
			n.Else = inBlock(s.statement(n.Else))[0]
		}
		return inBlock(s.apart(n))
	case *ast.ForStmt:
		return s.loop(n)
	case *ast.RangeStmt:
		n.Body.List = s.statements(n.Body.List)
		return s.with(n, func() {
			if s.moves(n.X) || !s.tuples && s.stands(n.X) {
				s.all = true
				n.X = s.expr(n.X)
			}
		})
	case *ast.CaseClause:
		n.Body = s.statements(n.Body)
	case *ast.CommClause:
		n.Body = s.statements(n.Body)
	case *ast.SwitchStmt:
		s.statement(n.Body)
		return s.apart(n)
	case *ast.TypeSwitchStmt:
		s.statement(n.Body)
		return s.apart(n)
	case *ast.SelectStmt:
		s.statement(n.Body)
		return s.selected(n)
	default:
		return s.apart(n)
	}
	return []ast.Stmt{stmt}
}

// ofAnother reports whether an expression is a variable of a package.
func (s *separating) ofAnother(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && s.Info.Selections[sel] == nil
}

// copies copies variables of packages that are the values of new variables: an interpreter takes the one for the other.
func (s *separating) copies(values []ast.Expr) {
	for i, e := range values {
		if s.tuples || !s.ofAnother(e) || !s.Info.Types[e].Addressable() {
			continue
		}
		if t := s.TypeText(s.typeOf(e)); t != "" {
			name := s.Name("ʹv")
			s.list = append(s.list, s.Statements(e.Pos(), "var %s %s; %[1]s = %[3]s", name, t, e)...)
			values[i] = ident(e.Pos(), name)
		}
	}
}

func (s *separating) declared(n *ast.DeclStmt) (out []ast.Stmt) {
	d := n.Decl.(*ast.GenDecl)
	if d.Tok != token.VAR {
		return []ast.Stmt{n}
	}
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		one := declaration(d.TokPos, v)
		switch {
		case s.tuples && v.Type == nil && len(v.Names) == 2 && len(v.Values) == 1 && s.mapIndex(v.Values[0]) != nil:
			// See pass lookups.
			one = s.Statement(v.Pos(), "%s, %s := %s", v.Names[0].Name, v.Names[1].Name, v.Values[0])
		case len(d.Specs) == 1:
			one = n
		}
		out = append(out, s.with(one, func() {
			s.copies(v.Values)
			s.moving(v)
		})...)
	}
	return out
}

// returned separates results: a call that yields several becomes a definition of variables.
func (s *separating) returned(n *ast.ReturnStmt) {
	if len(n.Results) == 1 {
		if _, maker := n.Results[0].(*ast.FuncLit); maker {
			return
		}
		if is[*types.Tuple](s.typeOf(n.Results[0])) {
			n.Results = s.results(n.Results[0])
			return
		}
	}
	s.moving(n)
	for i, e := range n.Results { // an interpreter takes a function for the method or the instance that it saw last
		if !s.tuples && !is[*ast.Ident](e) && is[*types.Signature](s.Under(e)) && s.ofProgram(s.typeOf(e)) {
			n.Results[i] = s.keepAs(e, s.typeOf(e))
		}
	}
}

// inBlock returns several statements as one block.
func inBlock(list []ast.Stmt) []ast.Stmt {
	if len(list) == 1 {
		return list
	}
	return []ast.Stmt{block(list[0].Pos(), list...)}
}

// loop evaluates a condition that moves, and a post statement that does, at the beginning of the body.
func (s *separating) loop(n *ast.ForStmt) (out []ast.Stmt) {
	n.Body.List = s.statements(n.Body.List)
	pos := n.Pos()
	if n.Init != nil {
		list := s.statement(n.Init)
		out, n.Init = list[:len(list)-1], list[len(list)-1]
	}
	var begin []ast.Stmt
	if n.Post != nil {
		if list := s.statement(n.Post); len(list) > 1 {
			first := s.Name("ʹf")
			out = append(out, s.Statement(pos, "%s := true", first))
			begin, n.Post = s.Statements(pos, "if %s { %[1]s = false } else { %[2]s }", first, list), nil
		}
	}
	if n.Cond != nil && (s.moves(n.Cond) || begin != nil) {
		leave := s.Statement(pos, "if true { break }").(*ast.IfStmt)
		begin = append(begin, s.with(leave, func() {
			s.moving(n)
			leave.Cond = s.Code(pos, "!(%s)", n.Cond)
		})...)
		n.Cond = nil
		if n.Init != nil { // see pass loops
			n.Cond = ident(pos, "true")
		}
	}
	n.Body.List = append(begin, n.Body.List...)
	return append(out, n)
}

// selected separates the operands of the operations among which a select statement chooses.
func (s *separating) selected(n *ast.SelectStmt) []ast.Stmt {
	moves := false
	operands := func(f func(send *ast.SendStmt, receive *ast.UnaryExpr)) {
		for _, c := range n.Body.List {
			if comm := c.(*ast.CommClause).Comm; comm != nil {
				send, _ := comm.(*ast.SendStmt)
				f(send, Receiving(comm))
			}
		}
	}
	operands(func(comm *ast.SendStmt, receive *ast.UnaryExpr) {
		moves = moves || comm != nil && (s.moves(comm.Chan) || s.moves(comm.Value)) || receive != nil && s.moves(receive.X)
	})
	return s.with(n, func() {
		if s.tuples && !moves {
			return
		}
		s.all = moves
		kept := func(e ast.Expr, t types.Type) ast.Expr { // in their order
			if e = s.expr(e); moves {
				e = s.keepAs(e, t)
			}
			return e
		}
		operands(func(comm *ast.SendStmt, receive *ast.UnaryExpr) {
			if receive != nil {
				receive.X = kept(receive.X, s.typeOf(receive.X))
				return
			}
			of := s.typeOf(comm.Chan)
			elem := of.Underlying().(*types.Chan).Elem()
			comm.Chan, comm.Value = kept(comm.Chan, of), kept(comm.Value, elem)
			if !moves && types.IsInterface(elem) {
				comm.Value = s.keepAs(comm.Value, elem)
			}
		})
	})
}

// Receiving returns the receive operation of a clause of a select statement, nil if it sends.
func Receiving(comm ast.Stmt) *ast.UnaryExpr {
	var e ast.Expr
	switch s := comm.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		e = s.Rhs[0]
	}
	receive, _ := ast.Unparen(e).(*ast.UnaryExpr)
	return receive
}

// parts returns the operands of an expression that stands alone.
func (s *separating) parts(e ast.Expr) []ast.Expr {
	if s.tuples { // of which the whole is looked at
		return []ast.Expr{e}
	}
	switch n := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if !s.stands(n) {
			break
		}
		switch f := ast.Unparen(n.Fun).(type) {
		case *ast.FuncLit:
			return n.Args
		case *ast.SelectorExpr:
			return append([]ast.Expr{f.X}, n.Args...)
		}
		return append([]ast.Expr{n.Fun}, n.Args...)
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			return []ast.Expr{n.X}
		}
	case *ast.TypeAssertExpr:
		return []ast.Expr{n.X}
	case *ast.IndexExpr:
		return []ast.Expr{n.X, n.Index}
	}
	return []ast.Expr{e}
}

// alone separates the operands of an expression that stands alone.
func (s *separating) alone(e ast.Expr) ast.Expr {
	if n, ok := ast.Unparen(e).(*ast.CallExpr); ok && s.stands(n) {
		switch f := ast.Unparen(n.Fun).(type) {
		case *ast.FuncLit:
		case *ast.SelectorExpr:
			f.X = s.expr(f.X)
		default:
			n.Fun = s.expr(n.Fun)
		}
		if s.handsOver(n) {
			n.Args = s.results(n.Args[0])
			return e
		}
		for i, arg := range n.Args {
			n.Args[i] = s.expr(arg)
		}
		return e
	}
	if n := ast.Unparen(e); is[*ast.UnaryExpr](n) || is[*ast.TypeAssertExpr](n) {
		s.place(n)
		return e
	}
	return s.place(e)
}

// stands reports whether an expression is one that stands alone: not a conversion or a call of a builtin function.
func (s *separating) stands(e ast.Expr) bool {
	switch n := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		known := s.Info.Types[n.Fun]
		return !known.IsType() && !known.IsBuiltin()
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	}
	return false
}

// known reports whether a call may be an operand: of a function or method that is known by its name, with a result of
// a basic type.
func (s *separating) known(e ast.Expr) bool {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && s.callee(c.Fun) != nil && is[*types.Basic](types.Unalias(s.typeOf(c)))
}

// handsOver reports whether an expression is a call whose arguments are the results of another one.
func (s *separating) handsOver(e ast.Expr) bool {
	c, ok := e.(*ast.CallExpr)
	return ok && len(c.Args) == 1 && is[*types.Tuple](s.typeOf(c.Args[0])) && s.stands(c.Args[0])
}

// moves reports whether a part of an expression, or the whole, must move out of its statement.
func (s *separating) moves(e ast.Expr) bool {
	return e != nil && InOwn(e, func(e ast.Expr) bool {
		b, _ := e.(*ast.BinaryExpr)
		return s.handsOver(e) || !s.tuples && (s.stands(e) && !s.known(e) || s.reads(e) || b != nil && misplaced(b))
	})
}

// reads reports whether an expression appends several values one of which append may overwrite before it reads it, or a
// slice of a type that an interpreter may not find to be the same.
func (s *separating) reads(e ast.Expr) bool {
	c, ok := e.(*ast.CallExpr)
	if !ok || len(c.Args) < 2 || s.Builtin(c.Fun) != "append" {
		return false
	}
	if c.Ellipsis.IsValid() {
		return !Compiled(s.typeOf(c)) && slices.ContainsFunc(c.Args, func(e ast.Expr) bool { return !is[*ast.Ident](e) })
	}
	return len(c.Args) > 2 && slices.ContainsFunc(c.Args[1:], func(e ast.Expr) bool {
		return Contains(e, func(n ast.Node) bool { return is[*ast.IndexExpr](n) || is[*ast.StarExpr](n) })
	})
}

// expr returns an expression, a part of which comes before it.
func (s *separating) expr(e ast.Expr) ast.Expr {
	if s.stands(e) {
		return s.keep(s.alone(e))
	}
	placed := s.place(e)
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	if ok && s.all && s.Info.Types[c.Fun].IsBuiltin() && s.Info.Types[c].Value == nil {
		return s.keep(placed) // compilers evaluate it in its place among the calls
	}
	return placed
}

// results assigns several results of a call to variables.
func (s *separating) results(e ast.Expr) (names []ast.Expr) {
	s.all = true
	var lhs []ast.Expr
	value := s.alone(e)
	for range s.typeOf(e).(*types.Tuple).Len() {
		name := s.Name("ʹv")
		lhs, names = append(lhs, ident(e.Pos(), name)), append(names, ident(e.Pos(), name))
	}
	s.list = append(s.list, s.Statement(e.Pos(), "%s := %s", lhs, value))
	return names
}

// keep assigns a value to a variable.
func (s *separating) keep(value ast.Expr) ast.Expr {
	name := s.Name("ʹv")
	s.list = append(s.list, define(ident(value.Pos(), name), value))
	return ident(value.Pos(), name)
}

// keepAs assigns a value to a variable of a type, unless it is a constant.
func (s *separating) keepAs(value ast.Expr, t types.Type) ast.Expr {
	e := s.TypeText(t)
	if s.lasting(value) || e == "" {
		return value
	}
	name := s.Name("ʹv")
	s.list = append(s.list, s.Statement(value.Pos(), "var %s %s = %s", name, e, value))
	return ident(value.Pos(), name)
}

// place separates the operands of an expression that is no call.
func (s *separating) place(e ast.Expr) ast.Expr {
	switch n := e.(type) {
	case *ast.ParenExpr:
		n.X = s.expr(n.X)
	case *ast.SelectorExpr:
		n.X = s.expr(n.X)
	case *ast.StarExpr:
		n.X = s.expr(n.X)
	case *ast.UnaryExpr:
		n.X = s.expr(n.X)
	case *ast.IndexExpr:
		n.X, n.Index = s.expr(n.X), s.expr(n.Index)
	case *ast.SliceExpr:
		n.X = s.expr(n.X)
		for _, at := range []*ast.Expr{&n.Low, &n.High, &n.Max} {
			if *at != nil {
				*at = s.expr(*at)
			}
		}
	case *ast.TypeAssertExpr:
		n.X = s.expr(n.X)
	case *ast.BinaryExpr:
		n.X = s.expr(n.X)
		switch {
		case !isLogical(n):
			n.Y = s.expr(n.Y)
		case s.moves(n.Y) || s.all && s.effects(n.Y) || !s.tuples && !inPlace(n.Y):
			return s.logical(n)
		case !s.tuples && !inPlace(n.X):
			n.X = s.keep(n.X)
		}
	case *ast.CallExpr: // a conversion, or a builtin function
		if s.handsOver(n) {
			n.Args = s.results(n.Args[0])
			break
		}
		reads := s.reads(n)
		for i, arg := range n.Args {
			if !s.Info.Types[arg].IsType() {
				n.Args[i] = s.expr(arg)
			}
			if reads {
				n.Args[i] = s.keepAs(n.Args[i], s.typeOf(arg))
			}
		}
	case *ast.CompositeLit:
		for i, elem := range n.Elts {
			if pair, ok := elem.(*ast.KeyValueExpr); ok {
				if !is[*types.Struct](s.Under(n)) {
					pair.Key = s.expr(pair.Key)
				}
				pair.Value = s.expr(pair.Value)
			} else {
				n.Elts[i] = s.expr(elem)
			}
		}
	}
	return e
}

// logical evaluates the second operand of && or || only where the first one does not decide.
func (s *separating) logical(n *ast.BinaryExpr) ast.Expr {
	value := s.keep(n.X).(*ast.Ident)
	not := ""
	if n.Op == token.LOR {
		not = "!"
	}
	set := assign(ident(n.Pos(), value.Name), nil)
	then := s.with(set, func() { s.all = true; set.Rhs[0] = s.expr(n.Y) })
	s.list = append(s.list, s.Statement(n.Pos(), "if %s%s { %s }", not, value.Name, then))
	return value
}
