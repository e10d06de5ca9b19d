package rt

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
)

// A Typed is what an interface holds of a value of a type that an interpreter takes for its
// structure, as type celsius float64. Two are equal if their types and values are, as Go has
// it.
type Typed struct {
	Type  string // its identity, see package lower
	Value any
}

// Name is what Go calls the type.
func (t Typed) Name() string { return PlainName(folders.ReplaceAllString(t.Type, "")) }

// folders are what stands before the name of a package in its path.
var folders = regexp.MustCompile(`[\w.-]+/`)

// PlainName is a type's name without what makes those of functions, of instances and of the
// parts of a session unique.
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

// Hold is a value with its type.
func Hold(of string, v any) any { return Typed{of, v} }

// Failed is a value of a type as an error, and Failing what is in an interface as one. As is
// errors.As for a target of a type, and May says whether what is in an interface may be of a
// type with methods, as far as an interpreter knows. Inside is what is in an interface, of an error
// that packages see the value itself. The host has them.
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

// Offer makes a method known that packages call by its name, as a function of the value. The
// host has one.
func Offer(of, method string, f any) bool { return false }

// Plain is a value as functions of packages are to see it. The host has one that knows how an
// interpreter keeps the values of interfaces.
func Plain(x any) any {
	if t, ok := x.(Typed); ok {
		return t.Value
	}
	return x
}

// DeepEqual is reflect.DeepEqual for values with their types. The host has one.
func DeepEqual(x, y any) bool { return reflect.DeepEqual(x, y) }

// Empty is a struct without fields with its type.
func Empty(of string) any { return Typed{of, struct{}{}} }

// Held is the value of such a type that an interface holds, if it does.
func Held(of string, x any) (v any, ok bool) {
	t, ok := x.(Typed)
	if !ok || t.Type != of {
		return nil, false
	}
	return t.Value, true
}

// Format makes Typed a fmt.Formatter, which shows the value.
func (t Typed) Format(f fmt.State, verb rune) {
	text := fmt.Sprintf(fmt.FormatString(f, verb), t.Value)
	if t.Value != nil && (verb == 'v' && f.Flag('#') || strings.HasPrefix(text, "%!")) {
		text = strings.Replace(text, reflect.TypeOf(t.Value).String(), t.Name(), 1)
	}
	fmt.Fprint(f, text)
}

// MarshalJSON makes Typed a json.Marshaler, which encodes the value.
func (t Typed) MarshalJSON() ([]byte, error) { return json.Marshal(t.Value) }
