package instant

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"

	"github.com/focal-search/focal/kernel/script"
)

// compile compiles everything; nothing is executed yet.
func (p *plan) compile(stale []*fragment) error {
	p.stale = stale
	p.nameAll()
	p.renameAll()
	for _, f := range stale {
		if err := p.addStale(f); err != nil {
			return err
		}
	}
	if err := p.compileImports(); err != nil {
		return err
	}
	for _, stmt := range p.stmts {
		script.Track(stmt)
	}
	for _, u := range p.units {
		script.Track(u.decl)
	}
	known := map[string]bool{}
	for _, stmt := range p.stmts {
		if err := p.compileReady(known); err != nil {
			return err
		}
		if err := p.declareVariables(stmt, known); err != nil {
			return err
		}
	}
	if err := p.compileReady(known); err != nil {
		return err
	}
	return p.compileBody()
}

// addStale takes an older declaration to be compiled with the new names.
func (p *plan) addStale(f *fragment) error {
	file, err := f.parse(p.in)
	if err != nil {
		return err
	}
	if _, err := p.in.Lower([]*ast.File{file}, p.scope); err != nil {
		return err
	}
	top := map[*ast.Object]bool{}
	for _, obj := range file.Scope.Objects {
		top[obj] = true
	}
	newRenamer(file, top, p.isCollection).each(file, func(id *ast.Ident, _ bool) { id.Name = p.nameOf(id.Name) })
	for _, spec := range file.Imports {
		p.importLowered(spec)
	}
	decl := file.Decls[len(file.Decls)-1]
	if d, ok := decl.(*ast.FuncDecl); ok && d.Recv == nil {
		d.Name.Name = p.nameOf(f.declares[0])
	}
	p.units = append(p.units, &unit{decl: decl, frag: f})
	return nil
}

// compileReady compiles the units that need no variable beyond the known ones.
func (p *plan) compileReady(known map[string]bool) error {
	file := &ast.File{Name: ast.NewIdent("main")}
	for _, u := range p.units {
		if u.done || p.waits(u, known) {
			continue
		}
		u.done = true
		file.Decls = append(file.Decls, u.decl)
	}
	if len(file.Decls) == 0 {
		return nil
	}
	file.Package = file.Decls[0].Pos()
	return p.add(file)
}

// waits says whether a unit uses, directly or by way of other units, a variable
// of this cell that is not known yet.
func (p *plan) waits(u *unit, known map[string]bool) bool {
	seen := map[*unit]bool{}
	var search func(u *unit) bool
	search = func(u *unit) bool {
		if seen[u] {
			return false
		}
		seen[u] = true
		for name := range u.frag.uses {
			if p.defined[name] && !known[name] {
				return true
			}
			for _, other := range p.units {
				if !other.done && other.frag.redeclaredIn(map[string]kind{name: ""}) && search(other) {
					return true
				}
			}
		}
		return false
	}
	return search(u)
}

// add compiles a node to be executed in its turn.
func (p *plan) add(node ast.Node) error {
	prog, err := p.in.Compile(node)
	if err != nil {
		return err
	}
	p.programs = append(p.programs, prog)
	return nil
}

// declareVariables tells yaegi the variables that a statement declares, by
// compiling it at package level and not executing it. The cell's body then only
// assigns to them.
func (p *plan) declareVariables(stmt ast.Stmt, known map[string]bool) error {
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		if stmt.Tok != token.DEFINE {
			return nil
		}
		define := *stmt
		define.Lhs = nil
		for _, e := range stmt.Lhs {
			id := e.(*ast.Ident)
			if id.Obj == nil || id.Obj.Decl != stmt {
				id = &ast.Ident{NamePos: id.NamePos, Name: "_"} // declared above
			} else {
				known[id.Obj.Name] = true
			}
			define.Lhs = append(define.Lhs, id)
		}
		return p.compileDefinition(&define)
	case *ast.DeclStmt:
		for _, spec := range stmt.Decl.(*ast.GenDecl).Specs {
			for _, id := range spec.(*ast.ValueSpec).Names {
				known[id.Obj.Name] = true
			}
		}
		_, err := p.in.Compile(block(stmt.Pos(), stmt))
		return err
	}
	return nil
}

// compileDefinition compiles a definition of variables. Where yaegi cannot tell
// the type of a value, as of a call of a generic function, it gets told.
func (p *plan) compileDefinition(define *ast.AssignStmt) error {
	if commaOK(define) {
		return p.compileCommaOK(define)
	}
	_, err := p.in.Compile(block(define.Pos(), define))
	if err == nil || len(define.Lhs) != len(define.Rhs) {
		return err
	}
	typed := &ast.GenDecl{TokPos: define.Pos(), Tok: token.VAR}
	for i, e := range define.Rhs {
		typ, parseErr := parser.ParseExpr(p.types(e))
		if parseErr != nil {
			return err
		}
		script.HideFields(typ)
		ast.Inspect(typ, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				id.Name = p.nameOf(id.Name)
			}
			return true
		})
		typed.Specs = append(typed.Specs, &ast.ValueSpec{Names: []*ast.Ident{define.Lhs[i].(*ast.Ident)}, Type: typ})
	}
	_, err = p.in.Compile(block(define.Pos(), &ast.DeclStmt{Decl: typed}))
	return err
}

