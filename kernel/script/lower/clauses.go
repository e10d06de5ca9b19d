package lower

import (
	"go/ast"
	"go/token"
	"slices"
)

// clauses removes empty statements from the clauses of switch and select statements. Earlier
// passes leave them where declarations were. The statements of a clause are in a block if one of them has a label, or
// if there is none.
//
//	switch x {
//	case 1:
//		;
//		f()
//	case 2:
//	outer:
//		for {
//			break outer
//		}
//	default:
//	}
//
// becomes
//
//	switch x {
//	case 1:
//		f()
//	case 2:
//		{
//		outer:
//			for {
//				break outer
//			}
//		}
//	default:
//		{
//		}
//	}
var clauses = Pass{"clauses", "a clause with an empty statement, or without one, has other statements, and labels in " +
	"it are not found", func(u *Unit) {
	Each(u, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CaseClause:
			n.Body = filled(n.Colon, n.Body)
		case *ast.CommClause:
			n.Body = filled(n.Colon, n.Body)
		}
	})
}}

func filled(pos token.Pos, body []ast.Stmt) []ast.Stmt {
	body = slices.DeleteFunc(body, is[*ast.EmptyStmt])
	if len(body) > 0 && !slices.ContainsFunc(body, is[*ast.LabeledStmt]) {
		return body
	}
	n := len(body)
	if n > 0 && FallsThrough(body[n-1]) { // it comes after the block
		n--
	}
	return append([]ast.Stmt{block(pos, body[:n:n]...)}, body[n:]...)
}

// FallsThrough reports whether a statement is fallthrough.
func FallsThrough(s ast.Stmt) bool {
	b, ok := s.(*ast.BranchStmt)
	return ok && b.Tok == token.FALLTHROUGH
}
