package script

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"reflect"
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
		spec := &ast.ImportSpec{Name: &ast.Ident{NamePos: file.Package, Name: name}, Path: &ast.BasicLit{ValuePos: file.Package, Kind: token.STRING, Value: strconv.Quote(path)}}
		group.Specs = append(group.Specs, spec)
		file.Imports = append(file.Imports, spec)
	}
	if group.Specs != nil {
		file.Decls = append([]ast.Decl{group}, file.Decls...)
	}
}

// Types tells the type of an expression as Go source, "" where it is not known.
type Types func(e ast.Expr) string

// Lower rewrites what yaegi does not know, or gets wrong, into what it knows: the
// first values of a package's variables (initial.go), constants by iota
// (constants.go), ranging over integers, over strings and by variables of one's
// own, and loop variables that are new in each iteration (loop.go), switch
// (switch.go), select (select.go), go and defer (goroutine.go, defer.go), assigning
// several values (several.go) and what a channel yields (receive.go), named results
// (result.go), type arguments (infer.go), panic and recover (recover.go), values in
// interfaces (box.go), what == says of them (equal.go) and a map finds (key.go),
// type switches and assertions (assert.go), what fmt is given (show.go), methods of
// types and of embedded interfaces (methods.go), arguments of variadic functions
// (spread.go), structs for encoding/json (fields.go), and types declared in
// functions (shadow.go). The files make up one package.
func (in *Interpreter) Lower(files []*ast.File, scope Scope) (Types, error) {
	u := &lower.Unit{
		Fset: in.yaegi.FileSet(), Files: files, Importer: in.packages, Runtime: runtimePath,
		Variables: map[string]types.Type{}, Declarations: scope.Declarations, Partial: scope.Cell, Source: in.packages.source,
		Exports: func(path, name string) bool { return in.library.members(path)[name].IsValid() },
		Number:  func() int { in.numbers++; return in.numbers },
	}
	u.Imports = maps.Clone(scope.Imports)
	if u.Imports == nil {
		u.Imports = map[string]string{}
	}
	for _, file := range files {
		for _, spec := range file.Imports {
			name, _ := LocalName(spec)
			delete(u.Imports, name)
		}
	}
	for name, t := range scope.Variables {
		u.Variables[name] = in.packages.typ(t)
	}
	lowered, err := in.passes(u)
	if err != nil {
		return nil, err
	}
	if lowered {
		u.Link()
	} else {
		renameTypes(files, scope)
		u.Check()
		if err := in.unknown(files, u.Info.Types); err != nil {
			return nil, err
		}
	}
	known, pkg := *u.Info, u.Package
	l := lowering{unit: u, lowered: lowered, info: known, pkg: pkg, types: known.Types, selections: known.Selections}
	for _, file := range files {
		l.initialize(file)
		l.looped = loopedIn(file)
		HideFields(file)
		l.methods(file)
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GenDecl:
				l.constants(n)
			case *ast.FuncDecl:
				l.shownLast(n)
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
				l.asserted(n)
				l.boxAssigned(n)
				l.apart(n)
				if len(n.Lhs) == len(n.Rhs) {
					parenthesize(n.Rhs)
				}
				l.copied(n.Rhs)
			case *ast.ReturnStmt:
				parenthesize(n.Results)
				l.copied(n.Results)
			case *ast.ValueSpec:
				l.boxDeclared(n)
				if len(n.Names) == len(n.Values) {
					parenthesize(n.Values)
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
				n.Fun = l.instantiated(n)
				l.copied(n.Args)
			case *ast.SendStmt:
				l.boxSent(n)
				n.Value = l.copy(n.Value)
			}
			return true
		})
		file.Unresolved = append(file.Unresolved, l.mentioned...) // a session gives them internal names
		l.mentioned = nil
	}
	in.addImports(files[0], u.Added, u.Imports)
	return func(e ast.Expr) string {
		t := known.Types[e].Type
		if t == nil {
			return ""
		}
		text := types.TypeString(types.Default(t), func(pkg *types.Package) string {
			if pkg.Path() == "main" {
				return ""
			}
			return pkg.Name()
		})
		if strings.Contains(text, "invalid type") {
			return ""
		}
		return text
	}, nil
}

// passes has package lower rewrite files. It leaves those of a cell as they are where
// that does not know the types of all that they use, or would have to instantiate what
// other cells have declared.
func (in *Interpreter) passes(u *lower.Unit) (lowered bool, err error) {
	cell := len(u.Declarations) > 0 || u.HasCell() || u.Partial
	if cell && !u.Ready() {
		return false, nil
	}
	if err := u.Lower(); err != nil {
		var refused *lower.Error
		if errors.As(err, &refused) {
			return false, refusal(in.ErrorAt(refused.Pos, refused.Message))
		}
		return false, err
	}
	return true, in.typeError(u.Errors)
}

// unknown finds what can neither be interpreted nor rewritten.
func (in *Interpreter) unknown(files []*ast.File, known map[ast.Expr]types.TypeAndValue) error {
	var err error
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			if r, ok := n.(*ast.RangeStmt); ok && err == nil && known[r.X].Type != nil {
				if _, ok := known[r.X].Type.Underlying().(*types.Signature); ok {
					err = in.ErrorAt(r.X.Pos(), "cells and scripts cannot range over a function: the interpreter does not know that; call it with the loop's body as yield")
				}
			}
			return err == nil
		})
	}
	return err
}

// noMethod is what go/types says of a method or field that is not there.
var noMethod = regexp.MustCompile(`^\S+ undefined \((type .* has no field or method (\w+))\)$`)

// typeError is the first error of go/types, nil if there is none.
func (in *Interpreter) typeError(errs []types.Error) error {
	for _, e := range errs {
		if !e.Soft {
			return in.ErrorAt(e.Pos, noMethod.ReplaceAllString(e.Msg, "undefined method: $2 ($1)"))
		}
	}
	return nil
}

// A Scope is what a file can use that is declared elsewhere.
type Scope struct {
	Imports      map[string]string // import paths by name
	Variables    map[string]reflect.Type
	Cell         bool        // the files are a cell's, or a declaration of an earlier one
	Declarations []*ast.File // of types, constants and functions
}

type lowering struct {
	unit       *lower.Unit
	lowered    bool                    // by the passes of package lower
	looped     map[*ast.DeferStmt]bool // those in loops
	info       types.Info
	pkg        *types.Package
	types      map[ast.Expr]types.TypeAndValue
	selections map[*ast.SelectorExpr]*types.Selection
	n          int          // statements rewritten
	mentioned  []*ast.Ident // names written for what the package declares
}

// function rewrites what declared functions and function literals have in common.
func (l *lowering) function(t *ast.FuncType, body *ast.BlockStmt) {
	nameParameters(t)
	l.boxReturned(t, body)
	l.zeroResults(t, body)
	if !l.lowered {
		enclose(body)
	}
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
		name := l.mention(named.Obj(), v.Pos())
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
	case *ast.GoStmt:
		return l.goStmt(s)
	case *ast.DeferStmt:
		return l.deferStmt(s)
	case *ast.RangeStmt:
		return l.rangeStmt(s, nil)
	case *ast.ForStmt:
		if init, ok := s.Init.(*ast.AssignStmt); ok && init.Tok == token.DEFINE && !l.lowered {
			renew(s.Body, init.Lhs...)
		}
	}
	return stmt
}
