package script

import (
	"go/ast"
	"go/token"
	"strconv"
)

// positionVar is the global variable that instrumented code keeps at the
// position of the statement it is about to run. Yaegi itself tells no better
// than the function in which a panic began. An assignment costs about 15 ns.
const positionVar = "ʹat"

// Track makes every statement in the node's blocks record its position first,
// so that a panic can be told with its line, and every function that calls others
// look now and then whether they call each other without end (deep.go).
func Track(node ast.Node) {
	var callers []*ast.BlockStmt
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil && calls(n.Body) {
				callers = append(callers, n.Body)
			}
		case *ast.FuncLit:
			if calls(n.Body) {
				callers = append(callers, n.Body)
			}
		case *ast.BlockStmt:
			if !holdsClauses(n) {
				n.List = trackList(n.List)
			}
		case *ast.CaseClause:
			n.Body = trackList(n.Body)
		case *ast.CommClause:
			n.Body = trackList(n.Body)
		}
		return true
	})
	for _, body := range callers {
		body.List = append(countCall(body.Lbrace), body.List...)
	}
}

// holdsClauses says whether a block is the body of a switch or a select.
func holdsClauses(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch b.List[0].(type) {
	case *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// trackList does so for the statements of a list, but not for the blocks in them.
func trackList(list []ast.Stmt) []ast.Stmt {
	out := make([]ast.Stmt, 0, 2*len(list))
	for _, s := range list {
		switch s.(type) {
		case *ast.EmptyStmt, *ast.BranchStmt, *ast.BlockStmt:
		default:
			out = append(out, record(s.Pos(), int(s.Pos())))
		}
		out = append(out, s)
	}
	return out
}

// record assigns to positionVar.
func record(pos token.Pos, value int) ast.Stmt {
	return &ast.AssignStmt{
		Lhs:    []ast.Expr{&ast.Ident{NamePos: pos, Name: positionVar}},
		TokPos: pos,
		Tok:    token.ASSIGN,
		Rhs:    []ast.Expr{&ast.BasicLit{ValuePos: pos, Kind: token.INT, Value: strconv.Itoa(value)}},
	}
}
