package adapt

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/focal-search/focal/kernel/script/lower"
)

// positions makes each statement that may panic, or call compiled code that may, first record its
// position in a global variable.
//
//	s[i] = 1
//
// becomes
//
//	ʹat = 142
//	s[i] = 1
//
// The host executes such an assignment, which costs a few ns. Statements that cannot panic record no
// position, nor do those that only call functions of the program, whose own statements record theirs. A
// loop records a position again only where it may have changed. Functions that call others count their
// calls: see countCall.
var positions = Pass{"positions", "of a panic no more is known than the function in which it began", (*unit).track}

// tracking is the state of pass positions for a file.
type tracking struct {
	*unit
	set     map[types.Object]bool // variables defined as non-nil pointers
	changed map[types.Object]bool
}

func (u *unit) track() {
	t := tracking{u, map[types.Object]bool{}, map[types.Object]bool{}}
	var callers []*ast.BlockStmt
	each(u, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			t.assigned(n)
		case *ast.UnaryExpr:
			if id, ok := n.X.(*ast.Ident); ok && n.Op == token.AND {
				t.changed[u.Info.Uses[id]] = true
			}
		case *ast.FuncDecl:
			if n.Body != nil && !t.Operations[n.Name.Name] && t.callsOther(n.Body) {
				callers = append(callers, n.Body)
			}
		case *ast.FuncLit:
			if t.callsOther(n.Body) {
				callers = append(callers, n.Body)
			}
		}
	})
	for _, decl := range u.Files[0].Decls {
		if f, ok := decl.(*ast.FuncDecl); !ok || !t.Operations[f.Name.Name] {
			t.blocks(decl)
		}
	}
	for _, body := range callers {
		at := t.firstCall(body)
		body.List = slices.Insert(body.List, at, countCall(body.List[at]))
	}
}

// assigned records variables that are defined as non-nil pointers, and those that are assigned
// to.
func (t *tracking) assigned(s *ast.AssignStmt) {
	for i, e := range s.Lhs {
		id, ok := e.(*ast.Ident)
		if !ok {
			continue
		}
		if obj := t.Info.Defs[id]; obj != nil && s.Tok == token.DEFINE && len(s.Lhs) == len(s.Rhs) {
			switch v := ast.Unparen(s.Rhs[i]).(type) {
			case *ast.UnaryExpr:
				t.set[obj] = v.Op == token.AND
			case *ast.CallExpr:
				if f, ok := v.Fun.(*ast.Ident); ok {
					t.set[obj] = f.Name == "new"
				}
			}
		} else if obj := t.Info.Uses[id]; obj != nil {
			t.changed[obj] = true
		}
	}
}

// blocks rewrites the statement lists in a node, inner ones first.
func (t *tracking) blocks(node ast.Node) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			if !holdsClauses(n) {
				n.List = t.list(n.List)
				return false
			}
		case *ast.CaseClause:
			n.Body = t.list(n.Body)
			return false
		}
		return true
	})
}

// holdsClauses reports whether a block is the body of a switch. Pass selects leaves no other clauses.
func holdsClauses(b *ast.BlockStmt) bool {
	return len(b.List) > 0 && is[*ast.CaseClause](b.List[0])
}

// list adds records to a statement list.
func (t *tracking) list(list []ast.Stmt) []ast.Stmt {
	out := make([]ast.Stmt, 0, 2*len(list))
	for _, s := range list {
		t.blocks(s)
		if value := t.thrown(s); value != nil {
			out = append(out, record(s.Pos()), value)
		}
		if t.risky(s) {
			out = append(out, record(s.Pos()))
		} else if r := t.hoisted(s); r != nil {
			out = append(out, r)
		}
		out = append(out, s)
	}
	return out
}

// thrown moves the argument of a panic statement into a variable if it contains a call: the called
// function records other positions.
func (t *tracking) thrown(s ast.Stmt) ast.Stmt {
	e, ok := s.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	c, ok := e.X.(*ast.CallExpr)
	if !ok || t.Builtin(c.Fun) != "panic" || len(c.Args) != 1 || !t.callsOther(c.Args[0]) {
		return nil
	}
	thrown := t.Name("ʹthrown")
	value := t.Statement(s.Pos(), "%s := %s", thrown, c.Args[0])
	c.Args[0] = ident(s.Pos(), thrown)
	return value
}

// firstCall returns the index of the first statement of a function that contains a call, or of its
// record: statements before it cannot recurse.
func (t *tracking) firstCall(body *ast.BlockStmt) int {
	if lower.Jumps(body) {
		return 0
	}
	at := slices.IndexFunc(body.List, func(s ast.Stmt) bool { return t.callsOther(s) })
	for at > 0 && isRecord(body.List[at-1]) {
		at--
	}
	return at
}

