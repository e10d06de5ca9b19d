package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// assertions decides by the method sets of go/types whether a value implements an interface.
// An interpreter looks methods up by name.
//
//	s, ok := x.(shape)
//	t := x.(shape)
//
// becomes
//
//	s, ok := ʹas_1(x)
//	t := ʹmust_2(x)
//
//	func ʹas_1(ʹx any) (shape, bool) {
//		if ʹrt.Implements(ʹx, "main.area()(int)") || ʹrt.Compiled(ʹx, "area") {
//			var ʹi shape
//			switch ʹy := ʹx.(type) {
//			case shape:
//				ʹi = ʹy
//			}
//			return ʹi, true
//		}
//		return nil, false
//	}
//
//	func ʹmust_2(ʹx any) shape {
//		if ʹy, ʹok := ʹas_1(ʹx); ʹok {
//			return ʹy
//		}
//		panic(ʹrt.Conversion(ʹx, "main.shape", "main.area()(int)"))
//	}
//
// It chooses the clauses of type switches by such assertions.
var assertions = Pass{"assertions", "methods are found by name, also those of pointers", func(u *Unit) {
	a := &asserting{Unit: u, made: map[string]*asserted{}, must: map[string]string{}}
	a.types()
	each(u, func(n ast.Node) { assertedTypes(n, a.refusePointer) })
	a.declares = a.Session || len(a.own) > 0 || slices.ContainsFunc(slices.Collect(maps.Values(u.Info.Defs)),
		func(obj types.Object) bool {
			t, ok := obj.(*types.TypeName)
			return ok && !t.IsAlias()
		})
	pairs := map[ast.Expr]bool{}
	u.apply(func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == 2 && len(n.Rhs) == 1 {
				pairs[ast.Unparen(n.Rhs[0])] = true
			}
		case *ast.ValueSpec:
			if len(n.Names) == 2 && len(n.Values) == 1 {
				pairs[ast.Unparen(n.Values[0])] = true
			}
		}
		return true
	}, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.TypeAssertExpr:
			if n.Type == nil {
				break
			}
			t := u.typeOf(n.Type)
			f := a.function(t, pairs[n], n.Pos())
			if f != "" {
				made := call(n.Pos(), ident(n.Pos(), f), n.X)
				if !pairs[n] {
					made.Args = append(made.Args, quoted(n.Pos(), TypeName(u.typeOf(u.within(n.X)), a.Displays)))
				}
				c.Replace(made)
			} else if !pairs[n] {
				if f := a.ofPackage(u.typeOf(n.X), t, n.Pos()); f != "" {
					c.Replace(call(n.Pos(), ident(n.Pos(), f), n.X))
				}
			}
		case *ast.TypeSwitchStmt:
			if !is[*ast.LabeledStmt](c.Parent()) {
				c.Replace(a.typeSwitch(n, nil))
			}
		case *ast.LabeledStmt:
			if s, ok := n.Stmt.(*ast.TypeSwitchStmt); ok {
				c.Replace(a.typeSwitch(s, n.Label))
			}
		}
		return true
	})
}}

// assertedTypes calls f for the type that a node asserts, or each case of a type switch, with the operand.
func assertedTypes(n ast.Node, f func(x, of ast.Expr)) {
	switch n := n.(type) {
	case *ast.TypeAssertExpr:
		if n.Type != nil {
			f(n.X, n.Type)
		}
	case *ast.TypeSwitchStmt:
		for _, stmt := range n.Body.List {
			for _, e := range stmt.(*ast.CaseClause).List {
				f(*switched(n), e)
			}
		}
	}
}

type asserting struct {
	*Unit
	own      []types.Type         // the program's types with methods that can be in interfaces
	declares bool                 // whether the program declares types
	made     map[string]*asserted // by the types' identities, as the next
	must     map[string]string    // functions that assert an interface of a package
}

// An asserted is a type with the functions that assert it.
type asserted struct {
	t        types.Type
	as, must string
}

// types finds the program's types with methods, and pointers to such types.
func (a *asserting) types() {
	named := slices.DeleteFunc(a.declared(), func(n *types.Named) bool {
		return n.Obj().Parent() != a.Package.Scope() || n.TypeParams().Len() > 0
	})
	slices.SortFunc(named, func(x, y *types.Named) int { return int(x.Obj().Pos() - y.Obj().Pos()) })
	for _, n := range named {
		for _, t := range []types.Type{n, types.NewPointer(n)} {
			set := types.NewMethodSet(t)
			a.Types[Identity(t)] = t
			if set.Len() == 0 {
				continue
			}
			a.own = append(a.own, t)
			has := map[string]bool{}
			for m := range set.Methods() {
				has[a.method(m.Obj().(*types.Func))] = true
			}
			a.Methods[Identity(t)] = has
		}
	}
}

