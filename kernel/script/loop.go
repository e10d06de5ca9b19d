package script

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// integer is the type of an expression, nil where that is no integer type or unknown.
func (l *lowering) integer(e ast.Expr) types.Type {
	t := l.types[e].Type
	if t == nil {
		return nil
	}
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
		return types.Default(t)
	}
	return nil
}

// countingLoop makes
//
//	for i := range x { ... }
//
// into
//
//	for i', n' := int(0), x; i' < n'; i'++ { i := i'; ... }
func (l *lowering) countingLoop(s *ast.RangeStmt, t types.Type) ast.Stmt {
	l.n++
	pos := s.Pos()
	index := func() *ast.Ident { return &ast.Ident{NamePos: pos, Name: fmt.Sprintf("ʹi%d", l.n)} }
	limit := func() *ast.Ident { return &ast.Ident{NamePos: pos, Name: fmt.Sprintf("ʹn%d", l.n)} }
	zero := func(x ast.Expr) ast.Expr { // of the limit's type
		if b, ok := t.(*types.Basic); ok {
			return &ast.CallExpr{Fun: &ast.Ident{NamePos: pos, Name: b.Name()}, Lparen: pos, Rparen: pos,
				Args: []ast.Expr{&ast.BasicLit{ValuePos: pos, Kind: token.INT, Value: "0"}}}
		}
		return &ast.BinaryExpr{X: x, OpPos: pos, Op: token.SUB, Y: x}
	}
	if id, ok := s.Key.(*ast.Ident); ok && id.Name != "_" {
		first := &ast.AssignStmt{Lhs: []ast.Expr{id}, TokPos: pos, Tok: s.Tok, Rhs: []ast.Expr{index()}}
		s.Body.List = append([]ast.Stmt{first}, s.Body.List...)
	}
	return &ast.ForStmt{
		For:  s.For,
		Init: &ast.AssignStmt{Lhs: []ast.Expr{index(), limit()}, TokPos: pos, Tok: token.DEFINE, Rhs: []ast.Expr{zero(s.X), s.X}},
		Cond: &ast.BinaryExpr{X: index(), OpPos: pos, Op: token.LSS, Y: limit()},
		Post: &ast.IncDecStmt{X: index(), TokPos: pos, Tok: token.INC},
		Body: s.Body,
	}
}

// renew copies a loop's variables at the beginning of its body, if something
// may hold on to them beyond the iteration and the body does not change them.
func renew(body *ast.BlockStmt, vars ...ast.Expr) {
	var copied []ast.Expr
	var values []ast.Expr
	for _, e := range vars {
		id, ok := e.(*ast.Ident)
		if !ok || id.Name == "_" || id.Obj == nil || !outlives(body, id.Obj) || changed(body, id.Obj) {
			continue
		}
		copied = append(copied, &ast.Ident{NamePos: id.NamePos, Name: id.Name})
		values = append(values, &ast.Ident{NamePos: id.NamePos, Name: id.Name})
	}
	if len(copied) > 0 {
		renewal := &ast.AssignStmt{Lhs: copied, TokPos: body.Pos(), Tok: token.DEFINE, Rhs: values}
		body.List = append([]ast.Stmt{renewal}, body.List...)
	}
}

// outlives says whether a function literal uses a variable or its address is taken.
func outlives(body *ast.BlockStmt, v *ast.Object) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			found = found || uses(n, v)
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && uses(n.X, v)
		}
		return !found
	})
	return found
}

func uses(node ast.Node, v *ast.Object) bool {
	found := false
	ast.Inspect(node, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Obj == v
		return !found
	})
	return found
}

// changed says whether a variable is assigned to.
func changed(body *ast.BlockStmt, v *ast.Object) bool {
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && id.Obj == v
	}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				found = found || n.Tok != token.DEFINE && is(e)
			}
		case *ast.IncDecStmt:
			found = found || is(n.X)
		}
		return !found
	})
	return found
}
