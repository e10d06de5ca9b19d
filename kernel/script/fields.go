package script

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// HideFields has fields with small letters left out by encoding/json and
// encoding/xml, as fields that are not exported: yaegi calls them by exported names.
// An embedded struct stays, for the sake of what it has.
func HideFields(node ast.Node) {
	ast.Inspect(node, func(n ast.Node) bool {
		if s, ok := n.(*ast.StructType); ok && s.Fields != nil {
			s.Fields.List = hidden(s.Fields.List)
		}
		return true
	})
}

const notEncoded = `json:"-" xml:"-"`

// withoutTags is a message on types as it is without the tags that they have for that.
func withoutTags(message string) string {
	return strings.ReplaceAll(message, " "+strconv.Quote(notEncoded), "")
}

func hidden(fields []*ast.Field) []*ast.Field {
	var out []*ast.Field
	for _, f := range fields {
		if len(f.Names) == 0 {
			out = append(out, f)
		}
		for _, name := range f.Names {
			one := &ast.Field{Names: []*ast.Ident{name}, Type: f.Type, Tag: f.Tag}
			if !name.IsExported() {
				one.Tag = hiding(f)
			}
			out = append(out, one)
		}
	}
	return out
}

// hiding is a field's tag, which says first that the field is left out.
func hiding(f *ast.Field) *ast.BasicLit {
	tag := &ast.BasicLit{ValuePos: f.Type.End(), Kind: token.STRING}
	text := notEncoded
	if f.Tag != nil {
		said, _ := strconv.Unquote(f.Tag.Value) // the parser has checked it
		text += " " + said
	}
	tag.Value = strconv.Quote(text)
	return tag
}
