package script

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"strconv"
	"strings"

	"github.com/focal-search/focal/kernel/script/lower"
)

// runtimePath is the import path of what lowered code calls.
const runtimePath = "github.com/focal-search/focal/kernel/script/rt"

// addImports has a file import packages by names.
func (in *Interpreter) addImports(file *ast.File, added, imported map[string]string) {
	group := &ast.GenDecl{TokPos: file.Package, Tok: token.IMPORT, Lparen: file.Package, Rparen: file.Package}
	for name, path := range added {
		if imported[name] != "" {
			continue
		}
		spec := &ast.ImportSpec{Name: &ast.Ident{NamePos: file.Package, Name: name},
			Path: &ast.BasicLit{ValuePos: file.Package, Kind: token.STRING, Value: strconv.Quote(path)}}
		group.Specs = append(group.Specs, spec)
		file.Imports = append(file.Imports, spec)
	}
	if group.Specs != nil {
		file.Decls = append([]ast.Decl{group}, file.Decls...)
	}
}

// Lower has package lower make the core language of a file, and rewrites what yaegi gets
// wrong of that: the first values of a package's variables (initial.go), constants by
// iota (constants.go), ranging over integers and strings (loop.go), switch (switch.go),
// select (select.go), assigning several values (several.go) and what a channel yields
// (receive.go), named results (result.go), min and max (builtin.go), panic (recover.go),
// values in interfaces (box.go), what == says of them (equal.go) and a map finds
// (key.go), type switches and assertions (assert.go), what fmt is given (show.go),
// methods of embedded interfaces and of pointers (methods.go), arguments of variadic functions
// (spread.go), and structs for encoding/json (fields.go). Statements record their
// positions, so that a panic can be told with its line (position.go). An error of type is one at its
// place; a script's are also what it declares and does not use.
func (in *Interpreter) Lower(file *ast.File, scope Scope) error {
	u := &lower.Unit{
		Fset: in.machine.FileSet(), Files: []*ast.File{file}, Importer: in.packages, Runtime: runtimePath,
		Imports: maps.Clone(scope.Imports), Source: in.packages.source, Session: scope.Given != nil,
		Instances: scope.Instances, Methods: in.methods, Types: in.types, Displays: in.displays,
		Recovers: in.recovers,
		Exports:  func(path, name string) bool { return in.library.members(path)[name].IsValid() },
		Number:   func() int { in.numbers++; return in.numbers },
	}
	if scope.Given != nil {
		u.Files = append(u.Files, scope.Given)
	}
	if u.Imports == nil {
		u.Imports = map[string]string{}
	}
	for _, spec := range file.Imports {
		name, _ := LocalName(spec)
		delete(u.Imports, name)
	}
	if err := in.passes(u, scope.Given == nil); err != nil {
		return err
	}
	l := lowering{in: in, unit: u, info: *u.Info, pkg: u.Package, types: u.Info.Types, selections: u.Info.Selections}
	l.initialize(file)
	HideFields(file)
	l.methods(file)
	l.pointers(file)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			l.constants(n)
		case *ast.FuncDecl:
			l.function(n.Type, n.Body)
		case *ast.FuncLit:
			l.function(n.Type, n.Body)
		case *ast.BlockStmt:
			l.list(n.List)
		case *ast.CaseClause:
			l.list(n.Body)
		case *ast.CommClause:
			l.list(n.Body)
		case *ast.AssignStmt:
			l.shownLast(n)
			l.asserted(n)
			l.boxAssigned(n)
			l.apart(n)
			if len(n.Lhs) == len(n.Rhs) {
				parenthesize(n.Rhs, n.Tok == token.DEFINE)
			}
			l.copied(n.Rhs)
		case *ast.ReturnStmt:
			parenthesize(n.Results, true)
			l.copied(n.Results)
		case *ast.ValueSpec:
			l.boxDeclared(n)
			if len(n.Names) == len(n.Values) {
				parenthesize(n.Values, true)
			}
			l.copied(n.Values)
		case *ast.CompositeLit:
			l.keysOf(n)
			l.boxElements(n)
			l.copied(n.Elts)
		case *ast.IndexExpr:
			l.keyed(n)
		case *ast.BinaryExpr:
			l.compared(n)
		case *ast.CallExpr:
			l.panicking(n)
			l.deleted(n)
			l.shown(n)
			l.spread(n)
			l.boxArguments(n)
			l.ordered(n)
			l.copied(n.Args)
		case *ast.SendStmt:
			l.boxSent(n)
			n.Value = l.copy(n.Value)
		}
		return true
	})
	l.track(file)
	in.addImports(file, u.Added, u.Imports)
	maps.DeleteFunc(scope.Imports, func(_, path string) bool { // nothing is left of those but instances
		s := in.packages.source(path)
		return s != nil && !s.Adds
	})
	return nil
}

