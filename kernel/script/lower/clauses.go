package lower

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
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
var clauses = Pass{"clauses", "a clause with an empty statement, or without one, has other statements", func(u *Unit) error {
	u.apply(nil, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.CaseClause:
			n.Body = filled(n.Colon, n.Body)
		case *ast.CommClause:
			n.Body = filled(n.Colon, n.Body)
		}
		return true
	})
	return nil
}}

func filled(pos token.Pos, body []ast.Stmt) []ast.Stmt {
	body = slices.DeleteFunc(body, func(s ast.Stmt) bool {
		_, empty := s.(*ast.EmptyStmt)
		return empty
	})
	if len(body) == 0 {
		body = append(body, block(pos))
	}
	return body
}