// hoisted moves the first record of a loop body before the loop, and repeats it before each
// next iteration if another position may have been recorded since:
//
//	for i := range s {          ʹat = 1
//		ʹat = 1                 for i := range s {
//		if s[i] == 0 {              if s[i] == 0 {
//			continue                    continue
//		}                           }
//		ʹat = 2                     ʹat = 2
//		f(s[i])                     f(s[i])
//	}                               ʹat = 1
//	                            }
//
// It returns nil if that would save nothing.
func (t *tracking) hoisted(s ast.Stmt) ast.Stmt {
	label := ""
	if l, ok := s.(*ast.LabeledStmt); ok {
		label = l.Label.Name
	}
	var body *ast.BlockStmt
	var head []ast.Node
	switch s := lower.Unlabeled(s).(type) {
	case *ast.ForStmt:
		body, head = s.Body, []ast.Node{s.Init, s.Cond, s.Post}
	case *ast.RangeStmt:
		body, head = s.Body, []ast.Node{s.X}
	default:
		return nil
	}
	records := func(s ast.Stmt) bool { return t.records(s) }
	at := slices.IndexFunc(body.List, records)
	if at < 0 || !isRecord(body.List[at]) || lower.Jumps(body) ||
		slices.ContainsFunc(head, func(n ast.Node) bool { return n != nil && t.callsOther(n) }) {
		return nil
	}
	r, rest := body.List[at], &ast.BlockStmt{List: body.List[at+1:]}
	again := t.next(rest, label)
	end := slices.ContainsFunc(rest.List, records)
	if n := len(rest.List); n > 0 {
		switch rest.List[n-1].(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			end = false
		}
	}
	if end && !slices.Contains(slices.Collect(maps.Values(again)), false) {
		return nil
	}
	astutil.Apply(rest, func(c *astutil.Cursor) bool {
		if n, ok := c.Node().(*ast.BranchStmt); ok && again[n] {
			c.InsertBefore(r)
		}
		return true
	}, nil)
	body.List = append(body.List[:at:at], rest.List...)
	if end {
		body.List = append(body.List, r)
	}
	return r
}

// next finds the continue statements of a loop in the rest of its body after its first record,
// and for each whether another position may have been recorded before it.
func (t *tracking) next(rest *ast.BlockStmt, label string) map[*ast.BranchStmt]bool {
	again, own, changed := map[*ast.BranchStmt]bool{}, lower.Continues(rest, label), false
	ast.PreorderStack(rest, nil, func(n ast.Node, around []ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BranchStmt:
			if own[n] {
				again[n] = changed ||
					slices.ContainsFunc(around, func(n ast.Node) bool { return lower.IsLoop(n) && t.records(n) })
			}
		case ast.Stmt:
			changed = changed || isRecord(n)
		case ast.Expr:
			changed = changed || t.callsOther(n)
		}
		return true
	})
	return again
}

// records reports whether a statement, or a function that it calls, records a position.
func (t *tracking) records(s ast.Node) bool { return lower.InOwn(s, isRecord) || t.callsOther(s) }

// record assigns to Position.
func record(pos token.Pos) ast.Stmt { return notes(Position, pos) }

// notes assigns a position to a variable.
func notes(variable string, pos token.Pos) ast.Stmt {
	at := &ast.BasicLit{ValuePos: pos, Kind: token.INT, Value: strconv.Itoa(int(pos))}
	return &ast.AssignStmt{Lhs: []ast.Expr{ident(pos, variable)}, TokPos: pos, Tok: token.ASSIGN, Rhs: []ast.Expr{at}}
}

func isRecord(n ast.Node) bool {
	s, ok := n.(*ast.AssignStmt)
	if !ok || len(s.Lhs) != 1 {
		return false
	}
	id, ok := s.Lhs[0].(*ast.Ident)
	return ok && id.Name == Position
}

// risky reports whether a statement, without nested blocks, may panic or contains a call.
func (t *tracking) risky(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.LabeledStmt:
		return t.risky(s.Stmt)
	case *ast.EmptyStmt, *ast.BranchStmt, *ast.BlockStmt:
		return false
	case *ast.IfStmt:
		for s.Else != nil { // whose conditions have no records of their own
			next, ok := s.Else.(*ast.IfStmt)
			if !ok {
				break
			}
			if t.any(next.Cond) {
				return true
			}
			s = &ast.IfStmt{Cond: s.Cond, Else: next.Else}
		}
		return t.any(s.Cond)
	case *ast.ForStmt:
		return t.any(s.Init, s.Cond, s.Post)
	case *ast.RangeStmt:
		return t.any(s.Key, s.Value, s.X)
	case *ast.SwitchStmt:
		return t.any(s.Tag) || slices.ContainsFunc(lower.Cases(s.Body), func(e *ast.Expr) bool { return t.any(*e) })
	case *ast.TypeSwitchStmt:
		return t.any(s.Assign)
	case *ast.SelectStmt:
		return true
	}
	return t.any(s)
}

