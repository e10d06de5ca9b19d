package lower

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
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
var elided = Pass{"elided", "an element with an elided &T is taken for a value, not a pointer", func(u *Unit) error {
	u.implicit(u.nilFunc)
	var err error
	u.apply(nil, func(c *astutil.Cursor) bool {
		u.nilKeys(c.Node())
		n, ok := c.Node().(*ast.CompositeLit)
		if !ok || n.Type != nil || u.typeOf(n) == nil {
			return true
		}
		p, ok := u.typeOf(n).Underlying().(*types.Pointer)
		if !ok {
			return true
		}
		named, _ := types.Unalias(p.Elem()).(*types.Named)
		if _, ok := p.Elem().Underlying().(*types.Struct); ok && (named == nil || u.ofProgram(named)) {
			return true
		}
		if n.Type = u.TypeExpr(p.Elem(), n.Pos()); n.Type == nil {
			err = refuse(n, "the interpreter cannot make this element, as its type has no name; write the type")
			return true
		}
		c.Replace(&ast.UnaryExpr{OpPos: n.Pos(), Op: token.AND, X: n})
		return true
	})
	return err
}}

// nilFunc converts nil to a function type of a package, where it is a value of that: as a
// result the interpreter would have no type for it.
func (u *Unit) nilFunc(e ast.Expr, dest types.Type) ast.Expr {
	t, ok := types.Unalias(dest).(*types.Named)
	if !ok || !u.Info.Types[e].IsNil() || u.ofProgram(t) {
		return e
	}
	if _, ok := t.Underlying().(*types.Signature); ok {
		return u.convertedTo(t, e)
	}
	return e
}

// nilKeys converts nil to the type of a map's keys, in lookups, in elements and for delete.
func (u *Unit) nilKeys(n ast.Node) {
	convert := func(of ast.Expr, key *ast.Expr) {
		t := u.typeOf(of)
		if t == nil {
			return
		}
		m, ok := t.Underlying().(*types.Map)
		if ok && u.Info.Types[*key].IsNil() && !isAny(m.Key()) && !(types.IsInterface(m.Key()) && u.ofProgram(m.Key())) {
			*key = u.convertedTo(m.Key(), *key)
		}
	}
	switch n := n.(type) {
	case *ast.IndexExpr:
		convert(n.X, &n.Index)
	case *ast.CompositeLit:
		for _, e := range n.Elts {
			if e, ok := e.(*ast.KeyValueExpr); ok {
				convert(n, &e.Key)
			}
		}
	case *ast.CallExpr:
		if u.builtin(n.Fun) == "delete" && len(n.Args) == 2 {
			convert(n.Args[0], &n.Args[1])
		}
	}
}
