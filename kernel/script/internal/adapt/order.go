package adapt

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// order moves type declarations to the front, after the imports, and then the methods of function types.
//
//	func f() T { return nil }
//	func (t T) m() { t() }
//	type T func()
//
// becomes
//
//	type T func()
//	func (t T) m() { t() }
//	func f() T { return nil }
var order = Pass{"order", "a method cannot call its receiver, a function, if a value of the type precedes the method",
	func(u *unit) {
		slices.SortStableFunc(u.file.Decls, func(a, b ast.Decl) int { return u.rank(a) - u.rank(b) })
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
		if f, ok := u.info.Defs[d.Name].(*types.Func); ok && d.Recv != nil {
			if _, function := f.Signature().Recv().Type().Underlying().(*types.Signature); function {
				return 2
			}
		}
	}
	return 3
}