// passes has package lower rewrite files. Whole programs have the errors that compilers
// take lightly as well.
func (in *Interpreter) passes(u *lower.Unit, whole bool) error {
	u.Check()
	if err := in.typeError(u.Errors, whole); err != nil {
		return err
	}
	if err := in.tooLarge(u.Files[0], u.Info); err != nil {
		return err
	}
	err := u.Lower()
	var refused *lower.Error
	if errors.As(err, &refused) {
		return refusal(in.ErrorAt(refused.Pos, refused.Message))
	}
	return err
}

// noMethod is what go/types says of a method or field that is not there.
var noMethod = regexp.MustCompile(`^\S+ undefined \((type .* has no field or method (\w+))\)$`)

// typeError is the first error of go/types, nil if there is none. That something is not
// used is one of a whole program only.
func (in *Interpreter) typeError(errs []types.Error, whole bool) error {
	for _, e := range errs {
		unused := e.Soft && strings.Contains(e.Msg, "and not used")
		if whole || !unused {
			err := in.ErrorAt(e.Pos, noMethod.ReplaceAllString(e.Msg, "undefined method: $2 ($1)"))
			err.Refused = in.mayLack(e.Msg)
			return err
		}
	}
	return nil
}

// mayLack says whether an error is of a name in a package of Go's library that the library of
// interpreted code may not have.
func (in *Interpreter) mayLack(message string) bool {
	m := undefined.FindStringSubmatch(message)
	if m == nil {
		return false
	}
	for _, importPath := range Packages() {
		name, _ := in.library.packageName(importPath)
		s := in.packages.source(importPath)
		if name == m[1] && !strings.HasPrefix(importPath, module) && (s == nil || s.Adds) &&
			!Members(importPath)[m[2]].IsValid() {
			return true
		}
	}
	return false
}

// A Scope is what a part of a session can use that other parts declare. That of a whole
// program is empty.
type Scope struct {
	Imports   map[string]string // import paths by name; Lower leaves those that are compiled in
	Given     *ast.File         // declarations; those of functions without their bodies, but for generic ones
	Instances map[string]string // of generic declarations, see package lower
}

// Check type-checks a file as a package main. Errors for which ignore holds are none.
func (in *Interpreter) Check(file *ast.File, ignore func(types.Error) bool) (*types.Package, *types.Info, error) {
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Defs: map[*ast.Ident]types.Object{}}
	var errs []types.Error
	conf := types.Config{Importer: in.packages, Error: func(err error) {
		if e, ok := err.(types.Error); ok && !ignore(e) {
			errs = append(errs, e)
		}
	}}
	pkg := types.NewPackage("main", "main")
	types.NewChecker(&conf, in.machine.FileSet(), pkg, info).Files([]*ast.File{file})
	return pkg, info, in.typeError(errs, false)
}

// TypeExpr writes a type as it is called in a package main that knows packages by names,
// to which it adds those that the type needs; it is nil where the type has no name.
func (in *Interpreter) TypeExpr(t types.Type, main *types.Package, imports map[string]string, pos token.Pos) ast.Expr {
	u := &lower.Unit{Package: main, Imports: imports, Added: imports,
		Exports: func(path, name string) bool {
			s := in.packages.source(path)
			return in.library.members(path)[name].IsValid() || s != nil && s.Package.Scope().Lookup(name) != nil
		},
		Number: func() int { in.numbers++; return in.numbers }}
	return u.TypeExpr(t, pos)
}

