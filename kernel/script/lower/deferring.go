package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// deferring makes the body of a deferred function an if statement, which the host executes after the call: see
// [rt.Defers].
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
//		var ʹd_1 *ʹrt.Defers
//		ʹrt.Later = ʹd_1
//		if ʹd_1 == nil {
//			ʹq_2 := ʹd_1
//			if v := ʹq_2.Recover(); v != nil {
//				err = fmt.Errorf("%s: %v", name, v)
//			}
//			return err
//		}
//		err = work(name)
//		return err
//	}
var deferring = Pass{"defer", "a panic in a deferred function skips the others, and results are copied too early",
	func(u *Unit) {
		recovering := u.recovering()
		u.Functions(func(t *ast.FuncType, body *ast.BlockStmt) {
			d := &deferred{Unit: u, recovering: recovering, pos: body.Lbrace}
			d.function(t, body)
		})
	}}

// Kept begins the names of variables that keep the operands of a deferred call: what they are at the assignment of
// the Defers.
const Kept = "ʹa"

type deferred struct {
	*Unit
	recovering map[*types.Func]bool // functions that call recover themselves
	pos        token.Pos
	repeated   bool     // whether statements of the function may be executed repeatedly outside of loops
	early      bool     // whether a literal has the Defers before they defer something
	name       string   // of the variable with the Defers
	results    []string // names of the function's results
	panicked   string   // the name of the Defers whose panic the function may recover, if any
}

func (d *deferred) function(t *ast.FuncType, body *ast.BlockStmt) {
	d.recovers(body)
	defer d.findPanic(body)
	if !InOwn(body, func(*ast.DeferStmt) bool { return true }) {
		return
	}
	d.name = d.Unit.Name("ʹd")
	d.nameResults(t)
	d.repeated = Jumps(body)
	var loops []bool // around, and whether they are over functions
	astutil.Apply(body, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt:
			loops = append(loops, false)
		case *ast.RangeStmt:
			loops = append(loops, is[*types.Signature](d.Under(n.X)))
		case *ast.ReturnStmt:
			if c.Index() >= 0 {
				d.returned(c, n)
			}
			return false
		}
		return true
	}, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			loops = loops[:len(loops)-1]
		case *ast.AssignStmt:
			if c.Index() >= 0 && slices.ContainsFunc(n.Lhs, d.isResult) {
				for _, s := range d.panicking(n) {
					c.InsertBefore(s)
				}
			}
		case *ast.DeferStmt:
			c.Replace(d.deferStmt(n, len(loops) > 0, slices.Contains(loops, true)))
		}
		return true
	})
	first := d.Statements(d.pos, "var %s *ʹrt.Defers", d.name)
	if d.early {
		first = append(first, d.later(d.pos)...)
	}
	body.List = append(first, body.List...)
	if n := len(body.List); len(d.results) > 0 && !is[*ast.ReturnStmt](body.List[n-1]) {
		// Go sees that it does not get there, but the checker does not.
		body.List = append(body.List, d.Statement(body.Rbrace, "return %s", d.back(body.Rbrace)))
	}
}

// nameResults names the function's results, so that deferred functions can return them again.
func (d *deferred) nameResults(t *ast.FuncType) {
	NameBlank(t.Results)
	for _, id := range namesIn(t.Results) {
		if id.Name == "_" {
			id.Name = d.Unit.Name("ʹr")
		}
		d.results = append(d.results, id.Name)
	}
}

// returned rewrites return x, y into r, s = x, y; return r, s.
func (d *deferred) returned(c *astutil.Cursor, n *ast.ReturnStmt) {
	if len(n.Results) > 0 {
		set := d.Statement(n.Pos(), "%s = %s", d.back(n.Pos()), n.Results).(*ast.AssignStmt)
		for _, s := range d.panicking(set) {
			c.InsertBefore(s)
		}
		c.InsertBefore(set)
	}
	n.Results = d.back(n.Pos())
}

// back returns the results.
func (d *deferred) back(pos token.Pos) (results []ast.Expr) {
	for _, name := range d.results {
		results = append(results, ident(pos, name))
	}
	return results
}

// isResult reports whether an expression is one of the function's results.
func (d *deferred) isResult(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && slices.Contains(d.results, id.Name)
}

