package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// assignments splits a tuple assignment, or an assignment of a value that may panic to an element
// of a map: first the operands of index expressions and pointer indirections on the left and the
// values are evaluated, then the values are assigned in order.
//
//	i, m[i] = 1, *p
//
// becomes
//
//	{
//		ʹv_1, ʹv_2, ʹv_3 := m, i, *p // each by itself
//		i = 1
//		ʹv_1[ʹv_2] = ʹv_3
//	}
//
// Operands with calls come first: variables are read after all calls, as the compiler does where
// the language does not specify the order.
//
// Assignments to variables of the types of the values are not split, nor are those that swap
// elements of slices. A composite literal that is assigned to an interface is first assigned to
// a variable of its type.
var assignments = Pass{"assignments", "the first assignment changes the operands and values of the others",
	func(u *Unit) {
		u.shared = u.findShared()
		u.returns()
		u.apply(nil, func(c *astutil.Cursor) bool {
			switch n := c.Node().(type) {
			case *ast.AssignStmt:
				if p, ok := c.Parent().(*ast.CommClause); ok && p.Comm == n {
					return true
				}
				if list := u.apart(n); list != nil && is[*ast.ForStmt](c.Parent()) {
					c.Replace(u.Statement(n.Pos(), "func() { %s }()", list))
				} else if list != nil {
					c.Replace(block(n.Pos(), list...))
				}
			case *ast.GenDecl:
				ReplaceSpecs(n, u.declaredLate)
			}
			return true
		})
	}}

// declaredLate assigns a value to a variable of its own type before it is that of a variable declared with a type.
func (u *Unit) declaredLate(v *ast.ValueSpec) []ast.Spec {
	if v.Type == nil || len(v.Values) != 1 || len(v.Names) != 1 || !u.composite(u.typeOf(v.Type), v.Values[0]) {
		return []ast.Spec{v}
	}
	name := u.Name("ʹv")
	first := &ast.ValueSpec{Names: []*ast.Ident{ident(v.Pos(), name)}, Values: v.Values}
	v.Values = []ast.Expr{ident(v.Pos(), name)}
	return []ast.Spec{first, v}
}

// composite reports whether a value is a composite literal that is converted to an interface
// type. An interpreter would then take the variable for one of the literal's type.
func (u *Unit) composite(t types.Type, value ast.Expr) bool {
	return is[*ast.CompositeLit](ast.Unparen(value)) && t != nil && types.IsInterface(t)
}

// apart returns the statements that replace an assignment; nil if it stays.
func (u *Unit) apart(s *ast.AssignStmt) []ast.Stmt {
	switch {
	case s.Tok == token.ASSIGN && len(s.Lhs) == 1 && u.composite(u.typeOf(s.Lhs[0]), s.Rhs[0]) && !u.effects(s.Lhs[0]):
		return u.Statements(s.Pos(), "%s := %s; %s = %[1]s", u.Name("ʹv"), s.Rhs[0], s.Lhs[0])
	case s.Tok == token.DEFINE:
		return nil
	case s.Tok != token.ASSIGN:
		if !u.effects(s.Rhs[0]) || u.plainTargets(s) {
			return nil
		}
		return u.late(s)
	case len(s.Lhs) == 1 && u.effects(s.Rhs[0]) && !u.settled(s.Lhs[0]):
		return u.late(s)
	case len(s.Lhs) == 1:
		return u.guarded(s)
	case u.swaps(s):
		return nil
	case len(s.Rhs) == 1 && allBlank(s.Lhs):
		if index, ok := ast.Unparen(s.Rhs[0]).(*ast.IndexExpr); ok {
			return []ast.Stmt{assign(s.Lhs[0], index)}
		}
		return nil
	case len(s.Rhs) == 1, u.plainTargets(s) && !slices.ContainsFunc(s.Rhs, u.becomesCall):
		return nil // a call as a later value would overwrite what an earlier one has assigned
	}
	p := &placing{Unit: u}
	lhs, rhs := slices.Clone(s.Lhs), slices.Clone(s.Rhs)
	for _, e := range lhs {
		p.calls(e)
	}
	early := func(e ast.Expr) bool { // a compiler slices before it reads elements
		return is[*ast.SliceExpr](ast.Unparen(e)) || u.effects(e)
	}
	for i, e := range rhs {
		if early(e) {
			rhs[i] = p.keep(e)
		}
	}
	for i, e := range lhs {
		lhs[i] = p.place(e)
	}
	for i, e := range rhs {
		if !early(s.Rhs[i]) && !u.lasting(e) {
			rhs[i] = p.keep(e)
		}
	}
	for i, e := range lhs {
		if !IsBlank(e) || !u.Info.Types[s.Rhs[i]].IsNil() {
			p.list = append(p.list, assign(e, rhs[i]))
		}
	}
	return p.list
}

