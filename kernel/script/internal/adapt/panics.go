package adapt

import (
	"go/ast"
	"go/types"
)

// PanicFunc is the name of the function of the prelude that adds its text to the value of a panic.
const PanicFunc = "ʹpanic"

// panics adds the text to the value of a panic that may be of a type of the program with a method Error
// or String: it is printed if the panic is not recovered.
//
//	panic(v)
//
// becomes
//
//	panic(ʹpanic(v))
var panics = Pass{"panics", "an uncaught panic prints the value without calling its methods", func(u *unit) {
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
