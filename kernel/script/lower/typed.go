package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/focal-search/focal/kernel/script/rt"
)

// typed adds the name of their type to values in interfaces if an interpreter would keep only the
// structure: values of the program's types without methods, except structs with fields, and of
// types that contain such types.
//
//	type celsius float64
//
//	var x any = celsius(20)
//	hot := x == celsius(30) || m[celsius(30)]
//
// becomes
//
//	var x any = ʹrt.Hold("main.celsius", celsius(20))
//	hot := x == ʹrt.Hold("main.celsius", celsius(30)) || m[ʹrt.Hold("main.celsius", celsius(30))]
//
// Pass assertions unwraps them again. Functions of packages get the values themselves, except
// those that keep a value for the program.
var typed = Pass{"typed", "an interface keeps only the structure of a type without methods", func(u *Unit) {
	h := &holding{Unit: u, raw: map[ast.Expr]bool{}, own: map[ast.Expr]bool{}}
	Each(u, h.given)
	if u.err != nil {
		return
	}
	u.Implicit(h.hold)
	replace(u, func(n ast.Node) ast.Node {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				n.X, n.Y = h.hold(n.X, u.typeOf(n.Y)), h.hold(n.Y, u.typeOf(n.X))
			}
		case *ast.SwitchStmt:
			h.cases(n)
		}
		return nil
	})
}}

// holding is the state of pass typed.
type holding struct {
	*Unit
	raw map[ast.Expr]bool // arguments that are passed unchanged
	own map[ast.Expr]bool // arguments of functions that keep them
}

// given passes values unchanged to functions of packages.
func (h *holding) given(n *ast.CallExpr) {
	f := h.callee(n.Fun)
	if f == nil || f.Pkg() == nil || f.Pkg() == h.Package {
		return
	}
	if keeping[f.Pkg().Path()] {
		for _, arg := range n.Args {
			h.own[arg] = true
		}
		return
	}
	if f.Pkg().Path() == "fmt" && f.Name() == "Errorf" {
		for i, arg := range n.Args {
			if t := h.typeOf(arg); h.fails(t) || h.isInterface(arg) && implementsError(t) {
				n.Args[i] = h.failed(arg, t)
			}
		}
	}
	if f.FullName() == "reflect.DeepEqual" && len(n.Args) == 2 {
		known := h.Info.Types[n.Fun]
		n.Fun = h.Code(n.Pos(), "ʹrt.DeepEqual")
		h.Info.Types[n.Fun] = known
		for _, arg := range n.Args {
			h.own[arg] = true
		}
		return
	}
	h.target(f, n)
	for _, arg := range n.Args {
		h.raw[arg] = true
	}
	sig := f.Signature()
	if h.Presents(f) || f.Pkg().Path() == h.Runtime || f.FullName() == "errors.As" {
		return
	}
	for i, arg := range n.Args {
		t, dest := h.typeOf(arg), paramType(sig, i, n.Ellipsis.IsValid())
		if t == nil || !isAny(dest) || h.Info.Types[arg].IsNil() || !h.mayHold(t) {
			continue
		}
		n.Args[i] = h.Code(arg.Pos(), "ʹrt.Plain(%s)", arg)
		h.raw[n.Args[i]] = true
	}
}

// target makes errors.As find errors of the program's types.
func (h *holding) target(f *types.Func, n *ast.CallExpr) {
	if f.FullName() != "errors.As" {
		return
	}
	p, ok := h.Under(n.Args[1]).(*types.Pointer)
	if h.isInterface(n.Args[1]) {
		h.refuse(n.Args[1], "the interpreter's errors.As does not know what this points to; hand over a pointer to a variable%s", Instead)
	}
	if ok && types.IsInterface(p.Elem()) && !IsError(p.Elem()) {
		h.refuse(n, "the interpreter's errors.As finds no interface; use a type of your own that is none%s", Instead)
	}
	if ok && h.fails(p.Elem()) {
		n.Fun = h.Code(n.Pos(), "ʹrt.As")
		n.Args = []ast.Expr{quoted(n.Pos(), Identity(p.Elem())), h.failed(n.Args[0], h.typeOf(n.Args[0])), n.Args[1]}
	}
}

// isAny reports whether a type is an empty interface.
func isAny(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.Empty()
}

// mayHold reports whether a value may contain empty interfaces.
func (u *Unit) mayHold(t types.Type) bool {
	return somewhere(t, func(t types.Type) (bool, []types.Type) {
		switch of := t.Underlying().(type) {
		case *types.Interface:
			return of.Empty() && !u.ofLibrary(t), nil
		case *types.Pointer, *types.Chan, *types.Signature:
			return false, nil
		}
		if u.ofLibrary(t) {
			return false, nil
		}
		return false, Components(t.Underlying())
	})
}