// swaps reports whether an assignment permutes elements of slices, as in
//
//	s[i], s[j] = s[j], s[i]
//
// Each left operand is also a value, so that an index out of range panics before anything is
// assigned, and no assigned element is part of a left operand. The elements are of types that
// an interpreter represents directly.
func (u *Unit) swaps(s *ast.AssignStmt) bool {
	if len(s.Lhs) != len(s.Rhs) {
		return false
	}
	values := map[string]bool{}
	for _, e := range s.Rhs {
		values[types.ExprString(e)] = u.movable(e)
	}
	return !slices.ContainsFunc(s.Lhs, func(e ast.Expr) bool { return !values[types.ExprString(e)] })
}

// movable reports whether an expression is an element of a slice, and the slice and the index
// are variables, or sums of variables and literals.
func (u *Unit) movable(e ast.Expr) bool {
	index, ok := e.(*ast.IndexExpr)
	if !ok || !is[*ast.Ident](index.X) || !is[*types.Slice](u.Under(index.X)) || !is[*types.Basic](u.Under(e)) {
		return false
	}
	return !Contains(index.Index, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident, *ast.BasicLit:
			return false
		case *ast.BinaryExpr:
			return n.Op != token.ADD && n.Op != token.SUB
		}
		return true
	})
}

// late evaluates a value with a call before the variables in the left operand.
//
//	s[i] = next()
//
// becomes
//
//	{
//		ʹv_1 := next()
//		s[i] = ʹv_1
//	}
func (u *Unit) late(s *ast.AssignStmt) []ast.Stmt {
	p := &placing{Unit: u}
	p.calls(s.Lhs[0])
	value := p.keep(s.Rhs[0])
	return append(p.list, &ast.AssignStmt{Lhs: s.Lhs, TokPos: s.TokPos, Tok: s.Tok, Rhs: []ast.Expr{value}})
}

// settled reports whether a call cannot change the operands of an expression: whether it consists of
// variables that only the function itself changes.
func (u *Unit) settled(e ast.Expr) bool {
	of := func(e ast.Expr) bool { return u.Info.Types[e].Value != nil || u.settled(e) }
	switch e := e.(type) {
	case *ast.Ident:
		return !u.shared[u.object(e)]
	case *ast.ParenExpr:
		return u.settled(e.X)
	case *ast.BinaryExpr:
		return of(e.X) && of(e.Y)
	case *ast.IndexExpr:
		return is[*ast.Ident](e.X) && u.settled(e.X) && of(e.Index)
	case *ast.SelectorExpr:
		return is[*ast.Ident](e.X) && u.settled(e.X)
	}
	return false
}

// findShared finds the variables that a call may change: those of the package, captured variables,
// and those whose addresses are taken.
func (u *Unit) findShared() map[types.Object]bool {
	shared := map[types.Object]bool{}
	var root func(ast.Expr)
	root = func(e ast.Expr) {
		switch x := e.(type) {
		case *ast.Ident:
			shared[u.object(x)] = true
		case *ast.SelectorExpr:
			root(x.X)
		case *ast.IndexExpr:
			root(x.X)
		case *ast.ParenExpr:
			root(x.X)
		}
	}
	Each(u, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Ident:
			if v, ok := u.object(n).(*types.Var); ok && v.Parent() == u.Package.Scope() {
				shared[v] = true
			}
		case *ast.FuncLit:
			Contains(n, func(id *ast.Ident) bool {
				if v, ok := u.Info.Uses[id].(*types.Var); ok && (v.Pos() < n.Pos() || v.Pos() > n.End()) {
					shared[v] = true
				}
				return false
			})
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				root(n.X)
			}
		case *ast.SliceExpr:
			root(n.X)
		case *ast.SelectorExpr:
			if s := u.Info.Selections[n]; s != nil && s.Kind() == types.MethodVal {
				root(n.X)
			}
		}
	})
	return shared
}

