package adapt

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// typeSwitches chooses the clause of a type switch by assertions and by type switches with one case, if
// a case is an interface or a type of the program.
//
//	switch y := x.(type) {
//	case T:
//		...
//	case I, U:
//		...
//	}
//
// becomes
//
//	{
//		x', k := x, 0
//		if k == 0 { switch x'.(type) { case T: k = 1 } }
//		if k == 0 { if _, ok := x'.(I); ok { k = 2 } }
//		if k == 0 { switch x'.(type) { case U: k = 2 } }
//		switch k {
//		case 1:
//			y, _ := x'.(T)
//			...
//		case 2:
//			y := x'
//			...
//		}
//	}
var typeSwitches = Pass{"type switches", "a case that is an interface or a type of the program is not matched as in Go",
	func(u *unit) { replace(u, u.typeSwitch) }}

type typeSwitch struct {
	*unit
	pos   token.Pos
	id    int
	boxed bool // yaegi keeps values of x's type in boxes
	empty bool // x is of an empty interface type
}

func (u *unit) typeSwitch(s *ast.TypeSwitchStmt, label *ast.LabeledStmt) ast.Stmt {
	x, bound := guard(s)
	t := u.types[x].Type
	if t == nil || !types.IsInterface(t) || !u.misjudged(s) {
		return labeled(label, s)
	}
	u.n++
	w := typeSwitch{unit: u, pos: s.Pos(), id: u.n, boxed: u.boxes(t),
		empty: t.Underlying().(*types.Interface).Empty()}
	whole := block(w.pos, s.End())
	if s.Init != nil {
		whole.List = append(whole.List, s.Init)
	}
	whole.List = append(whole.List, define(w.name("x"), x), define(w.name("k"), number(w.pos, 0)))
	choice := &ast.SwitchStmt{Switch: w.pos, Tag: w.name("k"), Body: block(w.pos, s.End())}
	none := w.set(-1)
	var tests []ast.Stmt
	for i, stmt := range s.Body.List {
		clause := stmt.(*ast.CaseClause)
		for _, t := range clause.List {
			if u.types[t].IsNil() {
				none = w.set(i + 1)
			} else {
				tests = append(tests, w.test(t, i+1)...)
			}
		}
		chosen := &ast.CaseClause{Case: clause.Case, Colon: clause.Colon, Body: clause.Body}
		if clause.List != nil {
			chosen.List = []ast.Expr{number(clause.Pos(), i+1)}
		}
		if bound != nil && mentions(clause.Body, bound.Name) {
			chosen.Body = append(w.bind(bound, clause), clause.Body...)
		}
		choice.Body.List = append(choice.Body.List, chosen)
	}
	isNil := &ast.BinaryExpr{X: w.name("x"), OpPos: w.pos, Op: token.EQL, Y: ident(w.pos, "nil")}
	whole.List = append(whole.List, w.when(isNil, none))
	whole.List = append(whole.List, tests...)
	whole.List = append(whole.List, labeled(label, choice))
	return whole
}

// ImplementsFunc is the name of the compiled function that reports whether a value implements an interface.
const ImplementsFunc = "ʹimplements"

// guard returns x and y of the guard y := x.(type) of a type switch.
func guard(s *ast.TypeSwitchStmt) (x ast.Expr, bound *ast.Ident) {
	switch g := s.Assign.(type) {
	case *ast.AssignStmt:
		return g.Rhs[0].(*ast.TypeAssertExpr).X, g.Lhs[0].(*ast.Ident)
	case *ast.ExprStmt:
		return g.X.(*ast.TypeAssertExpr).X, nil
	}
	panic("the parser allows nothing else")
}

// misjudged reports whether yaegi may choose another clause than Go: if a case is an
// interface or contains a type of the program. It is false if a case is unknown or
// depends on a type parameter.
func (u *unit) misjudged(s *ast.TypeSwitchStmt) bool {
	found := false
	for _, stmt := range s.Body.List {
		for _, e := range stmt.(*ast.CaseClause).List {
			t := u.types[e]
			if t.IsNil() {
				continue
			}
			if !t.IsType() || u.generic(e) {
				return false
			}
			found = found || types.IsInterface(t.Type) || u.own(e)
		}
	}
	return found
}

// own reports whether a type expression names a type of the program.
func (u *unit) own(e ast.Expr) bool {
	return u.names(e, func(obj types.Object) bool { return obj.Pkg() == u.pkg })
}

func (u *unit) generic(e ast.Expr) bool {
	return u.names(e, func(obj types.Object) bool {
		_, ok := obj.Type().(*types.TypeParam)
		return ok
	})
}

func (u *unit) names(e ast.Expr, is func(types.Object) bool) bool {
	return contains(e, func(n ast.Node) bool {
		id, _ := n.(*ast.Ident)
		obj, ok := u.info.Uses[id].(*types.TypeName)
		return ok && is(obj)
	})
}

func mentions(body []ast.Stmt, name string) bool {
	return contains(&ast.BlockStmt{List: body}, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		return ok && id.Name == name
	})
}

func (w typeSwitch) name(what string) *ast.Ident {
	return ident(w.pos, fmt.Sprintf("ʹ%s%d", what, w.id))
}

// set makes k = n.
func (w typeSwitch) set(n int) ast.Stmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{w.name("k")}, TokPos: w.pos, Tok: token.ASSIGN,
		Rhs: []ast.Expr{number(w.pos, n)}}
}

