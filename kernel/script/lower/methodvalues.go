package lower

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"
)

// methodValues replaces method values, method expressions, and functions that are used as values
// by function literals.
//
//	f := t.Add
//	g := T.Add
//
// becomes
//
//	f := func(ʹx_1 T) func(int) int { return func(ʹa_2_0 int) int { return ʹx_1.Add(ʹa_2_0) } }(t)
//	g := func(ʹa_3_0 T, ʹa_3_1 int) int { return ʹa_3_0.Add(ʹa_3_1) }
var methodValues = Pass{"method values", "a method value shares the variable that is its operand", func(u *Unit) {
	called := u.callees()
	each(u, func(n *ast.CallExpr) {
		if u.isRuntime(n.Fun, "Hand") {
			for _, arg := range n.Args {
				called[arg] = true
			}
		}
	})
	each(u, func(sel *ast.SelectorExpr) { called[sel.Sel] = true })
	replace(u, func(e ast.Expr) ast.Node {
		switch e := e.(type) {
		case *ast.Ident:
			if !called[e] {
				return u.functionValue(e)
			}
		case *ast.SelectorExpr:
			switch s := u.Info.Selections[e]; {
			case s == nil:
			case s.Kind() == types.MethodVal && !called[e]:
				return u.methodValue(e, s)
			case s.Kind() == types.MethodExpr:
				return u.methodExpr(e, s)
			}
		}
		return nil
	})
}}

// isRuntime reports whether an expression denotes a member of package rt.
func (u *Unit) isRuntime(e ast.Expr, name string) bool {
	f := u.callee(e)
	return f != nil && f.Name() == name && f.Pkg() != nil && f.Pkg().Path() == u.Runtime
}

// functionValue makes a literal that calls a function of the program; nil for other identifiers.
func (u *Unit) functionValue(id *ast.Ident) ast.Expr {
	f, ok := u.Info.Uses[id].(*types.Func)
	if !ok || f.Pkg() != u.Package || f.Signature().Recv() != nil || f.Signature().TypeParams().Len() > 0 {
		return nil
	}
	return u.forwarding(ident(id.Pos(), id.Name), f.Signature())
}

func (u *Unit) methodValue(sel *ast.SelectorExpr, s *types.Selection) ast.Expr {
	pos := sel.Pos()
	sig := s.Type().(*types.Signature)
	x, stem := u.name("ʹx"), u.name("ʹa")+"_"
	recv := receiver(sel.X, s)
	t := s.Recv()
	if star, ok := recv.(*ast.StarExpr); ok && star.X == sel.X {
		t = t.Underlying().(*types.Pointer).Elem()
	} else if recv != sel.X {
		t = types.NewPointer(t)
	}
	own, full, of := u.funcType(sig, stem, pos), u.funcType(sig, "", pos), u.TypeExpr(t, pos)
	if full == nil || of == nil {
		u.refuse(sel, "the interpreter cannot use this method as a value; write a function literal that calls it")
		return nil
	}
	inner := &ast.FuncLit{Type: own, Body: block(pos, forwardFrom(sel, x, stem, 0, sig))}
	var made []ast.Stmt
	if types.IsInterface(t) { // a method value of nil panics
		made = u.Statements(pos, "if %s == nil { ʹrt.NilMethod() }", x)
	}
	made = append(made, returned(pos, inner))
	maker := literal(pos, fields(pos, field(pos, x, of)), fields(pos, field(pos, "", full)), block(pos, made...))
	return call(pos, maker, recv)
}

func (u *Unit) methodExpr(sel *ast.SelectorExpr, s *types.Selection) ast.Expr {
	pos := sel.Pos()
	sig := s.Type().(*types.Signature)
	stem := u.name("ʹa") + "_"
	t := u.funcType(sig, stem, pos)
	if t == nil {
		u.refuse(sel, "the interpreter cannot use this method as a function; write a function literal that calls it")
		return nil
	}
	params := slices.Collect(sig.Params().Variables())
	rest := types.NewSignatureType(nil, nil, nil, types.NewTuple(params[1:]...), sig.Results(), sig.Variadic())
	return &ast.FuncLit{Type: t, Body: block(pos, forwardFrom(sel, stem+"0", stem, 1, rest))}
}

// forwardFrom makes a statement that calls a method with the parameters from the first on.
func forwardFrom(sel *ast.SelectorExpr, x, stem string, first int, sig *types.Signature) ast.Stmt {
	return forwardTo(&ast.SelectorExpr{X: ident(sel.Pos(), x), Sel: ident(sel.Sel.Pos(), sel.Sel.Name)}, stem, first, sig)
}

// forwardTo is forwardFrom for any expression that denotes a method, and has other arguments before.
func forwardTo(method ast.Expr, stem string, first int, sig *types.Signature, before ...ast.Expr) ast.Stmt {
	pos := method.Pos()
	c := call(pos, method, before...)
	for i := range sig.Params().Len() {
		c.Args = append(c.Args, ident(pos, stem+strconv.Itoa(first+i)))
	}
	if sig.Variadic() {
		c.Ellipsis = pos
	}
	if sig.Results().Len() == 0 {
		return expr(c)
	}
	return returned(pos, c)
}
