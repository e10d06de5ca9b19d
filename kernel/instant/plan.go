package instant

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/traefik/yaegi/interp"

	"github.com/focal-search/focal/kernel/script"
)

// A plan is a cell on its way to being executed.
type plan struct {
	*session
	name string // of the source
	src  string

	imports []*ast.ImportSpec
	units   []*unit    // types, constants and functions, also stale ones
	stmts   []ast.Stmt // the rest, variables included, in order
	decls   *renamer
	body    *renamer
	types   script.Types

	declared map[string]kind   // what the cell declares
	defined  map[string]bool   // what its statements declare: in order, visible only afterwards
	internal map[string]string // internal names of all that is declared
	paths    map[string]string // of imports, by name
	stale    []*fragment

	programs []*interp.Program
	result   string // variable that takes the value of the last expression
}

// A unit is a declaration that is not executed. It can be compiled as soon as
// the variables that it uses are known.
type unit struct {
	decl ast.Decl
	frag *fragment
	done bool
}

// newPlan parses a cell and finds what it declares.
func (s *session) newPlan(name, src string) (*plan, error) {
	p := &plan{session: s, name: name, src: src,
		declared: map[string]kind{}, defined: map[string]bool{}, internal: map[string]string{}, paths: map[string]string{}}
	text, err := split(src)
	if err != nil {
		return nil, err
	}
	decls, err := s.in.ParseWithin(name, "package main", text.decls, "", 1, 1)
	if err != nil {
		return nil, err
	}
	body, err := s.in.ParseWithin(name, "package main\nfunc _() {", text.stmts, "}", 1, 1)
	if err != nil {
		return nil, err
	}
	p.types, err = s.in.Lower([]*ast.File{decls, body}, s.simpleVariables())
	if err != nil {
		return nil, err
	}
	top := map[*ast.Object]bool{}
	for _, obj := range decls.Scope.Objects {
		top[obj] = true
	}
	p.decls = newRenamer(decls, top, s.isCollection)
	list := body.Decls[0].(*ast.FuncDecl).Body.List
	p.body = newRenamer(body, topLevel(list), s.isCollection)
	p.imports = decls.Imports
	for _, decl := range decls.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok {
			if err := p.addUnit(f, p.decls); err != nil {
				return nil, err
			}
		}
	}
	for _, stmt := range list {
		if err := p.addStmt(stmt); err != nil {
			return nil, err
		}
	}
	for _, spec := range p.imports {
		if err := p.addImport(spec); err != nil {
			return nil, err
		}
	}
	p.runMain()
	p.importUnasked(decls, p.decls)
	p.importUnasked(body, p.body)
	if err := s.in.Resolve(decls, p.known(true)); err != nil {
		return nil, err
	}
	if err := s.in.Resolve(body, p.known(false)); err != nil {
		return nil, err
	}
	return p, nil
}

// known says which names the cell can take from elsewhere. Functions see the
// variables that the cell's statements define, the statements only earlier ones.
func (p *plan) known(defined bool) func(name string) (found, pkg bool) {
	dotted := p.dotted || slices.ContainsFunc(p.imports, isDot)
	return func(name string) (found, pkg bool) {
		k, here := p.declared[name]
		if here && (defined || !p.defined[name]) {
			return true, k == anImport
		}
		if e := p.names[name]; e != nil {
			return true, e.kind == anImport
		}
		return dotted, false
	}
}

func isDot(spec *ast.ImportSpec) bool { return spec.Name != nil && spec.Name.Name == "." }

// topLevel are the objects that the statements of a cell declare at its level.
func topLevel(list []ast.Stmt) map[*ast.Object]bool {
	top := map[*ast.Object]bool{}
	add := func(id *ast.Ident) {
		if id.Obj != nil {
			top[id.Obj] = true
		}
	}
	for _, stmt := range list {
		switch stmt := stmt.(type) {
		case *ast.AssignStmt:
			if stmt.Tok == token.DEFINE {
				for _, e := range stmt.Lhs {
					if id, ok := e.(*ast.Ident); ok {
						add(id)
					}
				}
			}
		case *ast.DeclStmt:
			for _, spec := range stmt.Decl.(*ast.GenDecl).Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					add(spec.Name)
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						add(id)
					}
				}
			}
		}
	}
	return top
}

