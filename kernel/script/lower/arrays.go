package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
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
var arrays = Pass{"arrays", "a loop over the indices of an array needs no array", func(u *Unit) {
	u.preceded(func(s ast.Stmt) []ast.Stmt { // the operand of a loop over a channel, or over channels, is evaluated once
		n, ok := s.(*ast.RangeStmt)
		if !ok {
			return nil
		}
		channel := is[*types.Chan](u.Under(n.X))
		if !channel && !u.overChannels(n) {
			return nil
		}
		x := u.Name("ʹx")
		operand := define(ident(n.Pos(), x), n.X)
		if !channel {
			u.byIndex(n, x)
		}
		n.X = ident(n.Pos(), x)
		return []ast.Stmt{operand}
	})
	Each(u, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.ArrayType:
			if dots, ok := n.Len.(*ast.Ellipsis); ok {
				n.Len = number(dots.Pos(), int(u.typeOf(n).(*types.Array).Len()))
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				u.elementOf(n)
			}
		case *ast.RangeStmt:
			u.overArray(n)
		}
	})
}}

// arrayOf returns the type of an array, or of one behind a pointer; nil for others.
func (u *Unit) arrayOf(e ast.Expr) (a *types.Array, behind bool) {
	t := u.Under(e)
	p, behind := t.(*types.Pointer)
	if behind {
		t = p.Elem().Underlying()
	}
	a, _ = t.(*types.Array)
	return a, behind
}

// overArray has a loop over an array count, or take the elements behind a pointer as those of a slice.
func (u *Unit) overArray(n *ast.RangeStmt) {
	a, behind := u.arrayOf(n.X)
	of, pos := n.X, n.X.Pos()
	switch {
	case a == nil:
	case n.Value != nil && !IsBlank(n.Value):
		if behind {
			n.X = u.Code(pos, "(%s)[:]", of)
		}
	default:
		n.X, n.Value = number(pos, int(a.Len())), nil
		if u.effects(of) { // it is evaluated
			if made := u.instead(of, "int", fmt.Sprint(a.Len())); made != nil {
				n.X = made
			}
		}
		if n.Key != nil && IsBlank(n.Key) {
			n.Key, n.Tok = nil, token.ILLEGAL
		}
	}
}

// elementOf takes the address of an element of an array behind a pointer by a slice of the array:
// &p[i] becomes &p[:][i].
func (u *Unit) elementOf(n *ast.UnaryExpr) {
	if index, ok := ast.Unparen(n.X).(*ast.IndexExpr); ok {
		if a, behind := u.arrayOf(index.X); a != nil && behind {
			index.X = u.Code(index.Lbrack, "%s[:]", index.X)
		}
	}
}

// overChannels reports whether a loop is over channels. An interpreter takes it for a loop over a channel.
func (u *Unit) overChannels(n *ast.RangeStmt) bool {
	id, ok := n.Value.(*ast.Ident)
	return ok && is[*types.Chan](u.Under(id))
}

// byIndex has a loop over channels, which are in a variable, look them up by index.
func (u *Unit) byIndex(n *ast.RangeStmt, variable string) {
	pos, id := n.Pos(), n.Value.(*ast.Ident)
	if n.Key == nil || IsBlank(n.Key) {
		n.Key = ident(pos, u.Name("ʹi"))
	}
	key := n.Key.(*ast.Ident).Name
	first := u.Statements(pos, "%s := %s[%s]; _ = %[1]s", id.Name, variable, key)
	if is[*types.Map](u.Under(n.X)) { // it may have been deleted
		first = u.Statements(pos, "%s, %s := %s[%s]; if !%[2]s { continue }", id.Name, u.Name("ʹok"), variable, key)
	}
	n.Value = nil
	n.Body.List = append(first, n.Body.List...)
}
