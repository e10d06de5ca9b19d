package script

import (
	"reflect"

	"github.com/focal-search/focal/kernel/script/internal/machine"
)

// A boxKey is the value in a box.
type boxKey struct {
	typ   string
	value any
}

// intern puts into an interface, to which a pointer is given, the box that stands for all equal values.
// The interpreter keeps each value that has been a key.
func (in *Interpreter) intern(pointer any) {
	place := reflect.ValueOf(pointer).Elem()
	held := place.Interface()
	in.mustCompare(held, "hash of unhashable type ")
	if !machine.Boxed(held) {
		return
	}
	key := boxKey{in.ownType(held), machine.Unboxed(held)}
	if key.value == nil {
		place.SetZero()
		return
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.keys == nil {
		in.keys = map[boxKey]reflect.Value{}
	}
	if box, known := in.keys[key]; known {
		place.Set(box)
		return
	}
	if v := reflect.ValueOf(key.value); holdsBoxes(v.Type()) {
		for other, box := range in.keys {
			if other.typ == key.typ && in.alike(v, reflect.ValueOf(other.value)) {
				place.Set(box)
				return
			}
		}
	}
	in.keys[key] = reflect.ValueOf(held)
}

// holdsBoxes says whether there may be boxes in the fields or elements of a type.
func holdsBoxes(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return t.NumMethod() == 0
	case reflect.Array:
		return holdsBoxes(t.Elem())
	case reflect.Struct:
		if machine.BoxType(t) {
			return true
		}
		for i := range t.NumField() {
			if t.Name() == "" && holdsBoxes(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}
