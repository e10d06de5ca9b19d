package adapt

import (
	"go/ast"
	"go/types"
)

// converted has a function of which a method is called become one of its type as the result of a function,
// where it is converted to that, or is a field.
//
//	T(f).m()
//	x.f.m()
//
// becomes
//
//	func(f T) T { return f }(f).m()
//	func(f T) T { return f }(x.f).m()
var converted = Pass{"converted", "a conversion to the type of a function is taken for a call of such a function where a " +
	"method of it is called in an element of a slice, and a method of a function in a field is not found", func(u *unit) {
	u.each(func(n ast.Node) {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return
		}
		switch x := ast.Unparen(sel.X).(type) {
		case *ast.CallExpr:
			if u.types[x.Fun].IsType() && isFunc(u.types[x.Fun].Type) {
				sel.X = u.asResult(x.Args[0], u.types[x.Fun].Type)
			}
		case *ast.SelectorExpr:
			if s := u.selections[sel]; isMethod(s) && isFunc(s.Obj().(*types.Func).Signature().Recv().Type()) {
				sel.X = u.asResult(x, u.types[x].Type)
			}
		}
	})
}}

func isMethod(s *types.Selection) bool { return s != nil && s.Kind() == types.MethodVal }

func isFunc(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// asResult is a function as the result of one that yields a type.
func (u *unit) asResult(function ast.Expr, t types.Type) ast.Expr {
	pos := function.Pos()
	f := ident(pos, "ʹf")
	identity := niladic(pos, block(pos, pos, &ast.ReturnStmt{Return: pos, Results: []ast.Expr{f}}))
	identity.Type.Params.List = []*ast.Field{{Names: []*ast.Ident{f}, Type: u.typeExpr(t, pos)}}
	identity.Type.Results = &ast.FieldList{List: []*ast.Field{{Type: u.typeExpr(t, pos)}}}
	return &ast.CallExpr{Fun: identity, Lparen: pos, Args: []ast.Expr{function}, Rparen: function.End()}
}
