package adapt

import (
	"go/ast"

	"github.com/focal-search/focal/kernel/script/lower"
)

// parameters names unnamed parameters.
//
//	func(int) {}
//
// becomes
//
//	func(_ int) {}
var parameters = Pass{"parameters", "the first local variable of a function gets the slot of an unnamed parameter",
	func(u *unit) { u.Functions(func(t *ast.FuncType, _ *ast.BlockStmt) { lower.NameBlank(t.Params) }) }}
