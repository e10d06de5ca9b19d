package instant

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A view is a package main for go/types: the declarations of a cell under their own names,
// and those of earlier cells that it uses. An earlier declaration whose name now denotes
// something else has another name.
type view struct {
	*plan
	now     map[string]*entity // what names denote
	known   map[string]*entity // entities by the names that they have here
	imports map[string]string  // import paths by name
	file    *ast.File
	types   *types.Package
	info    *types.Info
}

// view makes a view of declarations and of the entities that they and other trees use. With
// variables, the names of the variables that the statements define denote these.
func (p *plan) view(variables bool, decls []ast.Decl, uses ...ast.Node) *view {
	v := &view{plan: p, now: maps.Clone(p.names), known: map[string]*entity{}, imports: map[string]string{},
		file: &ast.File{Name: ast.NewIdent("main")}}
	maps.Copy(v.now, p.next)
	if variables {
		for _, x := range p.vars {
			v.now[x.name] = x.entity
		}
	}
	var used []*entity
	for name := range mentioned(slices.Concat(uses, nodes(decls))) {
		e := v.now[name]
		if path := wellKnown[name]; e == nil && path != "" {
			e = p.importAs(name, path)
			v.now[name] = e
		}
		if e != nil {
			used = append(used, e)
		}
	}
	for _, e := range v.now { // also new ones that are not mentioned
		v.known[v.called(e)] = e
	}
	imports := &ast.GenDecl{Tok: token.IMPORT, Lparen: 1, Rparen: 1}
	needed, given := p.given(used)
	for _, e := range needed {
		v.known[v.called(e)] = e
		if e.kind == anImport {
			v.imports[v.called(e)] = e.path
			imports.Specs = append(imports.Specs, importSpec(v.called(e), e.path))
		}
	}
	for _, e := range slices.Concat(p.dots, p.dotted) {
		imports.Specs = append(imports.Specs, importSpec(".", e.path))
	}
	if imports.Specs != nil {
		v.file.Decls = append(v.file.Decls, imports)
	}
	v.file.Decls = append(v.file.Decls, decls...)
	for _, f := range given {
		v.file.Decls = append(v.file.Decls, v.declared(f))
	}
	return v
}

func nodes(decls []ast.Decl) (list []ast.Node) {
	for _, d := range decls {
		list = append(list, d)
	}
	return list
}

func importSpec(name, path string) *ast.ImportSpec {
	spec := &ast.ImportSpec{Path: &ast.BasicLit{Kind: token.STRING, Value: strconv.Quote(path)}}
	if name != "" {
		spec.Name = ast.NewIdent(name)
	}
	return spec
}

// mentioned returns all names in trees.
func mentioned(trees []ast.Node) map[string]bool {
	names := map[string]bool{}
	for _, tree := range trees {
		ast.Inspect(tree, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				names[id.Name] = true
			}
			return true
		})
	}
	return names
}

// called returns the name of an entity in the view.
func (v *view) called(e *entity) string {
	if v.now[e.name] == e {
		return e.name
	}
	return e.old
}

// declared returns an earlier declaration with the view's names.
func (v *view) declared(f *fragment) ast.Decl {
	decl := f.given()
	for id, ref := range f.refs {
		if ref.dotted || id.Name != v.called(ref.entity) {
			return named(decl, f.refs, v.called)
		}
	}
	return decl
}

// given returns the entities with all that their declarations need, and those declarations except
// those that the plan declares anew.
func (p *plan) given(used []*entity) (needed []*entity, given []*fragment) {
	own := slices.Concat(p.frags, p.stale)
	return reached(used, func(f *fragment) ast.Decl {
		if slices.Contains(own, f) || f.receiver != "" && slices.ContainsFunc(own, f.replaces) {
			return nil
		}
		return f.given()
	})
}

// reached returns entities with all that their declarations use, and these declarations. decl returns the part of a
// declaration that counts, or nil to leave the declaration out.
func reached(from []*entity, decl func(*fragment) ast.Decl) (entities []*entity, decls []*fragment) {
	seen := map[*entity]bool{}
	taken := map[*fragment]bool{}
	var need func(e *entity)
	take := func(f *fragment) {
		if f == nil || taken[f] {
			return
		}
		taken[f] = true
		if d := decl(f); d != nil {
			decls = append(decls, f)
			f.uses(d, need)
		}
	}
	need = func(e *entity) {
		if seen[e] {
			return
		}
		seen[e] = true
		entities = append(entities, e)
		take(e.frag)
		for _, m := range e.methods {
			take(m)
		}
	}
	for _, e := range from {
		need(e)
	}
	return entities, decls
}

// check type-checks the view.
func (v *view) check() (err error) {
	ignore := func(e types.Error) bool {
		last := v.result
		return last != nil && strings.HasSuffix(e.Msg, "is not used") && last.Pos() <= e.Pos && e.Pos < last.End()
	}
	v.types, v.info, err = v.in.Check(v.file, ignore)
	return err
}

// references records the entities that the identifiers of a tree denote.
func (v *view) references(tree ast.Node, into references) {
	ast.Inspect(tree, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj := v.info.Uses[id]
		if obj == nil {
			obj = v.info.Defs[id]
		}
		if pkg, ok := obj.(*types.PkgName); ok {
			if e := v.known[pkg.Name()]; e != nil {
				into[id] = reference{entity: e}
				p := v.plan
				if p.names[e.name] == nil && p.next[e.name] == nil { // imported unasked
					p.next[e.name] = e
				}
			}
			return true
		}
		switch {
		case obj == nil || obj.Pkg() == nil:
		case obj.Pkg() != v.types:
			if !v.selected(tree, id) && obj.Parent() == obj.Pkg().Scope() {
				for _, e := range slices.Concat(v.dots, v.dotted) {
					if e.path == obj.Pkg().Path() {
						into[id] = reference{e, true}
					}
				}
			}
		default:
			if e := v.known[v.packageLevel(obj)]; e != nil {
				into[id] = reference{entity: e}
			}
		}
		return true
	})
}

// selected reports whether an identifier is the name behind a dot.
func (v *view) selected(tree ast.Node, id *ast.Ident) (is bool) {
	ast.Inspect(tree, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		is = is || ok && sel.Sel == id
		return !is
	})
	return is
}

// packageLevel returns the name of an object that the package declares, or of the type after
// which an embedded field is named; else "".
func (v *view) packageLevel(obj types.Object) string {
	if obj.Parent() == v.types.Scope() {
		return obj.Name()
	}
	field, ok := obj.(*types.Var)
	if !ok || !field.IsField() || !field.Embedded() {
		return ""
	}
	t := field.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	var name *types.TypeName
	switch t := t.(type) {
	case *types.Alias:
		name = t.Obj()
	case *types.Named:
		name = t.Obj()
	}
	if name != nil && name.Parent() == v.types.Scope() && name.Name() == field.Name() {
		return name.Name()
	}
	return ""
}
