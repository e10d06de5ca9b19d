package instant

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"

	"github.com/focal-search/focal/kernel/script"
	"github.com/focal-search/focal/kernel/script/lower"
)

// compile checks and compiles the cell, and the stale fragments again as if they were
// in this cell; nothing is executed yet.
func (p *plan) compile(stale []*fragment, moved []move) error {
	for _, f := range stale {
		again := *f
		p.stale = append(p.stale, &again)
		p.declareAnew(&again)
	}
	for _, m := range moved {
		m.to = p.another(m.from)
		p.moved = append(p.moved, m)
	}
	if err := p.checkStatements(); err != nil {
		return err
	}
	if err := p.checkDeclarations(); err != nil {
		return err
	}
	return p.lower()
}

// another makes a variable that replaces one whose type has a new version.
func (p *plan) another(e *entity) *entity {
	to := p.fresh(e.name, aVar)
	frag := *e.frag
	to.frag, frag.refs = &frag, references{}
	for id, ref := range e.frag.refs {
		if next := p.next[ref.name]; ref.entity == e {
			ref.entity = to
		} else if p.names[ref.name] == ref.entity && next != nil {
			ref.entity = next
		}
		frag.refs[id] = ref
	}
	p.next[e.name] = to
	return to
}

// checkStatements finds the types of the variables that the cell's statements define, and
// the entities to which the statements refer. A name that a statement uses before it is
// defined, such as the right x in x := x + 1, refers to the earlier entity.
func (p *plan) checkStatements() error {
	if len(p.stmts) == 0 {
		return nil
	}
	var decls []ast.Decl
	for _, f := range slices.Concat(p.frags, p.stale) {
		decls = append(decls, withoutBody(f))
	}
	v := p.view(false, append(decls, p.body()))
	if err := v.check(); err != nil {
		return err
	}
	for _, stmt := range p.stmts {
		v.references(stmt, p.spots)
	}
	if p.result != nil {
		t := v.info.Types[p.result.X]
		several, _ := t.Type.(*types.Tuple)
		switch p.results = 1; {
		case !t.IsValue() || v.isCopy(p.result.X):
			p.results = 0
		case several != nil:
			if p.results = several.Len(); !lower.IsError(several.At(p.results - 1).Type()) {
				p.results = 0
			}
		}
	}
	objects := map[types.Object]*entity{}
	for _, x := range p.vars {
		obj := v.info.Defs[x.id]
		objects[obj] = x.entity
		frag, err := v.declareVariable(x, obj.Type())
		if err != nil {
			return err
		}
		x.frag = frag
	}
	for _, named := range []map[*ast.Ident]types.Object{v.info.Defs, v.info.Uses} {
		for id, obj := range named {
			if e := objects[obj]; e != nil {
				p.spots[id] = reference{entity: e}
			}
		}
	}
	for _, stmt := range p.stmts {
		p.findMakers(v, stmt, p.spots)
	}
	return nil
}

// body returns a function of the statements for the type check.
func (p *plan) body() *ast.FuncDecl {
	pos := p.stmts[0].Pos()
	return &ast.FuncDecl{Name: &ast.Ident{NamePos: pos, Name: "_"},
		Type: &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}},
		Body: &ast.BlockStmt{Lbrace: pos, List: p.stmts, Rbrace: p.stmts[len(p.stmts)-1].End()}}
}

// isCopy reports whether an expression is a call of copy, whose value is not shown.
func (v *view) isCopy(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fun.(*ast.Ident)
	return ok && id.Name == "copy" && v.info.Types[id].IsBuiltin()
}

// withoutBody returns a declaration with a body that needs no type information.
func withoutBody(f *fragment) ast.Decl {
	d, ok := f.decl.(*ast.FuncDecl)
	if !ok {
		return f.decl
	}
	pos := d.Body.Pos()
	forever := &ast.ForStmt{For: pos, Body: &ast.BlockStmt{Lbrace: pos, Rbrace: pos}}
	return withBody(d, &ast.BlockStmt{Lbrace: pos, List: []ast.Stmt{forever}, Rbrace: d.Body.End()})
}

// declareVariable makes the declaration var x T of a variable of type T.
func (v *view) declareVariable(x *variable, t types.Type) (*fragment, error) {
	before := maps.Clone(v.imports)
	e := v.in.TypeExpr(t, v.types, v.imports, x.id.Pos())
	if e == nil {
		return nil, v.errorAt(x.id.Pos(), "the type of "+x.name+", "+types.TypeString(t, (*types.Package).Name)+
			", has no name here, so that no later cell could use it; declare it with another type")
	}
	for name, path := range v.imports {
		if before[name] == "" {
			v.known[name] = v.importAs(name, path)
		}
	}
	id := &ast.Ident{NamePos: x.id.Pos(), Name: x.name}
	spec := &ast.ValueSpec{Names: []*ast.Ident{id}, Type: e}
	f := &fragment{declares: []string{x.name}, refs: references{id: {entity: x.entity}}, cell: v.plan.name,
		line: v.in.Position(id.Pos()).Line,
		decl: &ast.GenDecl{TokPos: x.id.Pos(), Tok: token.VAR, Specs: []ast.Spec{spec}}}
	v.typeReferences(e, f.refs)
	return f, nil
}

