package script

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// newGoroutine is the name of the compiled function in which a goroutine of
// interpreted code begins.
const newGoroutine = "ʹgo"

// goroutine calls the function that a go statement starts. In Go a panic there
// ends the process. Here it ends the program that runs, with an error at the
// place of the panic, and a session keeps its variables.
func (in *Interpreter) goroutine(f func()) {
	defer func() {
		if v := recover(); v != nil {
			in.tell(in.cutError("panic in a goroutine: "+in.textOf(v), v))
		}
	}()
	f()
}

// OnStray has f told of panics in goroutines while no program runs: a program
// that has ended has left them behind.
func (in *Interpreter) OnStray(f func(*Error)) { in.stray = f }

// goStmt makes
//
//	go f(x)
//
// into
//
//	{
//		x' := x
//		body := func() func() {
//			f', x'' := f, x'
//			return func() { f'(x'') }
//		}()
//		go start(body)
//	}
//
// so that a panic in it is caught. The function around the literal gives it a
// frame of its own: yaegi's function literals write to the frame they are made in
// when they return. A literal in the place of f must be made where it stands, to
// see the variables of its iteration; it is handed over as an argument. What
// cannot be taken out of its call, such as an argument that is a function literal,
// stays as it is, and so does the call of a package's function.
func (l *lowering) goStmt(s *ast.GoStmt) ast.Stmt {
	stmt := l.evaluated(s, s.Call)
	var later goroutine
	if !l.callee(&later, s.Call.Fun) || !l.arguments(&later, s.Call) {
		return stmt
	}
	pos := s.Pos()
	block, ok := stmt.(*ast.BlockStmt)
	if !ok {
		block = &ast.BlockStmt{Lbrace: pos, List: []ast.Stmt{s}, Rbrace: s.End()}
	}
	l.n++
	body := func() *ast.Ident { return &ast.Ident{NamePos: pos, Name: fmt.Sprintf("ʹg%d", l.n)} }
	call := &ast.CallExpr{Fun: &ast.Ident{NamePos: pos, Name: newGoroutine}, Lparen: pos, Args: []ast.Expr{body()}, Rparen: pos}
	block.List = append(block.List[:len(block.List)-1], define(body(), later.made(pos)), &ast.GoStmt{Go: pos, Call: call})
	return block
}

// A goroutine is a call to be made later.
type goroutine struct {
	names  []ast.Expr // variables that keep what the call needs
	values []ast.Expr
	param  *ast.Field // what is handed over to the maker, if anything is
	arg    ast.Expr
	call   *ast.CallExpr
}

// keep names a value that the call needs.
func (g *goroutine) keep(l *lowering, value ast.Expr) *ast.Ident {
	l.n++
	name := fmt.Sprintf("ʹg%d", l.n)
	g.names = append(g.names, &ast.Ident{NamePos: value.Pos(), Name: name})
	g.values = append(g.values, value)
	return &ast.Ident{NamePos: value.Pos(), Name: name}
}

// callee takes the function out of the call; false if that cannot be done.
func (l *lowering) callee(g *goroutine, fun ast.Expr) bool {
	known := l.types[fun]
	if known.Type == nil || known.IsBuiltin() || known.IsType() {
		return false
	}
	g.call = &ast.CallExpr{}
	switch f := ast.Unparen(fun).(type) {
	case *ast.FuncLit:
		l.n++
		name := &ast.Ident{NamePos: f.Pos(), Name: fmt.Sprintf("ʹg%d", l.n)}
		g.param, g.arg, g.call.Fun = &ast.Field{Names: []*ast.Ident{name}, Type: f.Type}, f, &ast.Ident{NamePos: f.Pos(), Name: name.Name}
		return true
	case *ast.Ident:
		if sig, ok := known.Type.Underlying().(*types.Signature); !ok || sig.TypeParams() != nil {
			return false
		}
		g.call.Fun = g.keep(l, f)
		return true
	case *ast.SelectorExpr:
		selection := l.selections[f]
		switch {
		case selection == nil: // of a package
			return false
		case selection.Kind() == types.FieldVal:
			g.call.Fun = g.keep(l, f)
		default:
			g.call.Fun = &ast.SelectorExpr{X: g.keep(l, receiver(f.X, selection)), Sel: f.Sel}
		}
		return true
	case *ast.IndexExpr:
		if _, ok := known.Type.Underlying().(*types.Signature); ok && known.IsValue() {
			g.call.Fun = g.keep(l, f)
			return true
		}
	}
	return false
}

// receiver is what is kept of the x in x.m: its address where the method m takes
// that of a variable, what it points to where m takes a value, else its value.
func receiver(x ast.Expr, m *types.Selection) ast.Expr {
	_, byPointer := m.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
	switch m.Recv().Underlying().(type) {
	case *types.Pointer:
		if !byPointer && len(m.Index()) == 1 {
			return &ast.StarExpr{Star: x.Pos(), X: x}
		}
		return x
	case *types.Interface:
		return x
	}
	if !byPointer {
		return x
	}
	return &ast.UnaryExpr{OpPos: x.Pos(), Op: token.AND, X: x}
}

// arguments takes the arguments, which have been evaluated, out of the call;
// false if that cannot be done.
func (l *lowering) arguments(g *goroutine, call *ast.CallExpr) bool {
	g.call.Lparen, g.call.Ellipsis, g.call.Rparen = call.Lparen, call.Ellipsis, call.Rparen
	for _, arg := range call.Args {
		switch a := arg.(type) {
		case *ast.BasicLit:
		case *ast.Ident:
			if l.varies(a) || strings.HasPrefix(a.Name, "ʹ") {
				arg = g.keep(l, a)
			}
		default:
			return false
		}
		g.call.Args = append(g.call.Args, arg)
	}
	return true
}

// made is the call of the function that makes the literal of the goroutine.
func (g *goroutine) made(pos token.Pos) ast.Expr {
	run := niladic(pos, &ast.BlockStmt{Lbrace: pos, List: []ast.Stmt{&ast.ExprStmt{X: g.call}}, Rbrace: pos})
	made := maker(run)
	if g.param != nil {
		made.Fun.(*ast.FuncLit).Type.Params.List = []*ast.Field{g.param}
		made.Args = []ast.Expr{g.arg}
	}
	if g.names != nil {
		body := made.Fun.(*ast.FuncLit).Body
		kept := &ast.AssignStmt{Lhs: g.names, TokPos: pos, Tok: token.DEFINE, Rhs: g.values}
		body.List = append([]ast.Stmt{kept}, body.List...)
	}
	return made
}
