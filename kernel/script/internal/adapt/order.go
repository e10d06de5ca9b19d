package adapt

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// order moves type declarations to the front, after the imports, and then functions of which the first parameter is of
// a function type, as those that pass function methods of package lower makes.
//
//	func f() T { return nil }
//	func m(t T) { t() }
//	type T func()
//
// becomes
//
//	type T func()
//	func m(t T) { t() }
//	func f() T { return nil }
var order = Pass{"order", "a function cannot call its parameter if a value of the type precedes the function",
	func(u *unit) {
		slices.SortStableFunc(u.Files[0].Decls, func(a, b ast.Decl) int { return u.rank(a) - u.rank(b) })
	}}

// rank returns the rank of a declaration in the order.
func (u *unit) rank(decl ast.Decl) int {
	switch d := decl.(type) {
	case *ast.GenDecl:
		switch d.Tok {
		case token.IMPORT:
			return 0
		case token.TYPE:
			return 1
		}
	case *ast.FuncDecl:
		f, ok := u.Info.Defs[d.Name].(*types.Func)
		if !ok || d.Recv != nil || f.Signature().Params().Len() == 0 {
			break
		}
		first := f.Signature().Params().At(0).Type()
		if _, function := first.Underlying().(*types.Signature); function && u.ofProgram(first) != nil {
			return 2
		}
	}
	return 3
}
