// Package adapt rewrites programs in the core language of package lower where yaegi does not
// execute that as Go does: it keeps values in boxes, shares places, and gets some statements wrong.
//
// The passes below run in order. Each has its own file, which documents what yaegi does and what
// the pass makes of it. What they make is not type-checked again: it names functions of the prelude,
// and types of yaegi's. So a pass knows the types of what package lower has made, and of what
// earlier passes say that they have made; it leaves alone what has no type.
package adapt

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"github.com/focal-search/focal/kernel/script/lower"
)

// A Pass rewrites a file.
type Pass struct {
	Name string
	Why  string // what yaegi gets wrong without it
	run  func(*unit)
}

// Passes are all passes in their order: declarations, then statements, then expressions, and
// last what is recorded while a program runs.
var Passes = []Pass{
	order,
	initial,
	fields,
	hidden,
	pointers,

	typeSwitches,
	switches,
	selects,
	ranges,
	several,

	bare,
	converted,
	parameters,
	panics,
	keys,
	presented,
	printed,
	asserted,
	spread,
	compared,
	boxes,
	results,
	apart,
	parentheses,
	copies,

	positions,
}

// File rewrites the first file of a unit that has been lowered. Shape gives a number to a type by
// which the host knows what a function of the prelude is handed.
func File(u *lower.Unit, shape func(types.Type) int) {
	a := newUnit(u, shape)
	for _, p := range Passes {
		p.run(a)
	}
}

// A unit is a file on its way to yaegi.
type unit struct {
	lowered    *lower.Unit
	file       *ast.File
	info       *types.Info
	pkg        *types.Package
	types      map[ast.Expr]types.TypeAndValue
	selections map[*ast.SelectorExpr]*types.Selection
	shape      func(types.Type) int
	n          int // of names that passes have invented
}

func newUnit(u *lower.Unit, shape func(types.Type) int) *unit {
	return &unit{lowered: u, file: u.Files[0], info: u.Info, pkg: u.Package, types: u.Info.Types,
		selections: u.Info.Selections, shape: shape}
}

// typeExpr writes a type, nil where it has no name.
func (u *unit) typeExpr(t types.Type, pos token.Pos) ast.Expr { return u.lowered.TypeExpr(t, pos) }

// each calls f for each node of the file, the outer ones first. What f puts into a node is visited
// as well.
func (u *unit) each(f func(ast.Node)) {
	ast.Inspect(u.file, func(n ast.Node) bool {
		if n != nil {
			f(n)
		}
		return true
	})
}

// functions calls f for each function that is declared, and for each function literal.
func (u *unit) functions(f func(*ast.FuncType, *ast.BlockStmt)) {
	u.each(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			f(n.Type, n.Body)
		case *ast.FuncLit:
			f(n.Type, n.Body)
		}
	})
}

// calls calls f for each call, the outer ones first.
func (u *unit) calls(f func(*ast.CallExpr)) {
	u.each(func(n ast.Node) {
		if call, ok := n.(*ast.CallExpr); ok {
			f(call)
		}
	})
}

// statements puts what f makes of it in the place of each statement that stands in a list or after
// else, the outer ones first, and of the label that it may have.
func (u *unit) statements(f func(s ast.Stmt, label *ast.LabeledStmt) ast.Stmt) {
	var replaced func(ast.Stmt) ast.Stmt
	replaced = func(s ast.Stmt) ast.Stmt {
		label, ok := s.(*ast.LabeledStmt)
		if !ok {
			return f(s, nil)
		}
		if _, another := label.Stmt.(*ast.LabeledStmt); another {
			return labeled(label, replaced(label.Stmt))
		}
		return f(label.Stmt, label)
	}
	list := func(list []ast.Stmt) {
		for i, s := range list {
			list[i] = replaced(s)
		}
	}
	u.each(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.BlockStmt:
			list(n.List)
		case *ast.CaseClause:
			list(n.Body)
		case *ast.CommClause:
			list(n.Body)
		case *ast.IfStmt:
			if n.Else != nil {
				n.Else = replaced(n.Else)
			}
		}
	})
}

// replace puts what f makes of it in the place of each such statement, and of the label that it may have.
func replace[S ast.Stmt](u *unit, f func(s S, label *ast.LabeledStmt) ast.Stmt) {
	u.statements(func(s ast.Stmt, label *ast.LabeledStmt) ast.Stmt {
		if such, ok := s.(S); ok {
			return f(such, label)
		}
		return labeled(label, s)
	})
}

// labeled gives a statement the label, if there is one.
func labeled(label *ast.LabeledStmt, s ast.Stmt) ast.Stmt {
	if label == nil {
		return s
	}
	label.Stmt = s
	return label
}

// contains says whether a node, or one in it, is such.
func contains(node ast.Node, such func(ast.Node) bool) bool {
	found := false
	ast.Inspect(node, func(n ast.Node) bool {
		found = found || such(n)
		return !found
	})
	return found
}

// ident is a name.
func ident(pos token.Pos, name string) *ast.Ident { return &ast.Ident{NamePos: pos, Name: name} }

// identOf is the name that an expression is, nil where it is none.
func identOf(e ast.Expr) *ast.Ident {
	id, _ := ast.Unparen(e).(*ast.Ident)
	return id
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

func number(pos token.Pos, n int) ast.Expr {
	return &ast.BasicLit{ValuePos: pos, Kind: token.INT, Value: strconv.Itoa(n)}
}

// builtin is the name of the builtin function that is called, "" where none is.
func (u *unit) builtin(c *ast.CallExpr) string {
	if id := identOf(c.Fun); id != nil && u.types[c.Fun].IsBuiltin() {
		return id.Name
	}
	return ""
}

// calling is the call of a function of the prelude.
func calling(pos token.Pos, function string, args ...ast.Expr) *ast.CallExpr {
	end := pos
	if len(args) > 0 {
		end = args[len(args)-1].End()
	}
	return &ast.CallExpr{Fun: ident(pos, function), Lparen: pos, Args: args, Rparen: end}
}

func define(id *ast.Ident, value ast.Expr) ast.Stmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{id}, TokPos: id.Pos(), Tok: token.DEFINE, Rhs: []ast.Expr{value}}
}

func block(pos, end token.Pos, list ...ast.Stmt) *ast.BlockStmt {
	return &ast.BlockStmt{Lbrace: pos, List: list, Rbrace: end}
}

// niladic is a literal of a function without parameters or results.
func niladic(pos token.Pos, body *ast.BlockStmt) *ast.FuncLit {
	return &ast.FuncLit{Type: &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}}, Body: body}
}
