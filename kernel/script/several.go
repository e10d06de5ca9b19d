package script

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/focal-search/focal/kernel/script/lower"
)

// assignStmt mends the assignment of several values: yaegi loses a result of a
// function, or of v, ok = x, that goes to an element of a map, and panics where one
// of several values goes to an interface or is nil.
func (l *lowering) assignStmt(s *ast.AssignStmt) ast.Stmt {
	if s.Tok != token.ASSIGN || len(s.Lhs) < 2 {
		return s
	}
	switch {
	case len(s.Rhs) == 1 && slices.ContainsFunc(s.Lhs, l.element):
		return l.resultsApart(s)
	case len(s.Rhs) == len(s.Lhs) &&
		(slices.ContainsFunc(s.Lhs, l.isInterface) || slices.ContainsFunc(s.Lhs, pointed) ||
			slices.ContainsFunc(s.Rhs, l.isNil)):
		return l.valuesApart(s)
	}
	return receiveOK(s)
}

// element says whether an expression is an element of a map.
func (l *lowering) element(e ast.Expr) bool {
	index, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok || l.types[index.X].Type == nil {
		return false
	}
	_, ok = l.types[index.X].Type.Underlying().(*types.Map)
	return ok
}

func (l *lowering) isInterface(e ast.Expr) bool {
	t := l.types[e].Type
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

func (l *lowering) isNil(e ast.Expr) bool { return l.types[e].IsNil() }

// resultsApart makes
//
//	m[f()], err = g()
//
// into
//
//	{ k' := f(); v1, v2 := g(); m[k'] = v1; err = v2 }
func (l *lowering) resultsApart(s *ast.AssignStmt) ast.Stmt {
	a := splitting{lowering: l, pos: s.Pos(), block: &ast.BlockStmt{Lbrace: s.Pos(), Rbrace: s.End()}}
	for i, e := range s.Lhs {
		s.Lhs[i] = a.settled(e, hasCall)
	}
	results := &ast.AssignStmt{TokPos: s.TokPos, Tok: token.DEFINE, Rhs: s.Rhs}
	a.block.List = append(a.block.List, results)
	all, _ := l.types[s.Rhs[0]].Type.(*types.Tuple)
	var values []ast.Expr
	for i, e := range s.Lhs {
		if isBlank(e) {
			results.Lhs = append(results.Lhs, e)
			values = append(values, nil)
			continue
		}
		known := l.types[s.Rhs[0]]
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
func (l *lowering) valuesApart(s *ast.AssignStmt) ast.Stmt {
	a := splitting{lowering: l, pos: s.Pos(), block: &ast.BlockStmt{Lbrace: s.Pos(), Rbrace: s.End()}}
	for i, e := range s.Lhs {
		s.Lhs[i] = a.settled(e, hasCall)
	}
	values := make([]ast.Expr, len(s.Rhs))
	for i, e := range s.Rhs {
		known := l.types[e]
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
	*lowering
	pos   token.Pos
	block *ast.BlockStmt
}

// name is that of a new variable, again its use.
func (a *splitting) name(known types.TypeAndValue) *ast.Ident {
	a.n++
	return a.again(known)
}

func (a *splitting) again(known types.TypeAndValue) *ast.Ident {
	id := &ast.Ident{NamePos: a.pos, Name: fmt.Sprintf("ʹv%d", a.n)}
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
func (l *lowering) hoisted(stmt ast.Stmt) ast.Stmt {
	init := initOf(stmt)
	if init == nil {
		return nil
	}
	s, ok := (*init).(*ast.AssignStmt)
	if !ok {
		return nil
	}
	block, ok := l.assignStmt(s).(*ast.BlockStmt)
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
