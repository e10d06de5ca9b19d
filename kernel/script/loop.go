package script

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// integer is the type of an expression, nil where that is no integer type or unknown.
func (l *lowering) integer(e ast.Expr) types.Type {
	t := l.types[e].Type
	if t == nil {
		return nil
	}
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
		return types.Default(t)
	}
	return nil
}

// rangeStmt makes a loop with range into one that yaegi runs as Go does. Its label,
// if it has one, stays with the loop.
func (l *lowering) rangeStmt(s *ast.RangeStmt, label *ast.LabeledStmt) ast.Stmt {
	labeled := func(loop ast.Stmt) ast.Stmt {
		if label == nil {
			return loop
		}
		label.Stmt = loop
		return label
	}
	if count := l.integer(s.X); count != nil {
		return l.countingLoop(s, count, labeled)
	}
	switch {
	case l.isText(s.X) && (kept(s.Key) || kept(s.Value)):
		l.runeLoop(s)
	case s.Tok == token.ASSIGN:
		l.assigningLoop(s)
	}
	return labeled(s)
}

// kept says whether a loop has something to keep its key, or value, in.
func kept(e ast.Expr) bool { return e != nil && !isBlank(e) }

// countingLoop makes
//
//	for i := range x { ... }
//
// into
//
//	for i', n' := int(0), x; i' < n'; i'++ { i := i'; ... }
//
// or, where the type of x is no basic one, into
//
//	{ n' := x; for i' := n' - n'; i' < n'; i'++ { i := i'; ... } }
func (l *lowering) countingLoop(s *ast.RangeStmt, t types.Type, labeled func(ast.Stmt) ast.Stmt) ast.Stmt {
	l.n++
	pos := s.Pos()
	index := func() *ast.Ident { return &ast.Ident{NamePos: pos, Name: fmt.Sprintf("ʹi%d", l.n)} }
	limit := func() *ast.Ident { return &ast.Ident{NamePos: pos, Name: fmt.Sprintf("ʹn%d", l.n)} }
	if s.Tok == token.ASSIGN && kept(s.Key) && l.types[s.X].Value != nil { // the constant is of the variable's type
		if e := l.typeExpr(l.types[s.Key].Type, pos); e != nil {
			t = l.types[s.Key].Type
			s.X = &ast.CallExpr{Fun: e, Lparen: s.X.Pos(), Args: []ast.Expr{s.X}, Rparen: s.X.End()}
		}
	}
	if kept(s.Key) {
		first := &ast.AssignStmt{Lhs: []ast.Expr{s.Key}, TokPos: pos, Tok: s.Tok, Rhs: []ast.Expr{index()}}
		s.Body.List = append([]ast.Stmt{first}, s.Body.List...)
	}
	loop := &ast.ForStmt{
		For:  s.For,
		Cond: &ast.BinaryExpr{X: index(), OpPos: pos, Op: token.LSS, Y: limit()},
		Post: &ast.IncDecStmt{X: index(), TokPos: pos, Tok: token.INC},
		Body: s.Body,
	}
	if b, ok := t.(*types.Basic); ok {
		zero := &ast.CallExpr{Fun: &ast.Ident{NamePos: pos, Name: b.Name()}, Lparen: pos, Rparen: pos,
			Args: []ast.Expr{number(pos, 0)}}
		loop.Init = &ast.AssignStmt{Lhs: []ast.Expr{index(), limit()}, TokPos: pos, Tok: token.DEFINE,
			Rhs: []ast.Expr{zero, s.X}}
		return labeled(loop)
	}
	loop.Init = define(index(), &ast.BinaryExpr{X: limit(), OpPos: pos, Op: token.SUB, Y: limit()})
	return &ast.BlockStmt{Lbrace: pos, List: []ast.Stmt{define(limit(), s.X), labeled(loop)}, Rbrace: s.End()}
}

