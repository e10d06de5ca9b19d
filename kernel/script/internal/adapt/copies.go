package adapt

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// copies copies structs that are used as values.
//
//	x = s
//
// becomes
//
//	x = T(s)
//
// A struct whose type has no name in the program is only separated from the variable to which it is
// assigned, by parentheses.
var copies = Pass{"copies", "an interface shares the variable of a struct", func(u *unit) {
	astutil.Apply(u.file, nil, func(c *astutil.Cursor) bool {
		v, ok := c.Node().(ast.Expr)
		if !ok || !u.isVariable(v) {
			return true
		}
		name := u.nameInProgram(v)
		switch place := c.Name(); c.Parent().(type) {
		case *ast.AssignStmt, *ast.ValueSpec, *ast.ReturnStmt:
			if place == "Lhs" || place == "Type" {
				break
			}
			if name == "" {
				c.Replace(parens(v))
			} else {
				c.Replace(calling(v.Pos(), name, v)) // a conversion copies it
			}
		case *ast.CallExpr, *ast.CompositeLit, *ast.KeyValueExpr, *ast.SendStmt:
			if name != "" && (place == "Args" || place == "Elts" || place == "Value") {
				c.Replace(calling(v.Pos(), name, v))
			}
		}
		return true
	})
}}

// isVariable reports whether an expression is a struct variable, or a struct in a part of a variable.
func (u *unit) isVariable(v ast.Expr) bool {
	switch v.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.StarExpr:
	default:
		return false
	}
	t := u.types[v]
	if !t.IsValue() || t.Type == nil {
		return false
	}
	_, ok := t.Type.Underlying().(*types.Struct)
	return ok
}

// nameInProgram returns the name of a value's type if the program declares it, else "".
func (u *unit) nameInProgram(v ast.Expr) string {
	if named, ok := u.types[v].Type.(*types.Named); ok && named.Obj().Pkg().Path() == "main" && named.TypeArgs() == nil {
		return named.Obj().Name()
	}
	return ""
}
