package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A Rule is a restriction of Go to the core language.
type Rule struct {
	Name string
	Text string // what holds in the core language
	// breaks reports whether a node breaks the rule. The last of around is what the node is a part of.
	breaks func(u *Unit, n ast.Node, around []ast.Node) bool
}

// Grammar is the core language: Go with these restrictions. It is checked after the last pass.
var Grammar = []Rule{
	{"names", "no local name shadows another one, a type, an import or a predeclared name, but for the parameters of a " +
		"maker, see literals", (*Unit).shadows},
	{"generics", "there are no type parameters, and no instances of the program's generic declarations", (*Unit).generic},
	{"defines", "no := assigns to a receiver, a parameter or a result", (*Unit).assignsParameter},
	{"constants", "a constant expression is a literal or a conversion of one", (*Unit).computesConstant},
	{"statements", "there is no defer and no go statement", func(_ *Unit, n ast.Node, _ []ast.Node) bool {
		return is[*ast.DeferStmt](n) || is[*ast.GoStmt](n)
	}},
	{"builtins", "recover, min and max, print and println are not called", func(u *Unit, n ast.Node, _ []ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		return ok && slices.Contains([]string{"recover", "min", "max", "print", "println"}, u.Builtin(c.Fun))
	}},
	{"inits", "neither an if statement nor a switch has an init statement", func(_ *Unit, n ast.Node, _ []ast.Node) bool {
		branch, _ := n.(*ast.IfStmt)
		choice, _ := n.(*ast.SwitchStmt)
		return branch != nil && branch.Init != nil || choice != nil && choice.Init != nil
	}},
	{"tuples", "several results of a call are neither arguments nor returned", func(u *Unit, n ast.Node, _ []ast.Node) bool {
		var list []ast.Expr
		switch n := n.(type) {
		case *ast.CallExpr:
			list = n.Args
		case *ast.ReturnStmt:
			list = n.Results
		}
		return len(list) == 1 && is[*types.Tuple](u.typeOf(list[0]))
	}},
	{"ranges", "a loop ranges over no function, over no pointer to an array, and over a channel only if it is a variable; " +
		"it defines its variables", func(u *Unit, n ast.Node, _ []ast.Node) bool {
		r, ok := n.(*ast.RangeStmt)
		if !ok || r.Tok == token.ASSIGN {
			return ok
		}
		switch u.Under(r.X).(type) {
		case *types.Signature:
			return true
		case *types.Chan:
			return !is[*ast.Ident](r.X)
		case *types.Pointer:
			return r.Value != nil && !IsBlank(r.Value)
		}
		return false
	}},
	{"literals", "a function literal is the result of a literal that is called at once, the maker, and uses only its " +
		"parameters, its own variables and the parameters of the maker", (*Unit).captures},
	{"operands", "the operands of && and || have no receive operations and no composite literals", func(_ *Unit, n ast.Node,
		_ []ast.Node) bool {
		e, ok := n.(*ast.BinaryExpr)
		return ok && isLogical(e) && Contains(e, func(n ast.Node) bool {
			receive, unary := n.(*ast.UnaryExpr)
			return is[*ast.CompositeLit](n) || unary && receive.Op == token.ARROW
		})
	}},
	{"method values", "a method is only called, or an argument of rt.Hand", func(u *Unit, n ast.Node, around []ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || u.Info.Selections[sel] == nil || u.Info.Selections[sel].Kind() == types.FieldVal {
			return false
		}
		c, called := parent(around).(*ast.CallExpr)
		if !called || ast.Unparen(c.Fun) == sel {
			return !called
		}
		return !u.isRuntime(c.Fun, "Hand")
	}},
	{"variadic", "a variadic function of the program is called with a slice", func(u *Unit, n ast.Node, _ []ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || u.Info.Types[c.Fun].IsType() || u.Info.Types[c.Fun].IsBuiltin() {
			return false
		}
		f := u.callee(c.Fun)
		return f != nil && f.Pkg() == u.Package && f.Signature().Variadic() && !c.Ellipsis.IsValid()
	}},
	{"clauses", "a clause has statements, none of them empty", func(_ *Unit, n ast.Node, _ []ast.Node) bool {
		empty := func(list []ast.Stmt) bool { return len(list) == 0 || slices.ContainsFunc(list, is[*ast.EmptyStmt]) }
		switch c := n.(type) {
		case *ast.CaseClause:
			return empty(c.Body)
		case *ast.CommClause:
			return empty(c.Body)
		}
		return false
	}},
	{"calls", "a call, a receive operation or the call of a maker is a statement of its own, or the value of an " +
		"assignment, unless it calls a function that is known by its name and has a result of a basic type; an " +
		"expression of a case may have others", (*Unit).inside},
}

// parent is the innermost node around another, but for parentheses.
func parent(around []ast.Node) ast.Node {
	for i := len(around) - 1; i >= 0; i-- {
		if !is[*ast.ParenExpr](around[i]) {
			return around[i]
		}
	}
	return nil
}

