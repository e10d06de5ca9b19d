package script

import (
	"fmt"
	"reflect"

	"github.com/focal-search/focal/kernel/script/internal/adapt"
	"github.com/focal-search/focal/kernel/script/internal/machine"
)

// In place of a value of the program with a method String or Error, yaegi passes a
// struct to fmt: one of the types described and failure, whose fields it sets by
// name. A value in an interface it passes in its own box, or it calls the method of
// another value: such a value is passed as a shown, see format.go.

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

// isNil reports whether the dynamic value of the only element is a nil pointer, which yaegi would not wrap
// as a fmt.Stringer.
func isNil(one []any) bool {
	v := reflect.ValueOf(machine.Unboxed(one[0]))
	return v.Kind() == reflect.Pointer && v.IsNil()
}

// A describedError is a fmt.Stringer that is also an error. fmt prints the error's text.
type describedError struct {
	IValue  any
	WString func() string
	WError  func() string
}

func (e describedError) String() string { return e.WString() }
func (e describedError) Error() string  { return e.WError() }

// Format makes describedError a fmt.Formatter.
func (e describedError) Format(f fmt.State, verb rune) { failure{e.IValue, e.WError}.Format(f, verb) }

// failing is the interface error under another name; yaegi has no wrapper for error in arguments of fmt.
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

// A text is a fmt.Stringer. The text of a nil pointer whose method panics is <nil>.
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

// formatAs formats a value with a text as fmt does: the verbs for strings format the
// text.
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

// describeErrors makes a value with an Error method an error for fmt; by itself the
// machine does so only for fmt.Stringer.
func (in *Interpreter) describeErrors() {
	known := map[reflect.Value][]reflect.Type{}
	for name, f := range in.machine.Symbols("fmt") {
		if t := f.Type(); t.Kind() == reflect.Func && t.IsVariadic() && !adapt.Scans(name) {
			known[f] = []reflect.Type{reflect.TypeFor[fmt.Formatter](), reflect.TypeFor[failing](),
				reflect.TypeFor[fmt.Stringer]()}
		}
	}
	in.Use(map[string]map[string]reflect.Value{".": {"MapTypes": reflect.ValueOf(known)}})
}
