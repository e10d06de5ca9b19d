package script

import (
	"reflect"
	"slices"

	"github.com/focal-search/focal/kernel/script/internal/machine"
	"github.com/focal-search/focal/kernel/script/rt"
)

// plainly returns a value for functions of packages: without the boxes in which yaegi keeps the
// values of interfaces, and without the names of their types, also inside. A value that contains
// none is returned as it is, otherwise a copy that shares the variables behind pointers.
func plainly(x any) any {
	x = bare(x)
	v := reflect.ValueOf(x)
	if !v.IsValid() || !holds(v.Type(), nil) {
		return x
	}
	if out, changed := deep(v, bare); changed {
		return out.Interface()
	}
	return x
}

// Unboxed returns the value in a box in which interpreted code keeps it for an interface, or v itself.
func Unboxed(v any) any { return machine.Unboxed(v) }

// bare returns the value in a box or an rt.Typed, or x itself.
func bare(x any) any {
	x = machine.Unboxed(x)
	if t, ok := x.(rt.Typed); ok {
		return machine.Unboxed(t.Value)
	}
	return x
}

// holds reports whether a value of a type may contain empty interfaces, except behind pointers.
func holds(t reflect.Type, within []reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return t.NumMethod() == 0
	case reflect.Slice, reflect.Array:
		return t.Elem().Kind() == reflect.Interface || t.Elem().Kind() >= reflect.Array && !slices.Contains(within, t) &&
			holds(t.Elem(), append(within, t))
	case reflect.Map:
		return !slices.Contains(within, t) && (holds(t.Key(), append(within, t)) || holds(t.Elem(), append(within, t)))
	case reflect.Struct:
		if t.Name() != "" { // of a package
			return false
		}
		for i := range t.NumField() {
			if holds(t.Field(i).Type, append(within, t)) {
				return true
			}
		}
	}
	return false
}

// deep replaces each value of an empty interface in v by the result of f. It returns v itself
// if that changes nothing.
func deep(v reflect.Value, f func(any) any) (out reflect.Value, changed bool) {
	if !holds(v.Type(), nil) {
		return v, false
	}
	out = v
	set := func(put func()) {
		if !changed {
			changed, out = true, copyOf(v)
		}
		put()
	}
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return v, false
		}
		made := f(v.Interface())
		in := reflect.ValueOf(made)
		if made == nil {
			return reflect.Zero(v.Type()), true
		}
		in, inside := deep(in, f)
		if !machine.Boxed(v.Interface()) && !inside && in.Type() == v.Elem().Type() {
			return v, false
		}
		out = reflect.New(v.Type()).Elem()
		out.Set(in)
		return out, true
	case reflect.Slice, reflect.Array, reflect.Struct:
		for i := range count(v) {
			if e, is := deep(part(v, i), f); is {
				set(func() { part(out, i).Set(e) })
			}
		}
	case reflect.Map:
		for iter := v.MapRange(); iter.Next(); {
			k, isK := deep(iter.Key(), f)
			e, isE := deep(iter.Value(), f)
			if isK || isE {
				set(func() {
					out.SetMapIndex(iter.Key(), reflect.Value{})
					out.SetMapIndex(k, e)
				})
			}
		}
	}
	return out, changed
}

// count returns the number of fields of a struct, or of elements of an array or a slice, and part one of them.
func count(v reflect.Value) int {
	if v.Kind() == reflect.Struct {
		return v.NumField()
	}
	return v.Len()
}

func part(v reflect.Value, i int) reflect.Value {
	if v.Kind() == reflect.Struct {
		return v.Field(i)
	}
	return v.Index(i)
}

// copyOf returns a shallow copy of a slice, an array, a map or a struct.
func copyOf(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Slice:
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		reflect.Copy(out, v)
	case reflect.Map:
		out.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for iter := v.MapRange(); iter.Next(); {
			out.SetMapIndex(iter.Key(), iter.Value())
		}
	default:
		out.Set(v)
	}
	return out
}
