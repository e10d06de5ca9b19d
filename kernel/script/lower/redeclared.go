package lower

import (
	"go/ast"
	"go/token"
	"go/types"
)

// redeclared assigns to the receiver, the parameters and the results of a function that its body
// declares again, which Go takes for assignments.
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
var redeclared = Pass{"redeclared", "a function's body is another block than that of its receiver, parameters and results",
	func(u *Unit) {
		replace(u, func(n ast.Node) ast.Node {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Body != nil {
					u.redeclare(n.Body, namesIn(n.Recv, n.Type.Params, n.Type.Results))
				}
			case *ast.FuncLit:
				u.redeclare(n.Body, namesIn(n.Type.Params, n.Type.Results))
			}
			return nil
		})
	}}

func (u *Unit) redeclare(body *ast.BlockStmt, names []*ast.Ident) {
	outer := map[types.Object]bool{}
	for _, name := range names {
		outer[u.Info.Defs[name]] = true
	}
	var list []ast.Stmt
	for _, s := range body.List {
		list = append(list, s)
		if s, ok := Unlabeled(s).(*ast.AssignStmt); ok && s.Tok == token.DEFINE {
			list = append(list, u.declareOnly(s, outer)...)
		}
	}
	body.List = list
}

// declareOnly removes the variables in outer from a declaration, and returns their assignments.
func (u *Unit) declareOnly(s *ast.AssignStmt, outer map[types.Object]bool) (assignments []ast.Stmt) {
	single := len(s.Rhs) == len(s.Lhs)
	var lhs, rhs []ast.Expr
	for i, e := range s.Lhs {
		v := u.Info.Uses[e.(*ast.Ident)]
		switch {
		case v == nil || !outer[v]:
			lhs = append(lhs, e)
			if single {
				rhs = append(rhs, s.Rhs[i])
			}
		case single && u.lasting(s.Rhs[i]):
			assignments = append(assignments, assign(e, s.Rhs[i]))
		default:
			name := u.Name("ʹr")
			lhs = append(lhs, ident(e.Pos(), name))
			var value ast.Expr = ident(e.Pos(), name)
			if single {
				rhs = append(rhs, u.inType(v.Type(), s.Rhs[i]))
			} else {
				value = u.inType(v.Type(), value)
			}
			assignments = append(assignments, assign(e, value))
		}
	}
	s.Lhs = lhs
	if single {
		s.Rhs = rhs
	}
	return assignments
}

// inType converts a value that is assigned to a variable of type t to t if that is a basic type, or
// declared as one: a boolean or a shift may be untyped.
func (u *Unit) inType(t types.Type, value ast.Expr) ast.Expr {
	if is[*types.Basic](t.Underlying()) {
		return u.convertedTo(t, value)
	}
	return value
}
