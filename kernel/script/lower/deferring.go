package lower

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// deferring passes deferred functions to package rt, which calls them after the function's
// body, which becomes a literal, has ended or panicked, and passes the panic to those that
// recover.
//
//	func f(name string) (err error) {
//		defer func() {
//			if v := recover(); v != nil {
//				err = fmt.Errorf("%s: %v", name, v)
//			}
//		}()
//		return work(name)
//	}
//
// becomes
//
//	func f(name string) (err error) {
//		ʹrt.Run(func(ʹd_1 *ʹrt.Defers) {
//			ʹd_1.Push(func(ʹp_2 *ʹrt.Panic) {
//				ʹq_3 := ʹp_2
//				if v := ʹq_3.Recover(); v != nil {
//					err = fmt.Errorf("%s: %v", name, v)
//				}
//			})
//			err = work(name)
//			return
//		})
//		return err
//	}
var deferring = Pass{"defer", "a panic in a deferred function skips the others, and results are copied too early",
	func(u *Unit) error {
		var err error
		recovering := u.recovering()
		u.functions(func(t *ast.FuncType, body *ast.BlockStmt) {
			d := &deferred{Unit: u, recovering: recovering, pos: body.Lbrace}
			if e := d.function(t, body); e != nil && err == nil {
				err = e
			}
		})
		return err
	}}

type deferred struct {
	*Unit
	recovering map[*types.Func]bool // functions that call recover themselves
	pos        token.Pos
	name       string // of the list of deferred functions
	panicked   string // the name of the panic that the function may recover, if any
}

func (d *deferred) function(t *ast.FuncType, body *ast.BlockStmt) error {
	d.recovers(body)
	defer d.findPanic(body)
	if !defers(body) {
		return nil
	}
	d.name = d.Unit.name("ʹd")
	results := d.results(t)
	var err error
	astutil.Apply(body, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if c.Index() >= 0 {
				d.returned(c, n, results)
			}
			return false
		}
		return true
	}, func(c *astutil.Cursor) bool {
		if n, ok := c.Node().(*ast.DeferStmt); ok {
			s, e := d.deferStmt(n)
			if e != nil && err == nil {
				err = e
			}
			if e == nil {
				c.Replace(s)
			}
		}
		return true
	})
	if err != nil {
		return err
	}
	param := field(d.pos, d.name, &ast.StarExpr{Star: d.pos, X: d.runtime(d.pos, "Defers")})
	inner := &ast.BlockStmt{Lbrace: d.pos, List: body.List, Rbrace: body.Rbrace}
	body.List = []ast.Stmt{expr(call(d.pos, d.runtime(d.pos, "Run"), literal(d.pos, fields(d.pos, param), nil, inner)))}
	if len(results) > 0 {
		back := &ast.ReturnStmt{Return: body.Rbrace}
		for _, r := range results {
			back.Results = append(back.Results, ident(body.Rbrace, r))
		}
		body.List = append(body.List, back)
	}
	return nil
}

// results returns the names of the function's results, after naming unnamed ones.
func (d *deferred) results(t *ast.FuncType) (names []string) {
	if t.Results == nil {
		return nil
	}
	for _, f := range t.Results.List {
		if len(f.Names) == 0 {
			f.Names = []*ast.Ident{ident(f.Pos(), "_")}
		}
		for _, id := range f.Names {
			if id.Name == "_" {
				id.Name = d.Unit.name("ʹr")
			}
			names = append(names, id.Name)
		}
	}
	return names
}

// returned rewrites return x, y into r, s = x, y; return.
func (d *deferred) returned(c *astutil.Cursor, n *ast.ReturnStmt, results []string) {
	if len(n.Results) == 0 {
		return
	}
	set := &ast.AssignStmt{TokPos: n.Pos(), Tok: token.ASSIGN, Rhs: n.Results}
	for _, r := range results {
		set.Lhs = append(set.Lhs, ident(n.Pos(), r))
	}
	n.Results = nil
	c.InsertBefore(set)
}

