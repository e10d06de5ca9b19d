package script

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"strings"
	"unsafe"
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
func (d described) Format(f fmt.State, verb rune) { formatAs(f, verb, d.IValue, text(d.WString)) }

// failing is an error; yaegi knows no wrapper for error in the arguments of fmt.
type failing interface{ Error() string }

// failure stands for a value with an Error method.
type failure struct {
	IValue any
	WError func() string
}

func (e failure) Error() string { return e.WError() }

// Format makes failure a fmt.Formatter.
func (e failure) Format(f fmt.State, verb rune) { formatAs(f, verb, e.IValue, text(e.WError)) }

// A text is a fmt.Stringer.
type text func() string

func (t text) String() string { return t() }

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

// showOne is the name of the interpreted function that makes of an interface's value
// what fmt is to be handed, showAll that for a slice of them.
const (
	showOne = "ʹshow"
	showAll = "ʹshowAll"
)

// shown has the values of interfaces among what a function like fmt.Println shows
// handed over by showOne.
func (l *lowering) shown(call *ast.CallExpr) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	f, ok := l.info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || f.Pkg().Path() != "fmt" && f.Pkg().Path() != "log" || !f.Signature().Variadic() {
		return
	}
	first := f.Signature().Params().Len() - 1
	for i := first; i < len(call.Args); i++ {
		arg, by := call.Args[i], ""
		t := l.types[arg].Type
		if slice, ok := t.(*types.Slice); ok && call.Ellipsis.IsValid() && i == first && l.boxes(slice.Elem()) {
			by = showAll
		} else if l.boxes(t) || l.describes(t) {
			by = showOne
		}
		if by != "" {
			call.Args[i] = &ast.CallExpr{Fun: &ast.Ident{NamePos: arg.Pos(), Name: by}, Lparen: arg.Pos(), Args: []ast.Expr{arg}, Rparen: arg.End()}
		}
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

// describes says whether a type is a struct of the program with a String or Error
// method of its own, in whose place yaegi hands over its last field.
func (l *lowering) describes(t types.Type) bool {
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() != l.pkg {
		return false
	}
	if _, ok := named.Underlying().(*types.Struct); !ok {
		return false
	}
	for m := range named.Methods() {
		_, byPointer := m.Signature().Recv().Type().(*types.Pointer)
		if !byPointer && (m.Name() == "String" || m.Name() == "Error") {
			return true
		}
	}
	return false
}

// Unboxed is the value in a box in which yaegi keeps it for an interface, or the
// value itself.
func Unboxed(v any) any {
	for {
		t := reflect.TypeOf(v)
		if t == nil || t.PkgPath() != "github.com/traefik/yaegi/interp" || t.Name() != "valueInterface" {
			return v
		}
		box := reflect.New(t).Elem()
		box.Set(reflect.ValueOf(v))
		inner := *(*reflect.Value)(unsafe.Pointer(box.FieldByName("value").UnsafeAddr()))
		if !inner.IsValid() {
			return nil
		}
		v = inner.Interface()
	}
}

// describeErrors has fmt know a value with an Error method for an error, which
// yaegi by itself does only for fmt.Stringer.
func (in *Interpreter) describeErrors() {
	known := map[reflect.Value][]reflect.Type{}
	for name, f := range in.yaegi.Symbols("fmt")["fmt"] {
		if t := f.Type(); t.Kind() == reflect.Func && t.IsVariadic() && !strings.Contains(name, "can") {
			known[f] = []reflect.Type{reflect.TypeFor[fmt.Formatter](), reflect.TypeFor[failing](), reflect.TypeFor[fmt.Stringer]()}
		}
	}
	in.Use(map[string]map[string]reflect.Value{".": {"MapTypes": reflect.ValueOf(known)}})
}
