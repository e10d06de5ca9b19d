package adapt

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/focal-search/focal/kernel/script/lower"
)

// several splits tuple assignments into single ones from temporary variables: see resultsApart,
// valuesApart and receiveOK. It does so for init statements too.
var several = Pass{"several", "a result of a function, or of v, ok = x, is lost if it is assigned to an element of a " +
	"map, and a tuple assignment panics if one value is assigned to an interface or is nil", func(u *unit) {
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
	switch {
	case len(s.Rhs) == 1 && slices.ContainsFunc(s.Lhs, u.element):
		return u.resultsApart(s)
	case len(s.Rhs) == len(s.Lhs) &&
		(slices.ContainsFunc(s.Lhs, u.isInterface) || slices.ContainsFunc(s.Lhs, pointed) ||
			slices.ContainsFunc(s.Rhs, u.isNil)):
		return u.valuesApart(s)
	}
	return receiveOK(s)
}

// element reports whether an expression is an element of a map.
func (u *unit) element(e ast.Expr) bool {
	index, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok || u.types[index.X].Type == nil {
		return false
	}
	_, ok = u.types[index.X].Type.Underlying().(*types.Map)
	return ok
}

func (u *unit) isInterface(e ast.Expr) bool {
	t := u.types[e].Type
	return t != nil && !isBlank(e) && types.IsInterface(t)
}

// pointed reports whether a left operand is behind a pointer: yaegi evaluates it before the
// right operands.
func pointed(e ast.Expr) bool {
	switch e.(type) {
	case *ast.StarExpr, *ast.SelectorExpr:
		return variable(e) != "" || contains(e, func(n ast.Node) bool { _, ok := n.(*ast.StarExpr); return ok })
	}
	return false
}

func (u *unit) isNil(e ast.Expr) bool { return u.types[e].IsNil() }

// resultsApart rewrites
//
//	m[f()], err = g()
//
// into
//
//	{ k' := f(); v1, v2 := g(); m[k'] = v1; err = v2 }
func (u *unit) resultsApart(s *ast.AssignStmt) ast.Stmt {
	a := splitting{unit: u, pos: s.Pos(), block: block(s.Pos(), s.End())}
	for i, e := range s.Lhs {
		s.Lhs[i] = a.settled(e, hasCall)
	}
	results := &ast.AssignStmt{TokPos: s.TokPos, Tok: token.DEFINE, Rhs: s.Rhs}
	a.block.List = append(a.block.List, results)
	all, _ := u.types[s.Rhs[0]].Type.(*types.Tuple)
	var values []ast.Expr
	for i, e := range s.Lhs {
		if isBlank(e) {
			results.Lhs = append(results.Lhs, e)
			values = append(values, nil)
			continue
		}
		known := u.types[s.Rhs[0]]
		known.Type = nil
		if all != nil && i < all.Len() {
			known.Type = all.At(i).Type()
		}
		results.Lhs = append(results.Lhs, a.name(known))
		values = append(values, a.again(known))
	}
	return a.assign(s, values)
}

// valuesApart rewrites
//
//	a, b = x, y
//
// into
//
//	{ v1 := x; v2 := y; a = v1; b = v2 }
func (u *unit) valuesApart(s *ast.AssignStmt) ast.Stmt {
	a := splitting{unit: u, pos: s.Pos(), block: block(s.Pos(), s.End())}
	for i, e := range s.Lhs {
		s.Lhs[i] = a.settled(e, hasCall)
	}
	values := make([]ast.Expr, len(s.Rhs))
	for i, e := range s.Rhs {
		known := u.types[e]
		switch {
		case isBlank(s.Lhs[i]) && known.IsNil():
		case known.IsNil() || known.Value != nil:
			values[i] = e
		default:
			values[i] = a.keep(e)
		}
	}
	return a.assign(s, values)
}

// A splitting is an assignment that is being split into a block of assignments.
type splitting struct {
	*unit
	pos   token.Pos
	block *ast.BlockStmt
}

// name makes a new temporary variable, and again a use of the last one.
func (a *splitting) name(known types.TypeAndValue) *ast.Ident {
	a.n++
	return a.again(known)
}

func (a *splitting) again(known types.TypeAndValue) *ast.Ident {
	id := ident(a.pos, fmt.Sprintf("ʹv%d", a.n))
	a.types[id] = known
	return id
}

// keep assigns a value to a temporary variable and returns the variable.
func (a *splitting) keep(value ast.Expr) ast.Expr {
	known := a.types[value]
	a.block.List = append(a.block.List, define(a.name(known), value))
	return a.again(known)
}

// settled returns a left operand. It evaluates its parts for which so holds into
// temporary variables first.
func (a *splitting) settled(e ast.Expr, so func(ast.Expr) bool) ast.Expr {
	switch e := e.(type) {
	case *ast.ParenExpr:
		e.X = a.settled(e.X, so)
		return e
	case *ast.IndexExpr:
		e.X, e.Index = a.settled(e.X, so), a.settled(e.Index, so)
		return e
	case *ast.SelectorExpr:
		if variable(e) != "" {
			if so(e) {
				return a.keep(e)
			}
			return e
		}
		e.X = a.settled(e.X, so)
		return e
	case *ast.StarExpr:
		e.X = a.settled(e.X, so)
		return e
	}
	if known := a.types[e]; known.IsValue() && known.Value == nil && so(e) {
		return a.keep(e)
	}
	return e
}

// hasCall reports whether an expression contains a call or a receive operation.
func hasCall(e ast.Expr) bool {
	return contains(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return true
		case *ast.UnaryExpr:
			return n.Op == token.ARROW
		}
		return false
	})
}

