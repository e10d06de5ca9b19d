package script

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strconv"

	"github.com/focal-search/focal/kernel/script/internal/machine"
	"github.com/focal-search/focal/kernel/script/rt"
)

// Names of functions that make a value into an error or a fmt.Stringer if it is one,
// or of a value that is one, and of a compiled one that tells whether a value
// implements an interface.
const (
	asError        = "ʹerror"
	asStringer     = "ʹstringer"
	keepError      = "ʹkeepError"
	keepStringer   = "ʹkeepStringer"
	implementsFunc = "ʹimplements"
	someFunc       = "ʹsome"
)

// some is a value, or in the place of nil one that implements no interface.
func some(v any) any {
	if v == nil {
		return struct{}{}
	}
	return v
}

// implements says whether a value of a compiled type implements the interface to
// which a nil pointer points.
func implements(v, pointer any) bool {
	return v != nil && reflect.TypeOf(v).Implements(reflect.TypeOf(pointer).Elem())
}

// implements says whether what is in an interface is of a type of the program that has such
// methods, which are given with their types.
func (in *Interpreter) implements(v any, methods ...string) bool {
	has := in.methods[in.ownType(v)]
	for _, m := range methods {
		if !has[m] {
			return false
		}
	}
	return has != nil
}

// missing is the name of the first of such methods that what is in an interface does not have.
func (in *Interpreter) missing(v any, methods []string) string {
	if has := in.methods[in.ownType(v)]; has != nil || in.own(v) {
		return rt.Missing(methods, func(m string) bool { return has[m] })
	}
	return rt.Missing(methods, func(m string) bool { return rt.Compiled(machine.Unboxed(v), rt.MethodName(m)) })
}

// own says whether what is in an interface is of a type of the program.
func (in *Interpreter) own(v any) bool { return rt.Own(v) || in.ownType(v) != "" }

// asserted makes e, ok := x.(error) into e, ok := ʹerror(x, (*error)(nil)), and so for
// fmt.Stringer: yaegi would take the methods of another value. For other interfaces of
// packages, x becomes ʹsome(x): yaegi panics where x is nil.
func (l *lowering) asserted(s *ast.AssignStmt) {
	if len(s.Lhs) != 2 || len(s.Rhs) != 1 {
		return
	}
	e, ok := ast.Unparen(s.Rhs[0]).(*ast.TypeAssertExpr)
	if !ok {
		return
	}
	t := l.types[e.Type].Type
	if as := converter(t); as != "" && l.boxes(l.types[e.X].Type) {
		s.Rhs[0] = &ast.CallExpr{Fun: &ast.Ident{NamePos: e.Pos(), Name: as}, Lparen: e.Pos(),
			Args: []ast.Expr{e.X, pointerTo(e.Type, e.Pos())}, Rparen: e.End()}
	} else if t != nil && types.IsInterface(t) && !l.boxes(t) && !l.generic(e.Type) {
		e.X = &ast.CallExpr{Fun: &ast.Ident{NamePos: e.X.Pos(), Name: someFunc}, Lparen: e.X.Pos(), Args: []ast.Expr{e.X},
			Rparen: e.X.End()}
	}
}

// pointerTo is (*t)(nil). By it the name of a package stays where t is not needed,
// for those who look for it later.
func pointerTo(t ast.Expr, pos token.Pos) ast.Expr {
	pointer := &ast.ParenExpr{Lparen: pos, X: &ast.StarExpr{Star: pos, X: t}, Rparen: pos}
	return &ast.CallExpr{Fun: pointer, Lparen: pos, Args: []ast.Expr{&ast.Ident{NamePos: pos, Name: "nil"}}, Rparen: pos}
}

// converter names the function that makes a value into an error or fmt.Stringer;
// it is "" for other types.
func converter(t types.Type) string {
	named, ok := t.(*types.Named)
	if !ok {
		return ""
	}
	obj := named.Obj()
	switch {
	case obj.Pkg() == nil && obj.Name() == "error":
		return asError
	case obj.Pkg() != nil && obj.Pkg().Path() == "fmt" && obj.Name() == "Stringer":
		return asStringer
	}
	return ""
}

// A typeSwitch is one with a case that is an interface or a type of the program,
// which yaegi does not match as Go does. So
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
type typeSwitch struct {
	*lowering
	pos   token.Pos
	id    int
	boxed bool // x is kept as yaegi keeps an empty interface or one of the program
	empty bool // x is of an empty interface
}