// deferStmt rewrites defer f(x) into { f', x' := f, x; d.Push(func(*rt.Panic) { f'(x') }) }.
func (d *deferred) deferStmt(s *ast.DeferStmt) (ast.Stmt, error) {
	later, list, err := d.later(s.Call)
	if err != nil {
		return nil, err
	}
	pos := s.Pos()
	p := d.Unit.name("ʹp")
	if d.builtin(s.Call.Fun) == "recover" { // from the panic of its caller, if it has none itself
		again := expr(call(pos, &ast.SelectorExpr{X: ident(pos, d.panicked), Sel: ident(pos, "Recover")}))
		later = when(pos, isNil(ident(pos, p)), again)
	}
	method := "Push"
	if lit, ok := ast.Unparen(s.Call.Fun).(*ast.FuncLit); ok {
		d.recoverBy(lit.Body, p)
	} else if d.mayRecover(s.Call.Fun) {
		method = "Arm"
	}
	param := field(pos, p, &ast.StarExpr{Star: pos, X: d.runtime(pos, "Panic")})
	lit := literal(pos, fields(pos, param), nil, block(pos, later))
	if f, ok := ast.Unparen(s.Call.Fun).(*ast.FuncLit); ok && len(s.Call.Args) == 0 && f.Type.Results == nil {
		lit.Body = f.Body
	}
	push := expr(call(pos, &ast.SelectorExpr{X: ident(pos, d.name), Sel: ident(pos, method)}, lit))
	if len(list) == 0 {
		return push, nil
	}
	return block(pos, append(list, push)...), nil
}

// recovering returns the functions that call recover themselves. If a deferred function is
// known only at run time, functions that do not call recover first discard the panic, so
// that no function that they call recovers it.
func (u *Unit) recovering() map[*types.Func]bool {
	found := map[*types.Func]bool{}
	calls := func(body *ast.BlockStmt) (is bool) {
		inspectOwn(body, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			is = is || ok && u.builtin(c.Fun) == "recover"
			return true
		})
		return is
	}
	dynamic := false
	for _, file := range u.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				f, ok := u.Info.Defs[n.Name].(*types.Func)
				if ok && n.Body != nil && calls(n.Body) {
					found[f], u.Recovers[f.FullName()] = true, true
				} else if ok && n.Body == nil && u.Recovers[f.FullName()] {
					found[f] = true
				}
			case *ast.DeferStmt:
				dynamic = dynamic || u.callee(n.Call.Fun) == nil && u.builtin(n.Call.Fun) == ""
			}
			return true
		})
	}
	if !dynamic || len(found) == 0 {
		return found
	}
	u.functions(func(t *ast.FuncType, body *ast.BlockStmt) {
		if !calls(body) {
			pos := body.Lbrace
			body.List = append([]ast.Stmt{expr(call(pos, u.runtime(pos, "Armed")))}, body.List...)
		}
	})
	return found
}

// callee returns the statically known function of a call, or nil.
func (u *Unit) callee(fun ast.Expr) *types.Func {
	switch f := ast.Unparen(fun).(type) {
	case *ast.Ident:
		fn, _ := u.Info.Uses[f].(*types.Func)
		return fn
	case *ast.SelectorExpr:
		fn, _ := u.Info.Uses[f.Sel].(*types.Func)
		if fn != nil && fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type()) {
			return nil
		}
		return fn
	}
	return nil
}

// mayRecover reports whether a deferred function may call recover.
func (d *deferred) mayRecover(fun ast.Expr) bool {
	if d.builtin(fun) != "" {
		return false
	}
	f := d.callee(fun)
	return f == nil || d.recovering[f.Origin()]
}

// later returns a call to be made later, and the statements that evaluate its operands now.
func (u *Unit) later(c *ast.CallExpr) (later ast.Stmt, now []ast.Stmt, err error) {
	pos := c.Pos()
	made := &ast.CallExpr{Lparen: c.Lparen, Ellipsis: c.Ellipsis, Rparen: c.Rparen}
	keep := func(value ast.Expr) ast.Expr {
		name := u.name("ʹa")
		now = append(now, define(ident(value.Pos(), name), value))
		return ident(value.Pos(), name)
	}
	builtin := u.builtin(c.Fun)
	sig, _ := types.Unalias(u.typeOf(c.Fun)).Underlying().(*types.Signature)
	known := u.Info.Types[c.Fun]
	switch f := ast.Unparen(c.Fun).(type) {
	case *ast.FuncLit:
		made.Fun = f
	case *ast.SelectorExpr:
		s := u.Info.Selections[f]
		switch {
		case s == nil: // of a package
			made.Fun = f
			if _, ok := u.Info.Uses[f.Sel].(*types.Var); ok {
				made.Fun = keep(f)
			}
		case s.Kind() == types.MethodVal:
			x := keep(receiver(f.X, s))
			made.Fun = &ast.SelectorExpr{X: x, Sel: f.Sel}
			if types.IsInterface(s.Recv()) { // nil panics now
				now = append(now, when(pos, isNil(clone(x)), expr(call(pos, u.runtime(pos, "NilMethod")))))
			}
		default:
			made.Fun = keep(f)
		}
	case *ast.Ident:
		if _, ok := u.object(f).(*types.Var); ok {
			made.Fun = keep(f)
		} else {
			made.Fun = f
		}
	default:
		made.Fun = c.Fun
		if builtin == "" && !known.IsType() {
			made.Fun = keep(c.Fun)
		}
	}
	if len(c.Args) == 1 && sig != nil {
		if t, ok := u.typeOf(c.Args[0]).(*types.Tuple); ok {
			several := &ast.AssignStmt{TokPos: pos, Tok: token.DEFINE, Rhs: c.Args}
			for range t.Len() {
				name := u.name("ʹa")
				several.Lhs = append(several.Lhs, ident(pos, name))
				made.Args = append(made.Args, ident(pos, name))
			}
			now = append(now, several)
			return expr(made), now, nil
		}
	}
	for i, arg := range c.Args {
		a := u.Info.Types[arg]
		switch {
		case a.IsType(), a.IsNil(), a.Value != nil:
			made.Args = append(made.Args, arg)
		case a.IsBuiltin(), a.Type == nil:
			return nil, nil, refuse(arg, "the interpreter does not know the type of this argument")
		default:
			kept := arg
			if sig != nil {
				if t := paramType(sig, i, c.Ellipsis.IsValid()); t != nil && u.untyped(a.Type) {
					if e := u.typeExpr(t, pos); e != nil {
						kept = call(pos, e, arg)
					}
				}
			}
			made.Args = append(made.Args, keep(kept))
		}
	}
	switch {
	case builtin == "recover":
		return &ast.EmptyStmt{Semicolon: pos}, now, nil
	case known.IsType():
		return assign(ident(pos, "_"), made), now, nil
	}
	return expr(made), now, nil
}

