package rt

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
)

// A Typed is stored in an interface for a value of a type that an interpreter does not
// distinguish from its underlying type, such as type celsius float64. As in Go, two are equal
// if their types and values are.
type Typed struct {
	Type  string // its identity, see package lower
	Value any
}

// Name returns Go's name of the type.
func (t Typed) Name() string { return PlainName(folders.ReplaceAllString(t.Type, "")) }

// folders matches the part of a package's path before the last element.
var folders = regexp.MustCompile(`[\w.-]+/`)

// PlainName returns a type's name without the marks that make the names of local types, of
// instances and of the parts of a session unique.
func PlainName(name string) string {
	var s strings.Builder
	for len(name) > 0 {
		before, after, marked := strings.Cut(name, "ʹ")
		s.WriteString(before)
		if !marked {
			break
		}
		name = strings.TrimLeft(after, "_0123456789")
	}
	return s.String()
}

// Hold returns a value with its type.
func Hold(of string, v any) any { return Typed{of, v} }

// Failed returns a value of a type as an error, and Failing the value in an interface as an error. As
// is errors.As for a target of a type, and May reports whether the value in an interface may be of a
// type with methods, as far as an interpreter knows. Inside returns the value in an interface, and for
// an error that Failed has returned the original value. The host replaces these functions.
func Failed(of string, v any) error { return Typed{of, v}.failed() }

// Failing: see Failed.
func Failing(x any) error { err, _ := x.(error); return err }

// Inside: see Failed.
func Inside(x any) any { return x }

// As: see Failed.
func As(of string, err error, target any) bool { return errors.As(err, target) }

// May: see Failed.
func May(x any, of string) bool { return true }

func (t Typed) failed() error { return fmt.Errorf("%v", t.Value) }

// Offer registers a method that packages call by its name, as a function of the receiver. The
// host replaces it.
func Offer(of, method string, f any) bool { return false }

// Plain returns a value for functions of packages. The host replaces it by a function that knows
// how an interpreter represents the values of interfaces.
func Plain(x any) any {
	if t, ok := x.(Typed); ok {
		return t.Value
	}
	return x
}

// DeepEqual is reflect.DeepEqual for values with their types. The host replaces it.
func DeepEqual(x, y any) bool { return reflect.DeepEqual(x, y) }

// Empty returns an empty struct with its type.
func Empty(of string) any { return Typed{of, struct{}{}} }

// Held returns the value in an interface if its type is the given one.
func Held(of string, x any) (v any, ok bool) {
	t, ok := x.(Typed)
	if !ok || t.Type != of {
		return nil, false
	}
	return t.Value, true
}

// Format makes Typed a fmt.Formatter, which formats the value.
func (t Typed) Format(f fmt.State, verb rune) {
	text := fmt.Sprintf(fmt.FormatString(f, verb), t.Value)
	if t.Value != nil && (verb == 'v' && f.Flag('#') || strings.HasPrefix(text, "%!")) {
		text = strings.Replace(text, reflect.TypeOf(t.Value).String(), t.Name(), 1)
	}
	fmt.Fprint(f, text)
}

// MarshalJSON makes Typed a json.Marshaler, which encodes the value.
func (t Typed) MarshalJSON() ([]byte, error) { return json.Marshal(t.Value) }