// panicking returns statements for the values of an assignment that may panic, so that no result has another value
// then.
func (d *deferred) panicking(set *ast.AssignStmt) []ast.Stmt {
	if set.Tok != token.ASSIGN || len(set.Rhs) < 2 || slices.ContainsFunc(set.Rhs, d.effects) {
		return nil
	}
	p := &placing{Unit: d.Unit}
	for i, e := range set.Rhs {
		may := Contains(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.StarExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.TypeAssertExpr:
				return true
			case *ast.SelectorExpr:
				s := d.Info.Selections[n]
				return s != nil && s.Indirect()
			case *ast.BinaryExpr:
				return n.Op == token.QUO || n.Op == token.REM
			}
			return false
		})
		if may && !d.lasting(e) {
			set.Rhs[i] = p.keep(e)
		}
	}
	return p.list
}

// deferStmt rewrites defer f(x) into { f', x' := f, x; ʹrt.Later = d; if d == nil { f'(x'); return } }, or into
// { f', x' := f, x; d.Push(func() { f'(x') }) } in the body of a loop over a function, which becomes a literal.
func (d *deferred) deferStmt(s *ast.DeferStmt, loop, iterator bool) ast.Stmt {
	made, list := d.Unit.postponed(s.Call)
	pos, body := s.Pos(), block(s.Pos(), made)
	lit, isLit := ast.Unparen(s.Call.Fun).(*ast.FuncLit)
	again := isLit && (loop || d.repeated)
	switch {
	case d.Builtin(s.Call.Fun) == "recover": // from the panic of its caller, if it has none itself
		body.List = d.Statements(pos, "if !%s.Panics() { %s.Recover() }", d.name, d.panicked)
	case again:
		name := d.Unit.Name(Kept)
		list = append(list, define(ident(pos, name), lit))
		made.(*ast.ExprStmt).X.(*ast.CallExpr).Fun = ident(pos, name)
		d.recoverBy(lit.Body)
	case isLit:
		if lit.Type.Params.NumFields() == 0 && lit.Type.Results == nil && !InOwn(lit.Body, isApart) {
			body = lit.Body
		}
		d.recoverBy(lit.Body)
	case d.mayRecover(s.Call.Fun):
		body.List = append(d.Statements(pos, "%s.Arm()", d.name), body.List...)
	}
	d.early = d.early || again || iterator
	if iterator {
		return block(pos, append(list, d.Statements(pos, "%s.Push(func() { %s })", d.name, body.List)...)...)
	}
	InOwn(body, func(n *ast.ReturnStmt) bool {
		n.Results = d.back(n.Pos())
		return false
	})
	return block(pos, append(list, d.later(pos, body.List...)...)...)
}

// later makes the statements that defer others.
func (d *deferred) later(pos token.Pos, list ...ast.Stmt) []ast.Stmt {
	return d.Statements(pos, "ʹrt.Later = %s; if %[1]s == nil { %[2]s; return %[3]s }", d.name, list, d.back(pos))
}

// isApart reports whether the body of a literal with a node cannot be in that of another function.
func isApart(n ast.Node) bool {
	id, ok := n.(*ast.Ident)
	return is[*ast.LabeledStmt](n) || ok && strings.HasPrefix(id.Name, "ʹd_")
}

// Jumps reports whether a function's body has a goto statement.
func Jumps(body *ast.BlockStmt) bool {
	return InOwn(body, func(s *ast.BranchStmt) bool { return s.Tok == token.GOTO })
}

