package script

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/focal-search/focal/kernel/script/lower"
)

// Yaegi hands fmt a struct in the place of a value with a method String or Error
// of the program's: one of the types described and failure, whose fields it fills
// by their names. A value in an interface it hands over in its own box, or calls
// the method of another value: the program does that itself, by showOne.

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

// Names of interpreted functions that make what fmt is to be handed: showOne of an
// interface's value, showAll of a slice of them, showError and showStringer of a
// value of the program that has the method.
const (
	writerFunc   = "ʹwriter"
	showFunc     = "ʹshown"
	formatFunc   = "ʹformat"
	formatAll    = "ʹformatAll"
	showOne      = "ʹshow"
	showAll      = "ʹshowAll"
	showError    = "ʹshowError"
	showStringer = "ʹshowStringer"
)

// shown has the values of interfaces, and those with a method Error or String, among
// what a function like fmt.Println shows handed over by these functions.
func (l *lowering) shown(call *ast.CallExpr) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	f, ok := l.info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || f.Pkg().Path() != "fmt" && f.Pkg().Path() != "log" || !f.Signature().Variadic() ||
		scans(f.Name()) {
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
			call.Args[i] = l.toShow(call.Args[i], all)
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
	made := &ast.CallExpr{Fun: &ast.Ident{NamePos: pos, Name: showFunc}, Lparen: pos, Rparen: v.End(),
		Args: []ast.Expr{given, number(pos, len(l.in.shapes)-1),
			&ast.Ident{NamePos: pos, Name: strconv.FormatBool(byItself)}}}
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

// shownLast does so for what is assigned to the variable that a notebook shows.
func (l *lowering) shownLast(s *ast.AssignStmt) {
	if name, ok := s.Lhs[0].(*ast.Ident); ok && name.Name == Result {
		s.Rhs[0] = l.toShow(s.Rhs[0], false)
	}
}

// toShow is what is handed over of a value, or of all those of a slice.
func (l *lowering) toShow(v ast.Expr, all bool) ast.Expr {
	by, t := "", l.types[v].Type
	if all {
		by = showAll
	} else if l.boxes(t) {
		by = showOne
	} else {
		v, by = l.described(v, t)
	}
	if by == "" {
		return v
	}
	shown := &ast.CallExpr{Fun: &ast.Ident{NamePos: v.Pos(), Name: by}, Lparen: v.Pos(), Args: []ast.Expr{v},
		Rparen: v.End()}
	l.types[shown] = types.TypeAndValue{Type: types.Universe.Lookup("any").Type()}
	return shown
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

// described names the function for a value of the program's that has a method Error
// or String, "" for others, and has the value boxed for it. Yaegi finds the method
// for variables alone, and hands over the last field of a struct in its place.
func (l *lowering) described(v ast.Expr, t types.Type) (boxed ast.Expr, by string) {
	switch of := l.ofProgram(t); {
	case of && types.Implements(t, errorType):
		by = showError
	case of && types.Implements(t, stringerType):
		by = showStringer
	default:
		return v, ""
	}
	if known := l.typeExpr(t, v.Pos()); known != nil {
		v = element(known, v)
	}
	return v, by
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

var (
	errorType    = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	stringerType = types.NewInterfaceType([]*types.Func{types.NewFunc(token.NoPos, nil, "String",
		types.NewSignatureType(nil, nil, nil, nil,
			types.NewTuple(types.NewParam(token.NoPos, nil, "", types.Typ[types.String])), false))}, nil).Complete()
)

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
