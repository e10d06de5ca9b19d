package script

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/kernel/script/internal/machine"
	"github.com/focal-search/focal/kernel/script/lower"
)

// Yaegi hands fmt a struct in the place of a value with a method String or Error
// of the program's: one of the types described and failure, whose fields it fills
// by their names. A value in an interface it hands over in its own box, or calls
// the method of another value: such a value is handed over as a shown, see format.go.

// described stands for a value with a String method.
type described struct {
	IValue  any
	WString func() string
}

func (d described) String() string { return d.WString() }

// Format makes described a fmt.Formatter: a verb for numbers shows the value.
func (d described) Format(f fmt.State, verb rune) {
	formatAs(f, verb, d.IValue, text{d.IValue, d.WString})
}

// isNil says whether what is in the interface that a slice holds is a nil pointer. Yaegi would make no
// fmt.Stringer of it.
func isNil(one []any) bool {
	v := reflect.ValueOf(machine.Unboxed(one[0]))
	return v.Kind() == reflect.Pointer && v.IsNil()
}

// failing is an error; yaegi knows no wrapper for error in the arguments of fmt.
type failing interface{ Error() string }

// failure stands for a value with an Error method.
type failure struct {
	IValue any
	WError func() string
}

func (e failure) Error() string { return e.WError() }

// Format makes failure a fmt.Formatter.
func (e failure) Format(f fmt.State, verb rune) {
	formatAs(f, verb, e.IValue, text{e.IValue, e.WError})
}

// A text is a fmt.Stringer. That of a nil pointer whose method panics is <nil>.
type text struct {
	value any
	of    func() string
}

func (t text) String() (s string) {
	defer func() {
		if v := reflect.ValueOf(t.value); v.Kind() == reflect.Pointer && v.IsNil() && recover() != nil {
			s = "<nil>"
		}
	}()
	return t.of()
}

// formatAs formats a value as fmt does that has a text: by most verbs for strings the
// text is meant.
func formatAs(f fmt.State, verb rune, value any, t text) {
	switch verb {
	case 'v':
		if !f.Flag('#') {
			value = t
		}
	case 's', 'q', 'x', 'X':
		value = t
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), value)
}

// Names of functions that make what fmt is to be handed.
const (
	writerFunc = "ʹwriter"
	showFunc   = "ʹshown"
	formatFunc = "ʹformat"
	showAll    = "ʹshowAll"
	formatAll  = "ʹformatAll"
)

// printers are packages whose functions print what they are given, those with a format by fmt.
var printers = []string{"fmt", "log"}

// shown has the values of interfaces, and those with a method Error or String, among
// what a function like fmt.Println shows handed over by these functions.
func (l *lowering) shown(call *ast.CallExpr) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	f, ok := l.info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil {
		return
	}
	l.present(call, f)
	if !slices.Contains(printers, f.Pkg().Path()) || !f.Signature().Variadic() || scans(f.Name()) {
		return
	}
	if len(call.Args) == 1 {
		if _, several := l.types[call.Args[0]].Type.(*types.Tuple); several {
			return
		}
	}
	l.writer(call, f)
	first := f.Signature().Params().Len() - 1
	formatted := strings.HasSuffix(f.Name(), "f")
	known, unknown := "", false // the verbs, or that they are not known
	if formatted && first > 0 && first <= len(call.Args) {
		known, unknown = verbsOf(l.types[call.Args[first-1]].Value)
		unknown = unknown || call.Ellipsis.IsValid()
	}
	if unknown {
		call.Args[first-1] = &ast.CallExpr{Fun: &ast.Ident{NamePos: call.Pos(), Name: formatFunc}, Lparen: call.Pos(),
			Args: []ast.Expr{call.Args[first-1]}, Rparen: call.Pos()}
	}
	for i := first; i < len(call.Args); i++ {
		slice, ok := l.types[call.Args[i]].Type.(*types.Slice)
		all := ok && call.Ellipsis.IsValid() && i == first && l.boxes(slice.Elem())
		switch {
		case all && formatted:
			call.Args[i] = &ast.CallExpr{Fun: &ast.Ident{NamePos: call.Pos(), Name: formatAll}, Lparen: call.Pos(),
				Args: []ast.Expr{call.Args[i]}, Rparen: call.Pos()}
		case all:
			call.Args[i] = &ast.CallExpr{Fun: &ast.Ident{NamePos: call.Pos(), Name: showAll}, Lparen: call.Pos(),
				Args: []ast.Expr{call.Args[i]}, Rparen: call.Pos()}
		case i-first < len(known) && (known[i-first] == '*' || known[i-first] == 'p' &&
			!unknown): // at which fmt looks itself
		default:
			call.Args[i] = l.toFormat(call.Args[i], !formatted && !strings.HasSuffix(f.Name(), "ln"), unknown)
		}
	}
}

