package lower

import (
	"go/ast"
	"go/token"
)

// inits moves the init statement of an if or a switch before it, and that of a loop which declares nothing. So what
// other passes put before a statement has a place in a list.
//
//	if x, ok := f(); ok {
//		return x
//	}
//
// becomes
//
//	{
//		x, ok := f()
//		if ok {
//			return x
//		}
//	}
var inits = Pass{"inits", "an init statement cannot be several, and some are executed before each iteration",
	func(u *Unit) {
		u.preceded(func(s ast.Stmt) []ast.Stmt {
			var init *ast.Stmt
			switch s := s.(type) {
			case *ast.IfStmt:
				init = &s.Init
			case *ast.SwitchStmt:
				init = &s.Init
			case *ast.TypeSwitchStmt:
				init = &s.Init
			case *ast.ForStmt:
				if first, ok := s.Init.(*ast.AssignStmt); ok && first.Tok == token.DEFINE {
					return nil
				}
				init = &s.Init
			}
			if init == nil || *init == nil {
				return nil
			}
			before := *init
			*init = nil
			return []ast.Stmt{before}
		})
	}}