type lowering struct {
	in         *Interpreter
	unit       *lower.Unit
	info       types.Info
	pkg        *types.Package
	types      map[ast.Expr]types.TypeAndValue
	selections map[*ast.SelectorExpr]*types.Selection
	n          int // statements rewritten
}

// typeExpr writes a type, nil where it has no name.
func (l *lowering) typeExpr(t types.Type, pos token.Pos) ast.Expr { return l.unit.TypeExpr(t, pos) }

// function rewrites what declared functions and function literals have in common.
func (l *lowering) function(t *ast.FuncType, body *ast.BlockStmt) {
	nameParameters(t)
	l.boxReturned(t, body)
	l.zeroResults(t, body)
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

// nameParameters names parameters without a name _: in their places yaegi would keep
// what the function declares first.
func nameParameters(t *ast.FuncType) {
	for _, p := range t.Params.List {
		if len(p.Names) == 0 {
			p.Names = []*ast.Ident{{NamePos: p.Pos(), Name: "_"}}
		}
	}
}

// copied has structs copied where they are used as values: yaegi would let an
// interface share the variable.
func (l *lowering) copied(values []ast.Expr) {
	for i, v := range values {
		if pair, ok := v.(*ast.KeyValueExpr); ok {
			pair.Value = l.copy(pair.Value)
		} else {
			values[i] = l.copy(v)
		}
	}
}

func (l *lowering) copy(v ast.Expr) ast.Expr {
	switch v.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.StarExpr:
	default:
		return v
	}
	t := l.types[v]
	if !t.IsValue() || t.Type == nil {
		return v
	}
	if _, ok := t.Type.Underlying().(*types.Struct); !ok {
		return v
	}
	// A conversion copies a struct with methods, which parentheses do not.
	if named, ok := t.Type.(*types.Named); ok && named.Obj().Pkg().Path() == "main" && named.TypeArgs() == nil {
		name := &ast.Ident{NamePos: v.Pos(), Name: named.Obj().Name()}
		inner := &ast.ParenExpr{Lparen: v.Pos(), X: v, Rparen: v.End()} // which is not copied once more
		return &ast.CallExpr{Fun: name, Lparen: v.Pos(), Args: []ast.Expr{inner}, Rparen: v.End()}
	}
	return &ast.ParenExpr{Lparen: v.Pos(), X: v, Rparen: v.End()}
}

func (l *lowering) list(list []ast.Stmt) {
	for i, stmt := range list {
		list[i] = l.stmt(stmt)
	}
}

func (l *lowering) stmt(stmt ast.Stmt) ast.Stmt {
	if block := l.hoisted(stmt); block != nil {
		return block
	}
	switch s := stmt.(type) {
	case *ast.SelectStmt:
		return l.selectStmt(s, nil)
	case *ast.LabeledStmt:
		switch inner := s.Stmt.(type) {
		case *ast.SelectStmt:
			return l.selectStmt(inner, s.Label)
		case *ast.TypeSwitchStmt:
			return l.typeSwitchStmt(inner, s.Label, s)
		case *ast.SwitchStmt:
			return l.switchStmt(inner, s.Label, s)
		case *ast.RangeStmt:
			return l.rangeStmt(inner, s)
		default:
			s.Stmt = l.stmt(inner)
		}
	case *ast.SwitchStmt:
		return l.switchStmt(s, nil, s)
	case *ast.TypeSwitchStmt:
		return l.typeSwitchStmt(s, nil, s)
	case *ast.AssignStmt:
		return l.assignStmt(s)
	case *ast.IfStmt:
		if s.Else != nil {
			s.Else = l.stmt(s.Else)
		}
	case *ast.RangeStmt:
		return l.rangeStmt(s, nil)
	}
	return stmt
}

// niladic is a literal of a function without parameters or results.
func niladic(pos token.Pos, body *ast.BlockStmt) *ast.FuncLit {
	return &ast.FuncLit{Type: &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}}, Body: body}
}