// isText says whether an expression is a string.
func (l *lowering) isText(e ast.Expr) bool {
	t := l.types[e].Type
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// runesFunc is the name of the compiled function that finds the runes of a string.
// Yaegi goes wrong with bytes that are no UTF-8, and counts runes where no variable
// takes them.
const runesFunc = "ʹrunes"

// A runeAt is a rune of a string and where it begins.
type runeAt struct {
	I int
	R rune
}

func runes(s string) []runeAt {
	all := make([]runeAt, 0, len(s))
	for i, r := range s {
		all = append(all, runeAt{i, r})
	}
	return all
}

// runeLoop makes
//
//	for i, r := range s { ... }
//
// into
//
//	for _, x := range ʹrunes(string(s)) { i, r := x.I, x.R; ... }
//
// A loop without i ranges over []rune(s).
func (l *lowering) runeLoop(s *ast.RangeStmt) {
	pos := s.Pos()
	name := func(s string) *ast.Ident { return &ast.Ident{NamePos: pos, Name: s} }
	if !kept(s.Key) && s.Tok == token.DEFINE {
		list := &ast.ArrayType{Lbrack: s.X.Pos(), Elt: name("rune")}
		s.X = &ast.CallExpr{Fun: list, Lparen: s.X.Pos(), Args: []ast.Expr{s.X}, Rparen: s.X.End()}
		return
	}
	l.n++
	each := fmt.Sprintf("ʹx%d", l.n)
	taken := &ast.AssignStmt{TokPos: s.TokPos, Tok: s.Tok}
	take := func(variable ast.Expr, field string) {
		if kept(variable) {
			taken.Lhs = append(taken.Lhs, variable)
			taken.Rhs = append(taken.Rhs, &ast.SelectorExpr{X: name(each), Sel: name(field)})
		}
	}
	take(s.Key, "I")
	take(s.Value, "R")
	s.Body.List = append([]ast.Stmt{taken}, s.Body.List...)
	text := &ast.CallExpr{Fun: name("string"), Lparen: s.X.Pos(), Args: []ast.Expr{s.X}, Rparen: s.X.End()}
	s.X = &ast.CallExpr{Fun: name(runesFunc), Lparen: s.X.Pos(), Args: []ast.Expr{text}, Rparen: s.X.End()}
	s.Key, s.Value, s.Tok = name("_"), name(each), token.DEFINE
}

// assigningLoop makes
//
//	for k, v = range x { ... }
//
// into
//
//	for k', v' := range x { k, v = k', v'; ... }
//
// because yaegi leaves the variables as they are.
func (l *lowering) assigningLoop(s *ast.RangeStmt) {
	if !kept(s.Key) && !kept(s.Value) {
		return
	}
	l.n++
	key, value := elements(l.types[s.X].Type)
	taken := &ast.AssignStmt{TokPos: s.TokPos, Tok: token.ASSIGN}
	take := func(variable ast.Expr, name string, t types.Type) ast.Expr {
		if !kept(variable) {
			return variable
		}
		known := l.types[s.X] // with another type
		known.Type = t
		id := func() *ast.Ident {
			id := &ast.Ident{NamePos: variable.Pos(), Name: fmt.Sprintf("ʹ%s%d", name, l.n)}
			l.types[id] = known
			return id
		}
		taken.Lhs = append(taken.Lhs, variable)
		taken.Rhs = append(taken.Rhs, id())
		return id()
	}
	s.Key, s.Value, s.Tok = take(s.Key, "k", key), take(s.Value, "v", value), token.DEFINE
	s.Body.List = append([]ast.Stmt{taken}, s.Body.List...)
}

// elements are the types of the keys and the values in what a loop ranges over.
func elements(t types.Type) (key, value types.Type) {
	if t == nil {
		return nil, nil
	}
	t = t.Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	switch t := t.(type) {
	case *types.Slice:
		return types.Typ[types.Int], t.Elem()
	case *types.Array:
		return types.Typ[types.Int], t.Elem()
	case *types.Map:
		return t.Key(), t.Elem()
	case *types.Chan:
		return t.Elem(), nil
	}
	return nil, nil
}
