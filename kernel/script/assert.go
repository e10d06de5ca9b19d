package script

import (
	"reflect"

	"github.com/focal-search/focal/kernel/script/internal/machine"
	"github.com/focal-search/focal/kernel/script/rt"
)

// some is a value, or in the place of nil one that implements no interface.
func some(v any) any {
	if v == nil {
		return struct{}{}
	}
	return v
}

// implements says whether a value of a compiled type implements the interface to
// which a nil pointer points.
func implements(v, pointer any) bool {
	return v != nil && reflect.TypeOf(v).Implements(reflect.TypeOf(pointer).Elem())
}

// implements says whether what is in an interface is of a type of the program that has such
// methods, which are given with their types.
func (in *Interpreter) implements(v any, methods ...string) bool {
	has := in.methods[in.ownType(v)]
	for _, m := range methods {
		if !has[m] {
			return false
		}
	}
	return has != nil
}

// missing is the name of the first of such methods that what is in an interface does not have.
func (in *Interpreter) missing(v any, methods []string) string {
	if has := in.methods[in.ownType(v)]; has != nil || in.own(v) {
		return rt.Missing(methods, func(m string) bool { return has[m] })
	}
	return rt.Missing(methods, func(m string) bool { return rt.Compiled(machine.Unboxed(v), rt.MethodName(m)) })
}

// own says whether what is in an interface is of a type of the program.
func (in *Interpreter) own(v any) bool { return rt.Own(v) || in.ownType(v) != "" }
