// Package adapt rewrites programs in the core language of package lower where yaegi does not
// execute them as Go does: it keeps values in boxes, shares frame slots, and gets some statements wrong.
//
// The passes below run in order. Each has its own file, which documents the error of yaegi and the
// rewriting. The result is not type-checked again: it uses functions of the prelude and types of
// yaegi. So a pass knows the types of expressions that package lower has made, and of those for which
// earlier passes record them; it does not change expressions without a type.
package adapt

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/focal-search/focal/kernel/script/lower"
)

// A Pass rewrites a file.
type Pass struct {
	Name string
	Why  string // what yaegi gets wrong without it
	run  func(*unit)
}

// Passes lists all passes in order: those of declarations, then of statements, then of expressions,
// and last the one that records positions.
var Passes = []Pass{
	order,
	initial,
	fields,
	hidden,
	pointers,

	switches,
	selects,
	ranges,

	bare,
	parameters,
	panics,
	keys,
	presented,
	printed,
	asserted,
	compared,
	boxes,
	results,
	parentheses,

	positions,
}

// File rewrites the first file of a unit that has been lowered. shape assigns a number to a type, by
// which the host knows the static type of an argument of the prelude's functions.
func File(u *lower.Unit, shape func(types.Type) int) {
	a := newUnit(u, shape)
	for _, p := range Passes {
		p.run(a)
	}
}

// A unit is a file that is being rewritten for yaegi.
type unit struct {
	*lower.Unit
	shape func(types.Type) int
}

func newUnit(u *lower.Unit, shape func(types.Type) int) *unit {
	first := *u
	first.Files = u.Files[:1]
	return &unit{Unit: &first, shape: shape}
}

// each calls f for each node of a type in preorder. It visits nodes that f inserts as well.
func each[N ast.Node](u *unit, f func(N)) { lower.Each(u.Unit, f) }

// is reports whether a node or a type is a T.
func is[T, X any](x X) bool {
	_, is := any(x).(T)
	return is
}

// ident makes an identifier.
func ident(pos token.Pos, name string) *ast.Ident { return &ast.Ident{NamePos: pos, Name: name} }

// identOf returns an expression, without parentheses, as an identifier, or nil.
func identOf(e ast.Expr) *ast.Ident {
	id, _ := ast.Unparen(e).(*ast.Ident)
	return id
}

// calling makes a call of a function of the prelude.
func (u *unit) calling(pos token.Pos, function string, args ...ast.Expr) ast.Expr {
	return u.Code(pos, "%s(%s)", function, args)
}

// parens is (v).
func parens(v ast.Expr) ast.Expr { return &ast.ParenExpr{Lparen: v.Pos(), X: v, Rparen: v.End()} }

// element makes []t{(v)}[0]. In parentheses, v is not copied again.
func (u *unit) element(t string, v ast.Expr) ast.Expr { return u.Code(v.Pos(), "[]%s{(%s)}[0]", t, v) }