// runMain adds calls of init and main where the cell declares them, as a whole
// program does that was pasted into the cell.
func (p *plan) runMain() {
	for _, name := range []string{"init", "main"} {
		for _, u := range p.units {
			if u.frag.declares[0] == name {
				pos := u.decl.Pos()
				p.internal[name] = p.fresh(name)
				call := &ast.CallExpr{Fun: &ast.Ident{NamePos: pos, Name: p.internal[name]}, Lparen: pos, Rparen: pos}
				p.stmts = append(p.stmts, &ast.ExprStmt{X: call})
			}
		}
	}
}

// declare notes a name that the cell declares.
func (p *plan) declare(pos token.Pos, name string, k kind) error {
	if name == "_" {
		return nil
	}
	if _, twice := p.declared[name]; twice {
		return p.errorAt(pos, name+" redeclared in this cell")
	}
	p.declared[name] = k
	return nil
}

func (p *plan) errorAt(pos token.Pos, message string) error { return p.in.ErrorAt(pos, message) }

// addUnit takes a declaration that is not executed, with its text.
func (p *plan) addUnit(decl ast.Decl, r *renamer) error {
	names := declaredBy(decl)
	for _, name := range names {
		if err := p.declare(decl.Pos(), name, kindOf(decl)); err != nil {
			return err
		}
	}
	at := p.in.Position(decl.Pos())
	frag := &fragment{declares: names, cell: p.name, line: at.Line, column: at.Column,
		src: p.text(decl), uses: map[string]bool{}}
	switch d := decl.(type) {
	case *ast.FuncDecl:
		frag.receiver = receiverOf(d)
	case *ast.GenDecl:
		frag.collections = collectionTypes(d)
	}
	r.each(decl, func(id *ast.Ident, _ bool) { frag.uses[id.Name] = true })
	p.units = append(p.units, &unit{decl: decl, frag: frag})
	return nil
}

// text is a node's source.
func (p *plan) text(n ast.Node) string {
	return p.src[p.offset(n.Pos()):p.offset(n.End())]
}

// offset is where a position stands in the cell's source.
func (p *plan) offset(pos token.Pos) int {
	at := p.in.Position(pos)
	offset := 0
	for range at.Line - 1 {
		offset += strings.IndexByte(p.src[offset:], '\n') + 1
	}
	return offset + at.Column - 1
}

// addStmt sorts a statement of the cell's level.
func (p *plan) addStmt(stmt ast.Stmt) error {
	switch stmt := stmt.(type) {
	case *ast.DeclStmt:
		decl := stmt.Decl.(*ast.GenDecl)
		if decl.Tok != token.VAR {
			return p.addUnit(decl, p.body)
		}
		for _, spec := range decl.Specs {
			for _, id := range spec.(*ast.ValueSpec).Names {
				if err := p.define(id); err != nil {
					return err
				}
			}
		}
	case *ast.AssignStmt:
		if stmt.Tok == token.DEFINE {
			for _, e := range stmt.Lhs {
				id, ok := e.(*ast.Ident)
				if !ok || id.Obj == nil || id.Obj.Decl != stmt {
					continue
				}
				if err := p.define(id); err != nil {
					return err
				}
			}
		}
	}
	p.stmts = append(p.stmts, stmt)
	return nil
}

func (p *plan) define(id *ast.Ident) error {
	p.defined[id.Name] = true
	return p.declare(id.Pos(), id.Name, aVar)
}

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

// nameAll gives internal names to all that is declared, or declared again.
func (p *plan) nameAll() {
	for name, k := range p.declared {
		if !isMethod(name) && p.internal[name] == "" && !(k == anImport && p.sameImport(name)) {
			p.internal[name] = p.fresh(name)
		}
	}
	for _, f := range p.stale {
		for _, name := range f.declares {
			if !isMethod(name) {
				p.internal[name] = p.fresh(name)
			}
		}
	}
}

// renameAll puts the internal names into the cell's syntax trees.
func (p *plan) renameAll() {
	for _, u := range p.units {
		r := p.decls
		if _, ok := u.decl.(*ast.GenDecl); ok {
			r = p.body
		}
		r.each(u.decl, func(id *ast.Ident, _ bool) { id.Name = p.nameOf(id.Name) })
		if f, ok := u.decl.(*ast.FuncDecl); ok && f.Recv == nil {
			f.Name.Name = p.nameOf(f.Name.Name)
		}
	}
	for _, stmt := range p.stmts {
		p.body.each(stmt, func(id *ast.Ident, bound bool) {
			if !bound && p.defined[id.Name] {
				// Used before this cell defines it: the older one, as in x := x + 1.
				id.Name = p.olderName(id.Name)
				return
			}
			id.Name = p.nameOf(id.Name)
		})
	}
}

