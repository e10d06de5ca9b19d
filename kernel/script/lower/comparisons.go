package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// comparisons converts the result of a comparison to bool before it is converted to an
// interface, and the operands to one type. A value is converted to an interface by a function literal.
//
//	var less any = x < y
//	same := sends == receives // channels of two directions
//	shape := Shape(circle)
//
// becomes
//
//	var less any = bool(x < y)
//	same := (<-chan int)(sends) == receives
//	shape := func(ʹx_1 *Circle) Shape { return ʹx_1 }(circle)
var comparisons = Pass{"comparisons", "a comparison is stored in an interface without its type, and a pointer that " +
	"is converted to an interface is stored as such in a variable of that type", func(u *Unit) {
	u.Implicit(func(e ast.Expr, dest types.Type) ast.Expr {
		if c, ok := ast.Unparen(e).(*ast.CallExpr); ok && types.IsInterface(dest) {
			to := u.Info.Types[c.Fun]
			if to.IsType() && types.IsInterface(to.Type) && len(c.Args) == 1 && u.typeOf(c.Args[0]) != nil &&
				!types.IsInterface(u.typeOf(c.Args[0])) && !u.Info.Types[c.Args[0]].IsNil() {
				return c.Args[0] // it is converted to dest anyway
			}
		}
		return e
	})
	replace(u, func(n ast.Node) ast.Node {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				return u.compared(n)
			}
		case *ast.CallExpr:
			return u.asInterface(n)
		}
		return nil
	})
	u.preceded(func(s ast.Stmt) []ast.Stmt {
		n, ok := s.(*ast.SwitchStmt)
		if ok && n.Tag != nil {
			return u.decided(n)
		}
		if ok {
			u.truths(n)
		}
		return nil
	})
	u.Implicit(func(e ast.Expr, dest types.Type) ast.Expr {
		known := u.Info.Types[e]
		if types.IsInterface(dest) && isTruth(e) && known.Value == nil && is[*types.Basic](known.Type) {
			return u.Code(e.Pos(), "bool(%s)", e)
		}
		return e
	})
}}

// decided has a switch compare its tag by == if its cases are not all constants and names of basic types: an
// interpreter may not evaluate others in Go's order. It returns the declaration of a variable for the tag, nil for
// other switches.
func (u *Unit) decided(n *ast.SwitchStmt) []ast.Stmt {
	t, cases := u.typeOf(n.Tag), Cases(n.Body)
	evaluated := func(e *ast.Expr) bool { return u.isInterface(*e) || !u.plain(*e) }
	if is[*types.Basic](t.Underlying()) && !slices.ContainsFunc(cases, evaluated) {
		return nil
	}
	name := u.Name("ʹt")
	tag := define(ident(n.Tag.Pos(), name), n.Tag)
	n.Tag = nil
	for _, e := range cases {
		x := ident((*e).Pos(), name)
		u.Info.Types[x] = types.TypeAndValue{Type: t}
		*e = u.compared(&ast.BinaryExpr{X: x, OpPos: x.Pos(), Op: token.EQL, Y: *e})
	}
	return []ast.Stmt{tag}
}

// plain reports whether an interpreter has the value of an expression without evaluating it.
func (u *Unit) plain(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit, *ast.Ident:
		return true
	case *ast.SelectorExpr: // of a package
		return u.Info.Types[e].Value != nil
	case *ast.UnaryExpr:
		return u.Info.Types[e].Value != nil && u.plain(e.X)
	}
	return false
}

// truths makes a switch without a tag compare interfaces with true.
func (u *Unit) truths(n *ast.SwitchStmt) {
	for _, e := range Cases(n.Body) {
		if !u.isInterface(*e) {
			continue
		}
		if of := u.TypeText(u.typeOf(*e)); of != "" {
			*e = u.Code((*e).Pos(), "func(%s %s) bool { %[3]s, %[4]s := %[1]s.(bool); return %[4]s && %[3]s }(%[5]s)",
				u.Name("ʹx"), of, u.Name("ʹis"), u.Name("ʹok"), *e)
		}
	}
}

