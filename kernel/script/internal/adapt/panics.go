package adapt

import (
	"go/ast"
	"go/types"
)

// PanicFunc is the name of the function of the prelude that adds its text to the value of a panic.
const PanicFunc = "ʹpanic"

// panics hands over the text of a value that may be of a type of the program with a method Error
// or String: it is wanted if nothing recovers the value.
//
//	panic(v)
//
// becomes
//
//	panic(ʹpanic(v))
var panics = Pass{"panics", "a panic that nothing recovers prints a value without its methods", func(u *unit) {
	u.calls(func(call *ast.CallExpr) {
		if u.builtin(call) != "panic" || len(call.Args) != 1 {
			return
		}
		v, dest := call.Args[0], types.Universe.Lookup("any").Type()
		if t := u.types[v].Type; t != nil && (u.boxable(t, dest) || u.boxes(t)) {
			call.Args[0] = calling(v.Pos(), PanicFunc, u.box(v, dest))
		}
	})
}}