// function returns the name of the function that asserts a type, "" if an interpreter's own
// assertion is correct.
func (a *asserting) function(t types.Type, pair bool, pos token.Pos) string {
	if t == nil || !types.IsInterface(t) && !a.ofProgram(t) && !a.bare(t) && !a.fails(t) && !a.declares {
		return ""
	}
	f := a.asserted(t, pos)
	switch {
	case f == nil:
		return ""
	case pair:
		return f.as
	}
	return f.must
}

// refusePointer refuses type assertions to a pointer type that an interpreter takes for a pointer to
// a type of the program with methods: it keeps only the structure of pointers.
func (a *asserting) refusePointer(_, of ast.Expr) {
	t := a.typeOf(of)
	if !is[*types.Pointer](t) || a.ofProgram(t) {
		return
	}
	for _, own := range a.own {
		if is[*types.Pointer](own) && skeleton(own) == skeleton(t) {
			a.refuse(of, "in an interface the interpreter takes %s for %s; use a struct with such a field%s", a.called(own),
				a.called(t), Instead)
		}
	}
}

// taken reports whether an interpreter takes a value of a type of the program with methods for
// one of type t, which the program does not declare, or may do so in a session.
func (a *asserting) taken(t types.Type) bool {
	if t == nil || types.IsInterface(t) || a.ofLibrary(t) || a.ofProgram(t) {
		return false
	}
	if is[*types.Struct](t.Underlying()) {
		return true // the structure of any other struct may match
	}
	return a.Session || slices.ContainsFunc(a.own, func(own types.Type) bool { return skeleton(own) == skeleton(t) })
}

// skeleton returns what an interpreter keeps of a type of the program.
func skeleton(t types.Type) string {
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok {
		if _, ok := named.Underlying().(*types.Struct); ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "main" {
			return named.String()
		}
		t = named.Underlying()
	}
	switch t := t.(type) {
	case *types.Pointer:
		return "*" + skeleton(t.Elem())
	case *types.Slice:
		return "[]" + skeleton(t.Elem())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), skeleton(t.Elem()))
	case *types.Chan:
		return fmt.Sprint("chan ", t.Dir(), " ", skeleton(t.Elem()))
	case *types.Map:
		return "map[" + skeleton(t.Key()) + "]" + skeleton(t.Elem())
	}
	return t.String()
}

func (a *asserting) asserted(t types.Type, pos token.Pos) *asserted {
	if t == nil || types.IsInterface(t) && a.ofLibrary(t) {
		return nil
	}
	made := a.made[Identity(t)]
	if made == nil && a.TypeExpr(t, pos) != nil {
		made = &asserted{t, a.name("ʹas"), a.name("ʹmust")}
		a.made[Identity(t)] = made
		a.declare(made, pos)
	}
	return made
}

func (u *Unit) ofLibrary(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != u.Package
}

