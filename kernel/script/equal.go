package script

import (
	"fmt"
	"go/types"
	"reflect"
	"runtime"
	"strings"

	"github.com/focal-search/focal/kernel/script/internal/machine"
	"github.com/focal-search/focal/kernel/script/lower"
	"github.com/focal-search/focal/kernel/script/rt"
)

// differ compares two values: it returns 0 if they are equal, else 1. They are passed in a
// slice so that yaegi leaves them in their boxes.
func (in *Interpreter) differ(two []any) int {
	if in.otherTypes(two[0], two[1]) || in.otherTypes(two[1], two[0]) {
		return 1
	}
	_, s := in.declared(two[0])
	if _, t := in.declared(two[1]); s == t && s != "" {
		in.mustCompare(two[0], "comparing uncomparable type ")
	}
	x, y := machine.Unboxed(two[0]), machine.Unboxed(two[1])
	inX, wrappedX := machine.Wrapped(x)
	inY, wrappedY := machine.Wrapped(y)
	if wrappedX && wrappedY && fmt.Sprint(x) != fmt.Sprint(y) ||
		!in.alike(reflect.ValueOf(machine.Unboxed(inX)), reflect.ValueOf(machine.Unboxed(inY))) {
		return 1
	}
	return 0
}

// deepEqual is reflect.DeepEqual for values whose types may be the program's.
func (in *Interpreter) deepEqual(x, y any) bool {
	a, b := in.dynamic(reflect.ValueOf(x)), in.dynamic(reflect.ValueOf(y))
	if (a.t == nil) != (b.t == nil) || a.t != nil && !types.Identical(a.t, b.t) {
		return false
	}
	return reflect.DeepEqual(plainly(x), plainly(y))
}

// alike reports whether two values, which may contain boxes, are equal.
func (in *Interpreter) alike(x, y reflect.Value) bool {
	if !x.IsValid() || !y.IsValid() || x.Type() != y.Type() {
		return x.IsValid() == y.IsValid() && !x.IsValid()
	}
	if s, ok := x.Interface().(rt.Typed); ok {
		t := y.Interface().(rt.Typed)
		return s.Type == t.Type && in.alike(reflect.ValueOf(s.Value), reflect.ValueOf(t.Value))
	}
	switch made := x.Type().Name() == ""; {
	case machine.Boxed(x.Interface()), x.Kind() == reflect.Interface && x.NumMethod() == 0:
		return in.differ([]any{x.Interface(), y.Interface()}) == 0
	case made && (x.Kind() == reflect.Struct || x.Kind() == reflect.Array) && x.Comparable() && y.Comparable():
		for i := range count(x) {
			if !in.alike(part(x, i), part(y, i)) {
				return false
			}
		}
		return true
	}
	return x.Interface() == y.Interface()
}

// declared returns the value in an interface, and the name of its type if the program declares that, else "".
func (in *Interpreter) declared(v any) (value any, of string) {
	value = machine.Unboxed(v)
	if t, ok := value.(rt.Typed); ok {
		return t.Value, t.Type
	}
	if e, ok := ownErrorOf(value); ok {
		return e.Value, e.Type
	}
	return value, in.ownType(v)
}

// mustCompare panics as Go does if a value in an interface is not comparable.
func (in *Interpreter) mustCompare(v any, says string) {
	if x, _ := in.declared(v); x != nil && !reflect.TypeOf(x).Comparable() {
		panic(machine.RuntimeError("runtime error: " + says + in.nameOfType(v)))
	}
}

// ownType returns the name of the type of a boxed value if the program declares it with methods, else "".
func (in *Interpreter) ownType(v any) string {
	if name := machine.TypeName(v); in.methods[name] != nil {
		return name
	}
	return ""
}

// mayBe reports whether the type of a value in an interface may be the given one, which the program declares.
// If that has methods the value is in a box, whose type is not always known.
func (in *Interpreter) mayBe(v any, of string) bool {
	if own := in.ownType(v); own != "" {
		return own == of
	}
	return in.methods[of] == nil || !loose(v)
}

// loose reports whether a value is in no box, so that its type is known.
func loose(v any) bool {
	_, wrapped := machine.Wrapped(v)
	return !machine.Boxed(v) && !wrapped
}

// otherTypes reports whether v has a type of the program that other is known not to have. The
// type of a boxed value is not always known.
func (in *Interpreter) otherTypes(v, other any) bool {
	own := in.ownType(v)
	if own == "" {
		return false
	}
	if name := in.ownType(other); name != "" {
		return name != own
	}
	return loose(other)
}

// nameOfType returns the name of the dynamic type of v, which may be one of the program's.
func (in *Interpreter) nameOfType(v any) string {
	if v == nil {
		return "<nil>"
	}
	return in.nameOf(in.dynamic(reflect.ValueOf(v)))
}

// nameOf returns Go's name for the type of an operand.
func (in *Interpreter) nameOf(o operand) string {
	if o.t != nil {
		return lower.TypeName(o.t, in.displays)
	}
	if !o.v.IsValid() {
		return "<nil>"
	}
	v := o.v.Interface()
	if e, ok := v.(runtime.Error); ok {
		return runtimeType(e)
	}
	return withoutTags(reflect.TypeOf(machine.Unboxed(v)).String())
}

// runtimeType returns Go's name for the type of a run-time error, for which machine.RuntimeError or a
// type of package rt may stand.
func runtimeType(e runtime.Error) string {
	if t := reflect.TypeOf(e); t != reflect.TypeFor[machine.RuntimeError]() && t.PkgPath() != RuntimePath {
		return t.String()
	}
	said := strings.TrimPrefix(e.Error(), "runtime error: ")
	switch {
	case strings.HasPrefix(said, "interface conversion: "):
		return "*runtime.TypeAssertionError"
	case strings.HasPrefix(said, "index out of range ["), strings.HasPrefix(said, "slice bounds out of range ["),
		strings.HasPrefix(said, "cannot convert slice "):
		return "runtime.boundsError"
	}
	return "runtime.errorString"
}
