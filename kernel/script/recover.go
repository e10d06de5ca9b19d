package script

import (
	"go/ast"
	"go/types"
	"reflect"
	"regexp"
	"runtime"
	"strings"
)

// Yaegi panics with a reflect.Value, whose type no assertion knows, and with texts
// of the reflect package for run time errors. So recover() becomes
// ʹrecovered(recover()), and panic(v) becomes panic(ʹpanic(v)) where v may be of a
// type of the program with a method Error or String: its text is wanted if nothing
// recovers it, its value else.
const (
	recoveredFunc = "ʹrecovered"
	panicFunc     = "ʹpanic"
)

// panicked is a value of a type of the program with its text.
type panicked struct {
	value any // as yaegi keeps it in an interface
	text  func() string
}

func (p *panicked) String() string { return p.text() }

// recovered makes of what yaegi's recover yields what Go's does.
func recovered(v any) any {
	switch v := v.(type) {
	case nil:
		return v
	case defect:
		panic(v)
	case runtime.Error:
		if text := panicText(v); text != v.Error() {
			return runtimeError(text)
		}
		return v
	case reflect.Value:
		if !v.IsValid() || v.Kind() == reflect.Interface && v.IsNil() {
			return new(runtime.PanicNilError)
		}
		if p, ok := v.Interface().(*panicked); ok {
			return p.value
		}
		return v.Interface()
	}
	text := panicText(v)
	if strings.HasPrefix(text, "runtime error: ") || strings.HasPrefix(text, "interface conversion: ") {
		return runtimeError(text)
	}
	if ownDefect.MatchString(text) {
		panic(defect(text))
	}
	return v
}

// ownDefect is what reflection says of what yaegi gets wrong.
var ownDefect = regexp.MustCompile(`^reflect\.Set: value of type |^reflect: call of reflect\.Value\.\w+ on \w+ Value|` +
	`^reflect\.Value\.Convert: value of type |^reflect: Call with too |^reflect: cannot use `)

// A defect is a panic of reflection that stands for none of Go's: yaegi's own, from which a
// program must not recover, as it would go on with what Go does not compute.
type defect string

func (d defect) Error() string {
	return "the interpreter fails at what Go does here (" + string(d) + "); compiled, it works"
}

// A runtimeError is a panic of reflection in the place of one of Go's runtime.
type runtimeError string

func (e runtimeError) Error() string { return string(e) }

func (runtimeError) RuntimeError() {}

// panicking rewrites a call of panic or recover.
func (l *lowering) panicking(call *ast.CallExpr) {
	name, ok := call.Fun.(*ast.Ident)
	if !ok || !l.types[name].IsBuiltin() {
		return
	}
	as := func(s string) *ast.Ident { return &ast.Ident{NamePos: name.Pos(), Name: s} }
	switch {
	case name.Name == "panic" && len(call.Args) == 1:
		v, dest := call.Args[0], types.Universe.Lookup("any").Type()
		if t := l.types[v].Type; t != nil && (l.boxable(t, dest) || l.boxes(t)) {
			call.Args[0] = &ast.CallExpr{Fun: as(panicFunc), Lparen: v.Pos(), Args: []ast.Expr{l.box(v, dest)}, Rparen: v.End()}
		}
	}
}