// typeReferences records the entities that the names in a type expression of the view denote.
func (v *view) typeReferences(t ast.Expr, into references) {
	ast.Inspect(t, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field: // not its names
			v.typeReferences(n.Type, into)
			return false
		case *ast.SelectorExpr:
			v.typeReferences(n.X, into)
			return false
		case *ast.Ident:
			if e := v.known[n.Name]; e != nil {
				into[n] = reference{entity: e}
			}
		}
		return true
	})
}

// checkDeclarations finds what the declarations of the cell refer to, and those of earlier
// ones that are compiled again.
func (p *plan) checkDeclarations() error {
	anew := slices.Concat(p.stale, p.frags)
	if len(anew) > 0 {
		var decls []ast.Decl
		for _, f := range anew {
			decls = append(decls, f.decl)
		}
		v := p.view(true, decls)
		if err := v.check(); err != nil {
			return err
		}
		for _, f := range anew {
			f.refs = references{}
			v.references(f.decl, f.refs)
			if d, ok := f.decl.(*ast.FuncDecl); ok && d.Recv == nil && d.Name.Name != "_" {
				f.refs[d.Name] = reference{entity: p.next[d.Name.Name]}
			}
			p.findMakers(v, f.decl, f.refs)
		}
	}
	for _, x := range p.vars {
		p.next[x.name] = x.entity
	}
	return nil
}

// lower lowers and compiles the declarations, and a function of the statements, under their
// internal names.
func (p *plan) lower() error {
	internal := func(e *entity) string { return e.internal }
	file := &ast.File{Name: ast.NewIdent("main")}
	var used []*entity
	use := func(e *entity) { used = append(used, e) }
	for _, f := range slices.Concat(p.stale, p.frags) {
		if d, ok := f.decl.(*ast.FuncDecl); ok && d.Name.Name == "_" && d.Recv == nil {
			continue
		}
		decl := named(f.decl, f.refs, internal)
		p.recorded(decl)
		file.Decls = append(file.Decls, decl)
		f.uses(f.decl, use)
	}
	own := map[*fragment]bool{}
	for _, x := range p.vars {
		own[x.frag] = true
		file.Decls = append(file.Decls, named(x.frag.decl, x.frag.refs, internal))
		use(x.entity)
	}
	for _, m := range p.moved {
		own[m.to.frag] = true
		file.Decls = append(file.Decls, named(m.to.frag.decl, m.to.frag.refs, internal))
		use(m.to)
	}
	for _, ref := range p.spots {
		use(ref.entity)
	}
	if len(p.records) > 0 {
		use(p.runtime())
	}
	run := p.function(internal)
	if run != nil {
		file.Decls = append(file.Decls, run)
	}
	if len(file.Decls) == 0 {
		p.made = p.instances
		return nil
	}
	file.Package = file.Decls[0].Pos()
	needed, given := p.given(used)
	scope := script.Scope{Imports: map[string]string{}, Instances: maps.Clone(p.instances),
		Given: &ast.File{Name: ast.NewIdent("main")}}
	for path, name := range p.session.imports {
		if p.session.compiled[name] {
			scope.Imports[name] = path
		}
	}
	for _, e := range needed {
		if e.kind == anImport {
			scope.Imports[e.internal] = e.path
		}
	}
	for _, f := range given {
		if !own[f] {
			scope.Given.Decls = append(scope.Given.Decls, named(f.given(), f.refs, internal))
		}
	}
	scope.Given.Decls = append(scope.Given.Decls, runVariables()...)
	if err := p.in.Lower(file, scope); err != nil {
		return err
	}
	p.made = scope.Instances
	p.leaveOut(file, scope.Imports)
	if err := p.add(file); err != nil {
		return err
	}
	if run == nil {
		return nil
	}
	pos := run.Pos()
	name := func(s string) *ast.Ident { return &ast.Ident{NamePos: pos, Name: s} }
	call := &ast.CallExpr{Fun: name(script.RunBody), Lparen: pos, Args: []ast.Expr{name(run.Name.Name)}, Rparen: pos}
	return p.add(&ast.BlockStmt{Lbrace: pos, List: []ast.Stmt{&ast.ExprStmt{X: call}}, Rbrace: pos})
}

// runVariables declare the variables to which the function of the statements assigns.
func runVariables() (decls []ast.Decl) {
	for name, t := range map[string]string{script.Result: "any", script.Ended: "bool"} {
		spec := &ast.ValueSpec{Names: []*ast.Ident{ast.NewIdent(name)}, Type: ast.NewIdent(t)}
		decls = append(decls, &ast.GenDecl{Tok: token.VAR, Specs: []ast.Spec{spec}})
	}
	return decls
}