// declare makes the functions that assert a type.
func (a *asserting) declare(made *asserted, pos token.Pos) {
	x, y, ok, from := "ʹx", "ʹy", "ʹok", "ʹfrom"
	t := func() ast.Expr { return a.TypeExpr(made.t, pos) }
	params := func() *ast.FieldList { return fields(pos, field(pos, x, ident(pos, "any"))) }
	name := TypeName(made.t, a.Displays)
	result := func() *ast.FieldList { return fields(pos, field(pos, "", t()), field(pos, "", ident(pos, "bool"))) }
	functions := func(fail ast.Expr, body ...ast.Stmt) {
		a.declareFunction(pos, made.as, params(), result(), body...)
		a.declareFunction(pos, made.must, fields(pos, field(pos, x, ident(pos, "any")), field(pos, from, ident(pos, "string"))),
			fields(pos, field(pos, "", t())), pair(pos, y, ok, call(pos, ident(pos, made.as), ident(pos, x))),
			when(pos, ident(pos, ok), returned(pos, ident(pos, y))), expr(call(pos, ident(pos, "panic"), fail)))
	}
	something := &ast.BinaryExpr{X: ident(pos, x), OpPos: pos, Op: token.NEQ, Y: ident(pos, "nil")}
	if !types.IsInterface(made.t) {
		is := func(value ast.Expr) ast.Stmt {
			return when(pos, ident(pos, ok), returned(pos, value, truth(pos, true)))
		}
		held := call(pos, a.runtime(pos, "Held"), quoted(pos, Identity(made.t)), ident(pos, x))
		var body []ast.Stmt
		switch {
		case a.bare(made.t) && EmptyStruct(made.t):
			body = []ast.Stmt{pair(pos, "_", ok, held), is(&ast.CompositeLit{Type: t(), Lbrace: pos, Rbrace: pos})}
		case a.bare(made.t):
			body = []ast.Stmt{pair(pos, y, ok, held), is(asserts(pos, y, t()))}
		default:
			test := []ast.Stmt{pair(pos, y, ok, asserts(pos, x, t())), is(ident(pos, y))}
			switch {
			case a.taken(made.t):
				test = []ast.Stmt{when(pos, a.foreign(pos, x), test...)}
			case a.ofProgram(made.t):
				test = []ast.Stmt{when(pos, call(pos, a.runtime(pos, "May"), ident(pos, x), quoted(pos, Identity(made.t))), test...)}
			}
			if a.fails(made.t) { // in the form that packages keep
				body = []ast.Stmt{block(pos, pair(pos, y, ok, held), is(asserts(pos, y, t())))}
			}
			body = append(body, when(pos, something, test...))
		}
		body = append(body, declare(pos, "ʹzero", t()), returned(pos, ident(pos, "ʹzero"), truth(pos, false)))
		functions(call(pos, a.runtime(pos, "Assertion"), ident(pos, x), ident(pos, from), quoted(pos, name)), body...)
		return
	}
	of := made.t.Underlying().(*types.Interface)
	if of.Empty() {
		functions(a.conversion(made.t, pos, x), returned(pos, ident(pos, x), something))
		return
	}
	implements, methods := []ast.Expr{ident(pos, x)}, []ast.Expr{ident(pos, x)}
	for m := range of.Methods() {
		implements = append(implements, quoted(pos, a.method(m)))
		methods = append(methods, quoted(pos, m.Name()))
	}
	either := &ast.BinaryExpr{X: call(pos, a.runtime(pos, "Implements"), implements...), OpPos: pos, Op: token.LOR,
		Y: call(pos, a.runtime(pos, "Compiled"), methods...)}
	no := returned(pos, ident(pos, "nil"), truth(pos, false))
	inside := assign(ident(pos, x), call(pos, a.runtime(pos, "Inside"), ident(pos, x)))
	found := []ast.Stmt{assign(ident(pos, "ʹi"), ident(pos, y))}
	set := &ast.CaseClause{Case: pos, List: []ast.Expr{t()}, Colon: pos, Body: found}
	choice := &ast.TypeSwitchStmt{Switch: pos, Body: block(pos, set),
		Assign: define(ident(pos, y), asserts(pos, x, nil))}
	yes := returned(pos, ident(pos, "ʹi"), truth(pos, true))
	functions(a.conversion(made.t, pos, x), inside, when(pos, either, declare(pos, "ʹi", t()), choice, yes), no)
}

// conversion makes the panic for a variable that does not implement an interface.
func (a *asserting) conversion(to types.Type, pos token.Pos, x string) ast.Expr {
	args := []ast.Expr{ident(pos, x), quoted(pos, TypeName(to, a.Displays))}
	for m := range to.Underlying().(*types.Interface).Methods() {
		args = append(args, quoted(pos, a.method(m)))
	}
	return call(pos, a.runtime(pos, "Conversion"), args...)
}

// ofPackage returns the name of a function that asserts an interface of a package on an operand whose type
// is not such an interface: an interpreter asserts correctly with a comma-ok form, but otherwise panics
// with another text than Go.
//
//	func ʹmust_1(ʹx any) fmt.Stringer {
//		if ʹy, ʹok := ʹx.(fmt.Stringer); ʹok {
//			return ʹy
//		}
//		panic(ʹrt.Conversion(ʹx, "fmt.Stringer", "String()(string)"))
//	}
func (a *asserting) ofPackage(from, to types.Type, pos token.Pos) string {
	if from == nil || to == nil || a.wraps(from) || !types.IsInterface(to) || !a.ofLibrary(to) ||
		to.Underlying().(*types.Interface).Empty() {
		return ""
	}
	if name := a.must[Identity(to)]; name != "" {
		return name
	}
	out, again := a.TypeExpr(to, pos), a.TypeExpr(to, pos)
	if out == nil {
		return ""
	}
	x, y, ok := "ʹx", "ʹy", "ʹok"
	name := a.name("ʹmust")
	a.must[Identity(to)] = name
	a.declareFunction(pos, name, fields(pos, field(pos, x, ident(pos, "any"))), fields(pos, field(pos, "", out)),
		pair(pos, y, ok, asserts(pos, x, again)), when(pos, ident(pos, ok), returned(pos, ident(pos, y))),
		expr(call(pos, ident(pos, "panic"), a.conversion(to, pos, x))))
	return name
}