// any reports whether may holds for a node or one of its descendants.
func (t *tracking) any(nodes ...ast.Node) bool {
	for _, n := range nodes {
		if n != nil && lower.Contains(n, t.may) {
			return true
		}
	}
	return false
}

// may reports whether an operation itself may panic, or calls a function.
func (t *tracking) may(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		return !t.harmless(n) && !t.ofProgram(n)
	case *ast.IndexExpr:
		return t.Info.Types[n.Index].Value == nil || !is[*types.Array](t.Under(n.X))
	case *ast.SliceExpr, *ast.TypeAssertExpr, *ast.SendStmt, *ast.FuncLit:
		return true
	case *ast.StarExpr:
		return !t.Info.Types[n].IsType() && !t.pointsTo(n.X)
	case *ast.SelectorExpr:
		return t.derefers(n)
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.BinaryExpr:
		return t.divides(n.Op, n.X, n.Y)
	case *ast.AssignStmt:
		return len(n.Lhs) == 1 && t.divides(n.Tok, n.Lhs[0], n.Rhs[0])
	}
	return false
}

// ofProgram reports whether a call is to a function that the program declares, so that it records positions itself.
func (t *tracking) ofProgram(c *ast.CallExpr) bool {
	f, ok := t.Info.Uses[identOf(c.Fun)].(*types.Func)
	return ok && f.Pkg() == t.Package && !t.Operations[f.Name()]
}

// harmless reports whether a call is a conversion, or a call of a builtin function or a function
// of package math, that does not panic.
func (t *tracking) harmless(c *ast.CallExpr) bool {
	if t.Info.Types[c.Fun].IsType() {
		from, to := t.Under(c.Args[0]), t.Under(c.Fun)
		return from != nil && !(is[*types.Slice](from) && (is[*types.Array](to) || is[*types.Pointer](to)))
	}
	switch t.Builtin(c.Fun) {
	case "len", "cap", "append", "copy", "new", "complex", "real", "imag", "delete":
		return true
	}
	if f, ok := c.Fun.(*ast.SelectorExpr); ok {
		pkg, ok := t.Info.Uses[identOf(f.X)].(*types.PkgName)
		return ok && pkg.Imported().Path() == "math"
	}
	return false
}

// derefers reports whether x.f may dereference a nil pointer.
func (t *tracking) derefers(sel *ast.SelectorExpr) bool {
	if sel.Sel.Name == lower.Value { // a captured variable
		return false
	}
	if _, ok := t.Info.Uses[identOf(sel.X)].(*types.PkgName); ok {
		return false
	}
	s := t.Info.Selections[sel]
	if s == nil {
		return !t.Info.Types[sel].IsType()
	}
	if s.Kind() != types.FieldVal {
		return true
	}
	if !s.Indirect() {
		return false
	}
	return len(s.Index()) > 1 || !t.pointsTo(sel.X)
}

// pointsTo reports whether an expression is a variable that is always a non-nil pointer.
func (t *tracking) pointsTo(e ast.Expr) bool {
	id := identOf(e)
	if id == nil {
		return false
	}
	obj := t.Info.Uses[id]
	return t.set[obj] && !t.changed[obj]
}

// divides reports whether an operation may divide by zero, or shift by a negative count.
func (t *tracking) divides(op token.Token, x, y ast.Expr) bool {
	switch op {
	case token.QUO, token.REM, token.QUO_ASSIGN, token.REM_ASSIGN:
		if v := t.Info.Types[y].Value; v != nil {
			return constant.Sign(v) == 0
		}
		return !lower.IsBasic(t.Info.Types[x].Type, types.IsFloat|types.IsComplex)
	case token.SHL, token.SHR, token.SHL_ASSIGN, token.SHR_ASSIGN:
		return t.Info.Types[y].Value == nil && !lower.IsBasic(t.Info.Types[y].Type, types.IsUnsigned)
	}
	return false
}

// callsOther reports whether a node contains a call that may record positions, or call the
// enclosing function. The body of a function literal does not count.
func (t *tracking) callsOther(node ast.Node) bool {
	return !is[*ast.FuncLit](node) && lower.InOwn(node, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		return ok && !t.harmless(c) || is[*ast.SelectStmt](n)
	})
}

// countCall assigns to Calls where a function first calls something: a call that returns before costs
// nothing. The host counts, and looks now and then whether the stack has grown without end.
func countCall(first ast.Stmt) ast.Stmt { return notes(Calls, first.Pos()) }
