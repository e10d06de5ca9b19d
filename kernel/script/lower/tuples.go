package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// tuples assigns several values to variables before they are handed over, returned or assigned to something else than
// variables of their types. So each is converted as a value by itself.
//
//	f(g()) // g returns two values
//	m[i], err = g()
//	for p.x = range c {
//
// becomes
//
//	ʹv_1, ʹv_2 := g()
//	f(ʹv_1, ʹv_2)
//	ʹv_3, ʹv_4 := g()
//	m[i] = ʹv_3
//	err = ʹv_4
//	for ʹv_5 := range c {
//		p.x = ʹv_5
var tuples = Pass{"tuples", "several values are converted to interfaces without their types", func(u *Unit) {
	s := &separating{Unit: u, tuples: true}
	s.unlisted(s.moves)
	replace(u, func(n ast.Node) ast.Node {
		switch n := n.(type) {
		case *ast.GenDecl:
			ReplaceSpecs(n, u.declaredApart)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				u.assigningLoop(n)
			}
		case *ast.CommClause:
			if a, ok := n.Comm.(*ast.AssignStmt); ok && a.Tok == token.ASSIGN {
				n.Comm, n.Body = u.received(a, n.Body)
			}
		}
		return nil
	})
	s.bodies()
}}

// unlisted puts such expressions that are in no list of statements into the bodies of literals: the values of
// package-level variables, and expressions of cases.
func (s *separating) unlisted(such func(ast.Expr) bool) {
	s.apply(func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.GenDecl:
			if is[*ast.File](c.Parent()) && n.Tok == token.VAR {
				for _, spec := range n.Specs {
					s.atOnce(spec.(*ast.ValueSpec).Values, such)
				}
			}
		case *ast.CaseClause:
			s.atOnce(n.List, such)
		}
		return true
	}, nil)
}

func (s *separating) atOnce(values []ast.Expr, such func(ast.Expr) bool) {
	for i, e := range values {
		if !such(e) {
			continue
		}
		pos, several := e.Pos(), types.NewTuple(types.NewParam(e.Pos(), nil, "", types.Default(s.typeOf(e))))
		if tuple, ok := s.typeOf(e).(*types.Tuple); ok {
			several = tuple
		}
		f := s.TypeText(types.NewSignatureType(nil, nil, nil, nil, several, false))
		if f == "" {
			s.refuse(e, "the interpreter cannot hand these results over; assign them to variables before")
			return
		}
		values[i] = s.Code(pos, "%s { return %s }()", f, e)
	}
}

// declaredApart declares variables of an interface type one by one.
func (u *Unit) declaredApart(v *ast.ValueSpec) []ast.Spec {
	if v.Type == nil || len(v.Values) != 1 || len(v.Names) == 1 || !types.IsInterface(u.typeOf(v.Type)) {
		return []ast.Spec{v}
	}
	first := &ast.ValueSpec{Values: v.Values}
	specs := []ast.Spec{first}
	for _, id := range v.Names {
		name := "_"
		if id.Name != "_" {
			name = u.Name("ʹv")
			specs = append(specs, &ast.ValueSpec{Names: []*ast.Ident{id}, Type: v.Type,
				Values: []ast.Expr{ident(id.Pos(), name)}})
		}
		first.Names = append(first.Names, ident(id.Pos(), name))
	}
	return specs
}

// assigningLoop has a loop define its variables, and assign them to others first.
func (u *Unit) assigningLoop(n *ast.RangeStmt) {
	if IsBasic(u.typeOf(n.X), types.IsInteger) && n.Key != nil && !IsBlank(n.Key) && u.Info.Types[n.X].Value != nil {
		if to := u.typeOf(n.Key); !types.IsInterface(to) {
			n.X = u.convertedTo(to, n.X) // a constant has the variable's type
		}
	}
	taken := &ast.AssignStmt{TokPos: n.TokPos, Tok: token.ASSIGN}
	for _, at := range []*ast.Expr{&n.Key, &n.Value} {
		if *at != nil && !IsBlank(*at) {
			name := u.Name("ʹv")
			taken.Lhs, taken.Rhs = append(taken.Lhs, *at), append(taken.Rhs, ident(n.Pos(), name))
			*at = ident(n.Pos(), name)
		}
	}
	if n.Tok = token.DEFINE; taken.Lhs == nil {
		n.Key, n.Value, n.Tok = nil, nil, token.ILLEGAL
		return
	}
	n.Body.List = append([]ast.Stmt{taken}, n.Body.List...)
}

// received returns the operation of a clause of a select statement, and the clause's body, without an assignment to
// anything else than variables of the types of what is received.
func (u *Unit) received(s *ast.AssignStmt, body []ast.Stmt) (ast.Stmt, []ast.Stmt) {
	if allBlank(s.Lhs) {
		return &ast.ExprStmt{X: s.Rhs[0]}, body
	}
	if u.plainTuple(s) && (len(s.Lhs) > 1 || types.Identical(u.typeOf(s.Lhs[0]), u.typeOf(s.Rhs[0]))) {
		return s, body
	}
	names, list := u.values(s)
	return &ast.AssignStmt{Lhs: names, TokPos: s.TokPos, Tok: token.DEFINE, Rhs: s.Rhs}, append(list, body...)
}

func allBlank(list []ast.Expr) bool {
	return !slices.ContainsFunc(list, func(e ast.Expr) bool { return !IsBlank(e) })
}

// plainTuple reports whether several values are assigned to variables of their types. What receives may not drop one.
func (u *Unit) plainTuple(s *ast.AssignStmt) bool {
	receive, ok := ast.Unparen(s.Rhs[0]).(*ast.UnaryExpr)
	return u.plainTargets(s) && !(ok && receive.Op == token.ARROW && slices.ContainsFunc(s.Lhs, IsBlank))
}

// apartTuple returns the statements that assign several values one by one; nil if the variables are of their types.
func (u *Unit) apartTuple(s *ast.AssignStmt) []ast.Stmt {
	if s.Tok != token.ASSIGN || len(s.Lhs) == 1 || len(s.Rhs) > 1 || u.plainTuple(s) {
		return nil
	}
	if allBlank(s.Lhs) {
		return []ast.Stmt{&ast.ExprStmt{X: s.Rhs[0]}}
	}
	p := &placing{Unit: u}
	early := slices.ContainsFunc(s.Lhs, u.effects)
	if early { // else variables are read after the call
		for i, e := range s.Lhs {
			s.Lhs[i] = p.place(e)
		}
	}
	names, list := u.values(s)
	p.list = append(p.list, &ast.AssignStmt{Lhs: names, TokPos: s.TokPos, Tok: token.DEFINE, Rhs: s.Rhs})
	for _, stmt := range list {
		if to := stmt.(*ast.AssignStmt).Lhs; !early {
			to[0] = p.place(to[0])
		}
	}
	return append(p.list, list...)
}
