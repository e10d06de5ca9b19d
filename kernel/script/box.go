package script

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Where a value of a type of the program becomes that of an interface, yaegi puts
// the variable or the place of the intermediate result in a box, and the interface
// changes with it. So v becomes []T{v}[0], an element of a slice that nothing else
// has.

// box does so for a value that becomes one of the type dest.
func (l *lowering) box(v ast.Expr, dest types.Type) ast.Expr {
	if kept := l.kept(v, dest); kept != nil {
		return kept
	}
	if dest == nil || !types.IsInterface(dest) {
		return v
	}
	if _, ok := dest.(*types.TypeParam); ok {
		return v
	}
	known := l.types[v]
	if known.Type == nil || !l.boxable(known.Type, dest) {
		return v
	}
	boxed := v
	if !fresh(v, dest) && known.Value == nil {
		t := l.typeExpr(known.Type, v.Pos())
		if t == nil {
			return v
		}
		boxed = &ast.ParenExpr{Lparen: v.Pos(), X: element(t, v), Rparen: v.End()}
	}
	if dest.Underlying().(*types.Interface).Empty() {
		return element(empty(v.Pos()), boxed)
	}
	return boxed
}

// kept has a function make an error or a fmt.Stringer of a value of a type of the
// program: yaegi calls methods with what there is in the place of the value at
// the time, and a function has places of its own each time. It is nil for others.
func (l *lowering) kept(v ast.Expr, dest types.Type) ast.Expr {
	keep, known := keeper(dest), l.types[v].Type
	if keep == "" || known == nil || !l.boxable(known, dest) {
		return nil
	}
	t := l.typeExpr(known, v.Pos())
	if t == nil {
		return nil
	}
	return &ast.CallExpr{Fun: &ast.Ident{NamePos: v.Pos(), Name: keep}, Lparen: v.Pos(), Args: []ast.Expr{element(t, v)},
		Rparen: v.End()}
}

// keeper names the function that makes a value into an error or fmt.Stringer; it is
// "" for other types.
func keeper(t types.Type) string {
	switch converter(t) {
	case asError:
		return keepError
	case asStringer:
		return keepStringer
	}
	return ""
}

// element is []t{(v)}[0].
func element(t, v ast.Expr) ast.Expr {
	inner := &ast.ParenExpr{Lparen: v.Pos(), X: v, Rparen: v.End()} // which is not copied once more
	list := &ast.CompositeLit{Type: &ast.ArrayType{Lbrack: v.Pos(), Elt: t}, Lbrace: v.Pos(), Elts: []ast.Expr{inner},
		Rbrace: v.End()}
	return &ast.IndexExpr{X: list, Lbrack: v.End(), Index: number(v.Pos(), 0), Rbrack: v.End()}
}

// fresh says whether a value has a place of its own each time, as composite literals
// have. An empty interface would get a literal without a box.
func fresh(v ast.Expr, dest types.Type) bool {
	_, ok := v.(*ast.CompositeLit)
	return ok && !dest.Underlying().(*types.Interface).Empty()
}

// boxable says whether yaegi makes a box for a value of the type t that becomes
// one of an interface: for an empty one only if t has methods.
func (l *lowering) boxable(t, dest types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() != l.pkg || types.IsInterface(named) {
		return false
	}
	return named.NumMethods() > 0 || !dest.Underlying().(*types.Interface).Empty()
}

