package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// offered registers the methods of the program that functions of packages call by name: they
// do not see methods of an interpreter's values.
//
//	type celsius float64
//
//	func (c celsius) String() string { return "hot" }
//
// becomes, in addition,
//
//	var ʹoffered_1 = ʹrt.Offer("main.celsius", "String", func(ʹx any) string {
//		return ʹx.(celsius).String()
//	})
var offered = Pass{"offered", "packages do not see the methods of the program's values", func(u *Unit) {
	var made []ast.Decl
	for _, decl := range u.Files[0].Decls {
		d, ok := decl.(*ast.FuncDecl)
		if !ok || d.Recv == nil || d.Body == nil || !slices.Contains(called, d.Name.Name) {
			continue
		}
		pos, sig := d.Pos(), u.Info.Defs[d.Name].(*types.Func).Signature()
		recv := u.TypeText(sig.Recv().Type())
		t := u.funcType(sig, "ʹa", pos)
		if recv == "" || t == nil || sig.Variadic() || t.Results == nil && d.Name.Name != "Format" {
			continue
		}
		method := u.Code(pos, "ʹx.(%s).%s", recv, d.Name.Name)
		t.Params.List = append([]*ast.Field{field(pos, "ʹx", ident(pos, "any"))}, t.Params.List...)
		value := u.Code(pos, "ʹrt.Offer(%q, %q)", Identity(sig.Recv().Type()), d.Name.Name).(*ast.CallExpr)
		value.Args = append(value.Args, &ast.FuncLit{Type: t, Body: block(pos, forwardTo(method, "ʹa", 0, sig))})
		spec := &ast.ValueSpec{Names: []*ast.Ident{ident(pos, u.name("ʹoffered"))}, Values: []ast.Expr{value}}
		made = append(made, &ast.GenDecl{TokPos: pos, Tok: token.VAR, Specs: []ast.Spec{spec}})
	}
	at := slices.IndexFunc(u.Files[0].Decls, func(decl ast.Decl) bool { // before other variables are initialized
		d, ok := decl.(*ast.GenDecl)
		return !ok || d.Tok != token.IMPORT
	})
	u.Files[0].Decls = slices.Insert(u.Files[0].Decls, max(at, 0), made...)
}}

// called lists the methods that fmt, errors, os, encoding/json, kernel/show and kernel/frame call by name.
var called = []string{"String", "Error", "GoString", "Format", "Is", "Unwrap", "Timeout", "MarshalJSON", "MarshalText",
	"MIME", "Markdown", "Table", "Results", "Page", "Control", "Staged", "Displays"}
