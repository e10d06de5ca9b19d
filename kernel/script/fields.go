package script

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"github.com/focal-search/focal/kernel/script/lower"
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

// withoutTags is a message on types as it is without the tags that they have for that: a
// struct whose tag names its type is called by that name.
func withoutTags(message string) string {
	for at := strings.Index(message, namedBy); at >= 0; at = strings.Index(message, namedBy) {
		begin, name := strings.LastIndex(message[:at], "struct {"), message[at+len(namedBy):]
		end := closing(message, begin)
		last := strings.Index(name, `\"`)
		if begin < 0 || end < 0 || last < 0 {
			break
		}
		message = message[:begin] + plainName(name[:last]) + message[end:]
	}
	return strings.ReplaceAll(message, " "+strconv.Quote(notEncoded), "")
}

// namedBy stands before the name of a struct's type in its tag, as reflect quotes it.
const namedBy = lower.TypeTag + `:\"`

// closing is the place behind the brace that closes the first one after a place, -1 if there
// is none.
func closing(s string, from int) int {
	depth := 0
	for i := max(from, 0); i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// plainName is the name of a type without what package lower has added to make it unique.
func plainName(name string) string {
	plain, _, _ := strings.Cut(name, "ʹ")
	return plain
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
		said, _ := strconv.Unquote(f.Tag.Value)  // the parser has checked it
		if strings.HasPrefix(said, notEncoded) { // a type that stands in two places
			return f.Tag
		}
		text += " " + said
	}
	tag.Value = strconv.Quote(text)
	return tag
}
