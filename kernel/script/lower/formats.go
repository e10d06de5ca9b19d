package lower

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"
)

// formats makes %T print the types that the program declares.
//
//	fmt.Printf("%T %v\n", x, x)
//
// becomes
//
//	fmt.Printf("%s %v\n", "main.celsius", x) // if x is a celsius
//
// and, where x is an interface, ʹtype_1(x), a function that calls ʹrt.TypeName. Arguments for which there
// are no verbs have their types in the format.
var formats = Pass{"formats", "%T shows the structure of a type", func(u *Unit) {
	name := ""
	typeName := func(e ast.Expr) ast.Expr {
		pos := e.Pos()
		if name == "" {
			// What a call returns loses its type as an argument of a compiled function, a parameter does not.
			name = u.Name("ʹtype")
			u.declareFunction(pos, name, "(ʹx any) string { return ʹrt.TypeName(ʹx) }")
		}
		return u.Code(pos, "%s(%s)", name, e)
	}
	replace(u, func(n *ast.CallExpr) ast.Node {
		f := u.callee(n.Fun)
		if !prints(f) || !strings.HasSuffix(f.Name(), "f") || n.Ellipsis.IsValid() {
			return nil
		}
		at := f.Signature().Params().Len() - 2
		if at >= 0 && at < len(n.Args) && u.Info.Types[n.Args[at]].Value != nil {
			u.format(n, at, typeName)
		}
		return nil
	})
}}

// prints reports whether a function is one of packages fmt and log.
func prints(f *types.Func) bool {
	return f != nil && f.Pkg() != nil && (f.Pkg().Path() == "fmt" || f.Pkg().Path() == "log")
}

// format rewrites a call whose argument at an index is a format. typeName makes a call that returns the name
// of the dynamic type of an interface.
func (u *Unit) format(n *ast.CallExpr, at int, typeName func(ast.Expr) ast.Expr) {
	verbs, ok := Verbs(constant.StringVal(u.Info.Types[n.Args[at]].Value))
	if !ok {
		return
	}
	changed, arg := false, at+1
	for i, v := range verbs {
		if v == "" || v[0] != '%' || v == "%%" {
			continue
		}
		if arg >= len(n.Args) {
			return
		}
		e := n.Args[arg]
		arg++
		t := u.typeOf(e)
		if t == nil || u.Info.Types[e].IsNil() {
			continue
		}
		switch {
		case v[len(v)-1] == 'T' && types.IsInterface(t):
			n.Args[arg-1] = typeName(e)
		case v[len(v)-1] == 'T' && !Compiled(t):
			n.Args[arg-1] = quoted(e.Pos(), TypeName(t, u.Displays))
		default:
			continue
		}
		verbs[i], changed = v[:len(v)-1]+"s", true
	}
	for i, e := range n.Args[arg:] { // of which fmt writes the types
		t := u.typeOf(e)
		if t == nil || types.IsInterface(t) || dependent(t) {
			u.refuse(e, "the interpreter does not know the type of an argument for which the format has no verb")
			return
		}
		before := "%%!(EXTRA "
		if i > 0 {
			before = ", "
		}
		verb := "=%v"
		if u.Info.Types[e].IsNil() {
			verb = "%v"
		} else {
			before += TypeName(types.Default(t), u.Displays)
		}
		verbs, changed = append(verbs, before+verb), true
	}
	if changed {
		if arg < len(n.Args) {
			verbs = append(verbs, ")")
		}
		n.Args[at] = quoted(n.Args[at].Pos(), strings.Join(verbs, ""))
	}
}

// Verbs splits a format into texts and verbs. It is not ok if the format indexes arguments, or
// takes a width from one.
func Verbs(format string) (parts []string, ok bool) {
	for format != "" {
		i := strings.IndexByte(format, '%')
		if i < 0 {
			return append(parts, format), true
		}
		if i > 0 {
			parts = append(parts, format[:i])
		}
		end := i + 1
		for end < len(format) && strings.IndexByte("+-# 0123456789.", format[end]) >= 0 {
			end++
		}
		if end >= len(format) || format[end] == '*' || format[end] == '[' {
			return nil, false
		}
		parts, format = append(parts, format[i:end+1]), format[end+1:]
	}
	return parts, true
}
