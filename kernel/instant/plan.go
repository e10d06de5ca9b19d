package instant

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/focal-search/focal/kernel/relay"
	"github.com/focal-search/focal/kernel/script"
)

// A plan is a cell that is being prepared for execution.
type plan struct {
	*session
	name string // of the source
	src  string

	frags []*fragment // types, constants, functions and methods of the cell
	kept  []*fragment // types of the cell that are what they were
	stale []*fragment // those of older cells that use what is redeclared
	vars  []*variable // what its statements define at their own level
	stmts []ast.Stmt  // in order
	calls []*entity   // functions to be called after them: init and main
	spots references  // what the statements refer to

	moved    []move
	replaced map[string]string  // types of earlier cells that are other ones now, by internal name
	declared map[string]kind    // what the cell declares
	next     map[string]*entity // the same, and what is compiled again
	dotted   []*entity          // packages imported with a dot

	result   *ast.ExprStmt     // the last statement, if it is an expression
	results  int               // it has, 0 unless the last is to be shown: the only one, or an error
	has      []string          // names that yaegi has with this cell
	made     map[string]string // instances, with those of this cell
	programs []script.Program
	records  relay.Records // of what makes problems and algorithms
}

// A variable is defined by a statement of the cell's own level.
type variable struct {
	*entity
	id *ast.Ident
}

// A move is the move of a variable's value to its replacement, which does not get it if its type has other fields.
type move struct {
	from, to *entity
	lost     bool
}

// newPlan parses a cell and finds what it declares.
func (s *session) newPlan(name, src string) (*plan, error) {
	p := &plan{session: s, name: name, src: src, spots: references{}, declared: map[string]kind{},
		records: relay.Records{}, next: map[string]*entity{}}
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
	for _, decl := range decls.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok {
			if f.Body == nil {
				return nil, p.errorAt(f.Name.Pos(), "missing function body")
			}
			if err := p.addFragment(f); err != nil {
				return nil, err
			}
		}
	}
	for _, stmt := range body.Decls[0].(*ast.FuncDecl).Body.List {
		if err := p.addStmt(stmt); err != nil {
			return nil, err
		}
	}
	p.keepTypes()
	for _, spec := range decls.Imports {
		if err := p.addImport(spec); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"init", "main"} { // for a whole program that was pasted into the cell
		if p.declared[name] == aFunc {
			p.calls = append(p.calls, p.next[name])
		}
	}
	if n := len(p.stmts); n > 0 && len(p.calls) == 0 {
		p.result, _ = p.stmts[n-1].(*ast.ExprStmt)
	}
	return p, nil
}

// declare records a name that the cell declares.
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

// addFragment takes a declaration that is not executed, with its text.
func (p *plan) addFragment(decl ast.Decl) error {
	f := &fragment{declares: declaredBy(decl), decl: decl, cell: p.name, line: p.in.Position(decl.Pos()).Line,
		src: p.text(decl), doc: docComment(p.src, p.offset(decl.Pos()))}
	for _, name := range f.declares {
		if err := p.declare(decl.Pos(), name, kindOf(decl)); err != nil {
			return err
		}
	}
	if d, ok := decl.(*ast.FuncDecl); ok {
		f.receiver = receiverOf(d)
	}
	p.frags = append(p.frags, f)
	p.declareAnew(f)
	return nil
}

// keepTypes drops the declarations of types that are declared as they were. The types stay the same, with their values
// wherever these are held; only methods can be other ones.
func (p *plan) keepTypes() {
	other := map[string]bool{} // what is not what it was
	for name := range p.declared {
		other[name] = true
	}
	var kept []*fragment
	for _, f := range p.frags {
		if kindOf(f.decl) == aType && p.unchanged(f) {
			kept = append(kept, f)
			for _, name := range f.declares {
				other[name] = false
			}
		}
	}
	for before := -1; before != len(kept); {
		before = len(kept)
		kept = slices.DeleteFunc(kept, func(f *fragment) bool {
			changed := namesIn(f.decl, other)
			for _, name := range f.declares {
				other[name] = changed
			}
			return changed
		})
	}
	p.kept = kept
	p.frags = slices.DeleteFunc(p.frags, func(f *fragment) bool { return slices.Contains(kept, f) })
	for _, f := range kept {
		for _, name := range f.declares {
			delete(p.declared, name)
			delete(p.next, name)
		}
	}
}

