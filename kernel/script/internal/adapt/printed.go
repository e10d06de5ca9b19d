package adapt

import (
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// Names of functions of the prelude that make arguments for fmt.
const (
	ShowFunc   = "ʹshown"
	FormatFunc = "ʹformat"
	showAll    = "ʹshowAll"
	formatAll  = "ʹformatAll"
)

// printers are packages whose functions print their arguments by package fmt.
var printers = []string{"fmt", "log"}

// printed wraps values of the program, and those in interfaces, so that fmt and log find their types
// and methods. The number is that of the value's static type; true is passed for fmt.Print and similar
// functions, which add spaces between operands that are not strings.
//
//	fmt.Println(v)
//	fmt.Printf(format, v)
//
// becomes
//
//	fmt.Println(ʹshown(v, 0, false))
//	fmt.Printf(ʹformat(format), ʹshown(v, 0, false))
var printed = Pass{"printed", "fmt gets values without their types, and the methods of other values", func(u *unit) {
	each(u, func(call *ast.CallExpr) {
		f := u.packageFunc(call)
		if f == nil || !slices.Contains(printers, f.Pkg().Path()) || !f.Signature().Variadic() || Scans(f.Name()) {
			return
		}
		u.printed(call, f)
	})
}}

func (u *unit) printed(call *ast.CallExpr, f *types.Func) {
	first := f.Signature().Params().Len() - 1
	formatted := strings.HasSuffix(f.Name(), "f")
	known, unknown := "", false // the verbs, or whether they are unknown
	if formatted && first > 0 && first <= len(call.Args) {
		known, unknown = verbsOf(u.Info.Types[call.Args[first-1]].Value)
		unknown = unknown || call.Ellipsis.IsValid()
	}
	if unknown {
		call.Args[first-1] = u.calling(call.Pos(), FormatFunc, call.Args[first-1])
	}
	for i := first; i < len(call.Args); i++ {
		slice, ok := u.Info.Types[call.Args[i]].Type.(*types.Slice)
		all := ok && call.Ellipsis.IsValid() && i == first && u.boxes(slice.Elem())
		switch {
		case all && formatted:
			call.Args[i] = u.calling(call.Pos(), formatAll, call.Args[i])
		case all:
			call.Args[i] = u.calling(call.Pos(), showAll, call.Args[i])
		case i-first < len(known) && (known[i-first] == '*' || known[i-first] == 'p' &&
			!unknown): // which fmt handles itself
		default:
			call.Args[i] = u.toFormat(call.Args[i], !formatted && !strings.HasSuffix(f.Name(), "ln"), unknown)
		}
	}
}

// toFormat returns the argument for a value, which may be one of the program's. If
// always is set, because the format is unknown, it wraps all values.
func (u *unit) toFormat(v ast.Expr, byItself, always bool) ast.Expr {
	return u.handed(v, ShowFunc, always, byItself)
}

// verbsOf returns the verb of a format for each argument, with * for a width. The verbs may be unknown
// if the format is not constant, indexes arguments, or has widths.
func verbsOf(format constant.Value) (verbs string, unknown bool) {
	if format == nil || format.Kind() != constant.String {
		return "", true
	}
	text := constant.StringVal(format)
	for _, verb := range asked.FindAllString(text, -1) {
		if strings.Contains(verb, "[") {
			return "", text != Formatted(text)
		}
		if verb != "%%" {
			verbs += strings.Repeat("*", strings.Count(verb, "*")) + verb[len(verb)-1:]
		}
	}
	return verbs, strings.Contains(verbs, "*") && text != Formatted(text)
}

// Package fmt handles the verbs for types and addresses before it calls methods. A format that is known
// only at run time gets these verbs in place of them, which the host handles.
const (
	TypeVerb    = '\ue054'
	AddressVerb = '\ue070'
)

var asked = regexp.MustCompile(`%[-+# 0-9.*\[\]]*[TpvdsqxXtbcoOUeEfFgGw%]`)

// Formatted returns a format with these verbs.
func Formatted(format string) string {
	return asked.ReplaceAllStringFunc(format, func(verb string) string {
		switch begin := verb[:len(verb)-1]; verb[len(verb)-1] {
		case 'T':
			return begin + string(TypeVerb)
		case 'p':
			return begin + string(AddressVerb)
		}
		return verb
	})
}

// Scans reports whether a function of fmt reads into its arguments.
func Scans(name string) bool { return strings.Contains(name, "can") }
