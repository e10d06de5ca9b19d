package adapt

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/focal-search/focal/kernel/script/lower"
)

// initial moves the initialization of package-level variables that refer to variables or functions into
// a function init, in Go's order.
//
//	var x, y = f()
//
// becomes
//
//	var x int
//	var y string
//	func init() { x, y = f() }
//
// It does not change a file in which a type cannot be written.
var initial = Pass{"initial", "variables are initialized in source order if one depends on another by a function, " +
	"a function literal that uses an earlier variable is reported as a cycle, and some forms with several " +
	"values are unknown", func(u *unit) { u.initialize(u.Files[0]) }}

func (u *unit) initialize(file *ast.File) {
	declared, moved := map[*ast.ValueSpec][]ast.Spec{}, map[ast.Expr]bool{}
	for _, decl := range file.Decls {
		for _, v := range variables(decl) {
			if !u.depends(v.Values) && !commaOK(v) {
				continue
			}
			specs, ok := u.declared(v)
			if !ok {
				return
			}
			declared[v] = specs
			for _, value := range v.Values {
				moved[value] = true
			}
		}
	}
	for _, decl := range file.Decls {
		if d, ok := decl.(*ast.GenDecl); ok {
			lower.ReplaceSpecs(d, func(v *ast.ValueSpec) []ast.Spec {
				if specs, ok := declared[v]; ok {
					return specs
				}
				return []ast.Spec{v}
			})
		}
	}
	var list []ast.Stmt
	for _, in := range u.Info.InitOrder {
		if !moved[in.Rhs] {
			continue
		}
		pos := in.Rhs.Pos()
		if len(in.Lhs) == 1 && in.Lhs[0].Name() == "_" { // else a comparison would be stored in another variable's slot
			list = append(list, u.Statement(pos, "{ ʹunused := %s; _ = ʹunused }", in.Rhs))
			continue
		}
		var lhs []ast.Expr
		for _, v := range in.Lhs {
			id := ident(pos, v.Name())
			u.Info.Types[id] = types.TypeAndValue{Type: v.Type()}
			lhs = append(lhs, id)
		}
		list = append(list, u.Statement(pos, "%s = %s", lhs, in.Rhs))
	}
	if list == nil {
		return
	}
	pos := list[0].Pos()
	made := u.Code(pos, "func() { %s }", list).(*ast.FuncLit)
	lower.PutFirst(file, &ast.FuncDecl{Name: ident(pos, "init"), Type: made.Type, Body: made.Body}) // before others
}

// variables returns the specs of a variable declaration.
func variables(decl ast.Decl) (specs []*ast.ValueSpec) {
	if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.VAR {
		for _, spec := range d.Specs {
			specs = append(specs, spec.(*ast.ValueSpec))
		}
	}
	return specs
}

// declared returns declarations of the variables without their values; false if a type cannot be written.
func (u *unit) declared(v *ast.ValueSpec) ([]ast.Spec, bool) {
	var specs []ast.Spec
	for i, name := range v.Names {
		if name.Name == "_" {
			continue
		}
		t := v.Type
		if t == nil && len(v.Values) == len(v.Names) {
			t = typeIn(v.Values[i])
		}
		if obj := u.Package.Scope().Lookup(name.Name); t == nil && obj != nil {
			t = u.TypeExpr(obj.Type(), name.Pos())
		}
		if t == nil {
			return nil, false
		}
		specs = append(specs, &ast.ValueSpec{Doc: v.Doc, Names: []*ast.Ident{name}, Type: t})
	}
	return specs, true
}

// commaOK reports whether a declaration has the form v, ok = x and x is not a call.
func commaOK(v *ast.ValueSpec) bool {
	if len(v.Names) != 2 || len(v.Values) != 1 {
		return false
	}
	_, call := ast.Unparen(v.Values[0]).(*ast.CallExpr)
	return !call
}

// depends reports whether values refer to package-level variables or functions, or contain function literals.
func (u *unit) depends(values []ast.Expr) bool {
	return slices.ContainsFunc(values, func(value ast.Expr) bool {
		return lower.Contains(value, func(n ast.Node) bool {
			if _, ok := n.(*ast.FuncLit); ok {
				return true
			}
			id, _ := n.(*ast.Ident)
			obj := u.Info.Uses[id]
			v, variable := obj.(*types.Var)
			_, function := obj.(*types.Func)
			return (function || variable && !v.IsField()) && obj.Pkg() == u.Package
		})
	})
}

// typeIn returns the type of a literal, as it is written.
func typeIn(value ast.Expr) ast.Expr {
	switch v := value.(type) {
	case *ast.CompositeLit:
		if list, ok := v.Type.(*ast.ArrayType); !ok || list.Len == nil { // which may be ...
			return v.Type
		}
	case *ast.UnaryExpr:
		if lit, ok := v.X.(*ast.CompositeLit); ok && v.Op == token.AND {
			return &ast.StarExpr{Star: v.Pos(), X: lit.Type}
		}
	}
	return nil
}