// within returns the interface that pass instantiate converts to an any by a function because an
// assertion is impossible, or the expression itself.
func (u *Unit) within(e ast.Expr) ast.Expr {
	if c, ok := e.(*ast.CallExpr); ok && len(c.Args) == 1 {
		if _, made := c.Fun.(*ast.FuncLit); made {
			return c.Args[0]
		}
	}
	return e
}

// method returns a method's name with its type.
func (u *Unit) method(m *types.Func) string {
	list := func(tuple *types.Tuple) string {
		var all []string
		for v := range tuple.Variables() {
			all = append(all, Identity(v.Type()))
		}
		return "(" + strings.Join(all, ", ") + ")"
	}
	name := m.Name()
	if !m.Exported() {
		name = m.Pkg().Path() + "." + name
	}
	sig := m.Signature()
	text := name + list(sig.Params()) + list(sig.Results())
	if sig.Variadic() {
		text += "..."
	}
	return text
}

// foreign makes a condition: whether a variable holds no value of a type that the program declares.
func (a *asserting) foreign(pos token.Pos, x string) ast.Expr {
	return not(pos, call(pos, a.runtime(pos, "Own"), ident(pos, x)))
}

// typeSwitch chooses the clause of a type switch by assertions.
func (a *asserting) typeSwitch(s *ast.TypeSwitchStmt, label *ast.Ident) ast.Stmt {
	pos := s.Pos()
	bound := ""
	if g, ok := s.Assign.(*ast.AssignStmt); ok {
		bound = g.Lhs[0].(*ast.Ident).Name
	}
	v, k := a.name("ʹx"), a.name("ʹk")
	out := block(pos, define(ident(pos, v), *switched(s)), define(ident(pos, k), number(pos, 0)))
	choice := &ast.SwitchStmt{Switch: pos, Tag: ident(pos, k), Body: block(pos)}
	decided := func(n int) ast.Stmt { return assign(ident(pos, k), number(pos, n)) }
	undecided := func(then ...ast.Stmt) ast.Stmt {
		return when(pos, &ast.BinaryExpr{X: ident(pos, k), OpPos: pos, Op: token.EQL, Y: number(pos, 0)}, then...)
	}
	asserted := func(t ast.Expr) ast.Expr {
		if f := a.function(a.typeOf(t), true, pos); f != "" {
			return call(pos, ident(pos, f), ident(pos, v))
		}
		return asserts(pos, v, clone(t))
	}
	for i, stmt := range s.Body.List {
		clause := stmt.(*ast.CaseClause)
		for _, t := range clause.List {
			if a.Info.Types[t].IsNil() {
				nothing := &ast.BinaryExpr{X: ident(pos, v), OpPos: pos, Op: token.EQL, Y: ident(pos, "nil")}
				out.List = append(out.List, undecided(when(pos, nothing, decided(i+1))))
				continue
			}
			out.List = append(out.List, undecided(pair(pos, "_", "ʹok", asserted(t)), when(pos, ident(pos, "ʹok"), decided(i+1))))
		}
		chosen := &ast.CaseClause{Case: clause.Case, Colon: clause.Colon, Body: clause.Body}
		if clause.List != nil {
			chosen.List = []ast.Expr{number(clause.Pos(), i+1)}
		}
		if obj := a.Info.Implicits[clause]; bound != "" && obj != nil && a.uses(&ast.BlockStmt{List: clause.Body}, obj) {
			var bind ast.Stmt = define(ident(clause.Pos(), bound), ident(clause.Pos(), v))
			if len(clause.List) == 1 && !a.Info.Types[clause.List[0]].IsNil() {
				bind = pair(pos, bound, "_", asserted(clause.List[0]))
			}
			chosen.Body = append([]ast.Stmt{bind}, clause.Body...)
		}
		choice.Body.List = append(choice.Body.List, chosen)
	}
	if label != nil {
		out.List = append(out.List, &ast.LabeledStmt{Label: label, Colon: label.End(), Stmt: choice})
	} else {
		out.List = append(out.List, choice)
	}
	return out
}
