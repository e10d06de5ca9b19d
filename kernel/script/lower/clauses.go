package lower

import (
	"go/ast"
	"go/token"
	"slices"
)

// clauses removes empty statements from the clauses of switch and select statements. Earlier
// passes leave them where declarations were. A clause without statements gets an empty block.
//
//	switch x {
//	case 1:
//		;
//		f()
//	default:
//	}
//
// becomes
//
//	switch x {
//	case 1:
//		f()
//	default:
//		{
//		}
//	}
var clauses = Pass{"clauses", "a clause with an empty statement, or without one, has other statements", func(u *Unit) {
	each(u, func(n ast.Node) {
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
	if len(body) == 0 {
		body = append(body, block(pos))
	}
	return body
}