// leaveOut removes from a lowered file what yaegi already has: imports, and instances that
// other cells use as well.
func (p *plan) leaveOut(file *ast.File, imports map[string]string) {
	var specs []ast.Spec
	has := func(name string) bool {
		p.has = append(p.has, name)
		return p.session.compiled[name]
	}
	for name, path := range imports {
		if !p.in.OnlySource(path) && !has(name) {
			specs = append(specs, importSpec(name, path))
		}
	}
	methods := map[string]bool{} // that the cell declares, perhaps again
	for _, f := range slices.Concat(p.stale, p.frags) {
		if f.receiver != "" {
			d := named(f.decl, f.refs, func(e *entity) string { return e.internal }).(*ast.FuncDecl)
			methods[receiverOf(d)+"."+d.Name.Name] = true
		}
	}
	file.Decls = slices.DeleteFunc(file.Decls, func(decl ast.Decl) bool {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				return d.Name.Name != "init" && has(d.Name.Name)
			}
			return has(receiverOf(d)+"."+d.Name.Name) && !methods[receiverOf(d)+"."+d.Name.Name]
		case *ast.GenDecl:
			switch d.Tok {
			case token.IMPORT:
				for _, spec := range d.Specs {
					name, path := script.LocalName(spec.(*ast.ImportSpec))
					if p.session.imports[path] == "" {
						p.session.imports[path] = name
					}
					if !has(name) {
						specs = append(specs, spec)
					}
				}
				return true
			case token.TYPE:
				d.Specs = slices.DeleteFunc(d.Specs, func(spec ast.Spec) bool { return has(spec.(*ast.TypeSpec).Name.Name) })
				return len(d.Specs) == 0
			}
		}
		return false
	})
	if specs != nil {
		group := &ast.GenDecl{TokPos: file.Package, Tok: token.IMPORT, Lparen: file.Package, Specs: specs,
			Rparen: file.Package}
		file.Decls = append([]ast.Decl{group}, file.Decls...)
	}
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

// function returns the cell's statements as a function, so that loops, defer, return and labels
// mean what they mean in main. It is nil if there are none.
func (p *plan) function(internal func(*entity) string) *ast.FuncDecl {
	var list []ast.Stmt
	for _, stmt := range p.stmts {
		copied := named(stmt, p.spots, internal)
		p.recorded(copied)
		list = append(list, assignments(copied)...)
	}
	pos := token.NoPos
	if len(p.stmts) > 0 {
		pos = p.stmts[0].Pos()
	}
	for _, e := range p.calls {
		pos = e.frag.decl.Pos()
		list = append(list, &ast.ExprStmt{X: &ast.CallExpr{Fun: &ast.Ident{NamePos: pos, Name: e.internal}, Lparen: pos,
			Rparen: pos}})
	}
	if len(list) == 0 {
		return nil
	}
	if p.results > 0 {
		e := list[len(list)-1].(*ast.ExprStmt).X
		last := assign(script.Result, e, e.Pos())
		for range p.results - 1 {
			last.Lhs = slices.Insert(last.Lhs, 0, ast.Expr(&ast.Ident{NamePos: e.Pos(), Name: "_"}))
		}
		list[len(list)-1] = last
	}
	end := list[len(list)-1].End()
	list = append(list, assign(script.Ended, &ast.Ident{NamePos: end, Name: "true"}, end))
	p.cells++
	return &ast.FuncDecl{Name: &ast.Ident{NamePos: pos, Name: cellFunc + strconv.Itoa(p.cells)},
		Type: &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}},
		Body: &ast.BlockStmt{Lbrace: pos, List: list, Rbrace: end}}
}

// cellFunc is the prefix of the names of the functions of cells' statements.
const cellFunc = generation + "cell"

func assign(variable string, e ast.Expr, pos token.Pos) *ast.AssignStmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{&ast.Ident{NamePos: pos, Name: variable}}, TokPos: pos, Tok: token.ASSIGN,
		Rhs: []ast.Expr{e}}
}

// assignments returns a statement with assignments in place of declarations.
func assignments(stmt ast.Stmt) []ast.Stmt {
	switch s := stmt.(type) {
	case *ast.LabeledStmt:
		list := assignments(s.Stmt)
		s.Stmt = list[0]
		return append([]ast.Stmt{s}, list[1:]...)
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
			if len(v.Names) == 1 && v.Names[0].Name == "_" { // its type is to be checked
				list = append(list, &ast.DeclStmt{Decl: &ast.GenDecl{TokPos: v.Pos(), Tok: token.VAR, Specs: []ast.Spec{v}}})
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

// recorded makes a copy of a tree record the problems and algorithms that it makes.
func (p *plan) recorded(tree ast.Node) {
	if len(p.records) > 0 {
		p.records.Recorded(tree, p.runtime().internal)
	}
}

// runtime is the package whose functions record problems and algorithms.
func (p *plan) runtime() *entity { return p.importAs(generation+"rt", script.RuntimePath) }