// isInterface reports whether the type of an expression is known to be an interface.
func (u *Unit) isInterface(e ast.Expr) bool {
	t := u.typeOf(e)
	return t != nil && types.IsInterface(t)
}

// compared makes a comparison of operands of one type. A value of the program's own type is compared with an interface
// by a conversion to the interface.
func (u *Unit) compared(n *ast.BinaryExpr) ast.Expr {
	n.X, n.Y = u.asOther(n.X, n.Y)
	if u.orNil(n.X) != n.X {
		n.X, n.Y = n.Y, n.X
	}
	x, y := u.orNil(n.X), u.orNil(n.Y)
	s, t := u.typeOf(x), u.typeOf(y)
	if y != n.Y && s != nil && !u.Info.Types[x].IsNil() &&
		!types.IsInterface(s) { // an interface that holds a value is not nil
		if made := u.instead(x, "bool", fmt.Sprint(n.Op == token.NEQ)); made != nil {
			return made
		}
	}
	if u.Info.Types[x].IsNil() && u.Info.Types[y].IsNil() {
		return n
	}
	n.X, n.Y = x, y
	if s == nil || t == nil || u.Info.Types[x].IsNil() || u.Info.Types[y].IsNil() ||
		types.IsInterface(s) == types.IsInterface(t) {
		return n
	}
	own := &n.X
	if types.IsInterface(s) {
		own, s, t = &n.Y, t, s
	}
	if !is[*types.Pointer](s.Underlying()) && types.NewMethodSet(s).Len() > 0 || !u.ofProgram(s) {
		return n
	}
	if made := u.interfaceOf(*own, t); made != nil {
		*own = made
	}
	return n
}

// orNil returns nil for a nil that is converted to an interface, else the expression.
func (u *Unit) orNil(e ast.Expr) ast.Expr {
	if c, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(c.Args) == 1 && u.Info.Types[c.Fun].IsType() &&
		u.Info.Types[c.Args[0]].IsNil() && types.IsInterface(u.Info.Types[c.Fun].Type) {
		return c.Args[0]
	}
	return e
}

// boxed reports whether a value is of a type of the program with methods.
func (u *Unit) boxed(e ast.Expr) bool {
	t := u.typeOf(e)
	return t != nil && !types.IsInterface(t) && u.ofProgram(t) && types.NewMethodSet(t).Len() > 0 &&
		u.TypeExpr(t, e.Pos()) != nil
}

// asInterface replaces a conversion to an interface by a call of a function literal; nil if the
// operand is an interface or has no methods.
func (u *Unit) asInterface(n *ast.CallExpr) ast.Expr {
	to := u.Info.Types[n.Fun]
	if !to.IsType() || len(n.Args) != 1 || !types.IsInterface(to.Type) || isAny(to.Type) && !u.boxed(n.Args[0]) {
		return nil
	}
	made := u.interfaceOf(n.Args[0], to.Type)
	if made != nil {
		u.Info.Types[made] = u.Info.Types[n]
	}
	return made
}

// interfaceOf converts a value to an interface by a function literal; nil if it is an interface.
func (u *Unit) interfaceOf(e ast.Expr, to types.Type) ast.Expr {
	from := u.Info.Types[e]
	if from.Type == nil || from.IsNil() || types.IsInterface(from.Type) {
		return nil
	}
	in, out := u.TypeText(types.Default(from.Type)), u.TypeText(to)
	if in == "" || out == "" {
		return nil
	}
	return u.through(e, in, out)
}

// isTruth reports whether an expression is an operation with a boolean result.
func isTruth(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		switch e.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ, token.LAND, token.LOR:
			return true
		}
	case *ast.UnaryExpr:
		return e.Op == token.NOT
	}
	return false
}

func named(t types.Type) bool { return is[*types.Named](types.Unalias(t)) }