// hold wraps a value that is converted to an interface.
func (h *holding) hold(e ast.Expr, dest types.Type) ast.Expr {
	t := h.typeOf(e)
	if h.own[e] && t != nil && dest != nil && isAny(dest) && !h.bare(t) &&
		(isAny(t) || h.boxed(e) || types.IsInterface(t) && !h.ofLibrary(t)) {
		return h.Code(e.Pos(), "[]any{%s}[0]", e) // an interpreter passes an element of a slice with its type
	}
	if t != nil && dest != nil && IsError(dest) && !h.Info.Types[e].IsNil() {
		return h.failed(e, t)
	}
	if t == nil || dest == nil || h.raw[e] || !types.IsInterface(dest) || h.Info.Types[e].IsNil() ||
		!h.Info.Types[e].IsValue() || !h.bare(t) {
		return e
	}
	h.Types[Identity(t)] = t
	pos := e.Pos()
	held := h.Code(pos, "ʹrt.Hold(%q, %s)", Identity(t), e)
	if EmptyStruct(t) { // which an interpreter does not pass
		held = h.instead(e, "any", fmt.Sprintf("ʹrt.Empty(%q)", Identity(t)))
	}
	h.Info.Types[held] = types.TypeAndValue{Type: types.Universe.Lookup("any").Type()}
	return held
}

// IsError reports whether a type is error.
func IsError(t types.Type) bool {
	return types.Identical(types.Unalias(t), types.Universe.Lookup("error").Type())
}

// fails reports whether a type of the program, not an interface, implements error.
func (u *Unit) fails(t types.Type) bool {
	return t != nil && !types.IsInterface(t) && u.ofProgram(t) && implementsError(t)
}

func implementsError(t types.Type) bool {
	return types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}

// failed wraps a value of a type of the program that is converted to error.
func (h *holding) failed(e ast.Expr, t types.Type) ast.Expr {
	var made ast.Expr
	switch {
	case h.fails(t) && EmptyStruct(t):
		made = h.instead(e, "error", fmt.Sprintf("ʹrt.Failed(%q, []any{%s{}}[0])", Identity(t), h.TypeText(t)))
	case h.fails(t):
		made = h.Code(e.Pos(), "ʹrt.Failed(%q, []any{%s}[0])", Identity(t), e)
	case types.IsInterface(t) && !IsError(t) && !h.ofLibrary(t):
		made = h.Code(e.Pos(), "ʹrt.Failing([]any{%s}[0])", e)
	default:
		return e
	}
	if !types.IsInterface(t) {
		h.Types[Identity(t)] = t
	}
	h.Info.Types[made] = types.TypeAndValue{Type: types.Universe.Lookup("error").Type()}
	return made
}

// EmptyStruct reports whether a type is a struct without fields.
func EmptyStruct(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	return ok && s.NumFields() == 0
}

// cases wraps the operands of a switch that compares an interface with such values, or such a
// value with interfaces.
func (h *holding) cases(n *ast.SwitchStmt) {
	if n.Tag == nil {
		return
	}
	held := func(tag types.Type) (interfaces bool) {
		for _, e := range Cases(n.Body) {
			interfaces = interfaces || h.isInterface(*e)
			*e = h.hold(*e, tag)
		}
		return interfaces
	}
	if tag := h.typeOf(n.Tag); held(tag) && h.bare(tag) {
		anything := types.Universe.Lookup("any").Type()
		n.Tag = h.hold(n.Tag, anything)
		held(anything)
	}
}

// bare reports whether an interpreter keeps only the structure of a type, which other types may
// have as well.
func (u *Unit) bare(t types.Type) bool {
	return t != nil && !types.IsInterface(t) && u.lossy(t) && types.NewMethodSet(t).Len() == 0
}

// lossy reports whether a type contains types of the program that an interpreter identifies by their
// structure: all except structs with fields, which have tags; or unnamed structs, whose field names
// it does not know.
func (u *Unit) lossy(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if t.Obj().Pkg() == u.Package {
			s, ok := t.Underlying().(*types.Struct)
			return !ok || s.NumFields() == 0
		}
	case *types.Struct:
		return t.NumFields() > 0
	case *types.Interface:
		return false
	}
	return slices.ContainsFunc(Components(t), u.lossy)
}

// called returns a type's name in messages, as the program writes it.
func (u *Unit) called(t types.Type) string {
	return rt.PlainName(types.TypeString(t, func(p *types.Package) string {
		if p == u.Package {
			return ""
		}
		return p.Name()
	}))
}
