package adapt

import (
	"go/ast"
	"go/token"
	"go/types"
)

// results sets the named results of a function to zero first.
//
//	func() (n int) { return }
//
// becomes
//
//	func() (n int) { n = 0; return }
var results = Pass{"results", "a named result is the slot in which the caller keeps the value of the call, which " +
	"still holds that of the previous call", func(u *unit) { u.functions(u.zeroResults) }}

func (u *unit) zeroResults(f *ast.FuncType, body *ast.BlockStmt) {
	if body == nil || f.Results == nil {
		return
	}
	var zeroed []ast.Stmt
	for _, field := range f.Results.List {
		for _, name := range field.Names {
			if zero := u.zero(field.Type, body.Lbrace); zero != nil && name.Name != "_" {
				zeroed = append(zeroed, &ast.AssignStmt{Lhs: []ast.Expr{ident(body.Lbrace, name.Name)}, TokPos: body.Lbrace,
					Tok: token.ASSIGN, Rhs: []ast.Expr{zero}})
			}
		}
	}
	body.List = append(zeroed, body.List...)
}

// zero returns the zero value of a type, or nil if the type is unknown.
func (u *unit) zero(e ast.Expr, pos token.Pos) ast.Expr {
	t := u.types[e].Type
	if t == nil {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsNumeric != 0:
			return number(pos, 0)
		case u.Info()&types.IsString != 0:
			return &ast.BasicLit{ValuePos: pos, Kind: token.STRING, Value: `""`}
		case u.Info()&types.IsBoolean != 0:
			return ident(pos, "false")
		}
	case *types.Struct, *types.Array:
		return &ast.ParenExpr{Lparen: pos, X: &ast.CompositeLit{Type: e, Lbrace: pos, Rbrace: pos}, Rparen: pos}
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return ident(pos, "nil")
	}
	return nil
}
