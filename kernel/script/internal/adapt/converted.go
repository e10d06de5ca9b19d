package adapt

import (
	"go/ast"
	"go/types"
)

// converted has a function of which a method is called become one of its type as the result of a function,
// where it is converted to that, or is a field; and one that a method yields, where it is returned.
//
//	T(f).m()
//	x.f.m()
//	return f.then(g)
//
// becomes
//
//	func(f T) T { return f }(f).m()
//	func(f T) T { return f }(x.f).m()
//	return T(f.then(g))
var converted = Pass{"converted", "a conversion to the type of a function is taken for a call of such a function where a " +
	"method of it is called in an element of a slice, a method of a function in a field is not found, and what returns " +
	"a function that a method yields is taken for one with a receiver", func(u *unit) {
	u.each(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			switch x := ast.Unparen(n.X).(type) {
			case *ast.CallExpr:
				if u.types[x.Fun].IsType() && isFunc(u.types[x.Fun].Type) {
					n.X = u.asResult(x.Args[0], u.types[x.Fun].Type)
				}
			case *ast.SelectorExpr:
				if s := u.selections[n]; isMethod(s) && isFunc(s.Obj().(*types.Func).Signature().Recv().Type()) {
					n.X = u.asResult(x, u.types[x].Type)
				}
			}
		case *ast.ReturnStmt:
			for i, v := range n.Results {
				n.Results[i] = u.ofMethod(v)
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

// ofMethod is a function that a method yields, converted to the type that it has.
func (u *unit) ofMethod(v ast.Expr) ast.Expr {
	call, ok := ast.Unparen(v).(*ast.CallExpr)
	if !ok || !u.ofProgram(u.types[v].Type) || !isFunc(u.types[v].Type) {
		return v
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !isMethod(u.selections[sel]) {
		return v
	}
	pos := v.Pos()
	made := &ast.CallExpr{Fun: u.typeExpr(u.types[v].Type, pos), Lparen: pos, Args: []ast.Expr{v}, Rparen: v.End()}
	u.types[made] = u.types[v]
	return made
}