// recovering returns the functions that call recover themselves. If a deferred function is
// known only at run time, functions that do not call recover first discard the panic, so
// that no function that they call recovers it.
func (u *Unit) recovering() map[*types.Func]bool {
	found := map[*types.Func]bool{}
	calls := func(body *ast.BlockStmt) bool {
		return InOwn(body, func(c *ast.CallExpr) bool { return u.Builtin(c.Fun) == "recover" })
	}
	dynamic := false
	Each(u, func(n *ast.FuncDecl) {
		f, ok := u.Info.Defs[n.Name].(*types.Func)
		if ok && n.Body != nil && calls(n.Body) {
			found[f], u.Recovers[f.FullName()] = true, true
		} else if ok && n.Body == nil && u.Recovers[f.FullName()] {
			found[f] = true
		}
	})
	Each(u, func(n *ast.DeferStmt) {
		dynamic = dynamic || u.callee(n.Call.Fun) == nil && u.Builtin(n.Call.Fun) == ""
	})
	if !dynamic || len(found) == 0 {
		return found
	}
	u.Functions(func(t *ast.FuncType, body *ast.BlockStmt) {
		if !calls(body) {
			body.List = append(u.Statements(body.Lbrace, "ʹrt.Armed()"), body.List...)
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
	if d.Builtin(fun) != "" {
		return false
	}
	f := d.callee(fun)
	return f == nil || d.recovering[f.Origin()]
}

// postponed returns a call to be made later, and the statements that evaluate its operands now.
func (u *Unit) postponed(c *ast.CallExpr) (later ast.Stmt, now []ast.Stmt) {
	pos := c.Pos()
	made := &ast.CallExpr{Lparen: c.Lparen, Ellipsis: c.Ellipsis, Rparen: c.Rparen}
	keep := func(value ast.Expr) *ast.Ident {
		name := u.Name(Kept)
		now = append(now, define(ident(value.Pos(), name), value))
		return ident(value.Pos(), name)
	}
	builtin := u.Builtin(c.Fun)
	fun := ast.Unparen(c.Fun)
	f, _ := fun.(*ast.SelectorExpr)
	s := u.Info.Selections[f]
	switch {
	case s != nil && s.Kind() == types.MethodVal:
		of, _ := receiver(f.X, s)
		x := keep(of)
		made.Fun = &ast.SelectorExpr{X: x, Sel: f.Sel}
		if types.IsInterface(s.Recv()) { // nil panics now
			now = append(now, u.Statements(pos, "if %s == nil { ʹrt.NilMethod() }", x.Name)...)
		}
	case u.callee(fun) != nil && s == nil, builtin != "", is[*ast.FuncLit](fun):
		made.Fun = fun
	default:
		made.Fun = keep(fun)
	}
	for _, arg := range c.Args {
		if !u.lasting(arg) {
			arg = keep(arg)
		}
		made.Args = append(made.Args, arg)
	}
	if builtin == "recover" {
		return &ast.EmptyStmt{Semicolon: pos}, now
	}
	return &ast.ExprStmt{X: made}, now
}

// lasting reports whether an expression is a constant, nil or a type.
func (u *Unit) lasting(e ast.Expr) bool {
	known := u.Info.Types[e]
	return known.Value != nil || known.IsNil() || known.IsType()
}

// paramType returns the type of the parameter for an argument.
func paramType(sig *types.Signature, i int, spread bool) types.Type {
	last := sig.Params().Len() - 1
	if sig.Variadic() && i >= last && !spread {
		return sig.Params().At(last).Type().(*types.Slice).Elem()
	}
	return sig.Params().At(i).Type()
}

// receiver returns the receiver to keep for x.m, and its type: the address of x if the method has a pointer
// receiver and x is a variable, *x if the method has a value receiver and x is a pointer, else x.
func receiver(x ast.Expr, m *types.Selection) (ast.Expr, types.Type) {
	of, t := m.Obj().(*types.Func).Signature().Recv().Type(), m.Recv()
	byPointer := is[*types.Pointer](of)
	p, pointer := t.Underlying().(*types.Pointer)
	switch {
	case pointer && !byPointer && len(m.Index()) == 1 && !types.IsInterface(of):
		return &ast.StarExpr{Star: x.Pos(), X: x}, p.Elem()
	case byPointer && !pointer && !types.IsInterface(t):
		return &ast.UnaryExpr{OpPos: x.Pos(), Op: token.AND, X: x}, types.NewPointer(t)
	}
	return x, t
}

// recoverBy has a literal that is deferred recover the panic of its caller.
func (d *deferred) recoverBy(body *ast.BlockStmt) {
	for _, stmt := range body.List { // it need not find its panic itself
		if s, ok := stmt.(*ast.AssignStmt); ok && s.Tok == token.DEFINE && len(s.Lhs) == 1 {
			if id, ok := s.Lhs[0].(*ast.Ident); ok && strings.HasPrefix(id.Name, "ʹq") {
				s.Rhs[0] = ident(s.Pos(), d.name)
			}
		}
	}
}

// recovers rewrites recover() into q.Recover(), where q are the Defers of the caller if the
// function is called because it is deferred.
func (d *deferred) recovers(body *ast.BlockStmt) {
	astutil.Apply(body, func(c *astutil.Cursor) bool {
		n, ok := c.Node().(*ast.CallExpr)
		if !ok || d.Builtin(n.Fun) != "recover" {
			return !is[*ast.FuncLit](c.Node())
		}
		if d.panicked == "" {
			d.panicked = d.Unit.Name("ʹq")
		}
		if !is[*ast.DeferStmt](c.Parent()) {
			recovered := d.Code(n.Pos(), "%s.Recover()", d.panicked)
			d.Info.Types[recovered] = d.Info.Types[n] // a deferred call may have it as an argument
			c.Replace(recovered)
		}
		return false
	}, nil)
}

// findPanic first declares the Defers whose panic a function that calls recover may recover.
func (d *deferred) findPanic(body *ast.BlockStmt) {
	if d.panicked != "" {
		body.List = append(d.Statements(body.Lbrace, "%s := ʹrt.Armed()", d.panicked), body.List...)
	}
}
