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
			name := u.Name("ʹhand")
			if !u.declareHand(e.Pos(), name, t, types.Unalias(dest).(*types.Named)) {
				u.refuse(e, "the interpreter cannot make a %s of a %s%s", u.called(dest), u.called(t), Instead)
				return e
			}
			made[key] = name
		}
		return u.Code(e.Pos(), "%s(%s)", made[key], e)
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
	in, out := u.TypeText(from), u.TypeText(to)
	if in == "" || out == "" {
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
	value, none := "ʹx", ""
	if types.IsInterface(from) {
		value, none = "[]any{ʹx}", "if ʹx == nil { return ʹi };"
	}
	var methods []ast.Expr
	for _, m := range names {
		selection := set.Lookup(nil, m)
		method := u.Code(pos, "ʹx.%s", m)
		if len(selection.Index()) == 1 && !types.IsInterface(from) {
			methods = append(methods, method) // which is faster
			continue
		}
		f := u.forwarding(method, selection.Type().(*types.Signature), "ʹa", 0)
		if f == nil {
			return false
		}
		methods = append(methods, f)
	}
	u.declareFunction(pos, name, "(ʹx %s) %s { var ʹi %[2]s; %s ʹrt.Hand(&ʹi, %s, %q, %s); return ʹi }", in, out, none,
		value, strings.Join(names, " "), methods)
	return true
}
