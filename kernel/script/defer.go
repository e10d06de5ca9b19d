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
