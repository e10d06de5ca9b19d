package script

import (
	"github.com/focal-search/focal/kernel/script/internal/machine"
	"github.com/focal-search/focal/kernel/script/rt"
)

// some returns v, or for nil a value that implements no interface except any.
func some(v any) any {
	if v == nil {
		return struct{}{}
	}
	return v
}

// implements reports whether the dynamic type of v is a type of the program whose method set
// includes the methods, which are given with their types.
func (in *Interpreter) implements(v any, methods ...string) bool {
	has := in.methods[in.ownType(v)]
	for _, m := range methods {
		if !has[m] {
			return false
		}
	}
	return has != nil
}

// missing returns the name of the first of the methods that the dynamic type of v lacks.
func (in *Interpreter) missing(v any, methods []string) string {
	if has := in.methods[in.ownType(v)]; has != nil || in.own(v) {
		return rt.Missing(methods, func(m string) bool { return has[m] })
	}
	return rt.Missing(methods, func(m string) bool { return rt.Compiled(machine.Unboxed(v), rt.MethodName(m)) })
}

// own reports whether the dynamic type of v is a type of the program.
func (in *Interpreter) own(v any) bool { return rt.Own(v) || in.ownType(v) != "" }
