package adapt

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/focal-search/focal/kernel/script/lower"
)

// ranges rewrites range statements over integers and strings: see countingLoop and runeLoop.
var ranges = Pass{"ranges", "a loop over an integer gets the integer's type wrong, and one over a string fails for bytes " +
	"that are not UTF-8, and counts runes if no variable takes them", func(u *unit) {
	replace(u, func(loop *ast.RangeStmt, label *ast.LabeledStmt) ast.Stmt {
		switch t := u.types[loop.X].Type; {
		case lower.IsBasic(t, types.IsInteger):
			return u.countingLoop(loop, types.Default(t), label)
		case lower.IsBasic(t, types.IsString) && (kept(loop.Key) || kept(loop.Value)):
			u.runeLoop(loop)
		}
		return labeled(label, loop)
	})
}}

// kept reports whether a loop assigns its key, or value, to a variable.
func kept(e ast.Expr) bool { return e != nil && !lower.IsBlank(e) }

// countingLoop rewrites
//
//	for i := range x { ... }
//
// into
//
//	for i', n' := int(0), x; i' < n'; i'++ { i := i'; ... }
//
// or, if the type of x is not a basic type, into
//
//	{ n' := x; for i' := n' - n'; i' < n'; i'++ { i := i'; ... } }
func (u *unit) countingLoop(s *ast.RangeStmt, t types.Type, label *ast.LabeledStmt) ast.Stmt {
	u.n++
	pos := s.Pos()
	index, limit := fmt.Sprintf("ʹi%d", u.n), fmt.Sprintf("ʹn%d", u.n)
	if kept(s.Key) {
		s.Body.List = append([]ast.Stmt{define(s.Key.(*ast.Ident), ident(pos, index))}, s.Body.List...)
	}
	loop := u.statements(pos, "for %s := %s - %[2]s; %[1]s < %[2]s; %[1]s++ {}", index, limit)[0].(*ast.ForStmt)
	loop.For, loop.Body = s.For, s.Body
	if b, ok := t.(*types.Basic); ok {
		loop.Init = &ast.AssignStmt{Lhs: []ast.Expr{ident(pos, index), ident(pos, limit)}, TokPos: pos, Tok: token.DEFINE,
			Rhs: []ast.Expr{u.code(pos, "%s(0)", b.Name()), s.X}}
		return labeled(label, loop)
	}
	return block(pos, s.End(), define(ident(pos, limit), s.X), labeled(label, loop))
}

// RunesFunc is the name of the compiled function that returns the runes of a string.
const RunesFunc = "ʹrunes"

// runeLoop rewrites
//
//	for i, r := range s { ... }
//
// into
//
//	for _, x := range ʹrunes(string(s)) { i, r := x.I, x.R; ... }
//
// A loop without i ranges over []rune(s).
func (u *unit) runeLoop(s *ast.RangeStmt) {
	pos := s.Pos()
	name := func(s string) *ast.Ident { return ident(pos, s) }
	if !kept(s.Key) {
		list := &ast.ArrayType{Lbrack: s.X.Pos(), Elt: name("rune")}
		s.X = &ast.CallExpr{Fun: list, Lparen: s.X.Pos(), Args: []ast.Expr{s.X}, Rparen: s.X.End()}
		return
	}
	u.n++
	each := fmt.Sprintf("ʹx%d", u.n)
	taken := &ast.AssignStmt{TokPos: s.TokPos, Tok: token.DEFINE}
	take := func(variable ast.Expr, field string) {
		if kept(variable) {
			taken.Lhs = append(taken.Lhs, variable)
			taken.Rhs = append(taken.Rhs, &ast.SelectorExpr{X: name(each), Sel: name(field)})
		}
	}
	take(s.Key, "I")
	take(s.Value, "R")
	s.Body.List = append([]ast.Stmt{taken}, s.Body.List...)
	s.X = calling(s.X.Pos(), RunesFunc, calling(s.X.Pos(), "string", s.X))
	s.Key, s.Value, s.Tok = name("_"), name(each), token.DEFINE
}