// typeSwitchStmt makes a type switch into statements that yaegi runs as Go does,
// and leaves the statement that it is, with its label, where yaegi does already.
func (l *lowering) typeSwitchStmt(s *ast.TypeSwitchStmt, label *ast.Ident, whole ast.Stmt) ast.Stmt {
	x, bound := guard(s)
	t := l.types[x].Type
	if t == nil || !types.IsInterface(t) || !l.misjudged(s) {
		return whole
	}
	l.n++
	w := typeSwitch{lowering: l, pos: s.Pos(), id: l.n, boxed: l.boxes(t),
		empty: t.Underlying().(*types.Interface).Empty()}
	block := &ast.BlockStmt{Lbrace: w.pos, Rbrace: s.End()}
	if s.Init != nil {
		block.List = append(block.List, s.Init)
	}
	block.List = append(block.List, define(w.name("x"), x), define(w.name("k"), number(w.pos, 0)))
	choice := &ast.SwitchStmt{Switch: w.pos, Tag: w.name("k"), Body: &ast.BlockStmt{Lbrace: w.pos, Rbrace: s.End()}}
	none := w.set(-1)
	var tests []ast.Stmt
	for i, stmt := range s.Body.List {
		clause := stmt.(*ast.CaseClause)
		for _, t := range clause.List {
			if l.types[t].IsNil() {
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
	isNil := &ast.BinaryExpr{X: w.name("x"), OpPos: w.pos, Op: token.EQL, Y: &ast.Ident{NamePos: w.pos, Name: "nil"}}
	block.List = append(block.List, w.when(isNil, none))
	block.List = append(block.List, tests...)
	if label != nil {
		block.List = append(block.List, &ast.LabeledStmt{Label: label, Colon: label.End(), Stmt: choice})
	} else {
		block.List = append(block.List, choice)
	}
	return block
}

// guard takes the guard of a type switch apart: the x and the y in y := x.(type).
func guard(s *ast.TypeSwitchStmt) (x ast.Expr, bound *ast.Ident) {
	switch g := s.Assign.(type) {
	case *ast.AssignStmt:
		return g.Rhs[0].(*ast.TypeAssertExpr).X, g.Lhs[0].(*ast.Ident)
	case *ast.ExprStmt:
		return g.X.(*ast.TypeAssertExpr).X, nil
	}
	panic("the parser allows nothing else")
}

// misjudged says whether yaegi may choose another clause than Go: whether a case is
// an interface or is made of the program's types. It is false where a case is
// unknown or depends on a type parameter.
func (l *lowering) misjudged(s *ast.TypeSwitchStmt) bool {
	found := false
	for _, stmt := range s.Body.List {
		for _, e := range stmt.(*ast.CaseClause).List {
			t := l.types[e]
			if t.IsNil() {
				continue
			}
			if !t.IsType() || l.generic(e) {
				return false
			}
			found = found || types.IsInterface(t.Type) || l.own(e)
		}
	}
	return found
}

// own says whether an expression for a type names one of the program.
func (l *lowering) own(e ast.Expr) bool {
	return l.names(e, func(obj types.Object) bool { return obj.Pkg() == l.pkg })
}

func (l *lowering) generic(e ast.Expr) bool {
	return l.names(e, func(obj types.Object) bool {
		_, ok := obj.Type().(*types.TypeParam)
		return ok
	})
}

func (l *lowering) names(e ast.Expr, is func(types.Object) bool) bool {
	return contains(e, func(n ast.Node) bool {
		id, _ := n.(*ast.Ident)
		obj, ok := l.info.Uses[id].(*types.TypeName)
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
	return &ast.Ident{NamePos: w.pos, Name: fmt.Sprintf("ʹ%s%d", what, w.id)}
}

func number(pos token.Pos, n int) ast.Expr {
	return &ast.BasicLit{ValuePos: pos, Kind: token.INT, Value: strconv.Itoa(n)}
}

// set makes k = n.
func (w typeSwitch) set(n int) ast.Stmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{w.name("k")}, TokPos: w.pos, Tok: token.ASSIGN,
		Rhs: []ast.Expr{number(w.pos, n)}}
}

func (w typeSwitch) when(cond ast.Expr, then ...ast.Stmt) ast.Stmt {
	return &ast.IfStmt{If: w.pos, Cond: cond, Body: &ast.BlockStmt{Lbrace: w.pos, List: then, Rbrace: w.pos}}
}

// test sets k to n where it is 0 and x' is of the type t.
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
		compiled := &ast.CallExpr{Fun: &ast.Ident{NamePos: w.pos, Name: implementsFunc}, Lparen: w.pos,
			Args: []ast.Expr{w.name("x"), pointerTo(t, w.pos)}, Rparen: w.pos}
		return []ast.Stmt{undecided(w.when(compiled, w.set(n))), undecided(w.assertion(w.assert(t), n))}
	}
}

// bare says whether a value of the type can be in an interface without a box, and
// is known there by its structure. A type with methods is boxed, and what has the
// structure of a basic type is mostly one.
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

// match is a type switch of yaegi's with one case. With a variable it matches a
// value without a box by its structure, else by the name of its type.
func (w typeSwitch) match(t ast.Expr, n int, variable *ast.Ident) ast.Stmt {
	var guard ast.Stmt = &ast.ExprStmt{X: w.assert(nil)}
	if variable != nil {
		guard = define(variable, w.assert(nil))
	}
	clause := &ast.CaseClause{Case: w.pos, List: []ast.Expr{t}, Colon: w.pos, Body: []ast.Stmt{w.set(n)}}
	return &ast.TypeSwitchStmt{Switch: w.pos, Assign: guard,
		Body: &ast.BlockStmt{Lbrace: w.pos, List: []ast.Stmt{clause}, Rbrace: w.pos}}
}

// assert is x'.(t).
func (w typeSwitch) assert(t ast.Expr) ast.Expr {
	return &ast.TypeAssertExpr{X: w.name("x"), Lparen: w.pos, Type: t, Rparen: w.pos}
}

// convert is the call of a converter, which yields what an assertion does.
func (w typeSwitch) convert(t ast.Expr) ast.Expr {
	return &ast.CallExpr{Fun: &ast.Ident{NamePos: w.pos, Name: converter(w.types[t].Type)}, Lparen: w.pos,
		Args: []ast.Expr{w.name("x"), pointerTo(t, w.pos)}, Rparen: w.pos}
}

// assertion sets k to n where an assertion succeeds.
func (w typeSwitch) assertion(asserted ast.Expr, n int) ast.Stmt {
	stmt := w.when(w.name("ok"), w.set(n)).(*ast.IfStmt)
	stmt.Init = w.pair(&ast.Ident{NamePos: w.pos, Name: "_"}, w.name("ok"), asserted)
	return stmt
}

func (w typeSwitch) pair(a, b ast.Expr, value ast.Expr) ast.Stmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{a, b}, TokPos: w.pos, Tok: token.DEFINE, Rhs: []ast.Expr{value}}
}

