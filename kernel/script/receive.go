package script

import (
	"go/ast"
	"go/token"
)

// parenthesize keeps yaegi from having a receive operation write to a variable
// itself, which makes the variable a bare value that cannot be changed, or hits
// another one where the variable is a function's further out.
func parenthesize(values []ast.Expr) {
	for i, v := range values {
		if e, ok := v.(*ast.UnaryExpr); ok && e.Op == token.ARROW {
			values[i] = &ast.ParenExpr{Lparen: e.Pos(), X: e, Rparen: e.End()}
		}
	}
}

// ReceiveOK makes _, ok = <-c, in which yaegi gets the types wrong, into
//
//	{ v', ok' := <-c; ok = ok' }
//
// and leaves other assignments as they are.
func ReceiveOK(s *ast.AssignStmt) ast.Stmt {
	if s.Tok != token.ASSIGN || len(s.Lhs) != 2 || len(s.Rhs) != 1 {
		return s
	}
	e, ok := ast.Unparen(s.Rhs[0]).(*ast.UnaryExpr)
	if !ok || e.Op != token.ARROW || !isBlank(s.Lhs[0]) && !isBlank(s.Lhs[1]) {
		return s
	}
	block := &ast.BlockStmt{Lbrace: s.Pos(), Rbrace: s.End()}
	receive := &ast.AssignStmt{TokPos: s.TokPos, Tok: token.DEFINE, Rhs: s.Rhs}
	block.List = append(block.List, receive)
	for i, name := range []string{"ʹv", "ʹok"} {
		id := func() *ast.Ident { return &ast.Ident{NamePos: s.Pos(), Name: name} }
		receive.Lhs = append(receive.Lhs, id())
		if !isBlank(s.Lhs[i]) {
			block.List = append(block.List, &ast.AssignStmt{Lhs: s.Lhs[i : i+1], TokPos: s.TokPos, Tok: token.ASSIGN, Rhs: []ast.Expr{id()}})
		}
	}
	return block
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}
