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

// identities gives each struct type of the program a structure of its own, by a tag: an
// interpreter makes types of structures, and knows those of one structure as one type.
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
// The fields called _ get names. A struct without fields stays as it is.
var identities = Pass{"identities", "types of one structure are one type", func(u *Unit) error {
	u.implicit(func(e ast.Expr, dest types.Type) ast.Expr {
		t := u.typeOf(e)
		if t == nil || types.Identical(t, dest) || u.Info.Types[e].IsNil() {
			return e
		}
		_, from := t.Underlying().(*types.Struct)
		_, to := dest.Underlying().(*types.Struct)
		if !from || !to {
			return e
		}
		if name := u.typeExpr(dest, e.Pos()); name != nil {
			return call(e.Pos(), &ast.ParenExpr{Lparen: e.Pos(), X: name, Rparen: e.Pos()}, e)
		}
		return e
	})
	u.apply(func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.StructType:
			u.blanks(n)
		case *ast.TypeSpec:
			obj := u.Info.Defs[n.Name]
			if obj == nil || n.Assign != token.NoPos || n.TypeParams != nil {
				break
			}
			if t, ok := obj.Type().Underlying().(*types.Struct); ok { // perhaps by the name of another type
				if _, written := n.Type.(*ast.StructType); !written {
					if e := u.typeExpr(t, n.Type.Pos()); e != nil {
						n.Type = e
					}
				}
			}
			if s, ok := n.Type.(*ast.StructType); ok {
				u.tagged(s, obj.Name())
			}
		}
		return true
	}, nil)
	return nil
}}

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

// blanks names fields that are called _: a structure has each name once.
func (u *Unit) blanks(s *ast.StructType) {
	for _, f := range s.Fields.List {
		for _, id := range f.Names {
			if id.Name == "_" {
				id.Name = u.name("ʹblank")
			}
		}
	}
}