// commaOK says whether a definition has the form v, ok := x and x is no call.
func commaOK(define *ast.AssignStmt) bool {
	if len(define.Lhs) != 2 || len(define.Rhs) != 1 {
		return false
	}
	_, call := ast.Unparen(define.Rhs[0]).(*ast.CallExpr)
	return !call
}

// compileCommaOK compiles v := x and ok := true for v, ok := x, which yaegi does
// not know at package level.
func (p *plan) compileCommaOK(define *ast.AssignStmt) error {
	values := []ast.Expr{define.Rhs[0], &ast.Ident{NamePos: define.Pos(), Name: "true"}}
	for i, e := range define.Lhs {
		if id := e.(*ast.Ident); id.Name != "_" {
			single := assign(id.Name, values[i])
			single.Tok = token.DEFINE
			if err := p.compileDefinition(single); err != nil {
				return err
			}
		}
	}
	return nil
}

// compileBody makes one function of the statements, so that loops, defer,
// return and labels mean what they mean in main, and calls it.
func (p *plan) compileBody() error {
	if len(p.stmts) == 0 {
		return nil
	}
	var stmts []ast.Stmt
	for _, stmt := range p.stmts {
		stmts = append(stmts, assignments(stmt)...)
	}
	last := stmts[len(stmts)-1]
	if e, ok := last.(*ast.ExprStmt); ok {
		variable, err := p.resultVariable(e.X)
		if err != nil {
			return err
		}
		if variable != "" {
			p.result = variable
			stmts[len(stmts)-1] = assign(variable, e.X)
		}
	}
	stmts = append(script.TrackList(stmts), script.Completion(last.End()))
	pos := p.stmts[0].Pos()
	main := &ast.FuncLit{Type: &ast.FuncType{Func: pos, Params: &ast.FieldList{}}, Body: block(pos, stmts...)}
	run := &ast.CallExpr{Fun: &ast.Ident{NamePos: pos, Name: script.RunBody}, Lparen: pos, Args: []ast.Expr{main}, Rparen: pos}
	return p.add(block(pos, &ast.ExprStmt{X: run}))
}

// assignments is a statement with assignments in place of declarations.
func assignments(stmt ast.Stmt) []ast.Stmt {
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			s.Tok = token.ASSIGN
			return []ast.Stmt{script.ReceiveOK(s)}
		}
	case *ast.DeclStmt:
		var list []ast.Stmt
		for _, spec := range s.Decl.(*ast.GenDecl).Specs {
			v := spec.(*ast.ValueSpec)
			if len(v.Values) == 0 {
				continue
			}
			a := &ast.AssignStmt{TokPos: v.Pos(), Tok: token.ASSIGN, Rhs: v.Values}
			for _, id := range v.Names {
				a.Lhs = append(a.Lhs, id)
			}
			list = append(list, a)
		}
		if list == nil {
			list = []ast.Stmt{&ast.EmptyStmt{Semicolon: s.Pos()}}
		}
		return list
	}
	return []ast.Stmt{stmt}
}

func assign(variable string, e ast.Expr) *ast.AssignStmt {
	return &ast.AssignStmt{
		Lhs:    []ast.Expr{&ast.Ident{NamePos: e.Pos(), Name: variable}},
		TokPos: e.Pos(),
		Tok:    token.ASSIGN,
		Rhs:    []ast.Expr{e},
	}
}

// resultVariable declares an internal variable for the value of a cell's last
// expression. It returns "" where the expression has no value, or several.
func (p *plan) resultVariable(e ast.Expr) (string, error) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return p.hiddenVariable(e)
	}
	builtin := false
	if id, ok := call.Fun.(*ast.Ident); ok {
		if builtin = types.Universe.Lookup(id.Name) != nil; builtin && valueless[id.Name] {
			return "", nil
		}
	}
	if !builtin {
		// The function's type tells how many values there are.
		callee, err := p.hiddenVariable(call.Fun)
		if t := p.typeOf(callee); err == nil && t != nil && t.Kind() == reflect.Func && t.NumOut() != 1 {
			return "", nil
		}
	}
	variable, err := p.hiddenVariable(e)
	if err != nil {
		return "", nil // compiled as a statement, it will tell
	}
	return variable, nil
}

// valueless are the builtin functions without a value.
var valueless = map[string]bool{
	"panic": true, "print": true, "println": true, "close": true, "delete": true, "clear": true, "copy": true,
}

// hiddenVariable declares an internal variable of an expression's type.
func (p *plan) hiddenVariable(e ast.Expr) (string, error) {
	name := p.variable()
	define := assign(name, e)
	define.Tok = token.DEFINE
	return name, p.compileDefinition(define)
}

// typeOf is the type of an internal variable.
func (p *plan) typeOf(variable string) reflect.Type {
	if v, ok := p.in.Globals()[variable]; ok {
		return v.Type()
	}
	return nil
}

// block makes statements something that can be compiled.
func block(pos token.Pos, stmts ...ast.Stmt) *ast.BlockStmt {
	return &ast.BlockStmt{Lbrace: pos, List: stmts, Rbrace: pos}
}
