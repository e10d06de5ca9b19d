package lower

import (
	"go/ast"
)

// goroutines starts goroutines by package rt, which reports a panic in one as an error
// at its position.
//
//	go f(x)
//
// becomes
//
//	{
//		ʹa_1 := x
//		ʹrt.Go(func() { f(ʹa_1) })
//	}
var goroutines = Pass{"go", "goroutines share the frame of the function that starts them", func(u *Unit) {
	replace(u, func(s *ast.GoStmt) ast.Node {
		later, list := u.postponed(s.Call)
		pos := s.Pos()
		body := u.Code(pos, "func() { %s }", later)
		if lit, ok := s.Call.Fun.(*ast.FuncLit); ok && len(s.Call.Args) == 0 && lit.Type.Results == nil {
			body = lit
		}
		start := u.Statement(pos, "ʹrt.Go(%s)", body)
		if len(list) == 0 {
			return start
		}
		return block(pos, append(list, start)...)
	})
}}