// unchanged reports whether a fragment declares types as they are declared.
func (p *plan) unchanged(f *fragment) bool {
	return !slices.ContainsFunc(f.declares, func(name string) bool {
		e := p.names[name]
		if e == nil || e.kind != aType || structure(e.frag.decl, name) == "" ||
			structure(e.frag.decl, name) != structure(f.decl, name) {
			return true
		}
		for _, ref := range e.frag.refs {
			if now := p.names[ref.name]; now != nil && now != ref.entity {
				return true
			}
		}
		return false
	})
}

// declareAnew makes the entities that a fragment declares anew.
func (p *plan) declareAnew(f *fragment) {
	for _, name := range f.declares {
		if !isMethod(name) && name != "_" {
			e := p.fresh(name, kindOf(f.decl))
			e.frag, p.next[name] = f, e
		}
	}
}

// text returns a node's source.
func (p *plan) text(n ast.Node) string {
	return p.src[p.offset(n.Pos()):p.offset(n.End())]
}

// offset returns the offset of a position in the cell's source.
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
	for _, id := range defined(stmt) {
		if p.declared[id.Name] == aVar && isDefinition(stmt) { // a, err := f(); b, err := g()
			continue
		}
		if err := p.declare(id.Pos(), id.Name, aVar); err != nil {
			return err
		}
		if id.Name != "_" {
			p.vars = append(p.vars, &variable{p.fresh(id.Name, aVar), id})
		}
	}
	if d, ok := stmt.(*ast.DeclStmt); ok && d.Decl.(*ast.GenDecl).Tok != token.VAR {
		return p.addFragment(d.Decl)
	}
	p.stmts = append(p.stmts, stmt)
	return nil
}

func isDefinition(stmt ast.Stmt) bool {
	_, ok := unlabeled(stmt).(*ast.AssignStmt)
	return ok
}

func unlabeled(stmt ast.Stmt) ast.Stmt {
	for {
		l, ok := stmt.(*ast.LabeledStmt)
		if !ok {
			return stmt
		}
		stmt = l.Stmt
	}
}

// defined returns the names of the variables that a statement may define in its enclosing
// block.
func defined(stmt ast.Stmt) (ids []*ast.Ident) {
	switch s := unlabeled(stmt).(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			for _, e := range s.Lhs {
				if id, ok := e.(*ast.Ident); ok {
					ids = append(ids, id)
				}
			}
		}
	case *ast.DeclStmt:
		for _, spec := range s.Decl.(*ast.GenDecl).Specs {
			if v, ok := spec.(*ast.ValueSpec); ok && s.Decl.(*ast.GenDecl).Tok == token.VAR {
				ids = append(ids, v.Names...)
			}
		}
	}
	return ids
}

// commit makes what the cell declares known to the session.
func (p *plan) commit() {
	p.replaced = map[string]string{}
	for name, e := range p.next {
		if before := p.names[name]; before != nil && before.kind == aType {
			p.replaced[before.internal] = name
		}
		p.names[name] = e
	}
	anew := slices.Concat(p.stale, p.frags)
	kept := p.fragments[:0]
	for _, f := range p.fragments {
		if !f.redeclaredIn(p.declared) && !slices.ContainsFunc(p.stale, func(s *fragment) bool { return s.decl == f.decl }) {
			kept = append(kept, f)
		}
	}
	p.fragments = append(kept, anew...)
	for _, f := range anew {
		if e := p.names[f.receiver]; e != nil && f.receiver != "" {
			e.methods = append(slices.DeleteFunc(e.methods, f.replaces), f)
		}
	}
	for _, f := range p.kept {
		for _, name := range f.declares {
			was := p.names[name].frag
			was.cell, was.line, was.src, was.doc = f.cell, f.line, f.src, f.doc
		}
	}
	p.dots = append(p.dots, p.dotted...)
	p.instances = p.made
	for _, name := range p.has {
		p.session.compiled[name] = true
	}
}
