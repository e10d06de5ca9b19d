// Package adapt rewrites programs in the core language of package lower where yaegi does not
// execute them as Go does: it keeps values in boxes, shares frame slots, and gets some statements wrong.
//
// The passes below run in order. Each has its own file, which documents the error of yaegi and the
// rewriting. The result is not type-checked again: it uses functions of the prelude and types of
// yaegi. So a pass knows the types of expressions that package lower has made, and of those for which
// earlier passes record them; it does not change expressions without a type.
package adapt

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/focal-search/focal/kernel/script/lower"
)

// A Pass rewrites a file.
type Pass struct {
	Name string
	Why  string // what yaegi gets wrong without it
	run  func(*unit)
}

// Passes lists all passes in order: those of declarations, then of statements, then of expressions,
// and last the one that records positions.
var Passes = []Pass{
	order,
	initial,
	fields,
	hidden,
	pointers,

	switches,
	selects,
	ranges,

	bare,
	parameters,
	panics,
	keys,
	presented,
	printed,
	asserted,
	compared,
	boxes,
	results,
	apart,
	parentheses,
	begins,

	positions,
}

// File rewrites the first file of a unit that has been lowered. shape assigns a number to a type, by
// which the host knows the static type of an argument of the prelude's functions.
func File(u *lower.Unit, shape func(types.Type) int) {
	a := newUnit(u, shape)
	for _, p := range Passes {
		p.run(a)
	}
}

// A unit is a file that is being rewritten for yaegi.
type unit struct {
	lowered    *lower.Unit
	file       *ast.File
	info       *types.Info
	pkg        *types.Package
	types      map[ast.Expr]types.TypeAndValue
	selections map[*ast.SelectorExpr]*types.Selection
	shape      func(types.Type) int
	n          int // number of names that passes have invented
}

func newUnit(u *lower.Unit, shape func(types.Type) int) *unit {
	return &unit{lowered: u, file: u.Files[0], info: u.Info, pkg: u.Package, types: u.Info.Types,
		selections: u.Info.Selections, shape: shape}
}

// typeExpr returns an expression for a type, or nil if it cannot be named.
func (u *unit) typeExpr(t types.Type, pos token.Pos) ast.Expr { return u.lowered.TypeExpr(t, pos) }

// code makes an expression from its text, and statements makes statements.
func (u *unit) code(pos token.Pos, format string, args ...any) ast.Expr {
	return u.lowered.Code(pos, format, args...)
}

func (u *unit) statements(pos token.Pos, format string, args ...any) []ast.Stmt {
	return u.lowered.Statements(pos, format, args...)
}

// each calls f for each node of the file in preorder. It visits nodes that f inserts as well.
func (u *unit) each(f func(ast.Node)) {
	ast.Inspect(u.file, func(n ast.Node) bool {
		if n != nil {
			f(n)
		}
		return true
	})
}

// functions calls f for each function declaration and function literal.
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

// calls calls f for each call in preorder.
func (u *unit) calls(f func(*ast.CallExpr)) {
	u.each(func(n ast.Node) {
		if call, ok := n.(*ast.CallExpr); ok {
			f(call)
		}
	})
}

// replace replaces each statement of type S, with its label if it has one, by the result of f, inner ones first.
func replace[S ast.Stmt](u *unit, f func(s S, label *ast.LabeledStmt) ast.Stmt) {
	astutil.Apply(u.file, nil, func(c *astutil.Cursor) bool {
		stmt := c.Node()
		label, _ := stmt.(*ast.LabeledStmt)
		if label != nil {
			stmt = label.Stmt
		} else if is[*ast.LabeledStmt](c.Parent()) {
			return true
		}
		if s, ok := stmt.(S); ok {
			c.Replace(f(s, label))
		}
		return true
	})
}

// labeled adds the label to a statement, if there is one.
func labeled(label *ast.LabeledStmt, s ast.Stmt) ast.Stmt {
	if label == nil {
		return s
	}
	label.Stmt = s
	return label
}

// is reports whether a node or a type is a T.
func is[T, X any](x X) bool {
	_, is := any(x).(T)
	return is
}

// ident makes an identifier.
func ident(pos token.Pos, name string) *ast.Ident { return &ast.Ident{NamePos: pos, Name: name} }

// identOf returns an expression, without parentheses, as an identifier, or nil.
func identOf(e ast.Expr) *ast.Ident {
	id, _ := ast.Unparen(e).(*ast.Ident)
	return id
}

func number(pos token.Pos, n int) ast.Expr {
	return &ast.BasicLit{ValuePos: pos, Kind: token.INT, Value: strconv.Itoa(n)}
}

// builtin returns the name of the called builtin function, or "".
func (u *unit) builtin(c *ast.CallExpr) string {
	if id := identOf(c.Fun); id != nil && u.types[c.Fun].IsBuiltin() {
		return id.Name
	}
	return ""
}

// calling makes a call of a function of the prelude.
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

// assign assigns a number.
func assign(pos token.Pos, variable string, n int) ast.Stmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{ident(pos, variable)}, TokPos: pos, Tok: token.ASSIGN,
		Rhs: []ast.Expr{number(pos, n)}}
}

func block(pos, end token.Pos, list ...ast.Stmt) *ast.BlockStmt {
	return &ast.BlockStmt{Lbrace: pos, List: list, Rbrace: end}
}
