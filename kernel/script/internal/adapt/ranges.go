package adapt

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/focal-search/focal/kernel/script/lower"
)

// ranges rewrites range statements over integers and strings: see countingLoop and runeLoop.
var ranges = Pass{"ranges", "a loop over an integer gets the integer's type wrong, and one over a string fails for bytes " +
	"that are not UTF-8, and counts runes if no variable takes them", func(u *unit) {
	lower.ReplaceLabeled(u.Unit, func(loop *ast.RangeStmt, label *ast.LabeledStmt) ast.Stmt {
		switch t := u.Info.Types[loop.X].Type; {
		case lower.IsBasic(t, types.IsInteger):
			return u.countingLoop(loop, types.Default(t), label)
		case lower.IsBasic(t, types.IsString) && (kept(loop.Key) || kept(loop.Value)):
			u.runeLoop(loop)
		}
		return lower.Labeled(label, loop)
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
	pos, index, limit := s.Pos(), u.Name("ʹi"), u.Name("ʹn")
	if kept(s.Key) {
		s.Body.List = append(u.Statements(s.Key.Pos(), "%s := %s", s.Key, index), s.Body.List...)
	}
	loop := u.Statements(pos, "for %s := %s - %[2]s; %[1]s < %[2]s; %[1]s++ {}", index, limit)[0].(*ast.ForStmt)
	loop.For, loop.Body = s.For, s.Body
	if b, ok := t.(*types.Basic); ok {
		loop.Init = u.Statement(pos, "%s, %s := %s(0), %s", index, limit, b.Name(), s.X)
		return lower.Labeled(label, loop)
	}
	return u.Statement(pos, "{ %s := %s; %s }", limit, s.X, lower.Labeled(label, loop))
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
	if !kept(s.Key) {
		s.X = u.Code(s.X.Pos(), "[]rune(%s)", s.X)
		return
	}
	each := u.Name("ʹx")
	taken := u.Statements(s.TokPos, "%s := %s.I", s.Key, each)
	if kept(s.Value) {
		taken = u.Statements(s.TokPos, "%s, %s := %s.I, %[3]s.R", s.Key, s.Value, each)
	}
	s.Body.List = append(taken, s.Body.List...)
	s.X = u.Code(s.X.Pos(), "%s(string(%s))", RunesFunc, s.X)
	s.Key, s.Value, s.Tok = ident(s.Pos(), "_"), ident(s.Pos(), each), token.DEFINE
}
