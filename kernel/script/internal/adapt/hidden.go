package adapt

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// hidden makes encoding/json and encoding/xml skip unexported fields. An embedded struct is not
// skipped, because of its fields.
//
//	struct { n int }
//
// becomes
//
//	struct { n int `json:"-" xml:"-"` }
var hidden = Pass{"hidden", "unexported fields have exported names", func(u *unit) {
	each(u, func(n ast.Node) {
		if s, ok := n.(*ast.StructType); ok && s.Fields != nil {
			s.Fields.List = hiding(s.Fields.List)
		}
	})
}}

// NotEncoded is the tag of fields that are skipped.
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

// hidingTag returns a field's tag, with NotEncoded at the front.
func hidingTag(f *ast.Field) *ast.BasicLit {
	tag := &ast.BasicLit{ValuePos: f.Type.End(), Kind: token.STRING}
	text := NotEncoded
	if f.Tag != nil {
		said, _ := strconv.Unquote(f.Tag.Value)  // the parser has checked it
		if strings.HasPrefix(said, NotEncoded) { // the type occurs twice
			return f.Tag
		}
		text += " " + said
	}
	tag.Value = strconv.Quote(text)
	return tag
}