// assign assigns the values to the left operands of s, one after the other. Variables
// in a later operand that an earlier assignment changes are evaluated before.
func (a *splitting) assign(s *ast.AssignStmt, values []ast.Expr) ast.Stmt {
	changes := func(e ast.Expr) bool {
		name := variable(e)
		return name != "" && !a.inPlace(e) && slices.ContainsFunc(s.Lhs, func(left ast.Expr) bool {
			return variable(left) == name
		})
	}
	var list []ast.Stmt
	for i, e := range s.Lhs {
		if isBlank(e) || values[i] == nil {
			continue
		}
		if variable(e) == "" {
			e = a.settled(e, changes)
		}
		list = append(list, &ast.AssignStmt{Lhs: []ast.Expr{e}, TokPos: s.TokPos, Tok: token.ASSIGN, Rhs: values[i : i+1]})
	}
	a.block.List = append(a.block.List, list...)
	return a.block
}

// variable returns the name of a variable, also of one behind a pointer of pass closures, else "".
func variable(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if id, ok := e.X.(*ast.Ident); ok && e.Sel.Name == lower.Value {
			return id.Name + "." + e.Sel.Name
		}
	}
	return ""
}

// inPlace reports whether a variable contains its parts, as structs and arrays do.
func (a *splitting) inPlace(e ast.Expr) bool {
	switch a.types[e].Type.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// hoisted moves the init statement of an if, for or switch before it, into a common
// block, if it is split. Else it returns nil.
func (u *unit) hoisted(stmt ast.Stmt) ast.Stmt {
	init := initOf(stmt)
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

// initOf returns a pointer to the init statement of a statement, nil if it cannot have one.
func initOf(stmt ast.Stmt) *ast.Stmt {
	switch s := stmt.(type) {
	case *ast.LabeledStmt:
		return initOf(s.Stmt)
	case *ast.IfStmt:
		return &s.Init
	case *ast.ForStmt:
		return &s.Init
	case *ast.SwitchStmt:
		return &s.Init
	case *ast.TypeSwitchStmt:
		return &s.Init
	}
	return nil
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
