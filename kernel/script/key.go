package script

import (
	"reflect"

	"github.com/focal-search/focal/kernel/script/internal/machine"
	"github.com/focal-search/focal/kernel/script/rt"
)

// A boxKey is a boxed value with its type.
type boxKey struct {
	typ   string
	value any
}

// intern replaces the value of the interface to which pointer points by the one box that represents all
// equal values. The interpreter keeps each value that has been a key.
func (in *Interpreter) intern(pointer any) {
	place := reflect.ValueOf(pointer).Elem()
	held := place.Interface()
	in.mustCompare(held, "hash of unhashable type ")
	if !machine.Boxed(held) && !boxWithin(reflect.ValueOf(held)) {
		return
	}
	key := boxKey{in.ownType(held), machine.Unboxed(held)}
	if key.value == nil {
		place.SetZero()
		return
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if box, known := in.keys[key]; known {
		place.Set(box)
		return
	}
	if v := reflect.ValueOf(key.value); boxWithin(v) {
		for other, box := range in.keys {
			if other.typ == key.typ && in.alike(v, reflect.ValueOf(other.value)) {
				place.Set(box)
				return
			}
		}
	}
	in.keys[key] = reflect.ValueOf(held)
}

// boxWithin reports whether the fields or elements of a value contain boxes.
func boxWithin(v reflect.Value) bool {
	if !v.IsValid() {
		return false
	}
	if t, ok := v.Interface().(rt.Typed); ok {
		v = reflect.ValueOf(t.Value)
	}
	if v.Kind() == reflect.Array || v.Kind() == reflect.Struct && v.Type().Name() == "" {
		for i := range count(v) {
			if within(part(v, i)) {
				return true
			}
		}
	}
	return false
}

// within reports whether a field or an element is a box, or contains one.
func within(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Interface:
		return !v.IsNil() && within(v.Elem())
	case reflect.Struct, reflect.Array:
		return machine.Boxed(v.Interface()) || boxWithin(v)
	}
	return false
}
