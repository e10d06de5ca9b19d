package adapt

import (
	"go/ast"
	"go/types"

	"github.com/focal-search/focal/kernel/script/lower"
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
	of := u.Info.Types[k]
	compared := of.IsNil() || of.Type != nil && lower.ComparedInterface(of.Type) != nil
	if !u.boxes(m.Key()) || !compared && !u.perhapsBoxed(k) {
		return k
	}
	pos, t := k.Pos(), u.TypeText(m.Key())
	if t == "" {
		return k
	}
	return u.Code(pos, "func(ʹk %s) %[1]s { %s(&ʹk); return ʹk }(%s)", t, InternFunc, u.box(k, m.Key()))
}