// guarded evaluates a value behind a pointer before it is assigned to an element of a map, and a value
// before it is assigned to _: an interpreter would assign it to a function's first variable.
func (u *Unit) guarded(s *ast.AssignStmt) []ast.Stmt {
	if u.Info.Types[s.Rhs[0]].Value != nil {
		return nil
	}
	switch ast.Unparen(s.Rhs[0]).(type) {
	case *ast.StarExpr:
		if !IsBlank(s.Lhs[0]) && u.mapIndex(s.Lhs[0]) == nil {
			return nil
		}
	case *ast.Ident, *ast.FuncLit, *ast.BasicLit:
		return nil
	default:
		if !IsBlank(s.Lhs[0]) {
			return nil
		}
	}
	p := &placing{Unit: u}
	left := p.place(s.Lhs[0])
	right := p.keep(s.Rhs[0])
	return append(p.list, assign(left, right))
}

// values returns variables for the values of the single right operand, and the statements
// that assign them to the left operands.
func (u *Unit) values(s *ast.AssignStmt) (names []ast.Expr, list []ast.Stmt) {
	for _, e := range s.Lhs {
		if IsBlank(e) {
			names = append(names, e)
			continue
		}
		name := u.Name("ʹv")
		names = append(names, ident(e.Pos(), name))
		list = append(list, assign(e, ident(e.Pos(), name)))
	}
	return names, list
}

// plainTargets reports whether all left operands are variables of the types of the values
// assigned to them.
func (u *Unit) plainTargets(s *ast.AssignStmt) bool {
	var tuple *types.Tuple
	if len(s.Rhs) == 1 && len(s.Lhs) > 1 {
		tuple, _ = u.typeOf(s.Rhs[0]).(*types.Tuple)
	}
	for i, e := range s.Lhs {
		id, ok := e.(*ast.Ident)
		if !ok {
			return false
		}
		if id.Name == "_" {
			if tuple == nil && len(s.Lhs) > 1 && !simple(s.Rhs[i]) && u.Info.Types[s.Rhs[i]].Value == nil {
				return false
			}
			continue
		}
		t := u.typeOf(id)
		if tuple != nil && !types.Identical(t, types.Default(tuple.At(i).Type())) {
			return false
		}
		if tuple == nil && len(s.Lhs) > 1 && (types.IsInterface(t) || u.Info.Types[s.Rhs[i]].IsNil()) {
			return false
		}
	}
	return true
}

// IsBlank reports whether an expression is the name _.
func IsBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// effects reports whether the evaluation of an expression may change variables.
func (u *Unit) effects(e ast.Expr) bool {
	return Contains(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return !u.isRuntime(n.Fun, "Index") && !u.Info.Types[n.Fun].IsType() && !u.Info.Types[n.Fun].IsBuiltin()
		case *ast.UnaryExpr:
			return n.Op == token.ARROW
		}
		return false
	})
}

// becomesCall reports whether an expression contains a call, or will: a function literal becomes one in
// pass closures.
func (u *Unit) becomesCall(e ast.Expr) bool {
	return is[*ast.FuncLit](ast.Unparen(e)) || u.effects(e)
}

// placing assigns the operands of left operands to variables.
type placing struct {
	*Unit
	list []ast.Stmt
}

func (p *placing) keep(e ast.Expr) ast.Expr {
	name := p.Name("ʹv")
	p.list = append(p.list, define(ident(e.Pos(), name), e))
	return ident(e.Pos(), name)
}

