package adapt

import (
	"go/ast"
	"go/types"
)

// InternFunc is the name of the compiled function that replaces the box in an interface by the one that
// represents all equal values.
const InternFunc = "ʹintern"

// keys makes maps with keys of interface types find values of the program. For a key of type I
//
//	m[k]
//
// becomes
//
//	m[func(ʹk I) I { ʹintern(&ʹk); return ʹk }(k)]
var keys = Pass{"keys", "a map compares the boxes of the program's values", func(u *unit) { u.MapKeys(u.key) }}

// key returns the key for an operation on a map.
func (u *unit) key(m *types.Map, k ast.Expr) ast.Expr {
	if !u.boxes(m.Key()) || !u.perhapsBoxed(k) && !u.Info.Types[k].IsNil() && !holdsInterface(u.Info.Types[k].Type) {
		return k
	}
	pos, t := k.Pos(), u.TypeText(m.Key())
	if t == "" {
		return k
	}
	return u.Code(pos, "func(ʹk %s) %[1]s { %s(&ʹk); return ʹk }(%s)", t, InternFunc, u.box(k, m.Key()))
}

// holdsInterface reports whether a type is an interface, or a struct or an array that contains one.
func holdsInterface(t types.Type) bool {
	if t == nil {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Array:
		return holdsInterface(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if holdsInterface(f.Type()) {
				return true
			}
		}
	}
	return false
}