func (w typeSwitch) when(cond ast.Expr, then ...ast.Stmt) ast.Stmt {
	return &ast.IfStmt{If: w.pos, Cond: cond, Body: block(w.pos, w.pos, then...)}
}

// test sets k to n if k is 0 and x' is of type t.
func (w typeSwitch) test(t ast.Expr, n int) []ast.Stmt {
	undecided := func(then ast.Stmt) ast.Stmt {
		return w.when(&ast.BinaryExpr{X: w.name("k"), OpPos: w.pos, Op: token.EQL, Y: number(w.pos, 0)}, then)
	}
	switch known := w.types[t].Type; {
	case !w.boxed:
		return []ast.Stmt{undecided(w.assertion(w.assert(t), n))}
	case !types.IsInterface(known):
		tests := []ast.Stmt{undecided(w.match(t, n, nil))}
		if w.bare(known) {
			tests = append(tests, undecided(w.match(t, n, w.name("y"))))
		}
		return tests
	case known.Underlying().(*types.Interface).Empty():
		return []ast.Stmt{undecided(w.set(n))}
	case converter(w.types[t].Type) != "":
		return []ast.Stmt{undecided(w.assertion(w.convert(t), n))}
	case w.boxes(known):
		return []ast.Stmt{undecided(w.assertion(w.assert(t), n))}
	default:
		compiled := calling(w.pos, ImplementsFunc, w.name("x"), pointerTo(t, w.pos))
		return []ast.Stmt{undecided(w.when(compiled, w.set(n))), undecided(w.assertion(w.assert(t), n))}
	}
}

// bare reports whether a value of type t can be in an interface without a box, where
// yaegi knows only its structure. Types with methods are boxed, and a value with the
// structure of a basic type is mostly of that type.
func (w typeSwitch) bare(t types.Type) bool {
	if _, ok := t.(*types.Basic); ok {
		return false
	}
	named, ok := t.(*types.Named)
	if !ok || named.NumMethods() == 0 || named.Obj().Pkg() != w.pkg {
		return w.empty
	}
	_, ok = named.Underlying().(*types.Struct)
	return ok && w.empty
}

// match makes a type switch with one case. With a variable, yaegi matches a value
// without a box by its structure, else by the name of its type.
func (w typeSwitch) match(t ast.Expr, n int, variable *ast.Ident) ast.Stmt {
	var guard ast.Stmt = &ast.ExprStmt{X: w.assert(nil)}
	if variable != nil {
		guard = define(variable, w.assert(nil))
	}
	clause := &ast.CaseClause{Case: w.pos, List: []ast.Expr{t}, Colon: w.pos, Body: []ast.Stmt{w.set(n)}}
	return &ast.TypeSwitchStmt{Switch: w.pos, Assign: guard,
		Body: block(w.pos, w.pos, clause)}
}

// assert makes x'.(t).
func (w typeSwitch) assert(t ast.Expr) ast.Expr {
	return &ast.TypeAssertExpr{X: w.name("x"), Lparen: w.pos, Type: t, Rparen: w.pos}
}

// convert makes a call of a converter, which returns the results of an assertion.
func (w typeSwitch) convert(t ast.Expr) ast.Expr {
	return calling(w.pos, converter(w.types[t].Type), w.name("x"), pointerTo(t, w.pos))
}

// assertion sets k to n if an assertion succeeds.
func (w typeSwitch) assertion(asserted ast.Expr, n int) ast.Stmt {
	stmt := w.when(w.name("ok"), w.set(n)).(*ast.IfStmt)
	stmt.Init = w.pair(ident(w.pos, "_"), w.name("ok"), asserted)
	return stmt
}

func (w typeSwitch) pair(a, b ast.Expr, value ast.Expr) ast.Stmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{a, b}, TokPos: w.pos, Tok: token.DEFINE, Rhs: []ast.Expr{value}}
}

// bind declares the variable of a clause.
func (w typeSwitch) bind(bound *ast.Ident, clause *ast.CaseClause) []ast.Stmt {
	pos := clause.Pos()
	y := ident(pos, bound.Name)
	if len(clause.List) != 1 || w.types[clause.List[0]].IsNil() {
		return []ast.Stmt{define(y, w.name("x"))}
	}
	t := clause.List[0]
	known := w.types[t].Type
	switch {
	case w.boxed && types.IsInterface(known) && known.Underlying().(*types.Interface).Empty():
		return []ast.Stmt{define(y, w.name("x"))}
	case w.boxed && converter(w.types[t].Type) != "":
		return []ast.Stmt{w.pair(y, ident(pos, "_"), w.convert(t))}
	case w.empty && w.boxes(known):
		// In yaegi an assertion would panic.
		declared := &ast.DeclStmt{Decl: &ast.GenDecl{TokPos: pos, Tok: token.VAR,
			Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{y}, Type: t}}}}
		assigned := w.match(t, 0, w.name("y")).(*ast.TypeSwitchStmt)
		assigned.Body.List[0].(*ast.CaseClause).Body = []ast.Stmt{&ast.AssignStmt{Lhs: []ast.Expr{ident(pos, bound.Name)},
			TokPos: pos, Tok: token.ASSIGN, Rhs: []ast.Expr{w.name("y")}}}
		return []ast.Stmt{declared, assigned}
	}
	return []ast.Stmt{w.pair(y, ident(pos, "_"), w.assert(t))}
}
