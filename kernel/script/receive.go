package script

import (
	"go/ast"
	"go/token"
)

// parenthesize keeps yaegi from having some expressions write to a variable
// themselves. A receive operation would make the variable a bare value that
// cannot be changed, or hit another one where the variable is a function's
// further out; a composite literal would lose what the same statement assigns to
// other variables, and would be another variable than the one that is a function's
// result, or to which something points; what len, append and their like yield would
// become a function's first result, whichever it is; what an operator yields would be an interface
// where the first result is one; and a program would end that assigns -x to an interface.
func parenthesize(values []ast.Expr, defined bool) {
	for i, v := range values {
		alone, writes := false, false
		switch v := v.(type) {
		case *ast.UnaryExpr:
			alone = v.Op != token.AND
		case *ast.CompositeLit:
			alone, writes = !defined, true
		case *ast.CallExpr:
			_, writes = v.Fun.(*ast.Ident)
		case *ast.BinaryExpr:
			writes = true
		}
		if alone || writes && len(values) > 1 {
			values[i] = &ast.ParenExpr{Lparen: v.Pos(), X: v, Rparen: v.End()}
		}
	}
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
	block := &ast.BlockStmt{Lbrace: s.Pos(), Rbrace: s.End()}
	receive := &ast.AssignStmt{TokPos: s.TokPos, Tok: token.DEFINE, Rhs: s.Rhs}
	block.List = append(block.List, receive)
	for i, name := range []string{"ʹv", "ʹok"} {
		id := func() *ast.Ident { return &ast.Ident{NamePos: s.Pos(), Name: name} }
		receive.Lhs = append(receive.Lhs, id())
		if !isBlank(s.Lhs[i]) {
			block.List = append(block.List,
				&ast.AssignStmt{Lhs: s.Lhs[i : i+1], TokPos: s.TokPos, Tok: token.ASSIGN, Rhs: []ast.Expr{id()}})
		}
	}
	return block
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}