// nameOf is the internal name that stands for a package-level name.
func (p *plan) nameOf(name string) string {
	if internal := p.internal[name]; internal != "" {
		return internal
	}
	return p.olderName(name)
}

func (p *plan) olderName(name string) string {
	if e := p.names[name]; e != nil {
		return e.internal
	}
	return name
}

// addStale takes an older declaration to be compiled with the new names.
func (p *plan) addStale(f *fragment) error {
	file, err := f.parse(p.in)
	if err != nil {
		return err
	}
	top := map[*ast.Object]bool{}
	for _, obj := range file.Scope.Objects {
		top[obj] = true
	}
	newRenamer(file, top, p.isCollection).each(file, func(id *ast.Ident, _ bool) { id.Name = p.nameOf(id.Name) })
	decl := file.Decls[0]
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
	return p.add(block(pos, &ast.ExprStmt{X: &ast.CallExpr{Fun: main, Lparen: pos, Rparen: pos}}))
}

// assignments is a statement with assignments in place of declarations.
func assignments(stmt ast.Stmt) []ast.Stmt {
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			s.Tok = token.ASSIGN
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

// commit makes what the cell declares known to the session.
func (p *plan) commit() {
	for name, internal := range p.internal {
		k, ok := p.declared[name]
		if !ok {
			k = p.names[name].kind // a stale one
		}
		p.names[name] = &entity{kind: k, internal: internal, path: p.paths[name]}
	}
	kept := p.fragments[:0]
	for _, f := range p.fragments {
		if !f.redeclaredIn(p.declared) {
			kept = append(kept, f)
		}
	}
	p.fragments = kept
	p.dotted = p.dotted || slices.ContainsFunc(p.imports, isDot)
	isStale := map[*fragment]bool{}
	for _, f := range p.stale {
		isStale[f] = true
	}
	for _, u := range p.units {
		if !isStale[u.frag] {
			p.fragments = append(p.fragments, u.frag)
		}
	}
}

// compileImports imports what the cell imports and yaegi does not have yet.
func (p *plan) compileImports() error {
	file := &ast.File{Name: ast.NewIdent("main")}
	group := &ast.GenDecl{Tok: token.IMPORT}
	for _, spec := range p.imports {
		if spec.Name == nil || spec.Name.Name != "." && spec.Name.Name != "_" {
			local, _ := script.LocalName(spec)
			if p.sameImport(local) && p.internal[local] == "" {
				continue
			}
			spec.Name = &ast.Ident{NamePos: spec.Pos(), Name: p.internal[local]}
		}
		group.Specs = append(group.Specs, spec)
	}
	if len(group.Specs) == 0 {
		return nil
	}
	file.Decls, file.Package = []ast.Decl{group}, group.Specs[0].Pos()
	group.TokPos = file.Package
	return p.add(file)
}

// addImport notes the name that an import declares.
func (p *plan) addImport(spec *ast.ImportSpec) error {
	if err := p.in.CheckImport(spec); err != nil {
		return err
	}
	name, path := script.LocalName(spec)
	if name == "." || name == "_" {
		return nil
	}
	if p.declared[name] == anImport && p.paths[name] == path {
		return nil
	}
	p.paths[name] = path
	return p.declare(spec.Pos(), name, anImport)
}

// sameImport says whether the session has the very import already.
func (p *plan) sameImport(name string) bool {
	e := p.names[name]
	return e != nil && e.kind == anImport && e.path == p.paths[name]
}

// importUnasked imports well-known packages that a tree uses without an import.
func (p *plan) importUnasked(file *ast.File, r *renamer) {
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		id, ok := sel.X.(*ast.Ident)
		if !ok || !r.unresolved[id] || p.names[id.Name] != nil {
			return true
		}
		path, known := wellKnown[id.Name]
		if _, declared := p.declared[id.Name]; !known || declared {
			return true
		}
		p.declared[id.Name], p.paths[id.Name] = anImport, path
		p.imports = append(p.imports, &ast.ImportSpec{Path: &ast.BasicLit{ValuePos: id.Pos(), Kind: token.STRING, Value: strconv.Quote(path)}})
		return true
	})
}

// block makes statements something that can be compiled.
func block(pos token.Pos, stmts ...ast.Stmt) *ast.BlockStmt {
	return &ast.BlockStmt{Lbrace: pos, List: stmts, Rbrace: pos}
}
