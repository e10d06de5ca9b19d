package lower

import (
	"go/ast"
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
		if recv == "" || sig.Variadic() || sig.Results().Len() == 0 && d.Name.Name != "Format" {
			continue
		}
		f := u.forwarding(u.Code(pos, "ʹx.(%s).%s", recv, d.Name.Name), sig, "ʹa", 0)
		if f == nil {
			continue
		}
		f.Type.Params.List = append([]*ast.Field{field(pos, "ʹx", ident(pos, "any"))}, f.Type.Params.List...)
		s := u.Statement(pos, "var %s = ʹrt.Offer(%q, %q, %v)", u.Name("ʹoffered"), Identity(sig.Recv().Type()),
			d.Name.Name, f)
		made = append(made, s.(*ast.DeclStmt).Decl)
	}
	PutFirst(u.Files[0], made...) // before other variables are initialized
}}

// called lists the methods that fmt, errors, os, encoding/json, kernel/show and kernel/frame call by name.
var called = []string{"String", "Error", "GoString", "Format", "Is", "Unwrap", "Timeout", "MarshalJSON", "MarshalText",
	"MIME", "Markdown", "Table", "Results", "Page", "Control", "Staged", "Displays"}
