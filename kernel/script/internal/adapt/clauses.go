package adapt

import (
	"go/ast"
	"go/token"
	"slices"
)

// clauses puts the statements of a clause into a block if one of them has a label.
//
//	case n > 1:
//	outer:
//		for {
//			break outer
//		}
//
// becomes
//
//	case n > 1:
//		{
//		outer:
//			for {
//				break outer
//			}
//		}
var clauses = Pass{"clauses", "a label is not found in the clause of a switch or select statement", func(u *unit) {
	u.each(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CaseClause:
			n.Body = inBlock(n.Body)
		case *ast.CommClause:
			n.Body = inBlock(n.Body)
		}
	})
}}

// inBlock returns the statements of a clause, in a block if one has a label. A fallthrough statement comes after it.
func inBlock(list []ast.Stmt) []ast.Stmt {
	if !slices.ContainsFunc(list, func(s ast.Stmt) bool { _, ok := s.(*ast.LabeledStmt); return ok }) {
		return list
	}
	n := len(list)
	if b, ok := list[n-1].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
		n--
	}
	return append([]ast.Stmt{block(list[0].Pos(), list[n-1].End(), list[:n]...)}, list[n:]...)
}
