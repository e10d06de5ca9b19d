package lower

import (
	"go/ast"
	"go/types"
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
	Each(u, func(n *ast.CallExpr) {
		if u.isRuntime(n.Fun, "Hand") {
			for _, arg := range n.Args {
				called[arg] = true
			}
		}
	})
	Each(u, func(sel *ast.SelectorExpr) { called[sel.Sel] = true })
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
func (u *Unit) functionValue(id *ast.Ident) ast.Node {
	f, ok := u.Info.Uses[id].(*types.Func)
	if !ok || f.Pkg() != u.Package || f.Signature().Recv() != nil || f.Signature().TypeParams().Len() > 0 {
		return nil
	}
	return u.asLiteral(ident(id.Pos(), id.Name), f.Signature())
}

func (u *Unit) methodValue(sel *ast.SelectorExpr, s *types.Selection) ast.Node {
	sig := s.Type().(*types.Signature)
	x, stem := u.Name("ʹx"), u.Name("ʹa")+"_"
	recv, t := receiver(sel.X, s)
	inner := u.forwarding(methodOf(sel, x), sig, stem, 0)
	full, of, test := u.TypeText(sig), u.TypeText(t), ""
	if full == "" || of == "" {
		u.refuse(sel, "the interpreter cannot use this method as a value; write a function literal that calls it")
		return nil
	}
	if types.IsInterface(t) { // a method value of nil panics
		test = "if " + x + " == nil { ʹrt.NilMethod() };"
	}
	return u.Code(sel.Pos(), "func(%s %s) %s { %s return %v }(%s)", x, of, full, test, inner, recv)
}

func (u *Unit) methodExpr(sel *ast.SelectorExpr, s *types.Selection) ast.Node {
	stem := u.Name("ʹa") + "_"
	made := u.forwarding(methodOf(sel, stem+"0"), s.Type().(*types.Signature), stem, 1)
	if made == nil {
		u.refuse(sel, "the interpreter cannot use this method as a function; write a function literal that calls it")
		return nil
	}
	return made
}

// methodOf makes a selector of a method of a variable.
func methodOf(sel *ast.SelectorExpr, variable string) ast.Expr {
	return &ast.SelectorExpr{X: ident(sel.Pos(), variable), Sel: ident(sel.Sel.Pos(), sel.Sel.Name)}
}

// forwarding makes a literal with parameters that are named by a stem, and with results. It calls a function with other
// arguments, and the parameters from the first on. It is nil if its type cannot be written.
func (u *Unit) forwarding(f ast.Expr, sig *types.Signature, stem string, first int, args ...ast.Expr) *ast.FuncLit {
	pos := f.Pos()
	t, _ := u.TypeExpr(sig, pos).(*ast.FuncType)
	if t == nil {
		return nil
	}
	for i, p := range t.Params.List {
		p.Names = []*ast.Ident{ident(pos, stem+strconv.Itoa(i))}
		if i >= first {
			args = append(args, ident(pos, p.Names[0].Name))
		}
	}
	c := call(pos, f, args...)
	if sig.Variadic() {
		c.Ellipsis = pos
	}
	if t.Results == nil {
		return &ast.FuncLit{Type: t, Body: block(pos, &ast.ExprStmt{X: c})}
	}
	return &ast.FuncLit{Type: t, Body: block(pos, &ast.ReturnStmt{Return: pos, Results: []ast.Expr{c}})}
}