// writer has a value of the program that fmt writes to handed over as an io.Writer: if it has a
// method String or Error, yaegi hands over what only has that method.
func (l *lowering) writer(call *ast.CallExpr, f *types.Func) {
	writer, pos := f.Signature().Params().At(0).Type(), call.Pos()
	if f.Pkg().Path() != "fmt" || !strings.HasPrefix(f.Name(), "F") || len(call.Args) == 0 ||
		types.IsInterface(l.types[call.Args[0]].Type) || lower.Compiled(l.types[call.Args[0]].Type) {
		return
	}
	call.Args[0] = &ast.CallExpr{Fun: &ast.Ident{NamePos: pos, Name: writerFunc}, Lparen: pos,
		Args: []ast.Expr{call.Args[0]}, Rparen: call.Args[0].End()}
	l.types[call.Args[0]] = types.TypeAndValue{Type: writer}
}

// toFormat is what is handed over of a value, which may be one of the program's.
// Where the format is not known, all values are handed over so.
func (l *lowering) toFormat(v ast.Expr, byItself, always bool) ast.Expr {
	return l.handed(v, showFunc, always, &ast.Ident{NamePos: v.Pos(), Name: strconv.FormatBool(byItself)})
}

// handed is what a function makes of a value that may be one of the program's, of its type, and
// of more. Always means a value of any type.
func (l *lowering) handed(v ast.Expr, by string, always bool, more ...ast.Expr) ast.Expr {
	known := l.types[v]
	if known.IsNil() && !always || known.Type == nil || !known.IsNil() && !known.IsValue() || !always &&
		lower.Compiled(known.Type) || types.IsInterface(known.Type) && !l.boxes(known.Type) {
		return v
	}
	if _, several := known.Type.(*types.Tuple); several {
		return v
	}
	given, pos := v, v.Pos()
	if types.IsInterface(known.Type) {
		given = element(empty(pos), v)
	} else if isEmptyStruct(known.Type) {
		switch v.(type) {
		case *ast.CompositeLit, *ast.Ident, *ast.SelectorExpr:
			given = &ast.Ident{NamePos: pos, Name: "nil"}
		default:
			return v
		}
	}
	l.in.shapes = append(l.in.shapes, known.Type)
	made := &ast.CallExpr{Fun: &ast.Ident{NamePos: pos, Name: by}, Lparen: pos, Rparen: v.End(),
		Args: append([]ast.Expr{given, number(pos, len(l.in.shapes)-1)}, more...)}
	l.types[made] = types.TypeAndValue{Type: types.Universe.Lookup("any").Type()}
	return made
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
			return "", text != formatted(text)
		}
		if verb != "%%" {
			verbs += strings.Repeat("*", strings.Count(verb, "*")) + verb[len(verb)-1:]
		}
	}
	return verbs, strings.Contains(verbs, "*") && text != formatted(text)
}

// fmt looks at the verbs for types and addresses before it calls methods. In a format that is
// known only when the program runs others stand for them, which a shown knows.
const (
	typeVerb    = '\ue054'
	addressVerb = '\ue070'
)

var asked = regexp.MustCompile(`%[-+# 0-9.*\[\]]*[TpvdsqxXtbcoOUeEfFgGw%]`)

// formatted is a format with these verbs.
func formatted(format string) string {
	return asked.ReplaceAllStringFunc(format, func(verb string) string {
		switch begin := verb[:len(verb)-1]; verb[len(verb)-1] {
		case 'T':
			return begin + string(typeVerb)
		case 'p':
			return begin + string(addressVerb)
		}
		return verb
	})
}

// scans says whether a function of fmt reads into what it is given.
func scans(name string) bool { return strings.Contains(name, "can") }

// shownLast has what is assigned to the variable that a notebook shows handed over as to
// show.Value.
func (l *lowering) shownLast(s *ast.AssignStmt) {
	if name, ok := s.Lhs[0].(*ast.Ident); ok && name.Name == Result {
		s.Rhs[0] = l.handed(s.Rhs[0], displayFunc, isTable(l.types[s.Rhs[0]].Type))
	}
}

// boxes says whether yaegi keeps the values of a type in boxes of its own: whether
// it is an empty interface or one of the program.
func (l *lowering) boxes(t types.Type) bool {
	if t == nil || !types.IsInterface(t) {
		return false
	}
	if _, ok := t.(*types.TypeParam); ok {
		return false
	}
	named, ok := types.Unalias(t).(*types.Named)
	return !ok || named.Obj().Pkg() == l.pkg || named.Underlying().(*types.Interface).Empty()
}

// ofProgram says whether a type, or what it points to, is declared in the program
// and no interface.
func (l *lowering) ofProgram(t types.Type) bool {
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() == l.pkg && !types.IsInterface(named)
}

// describeErrors has fmt know a value with an Error method for an error, which
// the machine by itself does only for fmt.Stringer.
func (in *Interpreter) describeErrors() {
	known := map[reflect.Value][]reflect.Type{}
	for name, f := range in.machine.Symbols("fmt") {
		if t := f.Type(); t.Kind() == reflect.Func && t.IsVariadic() && !scans(name) {
			known[f] = []reflect.Type{reflect.TypeFor[fmt.Formatter](), reflect.TypeFor[failing](),
				reflect.TypeFor[fmt.Stringer]()}
		}
	}
	in.Use(map[string]map[string]reflect.Value{".": {"MapTypes": reflect.ValueOf(known)}})
}
