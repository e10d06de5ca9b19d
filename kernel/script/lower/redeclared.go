package lower

import (
	"go/ast"
	"go/token"
	"go/types"
)

// redeclared assigns to the parameters and results of a function that its body declares again,
// which Go takes for assignments.
//
//	func f() (n int, err error) {
//		x, err := g()
//		y, n := h(), 1
//	}
//
// becomes
//
//	func f() (n int, err error) {
//		x, ʹr_1 := g()
//		err = ʹr_1
//		y := h()
//		n = 1
//	}
var redeclared = Pass{"redeclared", "a function's body is another block than that of its parameters and results",
	func(u *Unit) error {
		u.functions(func(t *ast.FuncType, body *ast.BlockStmt) {
			outer := map[types.Object]bool{}
			for _, list := range []*ast.FieldList{t.Params, t.Results} {
				for i := 0; list != nil && i < len(list.List); i++ {
					for _, name := range list.List[i].Names {
						outer[u.Info.Defs[name]] = true
					}
				}
			}
			var list []ast.Stmt
			for _, s := range body.List {
				list = append(list, s)
				for label, ok := s.(*ast.LabeledStmt); ok; label, ok = s.(*ast.LabeledStmt) {
					s = label.Stmt
				}
				if s, ok := s.(*ast.AssignStmt); ok && s.Tok == token.DEFINE {
					list = append(list, u.declareOnly(s, outer)...)
				}
			}
			body.List = list
		})
		return nil
	}}

// declareOnly removes the variables in outer from a declaration, and returns their assignments.
func (u *Unit) declareOnly(s *ast.AssignStmt, outer map[types.Object]bool) (assignments []ast.Stmt) {
	var lhs, rhs []ast.Expr
	for i, e := range s.Lhs {
		single := len(s.Rhs) == len(s.Lhs)
		id := e.(*ast.Ident)
		v := u.Info.Uses[id]
		switch {
		case v == nil || !outer[v]:
			lhs = append(lhs, e)
			if single {
				rhs = append(rhs, s.Rhs[i])
			}
		case single && (u.Info.Types[s.Rhs[i]].Value != nil || u.Info.Types[s.Rhs[i]].IsNil()):
			assignments = append(assignments, assign(e, s.Rhs[i]))
		default:
			name := u.name("ʹr")
			lhs = append(lhs, ident(id.Pos(), name))
			var value ast.Expr = ident(id.Pos(), name)
			if single {
				rhs = append(rhs, u.inType(v.Type(), s.Rhs[i], s.Rhs[i]))
			} else {
				value = u.inType(v.Type(), e, value)
			}
			assignments = append(assignments, assign(e, value))
		}
	}
	s.Lhs = lhs
	if len(rhs) > 0 {
		s.Rhs = rhs
	}
	return assignments
}

// inType converts a value to a basic type of the program, which an untyped value has where it is
// assigned to a variable of that type.
func (u *Unit) inType(t types.Type, e, value ast.Expr) ast.Expr {
	if _, ok := t.Underlying().(*types.Basic); !ok || u.typeOf(e) == nil || !types.Identical(t, u.typeOf(e)) {
		return value
	}
	if as := u.typeExpr(t, value.Pos()); as != nil {
		return call(value.Pos(), as, value)
	}
	return value
}
