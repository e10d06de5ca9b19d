package instant

import "go/ast"

// A renamer finds the identifiers of a syntax tree that stand for package-level
// names and gives them their internal names. It relies on the parser, which
// resolves what is local.
type renamer struct {
	top        map[*ast.Object]bool // objects that become package-level
	unresolved map[*ast.Ident]bool
	fields     map[*ast.Ident]bool    // keys of struct literals: never variables
	keys       map[*ast.Ident]bool    // other keys, which the parser leaves unresolved without a word
	collection func(name string) bool // whether a type is a map, a slice or an array
}

func newRenamer(file *ast.File, top map[*ast.Object]bool, collection func(string) bool) *renamer {
	r := &renamer{
		top:        top,
		unresolved: map[*ast.Ident]bool{},
		fields:     map[*ast.Ident]bool{},
		keys:       map[*ast.Ident]bool{},
		collection: collection,
	}
	for _, id := range file.Unresolved {
		r.unresolved[id] = true
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok && lit.Type != nil {
			r.literal(lit, lit.Type)
		}
		return true
	})
	return r
}

// literal sorts the keys of a composite literal of a type, and of the literals
// in it that leave their type out.
func (r *renamer) literal(lit *ast.CompositeLit, typ ast.Expr) {
	keyType, elem, keyed := r.parts(typ)
	inner := func(e ast.Expr, t ast.Expr) {
		if sub, ok := e.(*ast.CompositeLit); ok && sub.Type == nil && t != nil {
			r.literal(sub, t)
		}
	}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			inner(e, elem)
			continue
		}
		inner(kv.Key, keyType)
		inner(kv.Value, elem)
		if id, ok := kv.Key.(*ast.Ident); ok {
			if keyed {
				r.keys[id] = true
			} else {
				r.fields[id] = true
			}
		}
	}
}

// parts are the types of a collection's keys and elements, where they can be
// seen, and whether the keys of its literals are expressions.
func (r *renamer) parts(typ ast.Expr) (key, elem ast.Expr, keyed bool) {
	switch t := typ.(type) {
	case *ast.MapType:
		return t.Key, t.Value, true
	case *ast.ArrayType:
		return nil, t.Elt, true
	case *ast.StarExpr:
		return r.parts(t.X)
	case *ast.Ident:
		if t.Obj != nil {
			if spec, ok := t.Obj.Decl.(*ast.TypeSpec); ok && spec.Type != typ {
				return r.parts(spec.Type)
			}
		}
		return nil, nil, r.collection(t.Name)
	}
	return nil, nil, false
}

// each calls f for every identifier that stands for a package-level name; bound
// says whether its declaration is in this very tree.
func (r *renamer) each(node ast.Node, f func(id *ast.Ident, bound bool)) {
	ast.Inspect(node, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		switch {
		case !ok || r.fields[id]:
		case id.Obj != nil && r.top[id.Obj]:
			f(id, true)
		case r.unresolved[id], r.keys[id] && id.Obj == nil:
			f(id, false)
		}
		return true
	})
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