// asOther converts a channel to the type of the other operand of a comparison, and an operand of an
// unnamed type to that of the other.
func (u *Unit) asOther(x, y ast.Expr) (ast.Expr, ast.Expr) {
	s, t := u.typeOf(x), u.typeOf(y)
	if s == nil || t == nil || types.Identical(s, t) {
		return x, y
	}
	a, ok := s.Underlying().(*types.Chan)
	b, both := t.Underlying().(*types.Chan)
	if !ok || !both {
		if named(s) && !named(t) && types.Identical(s.Underlying(), t.Underlying()) {
			y = u.convertedTo(s, y)
		} else if named(t) && !named(s) && types.Identical(s.Underlying(), t.Underlying()) {
			x = u.convertedTo(t, x)
		}
		return x, y
	}
	switch {
	case a.Dir() == types.SendRecv:
		x = u.convertedTo(t, x)
	case b.Dir() == types.SendRecv:
		y = u.convertedTo(s, y)
	}
	return x, y
}

// Implicit replaces each value that is assigned to a variable of a type, explicitly or as an
// argument, a result, a sent value or an element of a literal, by the result of f.
func (u *Unit) Implicit(f func(e ast.Expr, dest types.Type) ast.Expr) {
	set := func(at *ast.Expr, dest types.Type) {
		if dest != nil && *at != nil {
			*at = f(*at, dest)
		}
	}
	visit := func(n ast.Node, around []ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			if of := u.resultsOf(around); of.Len() == len(n.Results) {
				for i := range n.Results {
					set(&n.Results[i], of.At(i).Type())
				}
			}
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) && n.Tok == token.ASSIGN {
				for i := range n.Rhs {
					set(&n.Rhs[i], u.typeOf(n.Lhs[i]))
				}
			}
		case *ast.ValueSpec:
			if n.Type != nil && len(n.Names) == len(n.Values) {
				for i := range n.Values {
					set(&n.Values[i], u.typeOf(n.Type))
				}
			}
		case *ast.IndexExpr:
			if m, ok := u.Under(n.X).(*types.Map); ok {
				set(&n.Index, m.Key())
			}
		case *ast.SendStmt:
			if ch, ok := u.Under(n.Chan).(*types.Chan); ok {
				set(&n.Value, ch.Elem())
			}
		case *ast.CallExpr:
			known := u.Info.Types[n.Fun]
			if known.IsType() && len(n.Args) == 1 {
				set(&n.Args[0], known.Type)
				break
			}
			sig, ok := u.Under(n.Fun).(*types.Signature)
			if !ok || len(n.Args) == 1 && is[*types.Tuple](u.typeOf(n.Args[0])) {
				break
			}
			for i := range n.Args {
				set(&n.Args[i], paramType(sig, i, n.Ellipsis.IsValid()))
			}
		case *ast.CompositeLit:
			u.elements(n, set)
		}
		return true
	}
	for _, file := range u.Files {
		ast.PreorderStack(file, nil, visit)
	}
}

// resultsOf returns the results of the innermost function around a node, nil if it has none or its type is not known.
func (u *Unit) resultsOf(around []ast.Node) *types.Tuple {
	for _, n := range slices.Backward(around) {
		var f ast.Expr
		switch n := n.(type) {
		case *ast.FuncDecl:
			f = n.Name
		case *ast.FuncLit:
			f = n
		default:
			continue
		}
		if sig, ok := u.typeOf(f).(*types.Signature); ok {
			return sig.Results()
		}
		break
	}
	return nil
}

// elements calls set for the values in a literal.
func (u *Unit) elements(n *ast.CompositeLit, set func(*ast.Expr, types.Type)) {
	t := u.Under(n)
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	var elem, key types.Type
	switch t := t.(type) {
	case *types.Map:
		key, elem = t.Key(), t.Elem()
	case interface{ Elem() types.Type }:
		elem = t.Elem()
	case *types.Struct:
		for i, e := range n.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok {
				if f, ok := u.object(pair.Key.(*ast.Ident)).(*types.Var); ok {
					set(&pair.Value, f.Type())
				}
			} else if i < t.NumFields() {
				set(&n.Elts[i], t.Field(i).Type())
			}
		}
		return
	}
	for i, e := range n.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			set(&pair.Value, elem)
			set(&pair.Key, key)
		} else {
			set(&n.Elts[i], elem)
		}
	}
}
