package lower

import (
	"go/ast"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
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
var methodValues = Pass{"method values", "a method value shares the variable that is its operand", func(u *Unit) error {
	var err error
	called := map[*ast.SelectorExpr]bool{}
	plain := map[*ast.Ident]bool{} // names of functions that are called
	u.apply(func(c *astutil.Cursor) bool {
		if n, ok := c.Node().(*ast.CallExpr); ok {
			if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
				called[sel] = true
				plain[sel.Sel] = true
				if f := u.callee(sel); f != nil && f.Name() == "Hand" && f.Pkg().Path() == u.Runtime {
					for _, arg := range n.Args {
						sel, _ := arg.(*ast.SelectorExpr)
						called[sel] = true
					}
				}
			}
			id, _ := ast.Unparen(n.Fun).(*ast.Ident)
			plain[id] = true
		}
		if sel, ok := c.Node().(*ast.SelectorExpr); ok {
			plain[sel.Sel] = true
		}
		return true
	}, func(c *astutil.Cursor) bool {
		if id, ok := c.Node().(*ast.Ident); ok && !plain[id] && err == nil {
			if e := u.functionValue(id); e != nil {
				c.Replace(e)
			}
			return true
		}
		sel, ok := c.Node().(*ast.SelectorExpr)
		if !ok || err != nil {
			return true
		}
		s := u.Info.Selections[sel]
		switch {
		case s == nil:
		case s.Kind() == types.MethodVal && !called[sel]:
			if e := u.methodValue(sel, s); e != nil {
				c.Replace(e)
			} else {
				err = refuse(sel, "the interpreter cannot use this method as a value; write a function literal that calls it")
			}
		case s.Kind() == types.MethodExpr:
			if e := u.methodExpr(sel, s); e != nil {
				c.Replace(e)
			} else {
				err = refuse(sel, "the interpreter cannot use this method as a function; write a function literal that calls it")
			}
		}
		return true
	})
	return err
}}

// functionValue makes a literal that calls a function of the program; nil for other identifiers.
func (u *Unit) functionValue(id *ast.Ident) ast.Expr {
	f, ok := u.Info.Uses[id].(*types.Func)
	if !ok || f.Pkg() != u.Package || f.Signature().Recv() != nil || f.Signature().TypeParams().Len() > 0 {
		return nil
	}
	pos, stem, sig := id.Pos(), u.name("ʹa")+"_", f.Signature()
	t := u.funcType(sig, stem, pos)
	if t == nil {
		return nil
	}
	return &ast.FuncLit{Type: t, Body: block(pos, forwardTo(ident(pos, id.Name), stem, 0, sig))}
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
		return nil
	}
	inner := &ast.FuncLit{Type: own, Body: block(pos, forwardFrom(sel, x, stem, 0, sig))}
	var made []ast.Stmt
	if types.IsInterface(t) { // a method value of nil panics
		made = append(made, when(pos, isNil(ident(pos, x)), expr(call(pos, u.runtime(pos, "NilMethod")))))
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
		return nil
	}
	rest := types.NewSignatureType(nil, nil, nil, types.NewTuple(tail(sig.Params())...), sig.Results(), sig.Variadic())
	return &ast.FuncLit{Type: t, Body: block(pos, forwardFrom(sel, stem+"0", stem, 1, rest))}
}

func tail(t *types.Tuple) (vars []*types.Var) {
	for i := 1; i < t.Len(); i++ {
		vars = append(vars, t.At(i))
	}
	return vars
}

// forwardFrom makes a statement that calls a method with the parameters from the first on.
func forwardFrom(sel *ast.SelectorExpr, x, stem string, first int, sig *types.Signature) ast.Stmt {
	return forwardTo(&ast.SelectorExpr{X: ident(sel.Pos(), x), Sel: ident(sel.Sel.Pos(), sel.Sel.Name)}, stem, first, sig)
}

// forwardTo is forwardFrom for any expression that denotes a method.
func forwardTo(method ast.Expr, stem string, first int, sig *types.Signature) ast.Stmt {
	pos := method.Pos()
	c := call(pos, method)
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
