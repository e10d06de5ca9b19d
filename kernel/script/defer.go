package script

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// evaluated makes
//
//	defer f(x)
//
// into
//
//	{ x' := x; defer f(x') }
//
// because yaegi hands over the variable and not its value.
func (l *lowering) evaluated(stmt ast.Stmt, call *ast.CallExpr) ast.Stmt {
	l.shown(call)
	block := &ast.BlockStmt{Lbrace: stmt.Pos(), Rbrace: stmt.End()}
	for i, arg := range call.Args {
		if l.varies(arg) {
			l.n++
			name := fmt.Sprintf("ʹa%d", l.n)
			block.List = append(block.List, define(&ast.Ident{NamePos: arg.Pos(), Name: name}, arg))
			call.Args[i] = &ast.Ident{NamePos: arg.Pos(), Name: name}
		}
	}
	if block.List == nil {
		return stmt
	}
	block.List = append(block.List, stmt)
	return block
}

// deferStmt makes
//
//	defer x.m(y)
//
// into
//
//	{ x' := x; y' := y; defer x'.m(y') }
//
// because yaegi looks at x only when it calls the function, and so for a function
// in a variable. In a loop it finds the x' of the last iteration: there the call is
// made a function as for a goroutine, in which m cannot recover.
//
// A literal in a loop would see the variables of the last iteration. It is made in a
// frame of its own, unless it recovers, which it cannot do from there:
//
//	{ d' := func() func() { return func() { ... } }(); defer d'() }
func (l *lowering) deferStmt(s *ast.DeferStmt) ast.Stmt {
	stmt := l.evaluated(s, s.Call)
	if f, ok := ast.Unparen(s.Call.Fun).(*ast.FuncLit); ok && l.looped[s] && !mentions(f.Body.List, "recover") {
		l.n++
		name := func() *ast.Ident { return &ast.Ident{NamePos: f.Pos(), Name: fmt.Sprintf("ʹd%d", l.n)} }
		s.Call.Fun = name()
		return &ast.BlockStmt{Lbrace: s.Pos(), List: []ast.Stmt{define(name(), maker(f)), stmt}, Rbrace: s.End()}
	}
	var later goroutine
	if !l.found(s.Call.Fun) || !l.callee(&later, s.Call.Fun) {
		return stmt
	}
	block, ok := stmt.(*ast.BlockStmt)
	if !ok {
		block = &ast.BlockStmt{Lbrace: s.Pos(), List: []ast.Stmt{s}, Rbrace: s.End()}
	}
	if sel, ok := s.Call.Fun.(*ast.SelectorExpr); ok && l.looped[s] && l.ownMethod(sel) && l.arguments(&later, s.Call) {
		l.n++
		f := func() *ast.Ident { return &ast.Ident{NamePos: s.Pos(), Name: fmt.Sprintf("ʹd%d", l.n)} }
		s.Call = &ast.CallExpr{Fun: f(), Lparen: s.Call.Lparen, Rparen: s.Call.Rparen}
		block.List = append(block.List[:len(block.List)-1], define(f(), later.made(s.Pos())), s)
		return block
	}
	kept := &ast.AssignStmt{Lhs: later.names[:1], TokPos: s.Pos(), Tok: token.DEFINE, Rhs: later.values[:1]}
	block.List = append([]ast.Stmt{kept}, block.List...)
	l.types[later.call.Fun] = l.types[s.Call.Fun]
	s.Call.Fun = later.call.Fun
	return block
}

func (l *lowering) ownMethod(sel *ast.SelectorExpr) bool {
	s := l.selections[sel]
	return s != nil && s.Kind() == types.MethodVal && s.Obj().Pkg() == l.pkg
}

// loopedIn finds the defer statements in the loops of a file.
func loopedIn(file *ast.File) map[*ast.DeferStmt]bool {
	looped := map[*ast.DeferStmt]bool{}
	inLoop := func(body *ast.BlockStmt) {
		ast.Inspect(body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.DeferStmt:
				looped[n] = true
			}
			return true
		})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			inLoop(n.Body)
		case *ast.RangeStmt:
			inLoop(n.Body)
		}
		return true
	})
	return looped
}

// found says whether the function of a call is to be found in a variable, or is a
// method. One that is declared, or of a package, stays what it is.
func (l *lowering) found(fun ast.Expr) bool {
	switch f := ast.Unparen(fun).(type) {
	case *ast.Ident:
		_, ok := l.info.Uses[f].(*types.Var)
		return ok
	case *ast.SelectorExpr:
		return l.selections[f] != nil
	case *ast.IndexExpr:
		return true
	}
	return false
}

// varies says whether an argument has one value, which may change.
func (l *lowering) varies(arg ast.Expr) bool {
	switch e := arg.(type) {
	case *ast.BasicLit, *ast.FuncLit, *ast.ArrayType, *ast.MapType, *ast.ChanType:
		return false
	case *ast.Ident:
		return e.Name != "nil" && l.types[e].Value == nil && !strings.HasPrefix(e.Name, "ʹ")
	case *ast.CallExpr: // perhaps of several values
		_, several := l.types[e].Type.(*types.Tuple)
		return l.types[e].Type != nil && l.types[e].Value == nil && !several
	}
	return l.types[arg].Value == nil
}

// enclose makes each function literal L of a body with a defer statement into
// func() T { return L }(), because yaegi locks the frame in which a literal is
// made when it is called, and while deferred functions run: the call of a literal
// by a deferred function would wait for ever.
func enclose(body *ast.BlockStmt) {
	if body == nil || !defers(body) {
		return
	}
	astutil.Apply(body, func(c *astutil.Cursor) bool {
		f, ok := c.Node().(*ast.FuncLit)
		if !ok {
			return true
		}
		if call, ok := c.Parent().(*ast.CallExpr); ok && call.Fun == f {
			return false // called at once, or by defer or go
		}
		c.Replace(maker(f))
		return false
	}, nil)
}

// maker is func() T { return L }() for a function literal L of type T.
func maker(f *ast.FuncLit) *ast.CallExpr {
	pos := f.Pos()
	made := niladic(pos, &ast.BlockStmt{Lbrace: pos, List: []ast.Stmt{&ast.ReturnStmt{Return: pos, Results: []ast.Expr{f}}}, Rbrace: f.End()})
	made.Type.Results = &ast.FieldList{List: []*ast.Field{{Type: f.Type}}}
	return &ast.CallExpr{Fun: made, Lparen: f.End(), Rparen: f.End()}
}

// niladic is a literal of a function without parameters or results.
func niladic(pos token.Pos, body *ast.BlockStmt) *ast.FuncLit {
	return &ast.FuncLit{Type: &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}}, Body: body}
}

// defers says whether a function's body has a defer statement of its own.
func defers(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			found = true
		}
		return !found
	})
	return found
}
