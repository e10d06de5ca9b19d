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
	each(u, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			u.literals(n)
		case *ast.CallExpr:
			u.arguments(n, handed)
		}
	})
	u.Implicit(func(v ast.Expr, dest types.Type) ast.Expr {
		if handed[v] {
			return v
		}
		return u.box(v, dest)
	})
}}

// box copies a value that is converted to the type dest.
func (u *unit) box(v ast.Expr, dest types.Type) ast.Expr {
	known := u.Info.Types[v]
	if !types.IsInterface(dest) || known.Type == nil || !u.boxable(known.Type, dest) {
		return v
	}
	boxed := v
	if !fresh(v, dest) && known.Value == nil {
		t := u.TypeText(known.Type)
		if t == "" {
			return v
		}
		boxed = parens(u.element(t, v))
	}
	if dest.Underlying().(*types.Interface).Empty() {
		return u.element("any", boxed)
	}
	return boxed
}

// fresh reports whether each evaluation of a value has a new slot, as that of a composite
// literal. In an empty interface a literal would not be boxed.
func fresh(v ast.Expr, dest types.Type) bool {
	return is[*ast.CompositeLit](v) && !dest.Underlying().(*types.Interface).Empty()
}

// boxable reports whether yaegi boxes a value of type t that is converted to the
// interface dest: to an empty interface only if t has methods.
func (u *unit) boxable(t, dest types.Type) bool {
	named := u.ofProgram(t)
	return named != nil && (named.NumMethods() > 0 || !dest.Underlying().(*types.Interface).Empty())
}

// single keeps a slice that is one of several arguments for a variadic parameter
// from being taken for all of them.
func (u *unit) single(v ast.Expr, all *types.Slice) ast.Expr {
	t := u.Info.Types[v].Type
	if i, ok := all.Elem().Underlying().(*types.Interface); !ok || !i.Empty() || t == nil || !types.Identical(t, all) {
		return v
	}
	return u.element("any", v)
}

// literals copies composite literals that are assigned to an element or a field, where they have no slot of their own.
func (u *unit) literals(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN || len(s.Lhs) != len(s.Rhs) {
		return
	}
	for i, v := range s.Rhs {
		dest := u.Info.Types[s.Lhs[i]].Type
		if !is[*ast.Ident](s.Lhs[i]) && dest != nil && types.IsInterface(dest) && fresh(v, dest) &&
			u.boxable(u.Info.Types[v].Type, dest) {
			if t := u.TypeText(u.Info.Types[v].Type); t != "" {
				s.Rhs[i] = u.element(t, v)
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
	sig, ok := u.Under(call.Fun).(*types.Signature)
	if !ok || u.Info.Types[call.Fun].IsType() {
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
	if t := u.Info.Types[v].Type; is[*ast.CallExpr](v) && t != nil && types.IsInterface(t) {
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
	f, ok := u.Info.Uses[sel.Sel].(*types.Func)
	return ok && f.Pkg() != u.Package
}

// boxes reports whether yaegi keeps values of an interface type in its own boxes: if
// it is empty or declared in the program.
func (u *unit) boxes(t types.Type) bool {
	if t == nil || !types.IsInterface(t) {
		return false
	}
	named, ok := types.Unalias(t).(*types.Named)
	return !ok || named.Obj().Pkg() == u.Package || named.Underlying().(*types.Interface).Empty()
}

// ofProgram returns a type, or its pointer element type, if the program declares it and it is no interface; else nil.
func (u *unit) ofProgram(t types.Type) *types.Named {
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() != u.Package || types.IsInterface(named) {
		return nil
	}
	return named
}
