package adapt

import (
	"go/ast"
	"go/token"
	"go/types"
)

// boxes copies a value of the program where it is converted to an interface.
//
//	x = v // x is of an interface type
//
// becomes
//
//	x = ([]T{(v)}[0])
//
// an element of a slice that nothing else refers to.
var boxes = Pass{"boxes", "the box contains the variable itself, or the slot of the intermediate result, and the " +
	"interface changes with it", func(u *unit) {
	handed := map[ast.Expr]bool{}
	u.each(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			u.literals(n)
		case *ast.CallExpr:
			u.arguments(n, handed)
		}
	})
	u.lowered.Implicit(func(v ast.Expr, dest types.Type) ast.Expr {
		if handed[v] {
			return v
		}
		return u.box(v, dest)
	})
}}

// box copies a value that is converted to the type dest.
func (u *unit) box(v ast.Expr, dest types.Type) ast.Expr {
	known := u.types[v]
	if !types.IsInterface(dest) || known.Type == nil || !u.boxable(known.Type, dest) {
		return v
	}
	boxed := v
	if !fresh(v, dest) && known.Value == nil {
		t := u.typeExpr(known.Type, v.Pos())
		if t == nil {
			return v
		}
		boxed = parens(element(t, v))
	}
	if dest.Underlying().(*types.Interface).Empty() {
		return element(empty(v.Pos()), boxed)
	}
	return boxed
}

// element makes []t{(v)}[0]. In parentheses, v is not copied again.
func element(t, v ast.Expr) ast.Expr {
	list := &ast.CompositeLit{Type: &ast.ArrayType{Lbrack: v.Pos(), Elt: t}, Lbrace: v.Pos(),
		Elts: []ast.Expr{parens(v)}, Rbrace: v.End()}
	return &ast.IndexExpr{X: list, Lbrack: v.End(), Index: number(v.Pos(), 0), Rbrack: v.End()}
}

// fresh reports whether each evaluation of a value has a new slot, as that of a composite
// literal. In an empty interface a literal would not be boxed.
func fresh(v ast.Expr, dest types.Type) bool {
	return is[*ast.CompositeLit](v) && !dest.Underlying().(*types.Interface).Empty()
}

// boxable reports whether yaegi boxes a value of type t that is converted to the
// interface dest: to an empty interface only if t has methods.
func (u *unit) boxable(t, dest types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() != u.pkg || types.IsInterface(named) {
		return false
	}
	return named.NumMethods() > 0 || !dest.Underlying().(*types.Interface).Empty()
}

func empty(pos token.Pos) ast.Expr {
	return &ast.InterfaceType{Interface: pos, Methods: &ast.FieldList{Opening: pos, Closing: pos}}
}

// single keeps a slice that is one of several arguments for a variadic parameter
// from being taken for all of them.
func (u *unit) single(v ast.Expr, all *types.Slice) ast.Expr {
	t := u.types[v].Type
	if i, ok := all.Elem().Underlying().(*types.Interface); !ok || !i.Empty() || t == nil || !types.Identical(t, all) {
		return v
	}
	return element(empty(v.Pos()), v)
}

// literals copies composite literals that are assigned to an element or a field, where they have no slot of their own.
func (u *unit) literals(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN || len(s.Lhs) != len(s.Rhs) {
		return
	}
	for i, v := range s.Rhs {
		dest := u.types[s.Lhs[i]].Type
		if !is[*ast.Ident](s.Lhs[i]) && dest != nil && types.IsInterface(dest) && fresh(v, dest) &&
			u.boxable(u.types[v].Type, dest) {
			if t := u.typeExpr(u.types[v].Type, v.Pos()); t != nil {
				s.Rhs[i] = element(t, v)
			}
		}
	}
}

// arguments notes those of functions of packages, which get values without boxes, and of slices, and keeps others
// from being boxed again.
func (u *unit) arguments(call *ast.CallExpr, handed map[ast.Expr]bool) {
	if call.Ellipsis.IsValid() || u.ofPackage(call.Fun) {
		for _, arg := range call.Args {
			handed[arg] = true
		}
		return
	}
	sig, ok := u.lowered.Under(call.Fun).(*types.Signature)
	if !ok || u.types[call.Fun].IsType() {
		return
	}
	last := sig.Params().Len() - 1
	for i, arg := range call.Args {
		if !sig.Variadic() || i < last {
			call.Args[i] = u.yielded(arg)
		} else if slice, ok := sig.Params().At(last).Type().(*types.Slice); ok {
			call.Args[i] = u.single(arg, slice)
		}
	}
}

// yielded keeps yaegi from putting the interface value returned by a call into another box, whose type it
// would not find.
func (u *unit) yielded(v ast.Expr) ast.Expr {
	if t := u.types[v].Type; is[*ast.CallExpr](v) && t != nil && types.IsInterface(t) {
		return parens(v)
	}
	return v
}

// ofPackage reports whether a function belongs to an imported package, or is a method
// of one of its types.
func (u *unit) ofPackage(fun ast.Expr) bool {
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := u.info.Uses[sel.Sel].(*types.Func)
	return ok && f.Pkg() != u.pkg
}

// boxes reports whether yaegi keeps values of an interface type in its own boxes: if
// it is empty or declared in the program.
func (u *unit) boxes(t types.Type) bool {
	if t == nil || !types.IsInterface(t) {
		return false
	}
	named, ok := types.Unalias(t).(*types.Named)
	return !ok || named.Obj().Pkg() == u.pkg || named.Underlying().(*types.Interface).Empty()
}

// ofProgram reports whether a type, or its pointer element type, is declared in the
// program and not an interface.
func (u *unit) ofProgram(t types.Type) bool {
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() == u.pkg && !types.IsInterface(named)
}
