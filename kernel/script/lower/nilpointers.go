package lower

import (
	"go/ast"
	"go/types"
)

// nilPointers makes a program panic if it stores a nil pointer to its own type in an interface of a
// package: the interface would be nil. The host handles error and fmt.Stringer. Arguments of functions
// of packages are not checked, as the function calls their methods.
//
//	var w io.Writer = c
//
// becomes
//
//	var w io.Writer = func(ʹx_1 *counter) *counter {
//		if ʹx_1 == nil {
//			ʹrt.NilPointer("*counter", "io.Writer")
//		}
//		return ʹx_1
//	}(c)
var nilPointers = Pass{"nil pointers", "a nil pointer in an interface of a package is nil", func(u *Unit) error {
	skip := u.dropped()
	for e := range u.handedOver() {
		skip[e] = true
	}
	u.implicit(func(e ast.Expr, dest types.Type) ast.Expr {
		p, ok := types.Unalias(u.typeOf(e)).(*types.Pointer)
		if _, fresh := ast.Unparen(e).(*ast.UnaryExpr); !ok || fresh || skip[e] || !u.ofProgram(p.Elem()) ||
			!u.wraps(dest) || isStringer(dest) || u.builtinCall(e) == "new" {
			return e
		}
		pos, x := e.Pos(), u.name("ʹx")
		in, out := u.typeExpr(p, pos), u.typeExpr(p, pos)
		if in == nil || out == nil {
			return e
		}
		panics := call(pos, u.runtime(pos, "NilPointer"), quoted(pos, u.called(p)), quoted(pos, u.called(dest)))
		body := block(pos, when(pos, isNil(ident(pos, x)), expr(panics)),
			&ast.ReturnStmt{Return: pos, Results: []ast.Expr{ident(pos, x)}})
		return call(pos, literal(pos, fields(pos, field(pos, x, in)), fields(pos, field(pos, "", out)), body), e)
	})
	return nil
}}

// dropped returns the values of declarations of _, such as those that assert that a type implements an interface.
func (u *Unit) dropped() map[ast.Expr]bool {
	values := map[ast.Expr]bool{}
	for _, file := range u.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Names) == len(spec.Values) {
				for i, name := range spec.Names {
					values[spec.Values[i]] = name.Name == "_"
				}
			}
			return true
		})
	}
	return values
}
