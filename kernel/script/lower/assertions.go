package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
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
	Each(u, func(n ast.Node) { assertedTypes(n, a.refusePointer) })
	a.declares = a.Session ||
		slices.ContainsFunc(u.typeNames(), func(t *types.TypeName) bool { return !t.IsAlias() })
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
		n, ok := c.Node().(*ast.TypeAssertExpr)
		if !ok || n.Type == nil {
			return true
		}
		t := u.typeOf(n.Type)
		f := a.function(t, pairs[n], n.Pos())
		switch {
		case f != "" && pairs[n]:
			c.Replace(u.Code(n.Pos(), "%s(%s)", f, n.X))
		case f != "":
			c.Replace(u.Code(n.Pos(), "%s(%s, %q)", f, n.X, TypeName(u.typeOf(u.within(n.X)), a.Displays)))
		case !pairs[n]:
			if f := a.ofPackage(u.typeOf(n.X), t, n.Pos()); f != "" {
				c.Replace(u.Code(n.Pos(), "%s(%s)", f, n.X))
			}
		}
		return true
	})
	ReplaceLabeled(u, a.typeSwitch)
}}

// assertedTypes calls f for the type that a node asserts, or each case of a type switch, with the operand.
func assertedTypes(n ast.Node, f func(x, of ast.Expr)) {
	switch n := n.(type) {
	case *ast.TypeAssertExpr:
		if n.Type != nil {
			f(n.X, n.Type)
		}
	case *ast.TypeSwitchStmt:
		for _, e := range Cases(n.Body) {
			f(*switched(n), *e)
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
	var kept func(types.Type) types.Type
	kept = func(t types.Type) types.Type {
		switch t := t.(type) {
		case *types.Named:
			if obj := t.Obj(); !is[*types.Struct](t.Underlying()) && obj.Pkg() != nil && obj.Pkg().Path() == "main" {
				return mapped(t.Underlying(), kept)
			}
			return t
		case *types.Basic, *types.Struct, *types.Signature, *types.Interface:
			return t
		}
		return nil
	}
	return mapped(t, kept).String()
}

func (a *asserting) asserted(t types.Type, pos token.Pos) *asserted {
	if t == nil || types.IsInterface(t) && a.ofLibrary(t) {
		return nil
	}
	made := a.made[Identity(t)]
	if made == nil && a.TypeText(t) != "" {
		made = &asserted{t, a.Name("ʹas"), a.Name("ʹmust")}
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
	t, id := a.TypeText(made.t), strconv.Quote(Identity(made.t))
	body, fail := "return ʹx, ʹx != nil", a.conversion(made.t)
	switch of, isInterface := made.t.Underlying().(*types.Interface); {
	case !isInterface:
		body, fail = a.assertion(made.t, t, id), fmt.Sprintf("ʹrt.Assertion(ʹx, ʹfrom, %q)", TypeName(made.t, a.Displays))
	case !of.Empty():
		names := ""
		for m := range of.Methods() {
			names += ", " + strconv.Quote(m.Name())
		}
		body = fmt.Sprintf(`ʹx = ʹrt.Inside(ʹx)
			if ʹrt.Implements(ʹx%s) || ʹrt.Compiled(ʹx%s) {
				var ʹi %s
				switch ʹy := ʹx.(type) {
				case %[3]s:
					ʹi = ʹy
				}
				return ʹi, true
			}
			return nil, false`, a.methods(of), names, t)
	}
	a.declareFunction(pos, made.as, "(ʹx any) (%s, bool) { %s }", t, body)
	a.declareFunction(pos, made.must, "(ʹx any, ʹfrom string) %s { ʹy, ʹok := %s(ʹx); if ʹok { return ʹy }; panic(%s) }",
		t, made.as, fail)
}

// assertion makes the body of a function that asserts a type that is no interface.
func (a *asserting) assertion(of types.Type, t, id string) string {
	held := fmt.Sprintf("ʹy, ʹok := ʹrt.Held(%s, ʹx); if ʹok { return ʹy.(%s), true };", id, t)
	if EmptyStruct(of) { // which an interpreter does not assert
		held = fmt.Sprintf("_, ʹok := ʹrt.Held(%s, ʹx); if ʹok { return %s{}, true };", id, t)
	}
	if !a.bare(of) {
		test := fmt.Sprintf("ʹy, ʹok := ʹx.(%s); if ʹok { return ʹy, true }", t)
		switch {
		case a.taken(of): // it must be of no type that the program declares
			test = "if !ʹrt.Own(ʹx) { " + test + " }"
		case a.ofProgram(of):
			test = fmt.Sprintf("if ʹrt.May(ʹx, %s) { %s }", id, test)
		}
		test = "if ʹx != nil { " + test + " };"
		if a.fails(of) { // in the form that packages keep
			test = "{ " + held + " };" + test
		}
		held = test
	}
	return held + fmt.Sprintf("var ʹzero %s; return ʹzero, false", t)
}

// methods makes arguments of the methods of an interface, with their types.
func (a *asserting) methods(of *types.Interface) (list string) {
	for m := range of.Methods() {
		list += ", " + strconv.Quote(a.method(m))
	}
	return list
}

// conversion makes the panic for a variable that does not implement an interface.
func (a *asserting) conversion(to types.Type) string {
	of, _ := to.Underlying().(*types.Interface)
	if of == nil {
		return ""
	}
	return fmt.Sprintf("ʹrt.Conversion(ʹx, %q%s)", TypeName(to, a.Displays), a.methods(of))
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
	if from == nil || to == nil || a.wraps(from) || !types.IsInterface(to) || !a.ofLibrary(to) || isAny(to) {
		return ""
	}
	t, id := a.TypeText(to), Identity(to)
	if a.must[id] == "" && t != "" {
		a.must[id] = a.Name("ʹmust")
		a.declareFunction(pos, a.must[id], "(ʹx any) %s { ʹy, ʹok := ʹx.(%[1]s); if ʹok { return ʹy }; panic(%s) }", t,
			a.conversion(to))
	}
	return a.must[id]
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

// typeSwitch chooses the clause of a type switch by assertions.
func (a *asserting) typeSwitch(s *ast.TypeSwitchStmt, label *ast.LabeledStmt) ast.Stmt {
	pos := s.Pos()
	bound := ""
	if g, ok := s.Assign.(*ast.AssignStmt); ok {
		bound = g.Lhs[0].(*ast.Ident).Name
	}
	v, k := a.Name("ʹx"), a.Name("ʹk")
	out := block(pos, a.Statements(pos, "%s := %s; %s := 0", v, *switched(s), k)...)
	choice := &ast.SwitchStmt{Switch: pos, Tag: ident(pos, k), Body: block(pos)}
	asserted := func(t ast.Expr) string {
		if f := a.function(a.typeOf(t), true, pos); f != "" {
			return f + "(" + v + ")"
		}
		return v + ".(" + a.TypeText(a.typeOf(t)) + ")"
	}
	for i, stmt := range s.Body.List {
		clause := stmt.(*ast.CaseClause)
		for _, t := range clause.List {
			test := "if " + v + " == nil"
			if !a.Info.Types[t].IsNil() {
				test = "_, ʹok := " + asserted(t) + "; if ʹok"
			}
			out.List = append(out.List, a.Statements(pos, "if %s == 0 { %s { %[1]s = %[3]d } }", k, test, i+1)...)
		}
		chosen := &ast.CaseClause{Case: clause.Case, Colon: clause.Colon, Body: clause.Body}
		if clause.List != nil {
			chosen.List = []ast.Expr{number(clause.Pos(), i+1)}
		}
		if obj := a.Info.Implicits[clause]; bound != "" && obj != nil && a.uses(&ast.BlockStmt{List: clause.Body}, obj) {
			bind := a.Statements(clause.Pos(), "%s := %s", bound, v)
			if len(clause.List) == 1 && !a.Info.Types[clause.List[0]].IsNil() {
				bind = a.Statements(pos, "%s, _ := %s", bound, asserted(clause.List[0]))
			}
			chosen.Body = append(bind, clause.Body...)
		}
		choice.Body.List = append(choice.Body.List, chosen)
	}
	out.List = append(out.List, Labeled(label, choice))
	return out
}
