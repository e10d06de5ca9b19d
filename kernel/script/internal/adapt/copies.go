package adapt

import (
	"go/ast"
	"go/types"
)

// copies has structs copied where they are used as values.
//
//	x = s
//
// becomes
//
//	x = T(s)
var copies = Pass{"copies", "an interface shares the variable of a struct", func(u *unit) {
	u.each(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			u.copied(n.Rhs)
		case *ast.ReturnStmt:
			u.copied(n.Results)
		case *ast.ValueSpec:
			u.copied(n.Values)
		case *ast.CompositeLit:
			u.copied(n.Elts)
		case *ast.CallExpr:
			u.copied(n.Args)
		case *ast.SendStmt:
			n.Value = u.copy(n.Value)
		}
	})
}}

func (u *unit) copied(values []ast.Expr) {
	for i, v := range values {
		if pair, ok := v.(*ast.KeyValueExpr); ok {
			pair.Value = u.copy(pair.Value)
		} else {
			values[i] = u.copy(v)
		}
	}
}

func (u *unit) copy(v ast.Expr) ast.Expr {
	switch v.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.StarExpr:
	default:
		return v
	}
	t := u.types[v]
	if !t.IsValue() || t.Type == nil {
		return v
	}
	if _, ok := t.Type.Underlying().(*types.Struct); !ok {
		return v
	}
	// A conversion copies a struct with methods, which parentheses do not.
	if named, ok := t.Type.(*types.Named); ok && named.Obj().Pkg().Path() == "main" && named.TypeArgs() == nil {
		return calling(v.Pos(), named.Obj().Name(), parens(v)) // which is not copied once more
	}
	return parens(v)
}
