package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// TypeTag is the key of the tag that names the type of a struct, in the first of its fields.
const TypeTag = "focal"

// identities makes the structure of each struct type of the program unique by a tag: an
// interpreter identifies types by their structure.
//
//	type point struct{ x, y int }
//
//	type size struct{ x, y int }
//
//	func f(s struct{ x, y int }) (p point) { p = s; return p }
//
// becomes
//
//	type point struct {
//		x int `focal:"main.point"`
//		y int
//	}
//
//	type size struct {
//		x int `focal:"main.size"`
//		y int
//	}
//
//	func f(s struct{ x, y int }) (p point) { p = point(s); return p }
//
// Aliases are replaced by their types, and interface{} by any: an interpreter takes []interface{} and []any for
// different types. A type that is declared by the name of another one gets its underlying type. Fields called _
// get names, and are zero, as compilers leave them. A struct without fields stays as it is.
var identities = Pass{"identities", "types with the same structure are one type", func(u *Unit) {
	u.Implicit(func(e ast.Expr, dest types.Type) ast.Expr {
		if is[*types.Struct](u.Under(e)) && is[*types.Struct](dest.Underlying()) && !types.Identical(u.typeOf(e), dest) {
			return u.convertedTo(dest, e)
		}
		return e
	})
	u.apply(func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.Ident:
			u.unaliased(c, n)
		case *ast.InterfaceType:
			if !is[*ast.TypeSpec](c.Parent()) && len(n.Methods.List) == 0 {
				c.Replace(ident(n.Pos(), "any"))
			}
		case *ast.StructType:
			blanks(n)
		case *ast.CompositeLit:
			u.zeroBlanks(n)
		case *ast.TypeSpec:
			obj := u.Info.Defs[n.Name]
			if obj == nil || n.Assign != token.NoPos || n.TypeParams != nil {
				break
			}
			if u.named(n.Type) {
				e := u.TypeExpr(obj.Type().Underlying(), n.Type.Pos())
				if e == nil {
					u.refuse(n, "the interpreter cannot declare a type of the structure of %s; make it a struct with such a field%s",
						u.called(u.typeOf(n.Type)), Instead)
					break
				}
				n.Type = e
			}
			if s, ok := n.Type.(*ast.StructType); ok {
				u.tagged(s, obj.Name())
			}
		}
		return true
	}, nil)
	u.drop(token.TYPE, func(spec ast.Spec) bool {
		t := spec.(*ast.TypeSpec)
		return t.Assign.IsValid() && u.local(u.Info.Defs[t.Name])
	})
}}

// named reports whether a type expression is the name of a type other than an interface. A type declared by it
// would have its methods in an interpreter.
func (u *Unit) named(e ast.Expr) bool {
	return named(u.typeOf(e)) && !types.IsInterface(u.typeOf(e))
}

// tagged names a type in the tag of its first field.
func (u *Unit) tagged(s *ast.StructType, name string) {
	if s.Fields == nil || len(s.Fields.List) == 0 {
		return
	}
	first := *s.Fields.List[0]
	text := ""
	if first.Tag != nil {
		text, _ = strconv.Unquote(first.Tag.Value)
		text += " "
	}
	rest := s.Fields.List[1:]
	if len(first.Names) > 1 {
		others := first
		others.Names = first.Names[1:]
		first.Names = first.Names[:1]
		rest = append([]*ast.Field{&others}, rest...)
	}
	first.Tag = quoted(first.Type.End(), text+TypeTag+":"+strconv.Quote("main."+name)).(*ast.BasicLit)
	s.Fields.List = append([]*ast.Field{&first}, rest...)
}

// unaliased replaces the name of an alias by its type, except where it also names a field.
func (u *Unit) unaliased(c *astutil.Cursor, id *ast.Ident) {
	obj, ok := u.Info.Uses[id].(*types.TypeName)
	if !ok || !obj.IsAlias() || obj.Pkg() != u.Package || u.Info.Defs[id] != nil {
		return
	}
	e := u.TypeExpr(obj.Type(), id.Pos())
	if e == nil {
		return
	}
	if is[*ast.CallExpr](c.Parent()) { // a conversion
		e = &ast.ParenExpr{Lparen: id.Pos(), X: e, Rparen: id.End()}
	}
	c.Replace(e)
}

// blanks names fields that are called _: the field names of an interpreter's struct are unique.
func blanks(s *ast.StructType) {
	n := 0
	for _, id := range namesIn(s.Fields) {
		if id.Name == "_" {
			id.Name = "ʹblank_" + strconv.Itoa(n)
			n++
		}
	}
}

// zeroBlanks sets fields called _ to zero in a literal with an element for each field, because
// == would compare them. Their elements are evaluated.
func (u *Unit) zeroBlanks(lit *ast.CompositeLit) {
	s, ok := u.Under(lit).(*types.Struct)
	if !ok {
		return
	}
	for i, e := range lit.Elts {
		pos := e.Pos()
		if _, keyed := e.(*ast.KeyValueExpr); keyed || s.Field(i).Name() != "_" {
			continue
		}
		if of := u.TypeText(s.Field(i).Type()); of != "" {
			lit.Elts[i] = u.Code(pos, "func(_ %s) (%s %[1]s) { return }(%[3]s)", of, u.Name("ʹzero"), e)
		}
	}
}
