package adapt

import (
	"go/ast"
	"go/types"
)

// converted converts a function whose method is called to its type by returning it from a function literal.
//
//	T(f).m()
//
// becomes
//
//	func(f T) T { return f }(f).m()
var converted = Pass{"converted", "a conversion to a function type is taken for a call if its method is called in " +
	"an element of a slice", func(u *unit) {
	u.each(func(n ast.Node) {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return
		}
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		if !ok || !u.types[call.Fun].IsType() {
			return
		}
		if _, ok := u.types[call.Fun].Type.Underlying().(*types.Signature); !ok {
			return
		}
		pos := call.Pos()
		f := ident(pos, "ʹf")
		of := func() ast.Expr { return u.typeExpr(u.types[call.Fun].Type, pos) }
		identity := niladic(pos, block(pos, pos, &ast.ReturnStmt{Return: pos, Results: []ast.Expr{f}}))
		identity.Type.Params.List = []*ast.Field{{Names: []*ast.Ident{f}, Type: of()}}
		identity.Type.Results = &ast.FieldList{List: []*ast.Field{{Type: of()}}}
		s.X = &ast.CallExpr{Fun: identity, Lparen: call.Lparen, Args: call.Args, Rparen: call.Rparen}
	})
}}
