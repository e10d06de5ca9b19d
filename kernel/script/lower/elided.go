package lower

import (
	"go/ast"
	"go/types"
)

// elided writes out the type of an element that is a pointer to something other than a struct
// of the program.
//
//	m := map[string]*[2]int{"a": {1, 2}}
//
// becomes
//
//	m := map[string]*[2]int{"a": &[2]int{1, 2}}
//
// It does so as well for nil as the key of a map: m[nil] becomes m[error(nil)], except for interfaces of the program;
// and for nil as a value of a function type of a package.
var elided = Pass{"elided", "an element with an elided &T is taken for a value, not a pointer", func(u *Unit) {
	u.Implicit(u.nilFunc)
	u.MapKeys(func(t *types.Map, key ast.Expr) ast.Expr {
		if !u.Info.Types[key].IsNil() || isAny(t.Key()) || types.IsInterface(t.Key()) && u.ofProgram(t.Key()) {
			return key
		}
		return u.convertedTo(t.Key(), key)
	})
	replace(u, func(n *ast.CompositeLit) ast.Node {
		p, ok := u.Under(n).(*types.Pointer)
		if !ok || n.Type != nil {
			return nil
		}
		named, _ := types.Unalias(p.Elem()).(*types.Named)
		if is[*types.Struct](p.Elem().Underlying()) && (named == nil || u.ofProgram(named)) {
			return nil
		}
		if n.Type = u.TypeExpr(p.Elem(), n.Pos()); n.Type == nil {
			u.refuse(n, "the interpreter cannot make this element, as its type has no name; write the type")
		}
		return u.Code(n.Pos(), "&%v", n)
	})
}}

// nilFunc converts nil to a function type of a package, where it is a value of that: as a
// result the interpreter would have no type for it.
func (u *Unit) nilFunc(e ast.Expr, dest types.Type) ast.Expr {
	if u.Info.Types[e].IsNil() && u.ofLibrary(dest) && is[*types.Signature](dest.Underlying()) {
		return u.convertedTo(dest, e)
	}
	return e
}

// MapKeys replaces the keys in lookups, in elements and for delete by the results of f.
func (u *Unit) MapKeys(f func(of *types.Map, key ast.Expr) ast.Expr) {
	set := func(of ast.Expr, key *ast.Expr) {
		if m, ok := u.Under(of).(*types.Map); ok {
			*key = f(m, *key)
		}
	}
	Each(u, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.IndexExpr:
			set(n.X, &n.Index)
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if e, ok := e.(*ast.KeyValueExpr); ok {
					set(n, &e.Key)
				}
			}
		case *ast.CallExpr:
			if u.Builtin(n.Fun) == "delete" {
				set(n.Args[0], &n.Args[1])
			}
		}
	})
}
