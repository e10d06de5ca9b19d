package script

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Types tells the type of an expression as Go source, "" where it is not known.
type Types func(e ast.Expr) string

// Lower rewrites what yaegi does not know into what it knows: ranging over an
// integer, and loop variables that are new in each iteration. The files make up
// one package; variables are those declared elsewhere, with their types.
func (in *Interpreter) Lower(files []*ast.File, variables map[string]string) (Types, error) {
	known := in.typesOf(files, variables)
	if err := in.unknown(files, known); err != nil {
		return nil, err
	}
	l := lowering{types: known}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt:
				l.loops(n.List)
			case *ast.CaseClause:
				l.loops(n.Body)
			case *ast.CommClause:
				l.loops(n.Body)
			case *ast.LabeledStmt:
				n.Stmt = l.loop(n.Stmt)
			}
			return true
		})
	}
	return func(e ast.Expr) string {
		t := known[e].Type
		if t == nil {
			return ""
		}
		text := types.TypeString(types.Default(t), func(*types.Package) string { return "" })
		if strings.Contains(text, "invalid type") {
			return ""
		}
		return text
	}, nil
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

// typesOf finds the types of expressions, as far as that is possible without
// the packages that are imported.
func (in *Interpreter) typesOf(files []*ast.File, variables map[string]string) map[ast.Expr]types.TypeAndValue {
	files = slices.Clone(files)
	for name, typ := range variables {
		elsewhere, err := parser.ParseFile(in.yaegi.FileSet(), "", "package main; var "+name+" "+typ, 0)
		if err == nil {
			files = append(files, elsewhere)
		}
	}
	info := types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	conf := types.Config{Importer: noPackages{}, Error: func(error) {}}
	conf.Check("main", in.yaegi.FileSet(), files, &info) // errors are for yaegi to tell
	return info.Types
}

type noPackages struct{}

func (noPackages) Import(string) (*types.Package, error) { return nil, errors.New("not looked at") }

type lowering struct {
	types map[ast.Expr]types.TypeAndValue
	n     int // loops rewritten
}

func (l *lowering) loops(list []ast.Stmt) {
	for i, stmt := range list {
		list[i] = l.loop(stmt)
	}
}

func (l *lowering) loop(stmt ast.Stmt) ast.Stmt {
	switch s := stmt.(type) {
	case *ast.RangeStmt:
		if count := l.integer(s.X); count != nil {
			return l.countingLoop(s, count)
		}
		if s.Tok == token.DEFINE {
			renew(s.Body, s.Key, s.Value)
		}
	case *ast.ForStmt:
		if init, ok := s.Init.(*ast.AssignStmt); ok && init.Tok == token.DEFINE {
			renew(s.Body, init.Lhs...)
		}
	}
	return stmt
}

// integer is the type of an expression, nil where that is no integer type or unknown.
func (l *lowering) integer(e ast.Expr) types.Type {
	t := l.types[e].Type
	if t == nil {
		return nil
	}
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
		return types.Default(t)
	}
	return nil
}

// countingLoop makes
//
//	for i := range x { ... }
//
// into
//
//	for i', n' := int(0), x; i' < n'; i'++ { i := i'; ... }
func (l *lowering) countingLoop(s *ast.RangeStmt, t types.Type) ast.Stmt {
	l.n++
	pos := s.Pos()
	index := func() *ast.Ident { return &ast.Ident{NamePos: pos, Name: fmt.Sprintf("ʹi%d", l.n)} }
	limit := func() *ast.Ident { return &ast.Ident{NamePos: pos, Name: fmt.Sprintf("ʹn%d", l.n)} }
	zero := func(x ast.Expr) ast.Expr { // of the limit's type
		if b, ok := t.(*types.Basic); ok {
			return &ast.CallExpr{Fun: &ast.Ident{NamePos: pos, Name: b.Name()}, Lparen: pos, Rparen: pos,
				Args: []ast.Expr{&ast.BasicLit{ValuePos: pos, Kind: token.INT, Value: "0"}}}
		}
		return &ast.BinaryExpr{X: x, OpPos: pos, Op: token.SUB, Y: x}
	}
	if id, ok := s.Key.(*ast.Ident); ok && id.Name != "_" {
		first := &ast.AssignStmt{Lhs: []ast.Expr{id}, TokPos: pos, Tok: s.Tok, Rhs: []ast.Expr{index()}}
		s.Body.List = append([]ast.Stmt{first}, s.Body.List...)
	}
	return &ast.ForStmt{
		For:  s.For,
		Init: &ast.AssignStmt{Lhs: []ast.Expr{index(), limit()}, TokPos: pos, Tok: token.DEFINE, Rhs: []ast.Expr{zero(s.X), s.X}},
		Cond: &ast.BinaryExpr{X: index(), OpPos: pos, Op: token.LSS, Y: limit()},
		Post: &ast.IncDecStmt{X: index(), TokPos: pos, Tok: token.INC},
		Body: s.Body,
	}
}

// renew copies a loop's variables at the beginning of its body, if something
// may hold on to them beyond the iteration and the body does not change them.
func renew(body *ast.BlockStmt, vars ...ast.Expr) {
	var copied []ast.Expr
	var values []ast.Expr
	for _, e := range vars {
		id, ok := e.(*ast.Ident)
		if !ok || id.Name == "_" || id.Obj == nil || !outlives(body, id.Obj) || changed(body, id.Obj) {
			continue
		}
		copied = append(copied, &ast.Ident{NamePos: id.NamePos, Name: id.Name})
		values = append(values, &ast.Ident{NamePos: id.NamePos, Name: id.Name})
	}
	if len(copied) > 0 {
		renewal := &ast.AssignStmt{Lhs: copied, TokPos: body.Pos(), Tok: token.DEFINE, Rhs: values}
		body.List = append([]ast.Stmt{renewal}, body.List...)
	}
}

// outlives says whether a function literal uses a variable or its address is taken.
func outlives(body *ast.BlockStmt, v *ast.Object) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			found = found || uses(n, v)
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && uses(n.X, v)
		}
		return !found
	})
	return found
}

func uses(node ast.Node, v *ast.Object) bool {
	found := false
	ast.Inspect(node, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Obj == v
		return !found
	})
	return found
}

// changed says whether a variable is assigned to.
func changed(body *ast.BlockStmt, v *ast.Object) bool {
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && id.Obj == v
	}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				found = found || n.Tok != token.DEFINE && is(e)
			}
		case *ast.IncDecStmt:
			found = found || is(n.X)
		}
		return !found
	})
	return found
}
