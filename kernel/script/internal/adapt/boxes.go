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
	u.functions(u.boxReturned)
	u.each(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			u.boxAssigned(n)
		case *ast.ValueSpec:
			u.boxDeclared(n)
		case *ast.CompositeLit:
			u.boxElements(n)
		case *ast.CallExpr:
			u.boxArguments(n)
		case *ast.SendStmt:
			u.boxSent(n)
		}
	})
}}

// box copies a value that is converted to the type dest.
func (u *unit) box(v ast.Expr, dest types.Type) ast.Expr {
	if dest == nil || !types.IsInterface(dest) {
		return v
	}
	known := u.types[v]
	if known.Type == nil || !u.boxable(known.Type, dest) {
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
	_, ok := v.(*ast.CompositeLit)
	return ok && !dest.Underlying().(*types.Interface).Empty()
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

// boxReturned copies returned values. Without the slice, an empty interface would
// get the value without its type.
func (u *unit) boxReturned(f *ast.FuncType, body *ast.BlockStmt) {
	if body == nil || f.Results == nil {
		return
	}
	var results []types.Type
	for _, field := range f.Results.List {
		for range max(1, len(field.Names)) {
			results = append(results, u.types[field.Type].Type)
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			for i, v := range n.Results {
				if len(n.Results) == len(results) {
					n.Results[i] = u.box(v, results[i])
				}
			}
		}
		return true
	})
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

// boxAssigned copies assigned values. A literal has no slot of its own if it is
// assigned to an element or a field.
func (u *unit) boxAssigned(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN || len(s.Lhs) != len(s.Rhs) {
		return
	}
	for i, v := range s.Rhs {
		dest := u.types[s.Lhs[i]].Type
		s.Rhs[i] = u.box(v, dest)
		if _, ok := s.Lhs[i].(*ast.Ident); !ok && s.Rhs[i] == v && dest != nil && types.IsInterface(dest) && fresh(v, dest) &&
			u.boxable(u.types[v].Type, dest) {
			if t := u.typeExpr(u.types[v].Type, v.Pos()); t != nil {
				s.Rhs[i] = element(t, v)
			}
		}
	}
}

// boxDeclared copies the initial values of variables that are declared with a type.
func (u *unit) boxDeclared(s *ast.ValueSpec) {
	for i := range s.Values {
		if s.Type != nil && len(s.Names) == len(s.Values) {
			s.Values[i] = u.box(s.Values[i], u.types[s.Type].Type)
		}
	}
}

// boxElements copies the elements of a composite literal.
func (u *unit) boxElements(lit *ast.CompositeLit) {
	if u.types[lit].Type == nil {
		return
	}
	elem := func(i int, key ast.Expr) types.Type { return nil }
	switch t := u.types[lit].Type.Underlying().(type) {
	case *types.Slice:
		elem = func(int, ast.Expr) types.Type { return t.Elem() }
	case *types.Array:
		elem = func(int, ast.Expr) types.Type { return t.Elem() }
	case *types.Map:
		elem = func(int, ast.Expr) types.Type { return t.Elem() }
	case *types.Struct:
		elem = func(i int, key ast.Expr) types.Type {
			for j := range t.NumFields() {
				if name, ok := key.(*ast.Ident); key == nil && i == j || ok && name.Name == t.Field(j).Name() {
					return t.Field(j).Type()
				}
			}
			return nil
		}
	}
	for i, e := range lit.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			pair.Value = u.box(pair.Value, elem(i, pair.Key))
		} else {
			lit.Elts[i] = u.box(e, elem(i, nil))
		}
	}
}

// boxArguments copies the arguments of a function of the program, of append, and of
// a conversion. Functions of packages get values without boxes.
func (u *unit) boxArguments(call *ast.CallExpr) {
	known := u.types[call.Fun]
	if known.Type == nil || call.Ellipsis.IsValid() || u.ofPackage(call.Fun) {
		return
	}
	sig, ok := known.Type.Underlying().(*types.Signature)
	for i := range call.Args {
		switch {
		case known.IsType():
			call.Args[i] = u.box(call.Args[i], known.Type)
		case ok && sig.Variadic() && i >= sig.Params().Len()-1:
			if slice, ok := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice); ok {
				call.Args[i] = u.single(u.box(call.Args[i], slice.Elem()), slice)
			}
		case ok && i < sig.Params().Len():
			call.Args[i] = u.yielded(u.box(call.Args[i], sig.Params().At(i).Type()))
		}
	}
}

// yielded keeps yaegi from putting the interface value returned by a call into another box, whose type it
// would not find.
func (u *unit) yielded(v ast.Expr) ast.Expr {
	if _, ok := v.(*ast.CallExpr); ok && u.types[v].Type != nil && types.IsInterface(u.types[v].Type) {
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

// boxSent copies values that are sent to a channel.
func (u *unit) boxSent(s *ast.SendStmt) {
	if t := u.types[s.Chan].Type; t != nil {
		if c, ok := t.Underlying().(*types.Chan); ok {
			s.Value = u.box(s.Value, c.Elem())
		}
	}
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
