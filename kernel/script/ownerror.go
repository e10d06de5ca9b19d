package script

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/focal-search/focal/kernel/script/internal/machine"
	"github.com/focal-search/focal/kernel/script/lower"
	"github.com/focal-search/focal/kernel/script/rt"
)

// An ownError is an error of a type of the program as packages see it: errors.Is, errors.Unwrap
// and fmt.Errorf work on it. Two are equal if their types and values are.
type ownError struct {
	in    *Interpreter
	Type  string
	Value any
}

// ownErrors is an ownError that wraps several errors.
type ownErrors struct{ ownError }

// failed returns a value of the given type of the program as an error.
func (in *Interpreter) failed(of string, v any) error {
	if machine.Boxed(v) {
		if _, known := in.failures.Load(of); !known {
			in.failures.Store(of, v)
		}
		v = machine.Unboxed(v)
	}
	if t := in.types[of]; v == nil && t != nil && lower.EmptyStruct(t) { // which yaegi passes as nil
		v = struct{}{}
	}
	e := ownError{in, of, v}
	if f, _ := in.offered(e.operand(), "Unwrap"); f != nil {
		if _, several := f.(func(any) []error); several {
			return ownErrors{e}
		}
	}
	return e
}

// inside returns the value in an interface. If it has methods it is boxed, so that yaegi finds them. For
// an ownError it is the original value.
func (in *Interpreter) inside(x any) any {
	if e, ok := ownErrorOf(x); ok {
		if box, known := in.failures.Load(e.Type); known {
			return machine.Reboxed(box, e.Value)
		}
		return x
	}
	if x != nil && !machine.Boxed(x) && !in.own(x) && reflect.TypeOf(x).NumMethod() > 0 {
		return machine.Box(x)
	}
	return x
}

// asError returns the value in an interface as an error, if it is one.
func (in *Interpreter) asError(x any) (error, bool) {
	if o := in.dynamic(reflect.ValueOf(x)); o.t != nil {
		if !in.methods[lower.Identity(o.t)]["Error()(string)"] {
			return nil, false
		}
		if machine.Boxed(x) {
			return in.failed(lower.Identity(o.t), x), true
		}
		return in.failed(lower.Identity(o.t), o.v.Interface()), true
	}
	e, ok := machine.Unboxed(x).(error)
	return e, ok
}

// ownErrorOf returns x as an ownError, if it is one.
func ownErrorOf(x any) (ownError, bool) {
	switch e := x.(type) {
	case ownError:
		return e, true
	case ownErrors:
		return e.ownError, true
	}
	return ownError{}, false
}

// held is rt.Held for errors as well.
func held(of string, x any) (any, bool) {
	if e, ok := ownErrorOf(x); ok && e.Type == of {
		return e.Value, true
	}
	return rt.Held(of, x)
}

// as is errors.As for a target of a type of the program.
func (in *Interpreter) as(of string, err error, target any) bool {
	if err != nil && reflect.ValueOf(target).IsNil() {
		return errors.As(err, target) // panics
	}
	for err != nil {
		if e, ok := ownErrorOf(err); ok && e.Type == of {
			reflect.ValueOf(target).Elem().Set(reflect.ValueOf(e.Value))
			return true
		}
		if several, ok := err.(interface{ Unwrap() []error }); ok {
			for _, e := range several.Unwrap() {
				if in.as(of, e, target) {
					return true
				}
			}
			return false
		}
		err = errors.Unwrap(err)
	}
	return false
}

func (e ownError) operand() operand { return operand{reflect.ValueOf(e.Value), e.in.types[e.Type]} }

func (e ownError) Error() string {
	if f, x := e.in.offered(e.operand(), "Error"); f != nil {
		return f.(func(any) string)(x)
	}
	return fmt.Sprint(e.Value)
}

// Format makes ownError a fmt.Formatter: verbs that are not for strings format the value.
func (e ownError) Format(f fmt.State, verb rune) { shown{e.in, e.operand()}.Format(f, verb) }

// Is calls the program's method, if there is one, for errors.Is.
func (e ownError) Is(target error) bool {
	if f, x := e.in.offered(e.operand(), "Is"); f != nil {
		if is, ok := f.(func(any, error) bool); ok {
			return is(x, target)
		}
	}
	return false
}

func (e ownError) Unwrap() error {
	if f, x := e.in.offered(e.operand(), "Unwrap"); f != nil {
		if unwrap, ok := f.(func(any) error); ok {
			return unwrap(x)
		}
	}
	return nil
}

// Timeout calls the program's method, if there is one, for os.IsTimeout.
func (e ownError) Timeout() bool {
	f, x := e.in.offered(e.operand(), "Timeout")
	timeout, ok := f.(func(any) bool)
	return ok && timeout(x)
}

// Unwrap hides ownError.Unwrap.
func (e ownErrors) Unwrap() []error {
	f, x := e.in.offered(e.operand(), "Unwrap")
	return f.(func(any) []error)(x)
}