// operand assigns an operand that may change to a variable.
func (p *placing) operand(e ast.Expr) ast.Expr {
	if p.Info.Types[e].Type == nil || p.lasting(e) { // it is kept, or does not change
		return e
	}
	return p.keep(e)
}

// oneByOne assigns several values one by one.
func (u *Unit) oneByOne(s *ast.AssignStmt) []ast.Stmt {
	p := &placing{Unit: u}
	values := slices.Clone(s.Rhs)
	for i, e := range values {
		if !u.lasting(e) {
			values[i] = p.keep(e)
		}
	}
	for i, e := range s.Lhs {
		if !IsBlank(e) {
			p.list = append(p.list, assign(e, values[i]))
		}
	}
	return p.list
}

// calls keeps the operands of a place that call something. What is a variable a compiler reads
// when all calls of the statement have returned.
func (p *placing) calls(e ast.Expr) {
	of := func(e *ast.Expr) {
		if p.effects(*e) {
			*e = p.keep(*e)
		}
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		p.calls(e.X)
	case *ast.StarExpr:
		of(&e.X)
	case *ast.IndexExpr:
		if is[*types.Array](p.Under(e.X)) {
			p.calls(e.X)
		} else {
			of(&e.X)
		}
		of(&e.Index)
	case *ast.SelectorExpr:
		if s := p.Info.Selections[e]; s == nil {
		} else if is[*types.Pointer](s.Recv().Underlying()) {
			of(&e.X)
		} else {
			p.calls(e.X)
		}
	}
}

// place is a place whose operands do not change any more.
func (p *placing) place(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return p.place(e.X)
	case *ast.StarExpr:
		return &ast.StarExpr{Star: e.Star, X: p.operand(e.X)}
	case *ast.IndexExpr:
		of := p.operand
		if is[*types.Array](p.Under(e.X)) {
			of = p.place
		}
		return &ast.IndexExpr{X: of(e.X), Lbrack: e.Lbrack, Index: p.operand(e.Index), Rbrack: e.Rbrack}
	case *ast.SelectorExpr:
		s := p.Info.Selections[e]
		if s == nil { // a variable of a package
			return e
		}
		if is[*types.Pointer](s.Recv().Underlying()) {
			return &ast.SelectorExpr{X: p.operand(e.X), Sel: e.Sel}
		}
		return &ast.SelectorExpr{X: p.place(e.X), Sel: e.Sel}
	}
	return e
}

// copied reports whether an expression is a variable that an interpreter copies before a call in
// the same statement: a struct or an array.
func (u *Unit) copied(e ast.Expr) bool {
	return is[*ast.Ident](e) && (is[*types.Struct](u.Under(e)) || is[*types.Array](u.Under(e)))
}

// returns keeps results in variables that a return statement with several values, in a
// function with named results, names: an interpreter puts the one in the place of the other.
// So it does for a struct or an array beside a call that may change it.
func (u *Unit) returns() {
	u.Functions(func(t *ast.FuncType, body *ast.BlockStmt) {
		named := map[types.Object]bool{}
		if t.Results == nil {
			return
		}
		for _, id := range namesIn(t.Results) {
			if obj := u.Info.Defs[id]; obj != nil {
				named[obj] = true
			}
		}
		astutil.Apply(body, func(c *astutil.Cursor) bool {
			switch n := c.Node().(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				uses := Contains(n, func(id *ast.Ident) bool { return named[u.Info.Uses[id]] })
				copied := slices.ContainsFunc(n.Results, u.effects) && slices.ContainsFunc(n.Results, u.copied)
				if len(n.Results) < 2 || !uses && !copied || c.Index() < 0 {
					return false
				}
				p := &placing{Unit: u}
				results := slices.Clone(n.Results)
				for _, calls := range []bool{true, false} { // variables are read when all calls have returned
					for i, e := range results {
						if u.effects(e) == calls {
							n.Results[i] = p.operand(e)
						}
					}
				}
				c.Replace(block(n.Pos(), append(p.list, n)...))
				return false
			}
			return true
		}, nil)
	})
}
