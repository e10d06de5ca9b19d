package instant

import (
	"go/ast"
	"go/token"
	"slices"
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
	scope   script.Scope // what the cell sees of other cells and packages
	types   script.Types

	declared map[string]kind   // what the cell declares
	defined  map[string]bool   // what its statements declare: in order, visible only afterwards
	internal map[string]string // internal names of all that is declared
	paths    map[string]string // of imports, by name
	own      map[string]string // of variables whose type a cell has declared, by name
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
		declared: map[string]kind{}, defined: map[string]bool{}, internal: map[string]string{}, paths: map[string]string{}, own: map[string]string{}}
	text, err := split(src)
	if err != nil {
		return nil, err
	}
	if at := strayBrace(src); at >= 0 {
		return nil, s.in.ErrorIn(name, at, "unexpected }: no { is open")
	}
	decls, err := s.in.ParseWithin(name, "package main", text.decls, "", 1, 1)
	if err != nil {
		return nil, err
	}
	body, err := s.in.ParseWithin(name, "package main\nfunc _() {", text.stmts, "}", 1, 1)
	if err != nil {
		return nil, err
	}
	p.scope = s.scope(imported(decls), slices.Concat(decls.Unresolved, body.Unresolved), unexecuted(decls, body))
	p.types, err = s.in.Lower([]*ast.File{decls, body}, p.scope)
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

// unexecuted are the functions, types and constants of a cell.
func unexecuted(decls, body *ast.File) map[string]kind {
	names := map[string]kind{}
	note := func(decl ast.Decl) {
		if k := kindOf(decl); k != anImport && k != aVar {
			for _, name := range declaredBy(decl) {
				names[name] = k
			}
		}
	}
	for _, decl := range decls.Decls {
		note(decl)
	}
	for _, stmt := range body.Decls[0].(*ast.FuncDecl).Body.List {
		if d, ok := stmt.(*ast.DeclStmt); ok {
			note(d.Decl)
		}
	}
	return names
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
		if wellKnown[name] != "" {
			return true, true // and used as a value, else it would be imported now
		}
		return dotted, false
	}
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
		src: p.text(decl), doc: docComment(p.src, p.offset(decl.Pos())), uses: map[string]bool{}}
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
			v := spec.(*ast.ValueSpec)
			for i, id := range v.Names {
				if err := p.define(id); err != nil {
					return err
				}
				if v.Type != nil {
					p.noteType(id, v.Type)
				} else if len(v.Values) == len(v.Names) {
					p.noteType(id, v.Values[i])
				}
			}
		}
	case *ast.AssignStmt:
		if stmt.Tok == token.DEFINE {
			for i, e := range stmt.Lhs {
				id, ok := e.(*ast.Ident)
				if !ok || id.Obj == nil || id.Obj.Decl != stmt {
					continue
				}
				if err := p.define(id); err != nil {
					return err
				}
				if len(stmt.Lhs) == len(stmt.Rhs) {
					p.noteType(id, stmt.Rhs[i])
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

// noteType notes that a variable has the type of an expression, or the type that
// it is. Yaegi's types do not know their names.
func (p *plan) noteType(id *ast.Ident, e ast.Expr) { p.own[id.Name] = p.ownType(e) }

// ownType is the name of the type of an expression, or of what it points to, if a
// cell has declared it; else "".
func (p *plan) ownType(e ast.Expr) string {
	if id, ok := e.(*ast.Ident); ok && p.names[id.Name] != nil && p.names[id.Name].kind == aVar {
		return p.names[id.Name].typ
	}
	name := strings.TrimLeft(p.types(e), "*")
	if entity := p.names[name]; p.declared[name] == aType || entity != nil && entity.kind == aType {
		return name
	}
	return ""
}

// commit makes what the cell declares known to the session.
func (p *plan) commit() {
	for name, internal := range p.internal {
		k, ok := p.declared[name]
		if !ok {
			k = p.names[name].kind // a stale one
		}
		p.names[name] = &entity{kind: k, internal: internal, path: p.paths[name], typ: p.own[name]}
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
			u.frag.makeOutline(p.in)
			p.fragments = append(p.fragments, u.frag)
		}
	}
}
