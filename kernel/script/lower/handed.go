package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// handed converts a value of the program to an interface of a package by a function, which makes a value that
// calls its methods. So there is one way in which a value is handed to compiled code as such an interface,
// wherever it is converted and whatever its type is.
//
//	var w io.Writer = c
//
// becomes
//
//	var w io.Writer = ʹhand_1(c)
//
//	func ʹhand_1(ʹx *counter) io.Writer {
//		var ʹi io.Writer
//		ʹrt.Hand(&ʹi, ʹx, "Write", ʹx.Write)
//		return ʹi
//	}
//
// Pass typed does so for error. The result for an interface that is nil is nil, and for one that holds a value of a
// package it is that value.
var handed = Pass{"handed", "a value is converted to an interface of a package by the syntax of where it stands: a nil " +
	"slice becomes a nil interface, and a result of a call is not converted", func(u *Unit) {
	made := map[[2]string]string{} // functions by the types from and to which they convert
	u.Implicit(func(e ast.Expr, dest types.Type) ast.Expr {
		t := u.typeOf(e)
		if t == nil || !u.wraps(dest) || u.Info.Types[e].IsNil() || Compiled(t) || u.ofLibrary(t) {
			return e
		}
		key := [2]string{Identity(t), Identity(dest)}
		if made[key] == "" {
			name := u.name("ʹhand")
			if !u.declareHand(e.Pos(), name, t, types.Unalias(dest).(*types.Named)) {
				u.refuse(e, "the interpreter cannot make a %s of a %s%s", u.called(dest), u.called(t), Instead)
				return e
			}
			made[key] = name
		}
		return call(e.Pos(), ident(e.Pos(), made[key]), e)
	})
}}

// declareHand declares a function that converts from one type to an interface of a package, if it can be written.
func (u *Unit) declareHand(pos token.Pos, name string, from types.Type, to *types.Named) bool {
	obj := to.Obj()
	if to.TypeArgs() != nil || obj.Pkg() == nil {
		return false
	}
	further, ok := u.Hands(obj.Pkg().Path(), obj.Name())
	if !ok {
		return false
	}
	const x, i = "ʹx", "ʹi"
	in, out := u.TypeExpr(from, pos), u.TypeExpr(to, pos)
	if in == nil || out == nil {
		return false
	}
	set := types.NewMethodSet(from)
	var names []string
	for m := range to.Underlying().(*types.Interface).Methods() {
		names = append(names, m.Name())
	}
	for _, m := range further {
		if set.Lookup(nil, m) != nil {
			names = append(names, m)
		}
	}
	value := ast.Expr(ident(pos, x))
	if types.IsInterface(from) {
		value = anys(value)
	}
	args := []ast.Expr{&ast.UnaryExpr{OpPos: pos, Op: token.AND, X: ident(pos, i)}, value,
		quoted(pos, strings.Join(names, " "))}
	for _, m := range names {
		selection := set.Lookup(nil, m)
		method := &ast.SelectorExpr{X: ident(pos, x), Sel: ident(pos, m)}
		if len(selection.Index()) == 1 && !types.IsInterface(from) {
			args = append(args, method) // which is faster
			continue
		}
		sig := selection.Type().(*types.Signature)
		t := u.funcType(sig, "ʹa", pos)
		if t == nil {
			return false
		}
		args = append(args, &ast.FuncLit{Type: t, Body: block(pos, forwardTo(method, "ʹa", 0, sig))})
	}
	body := []ast.Stmt{declare(pos, i, out)}
	if types.IsInterface(from) {
		body = append(body, when(pos, isNil(ident(pos, x)), returned(pos, ident(pos, i))))
	}
	body = append(body, expr(call(pos, u.runtime(pos, "Hand"), args...)),
		returned(pos, ident(pos, i)))
	u.declareFunction(pos, name, fields(pos, field(pos, x, in)), fields(pos, field(pos, "", clone(out))), body...)
	return true
}