// check refuses what breaks a rule of the grammar.
func (u *Unit) check() {
	for _, file := range u.Files {
		ast.PreorderStack(file, nil, func(n ast.Node, around []ast.Node) bool {
			for _, r := range Grammar {
				if u.err == nil && r.breaks(u, n, around) {
					u.refuse(n, "the interpreter cannot execute this within the statement (%s): write it in smaller steps", r.Name)
				}
			}
			return true
		})
	}
}

func (u *Unit) shadows(n ast.Node, around []ast.Node) bool {
	id, ok := n.(*ast.Ident)
	if !ok {
		return false
	}
	if k := len(around) - 4; k >= 0 { // a field in a list in the type of a literal
		if f, literal := around[k].(*ast.FuncLit); literal && is[*ast.Field](around[k+3]) && maker(f) {
			return false
		}
	}
	obj := u.Info.Defs[id]
	if obj == nil || !u.local(obj) || obj.Name() == "_" || obj.Parent() == nil || obj.Parent().Parent() == nil {
		return false
	}
	_, other := obj.Parent().Parent().LookupParent(obj.Name(), token.NoPos)
	return other != nil && other != obj
}

func (u *Unit) generic(n ast.Node, _ []ast.Node) bool {
	switch n := n.(type) {
	case *ast.TypeSpec:
		return n.TypeParams != nil
	case *ast.FuncType:
		return n.TypeParams != nil
	case *ast.Ident:
		instance, is := u.Info.Instances[n]
		return is && instance.Type != nil && u.object(n).Pkg() == u.Package
	}
	return false
}

func (u *Unit) assignsParameter(n ast.Node, around []ast.Node) bool {
	a, ok := n.(*ast.AssignStmt)
	if !ok || a.Tok != token.DEFINE {
		return false
	}
	for _, e := range a.Lhs {
		id, ok := e.(*ast.Ident)
		if !ok || u.Info.Uses[id] == nil {
			continue
		}
		declares := func(p *ast.Ident) bool { return u.Info.Defs[p] == u.Info.Uses[id] }
		for _, n := range around {
			var own []*ast.Ident
			switch f := n.(type) {
			case *ast.FuncLit:
				own = namesIn(f.Type.Params, f.Type.Results)
			case *ast.FuncDecl:
				own = namesIn(f.Recv, f.Type.Params, f.Type.Results)
			}
			if slices.ContainsFunc(own, declares) {
				return true
			}
		}
	}
	return false
}

func (u *Unit) computesConstant(n ast.Node, around []ast.Node) bool {
	e, ok := n.(*ast.BinaryExpr)
	return ok && u.Info.Types[e].Value != nil && !declaresConstant(around)
}

// declaresConstant reports whether a node is in the declaration of a constant, or the length of an array.
func declaresConstant(around []ast.Node) bool {
	return slices.ContainsFunc(around, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok == token.CONST
		case *ast.ArrayType:
			return true
		}
		return false
	})
}

// captures reports whether a literal that a maker returns uses a variable of a function further out, or whether a
// literal is neither a maker nor what one returns.
func (u *Unit) captures(n ast.Node, around []ast.Node) bool {
	f, ok := n.(*ast.FuncLit)
	if !ok {
		return false
	}
	within := ast.Node(f)
	if c, called := parent(around).(*ast.CallExpr); called && ast.Unparen(c.Fun) == f {
		if !maker(f) {
			return false // called at once, in its place
		}
	} else if len(around) < 3 {
		return true
	} else {
		body, _ := around[len(around)-2].(*ast.BlockStmt)
		out, _ := around[len(around)-3].(*ast.FuncLit)
		if body == nil || out == nil || !maker(out) || out.Body != body {
			return u.insideFunction(around)
		}
		within = out
	}
	own := map[types.Object]bool{}
	Contains(within, func(id *ast.Ident) bool { own[u.Info.Defs[id]] = true; return false })
	return Contains(within, func(id *ast.Ident) bool {
		v, variable := u.Info.Uses[id].(*types.Var)
		return variable && u.local(v) && !own[v]
	})
}

// insideFunction reports whether a node is in a function, and not in the declaration of a package-level variable.
func (u *Unit) insideFunction(around []ast.Node) bool {
	return slices.ContainsFunc(around, is[*ast.FuncDecl]) || slices.ContainsFunc(around, is[*ast.FuncLit])
}

// maker reports whether a literal's body is a return statement with a literal.
func maker(f *ast.FuncLit) bool {
	if len(f.Body.List) != 1 {
		return false
	}
	r, ok := f.Body.List[0].(*ast.ReturnStmt)
	return ok && len(r.Results) == 1 && is[*ast.FuncLit](r.Results[0])
}

// inside reports whether a statement has a call, a receive operation or a function literal as a part of another
// expression.
func (u *Unit) inside(n ast.Node, around []ast.Node) bool {
	if is[*ast.ValueSpec](n) && !u.insideFunction(around) {
		return false
	}
	if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) == 1 && is[*ast.FuncLit](r.Results[0]) {
		return false
	}
	s := &separating{Unit: u}
	return slices.ContainsFunc(s.operands(n), s.movesIn)
}
