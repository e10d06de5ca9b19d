package adapt

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/astutil"
)

// fields names struct and interface literals in the declarations of package-level variables.
//
//	var s []struct{ n int }
//
// becomes
//
//	type ʹt_1 = struct{ n int }
//	var s []ʹt_1
var fields = Pass{"fields", "a field is taken for the package-level variable of its name, and so for a dependency",
	func(u *unit) {
		var named []ast.Decl
		for _, decl := range u.Files[0].Decls {
			if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.VAR {
				named = append(named, u.nameTypes(d)...)
			}
		}
		u.Files[0].Decls = append(u.Files[0].Decls, named...)
	}}

// nameTypes replaces the type literals in d and returns the declarations of their names.
func (u *unit) nameTypes(d *ast.GenDecl) (named []ast.Decl) {
	astutil.Apply(d, func(c *astutil.Cursor) bool {
		t, ok := c.Node().(ast.Expr)
		if !ok || !hasFields(t) {
			_, function := c.Node().(*ast.FuncLit)
			return !function
		}
		name := ident(t.Pos(), u.Name("ʹt"))
		u.Info.Types[name] = u.Info.Types[t]
		spec := &ast.TypeSpec{Name: ident(t.Pos(), name.Name), Assign: t.Pos(), Type: t}
		named = append(named, &ast.GenDecl{TokPos: t.Pos(), Tok: token.TYPE, Specs: []ast.Spec{spec}})
		c.Replace(name)
		return false
	}, nil)
	return named
}

// hasFields reports whether a type literal has fields or methods.
func hasFields(t ast.Expr) bool {
	switch t := t.(type) {
	case *ast.StructType:
		return t.Fields.NumFields() > 0
	case *ast.InterfaceType:
		return t.Methods.NumFields() > 0
	}
	return false
}
