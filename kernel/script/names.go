package script

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/focal-search/focal/kernel/script/internal/machine"
)

// Unboxed is the value in a box in which interpreted code keeps it for an interface, or the value itself.
func Unboxed(v any) any { return machine.Unboxed(v) }

// Shown is what a notebook shows of a value that a cell has yielded: the value
// without its box, or where it is a struct of the program, or a pointer to one, its
// text, in which the fields have their own names and not yaegi's.
func Shown(v any) any {
	v = machine.Unboxed(v)
	s := reflect.ValueOf(v)
	if !s.IsValid() || s.NumMethod() > 0 { // of what it embeds
		return v
	}
	if s.Kind() == reflect.Pointer && !s.IsNil() && ofProgram(s.Type().Elem()) {
		return named("&" + withNames(s.Elem()))
	}
	if ofProgram(s.Type()) {
		return named(withNames(s))
	}
	return v
}

// named is a text that is shown as it is.
type named string

func (n named) String() string { return string(n) }

// ofProgram says whether a type is a struct that yaegi has made.
func ofProgram(t reflect.Type) bool { return t.Kind() == reflect.Struct && t.Name() == "" }

// withNames writes a struct, and what is in it but for maps, as fmt does by %+v.
func withNames(v reflect.Value) string {
	switch {
	case v.Kind() == reflect.Interface && !v.IsNil():
		return withNames(reflect.ValueOf(machine.Unboxed(v.Interface())))
	case !v.IsValid() || !v.CanInterface():
		return fmt.Sprintf("%+v", v)
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			break
		}
		var elems []string
		for i := range v.Len() {
			elems = append(elems, withNames(v.Index(i)))
		}
		return "[" + strings.Join(elems, " ") + "]"
	case ofProgram(v.Type()):
		var fields []string
		for i := range v.NumField() {
			fields = append(fields, fieldName(v.Type().Field(i))+":"+withNames(v.Field(i)))
		}
		return "{" + strings.Join(fields, " ") + "}"
	}
	return fmt.Sprintf("%+v", machine.Unboxed(v.Interface()))
}

// fieldName is what the program calls a field; see HideFields.
func fieldName(f reflect.StructField) string {
	if strings.HasPrefix(string(f.Tag), notEncoded) {
		return strings.TrimPrefix(f.Name, "X")
	}
	return f.Name
}
