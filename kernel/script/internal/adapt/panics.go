package adapt

import (
	"go/ast"
	"go/types"
)

// PanicFunc is the name of the function of the prelude that adds its text to the value of a panic.
const PanicFunc = "ʹpanic"

// panics hands over a copy of the value, as a deferred function may change the variable that it is in,
// and the text of one that may be of a type of the program with a method Error or String: it is wanted if
// nothing recovers the value.
//
//	panic(v)
//
// becomes
//
//	panic(ʹpanic(v))
var panics = Pass{"panics", "a panic has what is in a variable when it is recovered, and " +
	"if nothing recovers it, it is printed without its methods", func(u *unit) {
	each(u, func(call *ast.CallExpr) {
		if u.Builtin(call.Fun) != "panic" || len(call.Args) != 1 {
			return
		}
		v, dest := call.Args[0], types.Universe.Lookup("any").Type()
		known := u.Info.Types[v]
		if t := known.Type; t != nil && !known.IsNil() && (known.Value == nil || u.boxable(t, dest)) {
			call.Args[0] = u.calling(v.Pos(), PanicFunc, u.box(v, dest))
		}
	})
}}
