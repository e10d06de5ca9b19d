package adapt

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/focal-search/focal/kernel/script/lower"
)

// several assigns several values one after the other, where each has a place of its own first: see
// resultsApart, valuesApart and receiveOK. So it does with the statement before an if, for or switch.
var several = Pass{"several", "a result of a function, or of v, ok = x, that goes to an element of a map is lost, and where " +
	"one of several values goes to an interface or is nil there is a panic", func(u *unit) {
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

// element says whether an expression is an element of a map.
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

// pointed says whether what is assigned to is behind a pointer: yaegi evaluates it before
// what is assigned.
func pointed(e ast.Expr) bool {
	switch e.(type) {
	case *ast.StarExpr, *ast.SelectorExpr:
		return variable(e) != "" || contains(e, func(n ast.Node) bool { _, ok := n.(*ast.StarExpr); return ok })
	}
	return false
}

func (u *unit) isNil(e ast.Expr) bool { return u.types[e].IsNil() }

// resultsApart makes
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

// valuesApart makes
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

// A splitting is an assignment on its way to a block of several.
type splitting struct {
	*unit
	pos   token.Pos
	block *ast.BlockStmt
}

// name is that of a new variable, again its use.
func (a *splitting) name(known types.TypeAndValue) *ast.Ident {
	a.n++
	return a.again(known)
}

func (a *splitting) again(known types.TypeAndValue) *ast.Ident {
	id := ident(a.pos, fmt.Sprintf("ʹv%d", a.n))
	a.types[id] = known
	return id
}

// keep has a variable keep a value.
func (a *splitting) keep(value ast.Expr) ast.Expr {
	known := a.types[value]
	a.block.List = append(a.block.List, define(a.name(known), value))
	return a.again(known)
}

// settled is what is assigned to, of which the parts that are so are evaluated
// before anything is assigned.
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

// hasCall says whether an expression calls a function or receives something.
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

// assign assigns the values to the left sides of s, one after the other. What an
// earlier one changes has been evaluated for the later ones.
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

// variable is the name of a variable, or of the pointer behind which it is; else "".
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

// inPlace says whether the parts of a variable are assigned to in its own place.
func (a *splitting) inPlace(e ast.Expr) bool {
	switch a.types[e].Type.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// hoisted puts the statement before an if, for or switch in a block with the rest,
// where it becomes several. Else it yields nil.
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

// initOf is where a statement has one before it, nil where it cannot have one.
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

// receiveOK makes _, ok = <-c, in which yaegi gets the types wrong, into
//
//	{ v', ok' := <-c; ok = ok' }
//
// and leaves other assignments as they are.
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
