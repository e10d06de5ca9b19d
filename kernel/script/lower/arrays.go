package lower

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// arrays rewrites loops over the indices of an array to count, as a pointer to the array may be nil.
//
//	for i := range p { // p points to an array of three elements
//		f(i)
//	}
//
// becomes
//
//	for i := range 3 {
//		f(i)
//	}
//
//	for _, c := range cs { // c is a channel
//		c <- 1
//	}
//
// becomes
//
//	ʹx_1 := cs
//	for ʹi_2 := range ʹx_1 {
//		c := ʹx_1[ʹi_2]
//		c <- 1
//	}
//
// The elements behind a pointer to an array, for which an interpreter has no variable, are those of a slice,
// and a channel is evaluated once:
//
//	for i, x := range p {
//	for x := range c {
//
// become
//
//	for i, x := range p[:] {
//
//	ʹx_1 := c
//	for x := range ʹx_1 {
//
// And an array that is as long as its elements need says how long it is: [...]int{3: 1, 0: 2} becomes
// [4]int{3: 1, 0: 2}.
var arrays = Pass{"arrays", "a loop over the indices of an array needs no array", func(u *Unit) error {
	u.preceded(func(s ast.Stmt) []ast.Stmt { // the operand of a loop over a channel, or over channels, is evaluated once
		n, ok := s.(*ast.RangeStmt)
		if !ok || u.typeOf(n.X) == nil {
			return nil
		}
		_, channel := u.typeOf(n.X).Underlying().(*types.Chan)
		if !channel && !u.overChannels(n) {
			return nil
		}
		x := u.name("ʹx")
		operand := define(ident(n.Pos(), x), n.X)
		if !channel {
			u.byIndex(n, x)
		}
		n.X = ident(n.Pos(), x)
		return []ast.Stmt{operand}
	})
	u.apply(nil, func(c *astutil.Cursor) bool {
		if n, ok := c.Node().(*ast.ArrayType); ok {
			if dots, ok := n.Len.(*ast.Ellipsis); ok && u.typeOf(n) != nil {
				n.Len = number(dots.Pos(), int(u.typeOf(n).(*types.Array).Len()))
			}
			return true
		}
		if n, ok := c.Node().(*ast.UnaryExpr); ok && n.Op == token.AND {
			u.elementOf(n)
			return true
		}
		n, ok := c.Node().(*ast.RangeStmt)
		if !ok || u.typeOf(n.X) == nil {
			return true
		}
		t := u.typeOf(n.X)
		p, behind := t.Underlying().(*types.Pointer)
		if behind {
			t = p.Elem()
		}
		a, ok := t.Underlying().(*types.Array)
		switch {
		case !ok:
		case n.Value != nil && !IsBlank(n.Value):
			if behind {
				pos, end := n.X.Pos(), n.X.End()
				n.X = &ast.SliceExpr{X: &ast.ParenExpr{Lparen: pos, X: n.X, Rparen: end}, Lbrack: end, Rbrack: end}
			}
		default:
			of := n.X
			n.X, n.Value = number(of.Pos(), int(a.Len())), nil
			if u.effects(of) { // it is evaluated
				if in := u.TypeExpr(u.typeOf(of), of.Pos()); in != nil {
					n.X = applied("_", in, ident(of.Pos(), "int"), of, returned(of.Pos(), n.X))
				}
			}
			if n.Key != nil && IsBlank(n.Key) {
				n.Key, n.Tok = nil, token.ILLEGAL
			}
		}
		return true
	})
	return nil
}}

// elementOf takes the address of an element of an array behind a pointer by a slice of the array:
// &p[i] becomes &p[:][i].
func (u *Unit) elementOf(n *ast.UnaryExpr) {
	index, ok := ast.Unparen(n.X).(*ast.IndexExpr)
	if !ok || u.typeOf(index.X) == nil {
		return
	}
	p, ok := u.typeOf(index.X).Underlying().(*types.Pointer)
	if !ok {
		return
	}
	if _, ok := p.Elem().Underlying().(*types.Array); ok {
		index.X = &ast.SliceExpr{X: index.X, Lbrack: index.Lbrack, Rbrack: index.Lbrack}
	}
}

// overChannels reports whether a loop is over channels. An interpreter takes it for a loop over a channel.
func (u *Unit) overChannels(n *ast.RangeStmt) bool {
	id, ok := n.Value.(*ast.Ident)
	if !ok || id.Name == "_" || u.Info.Defs[id] == nil {
		return false
	}
	_, ok = u.Info.Defs[id].Type().Underlying().(*types.Chan)
	return ok
}

// byIndex has a loop over channels, which are in a variable, look them up by index.
func (u *Unit) byIndex(n *ast.RangeStmt, variable string) {
	pos, id := n.Pos(), n.Value.(*ast.Ident)
	if n.Key == nil || IsBlank(n.Key) {
		n.Key = ident(pos, u.name("ʹi"))
	}
	at := &ast.IndexExpr{X: ident(pos, variable), Lbrack: pos, Index: ident(pos, n.Key.(*ast.Ident).Name), Rbrack: pos}
	first := []ast.Stmt{define(id, at), use(pos, id.Name)}
	if _, ok := u.typeOf(n.X).Underlying().(*types.Map); ok { // it may have been deleted
		there := u.name("ʹok")
		first = []ast.Stmt{pair(pos, id.Name, there, at), when(pos, not(pos, ident(pos, there)),
			&ast.BranchStmt{TokPos: pos, Tok: token.CONTINUE})}
	}
	n.Value = nil
	n.Body.List = append(first, n.Body.List...)
}
