package script

import (
	"go/ast"
	"go/token"
	"go/types"
)

// zeroResults makes a function set its named results to zero first. Yaegi gives
// them the place in which the caller keeps what the call yields, and there is still
// what it yielded before.
func (l *lowering) zeroResults(f *ast.FuncType, body *ast.BlockStmt) {
	if body == nil || f.Results == nil {
		return
	}
	var zeroed []ast.Stmt
	for _, field := range f.Results.List {
		for _, name := range field.Names {
			if zero := l.zero(field.Type, body.Lbrace); zero != nil && name.Name != "_" {
				result := &ast.Ident{NamePos: body.Lbrace, Name: name.Name}
				zeroed = append(zeroed, &ast.AssignStmt{Lhs: []ast.Expr{result}, TokPos: body.Lbrace, Tok: token.ASSIGN,
					Rhs: []ast.Expr{zero}})
			}
		}
	}
	body.List = append(zeroed, body.List...)
}

// apart has the result of a function of the program assigned to a variable only
// when the function has returned: yaegi would let the function work on the variable.
func (l *lowering) apart(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return
	}
	call, ok := s.Rhs[0].(*ast.CallExpr)
	if ok && l.types[call.Fun].IsValue() && !l.ofPackage(call.Fun) {
		s.Rhs[0] = &ast.ParenExpr{Lparen: call.Pos(), X: call, Rparen: call.End()}
	}
}

// zero is the zero value of a type, nil for an unknown one.
func (l *lowering) zero(e ast.Expr, pos token.Pos) ast.Expr {
	t := l.types[e].Type
	if t == nil {
		return nil
	}
	name := func(s string) *ast.Ident { return &ast.Ident{NamePos: pos, Name: s} }
	if _, ok := t.(*types.TypeParam); ok {
		made := &ast.CallExpr{Fun: name("new"), Lparen: pos, Args: []ast.Expr{e}, Rparen: pos}
		return &ast.StarExpr{Star: pos, X: made}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsNumeric != 0:
			return number(pos, 0)
		case u.Info()&types.IsString != 0:
			return &ast.BasicLit{ValuePos: pos, Kind: token.STRING, Value: `""`}
		case u.Info()&types.IsBoolean != 0:
			return name("false")
		}
	case *types.Struct, *types.Array:
		return &ast.ParenExpr{Lparen: pos, X: &ast.CompositeLit{Type: e, Lbrace: pos, Rbrace: pos}, Rparen: pos}
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return name("nil")
	}
	return nil
}
