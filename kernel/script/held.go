package script

import (
	"go/types"
	"reflect"

	"github.com/focal-search/focal/kernel/script/internal/machine"
	"github.com/focal-search/focal/kernel/script/lower"
)

// heldMost is the number of values that Held looks at.
const heldMost = 1_000_000

// Held calls f with the names of the types of the program of which interfaces within v hold values. It looks into
// all but closures, channels and what compiled types do not export, and ends after a million values.
func (in *Interpreter) Held(v reflect.Value, f func(name string)) {
	type reference struct {
		reflect.Type
		at  uintptr
		len int
	}
	seen := map[reference]bool{}
	again := func(v reflect.Value, length int) bool {
		r := reference{v.Type(), v.Pointer(), length}
		was := seen[r]
		seen[r] = true
		return was
	}
	left := []reflect.Value{v}
	add := func(v reflect.Value) {
		if k := v.Kind(); k >= reflect.Array && k != reflect.String {
			left = append(left, v)
		}
	}
	for n := 0; len(left) > 0 && n < heldMost; n++ {
		v := left[len(left)-1]
		left = left[:len(left)-1]
		switch k := v.Kind(); {
		case k == reflect.Interface || k == reflect.Struct && v.CanInterface() && machine.Boxed(v.Interface()):
			if v.CanInterface() {
				o := in.dynamic(v)
				eachNamed(o.t, f)
				add(o.v)
			}
		case k == reflect.Pointer:
			if !again(v, 1) {
				add(v.Elem())
			}
		case k == reflect.Map:
			if !again(v, 0) {
				for iter := v.MapRange(); iter.Next(); {
					add(iter.Key())
					add(iter.Value())
				}
			}
		case k == reflect.Slice:
			if again(v, v.Len()) {
				continue
			}
			fallthrough
		case k == reflect.Array, k == reflect.Struct:
			for i := range count(v) {
				add(part(v, i))
			}
		}
	}
}

// eachNamed calls f with the names of the types of the program in a type.
func eachNamed(t types.Type, f func(name string)) {
	if named, ok := t.(*types.Named); ok && !lower.Compiled(t) {
		f(named.Obj().Name())
	}
	for _, part := range lower.Components(t) {
		eachNamed(part, f)
	}
}
