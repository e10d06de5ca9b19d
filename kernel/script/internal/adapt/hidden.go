package adapt

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// hidden has encoding/json and encoding/xml leave out fields that are not exported. An embedded
// struct stays, for the sake of what it has.
//
//	struct { n int }
//
// becomes
//
//	struct { n int `json:"-" xml:"-"` }
var hidden = Pass{"hidden", "fields that are not exported have exported names", func(u *unit) {
	u.each(func(n ast.Node) {
		if s, ok := n.(*ast.StructType); ok && s.Fields != nil {
			s.Fields.List = hiding(s.Fields.List)
		}
	})
}}

// NotEncoded is the tag of fields that are left out.
const NotEncoded = `json:"-" xml:"-"`

func hiding(fields []*ast.Field) []*ast.Field {
	var out []*ast.Field
	for _, f := range fields {
		if len(f.Names) == 0 {
			out = append(out, f)
		}
		for _, name := range f.Names {
			one := &ast.Field{Names: []*ast.Ident{name}, Type: f.Type, Tag: f.Tag}
			if !name.IsExported() {
				one.Tag = hidingTag(f)
			}
			out = append(out, one)
		}
	}
	return out
}

// hidingTag is a field's tag, which says first that the field is left out.
func hidingTag(f *ast.Field) *ast.BasicLit {
	tag := &ast.BasicLit{ValuePos: f.Type.End(), Kind: token.STRING}
	text := NotEncoded
	if f.Tag != nil {
		said, _ := strconv.Unquote(f.Tag.Value)  // the parser has checked it
		if strings.HasPrefix(said, NotEncoded) { // a type that stands in two places
			return f.Tag
		}
		text += " " + said
	}
	tag.Value = strconv.Quote(text)
	return tag
}