// boxReturned does so for what a function returns. An empty interface would get
// the value without its type there, which it gets as an element of a slice.
func (l *lowering) boxReturned(f *ast.FuncType, body *ast.BlockStmt) {
	if body == nil || f.Results == nil {
		return
	}
	var results []types.Type
	for _, field := range f.Results.List {
		for range max(1, len(field.Names)) {
			results = append(results, l.types[field.Type].Type)
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			for i := range n.Results {
				_, pointer := l.types[n.Results[i]].Type.(*types.Pointer)                    // which may be nil
				if len(n.Results) == len(results) && (keeper(results[i]) == "" || pointer) { // a function's frame is its own
					n.Results[i] = l.box(n.Results[i], results[i])
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
func (l *lowering) single(v ast.Expr, all *types.Slice) ast.Expr {
	t := l.types[v].Type
	if i, ok := all.Elem().Underlying().(*types.Interface); !ok || !i.Empty() || t == nil || !types.Identical(t, all) {
		return v
	}
	return element(empty(v.Pos()), v)
}

// boxAssigned does so for values that are assigned to variables. A literal has no
// place of its own where it is assigned to an element or a field.
func (l *lowering) boxAssigned(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN || len(s.Lhs) != len(s.Rhs) {
		return
	}
	for i, v := range s.Rhs {
		dest := l.types[s.Lhs[i]].Type
		s.Rhs[i] = l.box(v, dest)
		if _, ok := s.Lhs[i].(*ast.Ident); !ok && s.Rhs[i] == v && dest != nil && types.IsInterface(dest) && fresh(v, dest) &&
			l.boxable(l.types[v].Type, dest) {
			if t := l.typeExpr(l.types[v].Type, v.Pos()); t != nil {
				s.Rhs[i] = element(t, v)
			}
		}
	}
}

// boxDeclared does so for the values of variables that are declared with a type.
func (l *lowering) boxDeclared(s *ast.ValueSpec) {
	for i := range s.Values {
		if s.Type != nil && len(s.Names) == len(s.Values) {
			s.Values[i] = l.box(s.Values[i], l.types[s.Type].Type)
		}
	}
}

// boxElements does so for the elements of a composite literal.
func (l *lowering) boxElements(lit *ast.CompositeLit) {
	if l.types[lit].Type == nil {
		return
	}
	elem := func(i int, key ast.Expr) types.Type { return nil }
	switch t := l.types[lit].Type.Underlying().(type) {
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
			pair.Value = l.box(pair.Value, elem(i, pair.Key))
		} else {
			lit.Elts[i] = l.box(e, elem(i, nil))
		}
	}
}

// boxArguments does so for the arguments of a function of the program, of append,
// and of a conversion. Functions of packages get values without boxes.
func (l *lowering) boxArguments(call *ast.CallExpr) {
	known := l.types[call.Fun]
	if known.Type == nil || call.Ellipsis.IsValid() || l.ofPackage(call.Fun) {
		return
	}
	sig, ok := known.Type.Underlying().(*types.Signature)
	for i := range call.Args {
		switch {
		case known.IsType():
			call.Args[i] = l.box(call.Args[i], known.Type)
		case ok && sig.Variadic() && i >= sig.Params().Len()-1:
			if slice, ok := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice); ok {
				call.Args[i] = l.single(l.box(call.Args[i], slice.Elem()), slice)
			}
		case ok && i < sig.Params().Len():
			call.Args[i] = l.yielded(l.box(call.Args[i], sig.Params().At(i).Type()))
		}
	}
}

// yielded keeps yaegi from putting an interface that a call yields into another box, of which it would
// not find the type.
func (l *lowering) yielded(v ast.Expr) ast.Expr {
	if _, ok := v.(*ast.CallExpr); ok && l.types[v].Type != nil && types.IsInterface(l.types[v].Type) {
		return &ast.ParenExpr{Lparen: v.Pos(), X: v, Rparen: v.End()}
	}
	return v
}

// ofPackage says whether a function is one of an imported package, or a method of
// a type of one.
func (l *lowering) ofPackage(fun ast.Expr) bool {
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := l.info.Uses[sel.Sel].(*types.Func)
	return ok && f.Pkg() != l.pkg
}

// boxSent does so for what is sent to a channel.
func (l *lowering) boxSent(s *ast.SendStmt) {
	if t := l.types[s.Chan].Type; t != nil {
		if c, ok := t.Underlying().(*types.Chan); ok {
			s.Value = l.box(s.Value, c.Elem())
		}
	}
}
