package adapt

import (
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/kernel/script/lower"
)

// Names of functions of the prelude that make what fmt is handed.
const (
	WriterFunc = "ʹwriter"
	ShowFunc   = "ʹshown"
	FormatFunc = "ʹformat"
	showAll    = "ʹshowAll"
	formatAll  = "ʹformatAll"
)

// printers are packages whose functions print what they are given, those with a format by fmt.
var printers = []string{"fmt", "log"}

// printed hands over values in interfaces, and those with a method Error or String, so that fmt
// and log find their types and methods. The number is that of the value's type; true stands for
// fmt.Print and its like, which look at what is beside a value.
//
//	fmt.Println(v)
//	fmt.Printf(format, v)
//
// becomes
//
//	fmt.Println(ʹshown(v, 0, false))
//	fmt.Printf(ʹformat(format), ʹshown(v, 0, false))
var printed = Pass{"printed", "fmt gets values without their types, and the methods of other values", func(u *unit) {
	u.calls(func(call *ast.CallExpr) {
		f := u.packageFunc(call)
		if f == nil || !slices.Contains(printers, f.Pkg().Path()) || !f.Signature().Variadic() || Scans(f.Name()) {
			return
		}
		if len(call.Args) == 1 {
			if _, several := u.types[call.Args[0]].Type.(*types.Tuple); several {
				return
			}
		}
		u.writer(call, f)
		u.printed(call, f)
	})
}}

func (u *unit) printed(call *ast.CallExpr, f *types.Func) {
	first := f.Signature().Params().Len() - 1
	formatted := strings.HasSuffix(f.Name(), "f")
	known, unknown := "", false // the verbs, or that they are not known
	if formatted && first > 0 && first <= len(call.Args) {
		known, unknown = verbsOf(u.types[call.Args[first-1]].Value)
		unknown = unknown || call.Ellipsis.IsValid()
	}
	if unknown {
		call.Args[first-1] = calling(call.Pos(), FormatFunc, call.Args[first-1])
	}
	for i := first; i < len(call.Args); i++ {
		slice, ok := u.types[call.Args[i]].Type.(*types.Slice)
		all := ok && call.Ellipsis.IsValid() && i == first && u.boxes(slice.Elem())
		switch {
		case all && formatted:
			call.Args[i] = calling(call.Pos(), formatAll, call.Args[i])
		case all:
			call.Args[i] = calling(call.Pos(), showAll, call.Args[i])
		case i-first < len(known) && (known[i-first] == '*' || known[i-first] == 'p' &&
			!unknown): // at which fmt looks itself
		default:
			call.Args[i] = u.toFormat(call.Args[i], !formatted && !strings.HasSuffix(f.Name(), "ln"), unknown)
		}
	}
}

// writer has a value of the program that fmt writes to handed over as an io.Writer: if it has a
// method String or Error, yaegi hands over what only has that method.
func (u *unit) writer(call *ast.CallExpr, f *types.Func) {
	if f.Pkg().Path() != "fmt" || !strings.HasPrefix(f.Name(), "F") || len(call.Args) == 0 ||
		types.IsInterface(u.types[call.Args[0]].Type) || lower.Compiled(u.types[call.Args[0]].Type) {
		return
	}
	call.Args[0] = calling(call.Pos(), WriterFunc, call.Args[0])
	u.types[call.Args[0]] = types.TypeAndValue{Type: f.Signature().Params().At(0).Type()}
}

// toFormat is what is handed over of a value, which may be one of the program's.
// Where the format is not known, all values are handed over so.
func (u *unit) toFormat(v ast.Expr, byItself, always bool) ast.Expr {
	return u.handed(v, ShowFunc, always, ident(v.Pos(), strconv.FormatBool(byItself)))
}

// verbsOf are the verbs of a format by the arguments for which they are, with * for a width; or it
// is not known, or names arguments by their numbers.
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

// fmt looks at the verbs for types and addresses before it calls methods. In a format that is
// known only when the program runs others stand for them, which a shown knows.
const (
	TypeVerb    = '\ue054'
	AddressVerb = '\ue070'
)

var asked = regexp.MustCompile(`%[-+# 0-9.*\[\]]*[TpvdsqxXtbcoOUeEfFgGw%]`)

// Formatted is a format with these verbs.
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

// Scans says whether a function of fmt reads into what it is given.
func Scans(name string) bool { return strings.Contains(name, "can") }