func (u *Unit) untyped(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsUntyped != 0
}

// paramType returns the type of the parameter for an argument.
func paramType(sig *types.Signature, i int, spread bool) types.Type {
	n := sig.Params().Len()
	if sig.Variadic() && i >= n-1 && !spread {
		if s, ok := sig.Params().At(n - 1).Type().Underlying().(*types.Slice); ok {
			return s.Elem()
		}
		return nil
	}
	if i < n {
		return sig.Params().At(i).Type()
	}
	return nil
}

// receiver returns the receiver to keep for x.m: the address of x if the method has a pointer
// receiver and x is a variable, *x if the method has a value receiver and x is a pointer, else x.
func receiver(x ast.Expr, m *types.Selection) ast.Expr {
	_, byPointer := m.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
	switch m.Recv().Underlying().(type) {
	case *types.Pointer:
		if !byPointer && len(m.Index()) == 1 && !types.IsInterface(m.Obj().(*types.Func).Signature().Recv().Type()) {
			return &ast.StarExpr{Star: x.Pos(), X: x}
		}
		return x
	case *types.Interface:
		return x
	}
	if !byPointer {
		return x
	}
	return &ast.UnaryExpr{OpPos: x.Pos(), Op: token.AND, X: x}
}

// recoverBy replaces recover() in a deferred function literal.
func (d *deferred) recoverBy(body *ast.BlockStmt, p string) {
	for _, stmt := range body.List { // it need not find its panic itself
		if s, ok := stmt.(*ast.AssignStmt); ok && s.Tok == token.DEFINE && len(s.Lhs) == 1 {
			if id, ok := s.Lhs[0].(*ast.Ident); ok && len(id.Name) > 4 && id.Name[:len("ʹq")] == "ʹq" {
				s.Rhs[0] = ident(s.Pos(), p)
			}
		}
	}
}

// recovers rewrites recover() into q.Recover(), where q is the panic of the caller if the
// function is called because it is deferred.
func (d *deferred) recovers(body *ast.BlockStmt) {
	q := ""
	astutil.Apply(body, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			if d.builtin(n.Call.Fun) == "recover" {
				if q == "" {
					q = d.Unit.name("ʹq")
				}
				return false
			}
		case *ast.CallExpr:
			if d.builtin(n.Fun) == "recover" {
				if q == "" {
					q = d.Unit.name("ʹq")
				}
				recovered := call(n.Pos(), &ast.SelectorExpr{X: ident(n.Pos(), q), Sel: ident(n.Pos(), "Recover")})
				d.Info.Types[recovered] = d.Info.Types[n] // a deferred call may have it as an argument
				c.Replace(recovered)
				return false
			}
		}
		return true
	}, nil)
	d.panicked = q
}

// findPanic first declares the panic that a function that calls recover may recover.
func (d *deferred) findPanic(body *ast.BlockStmt) {
	if d.panicked != "" {
		pos := body.Lbrace
		body.List = append([]ast.Stmt{define(ident(pos, d.panicked), call(pos, d.runtime(pos, "Armed")))}, body.List...)
	}
}

// defers reports whether a function's body has a defer statement, outside of literals.
func defers(body *ast.BlockStmt) (found bool) {
	inspectOwn(body, func(n ast.Node) bool {
		_, is := n.(*ast.DeferStmt)
		found = found || is
		return true
	})
	return found
}