// bind declares the variable of a clause.
func (w typeSwitch) bind(bound *ast.Ident, clause *ast.CaseClause) []ast.Stmt {
	pos := clause.Pos()
	name := func(s string) *ast.Ident { return &ast.Ident{NamePos: pos, Name: s} }
	y := name(bound.Name)
	if len(clause.List) != 1 || w.types[clause.List[0]].IsNil() {
		return []ast.Stmt{define(y, w.name("x"))}
	}
	t := clause.List[0]
	known := w.types[t].Type
	switch {
	case w.boxed && types.IsInterface(known) && known.Underlying().(*types.Interface).Empty():
		return []ast.Stmt{define(y, w.name("x"))}
	case w.boxed && converter(w.types[t].Type) != "":
		return []ast.Stmt{w.pair(y, name("_"), w.convert(t))}
	case w.empty && w.boxes(known):
		// An assertion of yaegi's would panic.
		declared := &ast.DeclStmt{Decl: &ast.GenDecl{TokPos: pos, Tok: token.VAR,
			Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{y}, Type: t}}}}
		assigned := w.match(t, 0, w.name("y")).(*ast.TypeSwitchStmt)
		assigned.Body.List[0].(*ast.CaseClause).Body = []ast.Stmt{&ast.AssignStmt{Lhs: []ast.Expr{name(bound.Name)},
			TokPos: pos, Tok: token.ASSIGN, Rhs: []ast.Expr{w.name("y")}}}
		return []ast.Stmt{declared, assigned}
	}
	return []ast.Stmt{w.pair(y, name("_"), w.assert(t))}
}
