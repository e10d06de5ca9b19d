//go:build !js

package instant

import (
	"go/ast"

	"github.com/focal-search/focal/kernel/relay"
)

// usedBy are the entities that functions use, with those that these use, and their declarations.
type used struct {
	entities []*entity
	decls    []*fragment
}

func usedBy(makers ...*relay.Maker) (u used) {
	seen := map[*entity]bool{}
	taken := map[*fragment]bool{}
	var need func(e *entity)
	take := func(f *fragment) {
		if f != nil && !taken[f] {
			taken[f] = true
			u.decls = append(u.decls, f)
			f.uses(f.decl, need)
		}
	}
	need = func(e *entity) {
		if seen[e] {
			return
		}
		seen[e] = true
		u.entities = append(u.entities, e)
		take(e.frag)
		for _, f := range e.methods {
			take(f)
		}
	}
	for _, m := range makers {
		switch from := m.From.(type) {
		case *entity:
			need(from)
		case references:
			(&fragment{refs: from}).uses(m.Expr, need)
		}
	}
	return u
}

// Uses and Compiled make a session a relay.Source: the compiled program has the internal names.

func (s *session) Uses(makers ...*relay.Maker) relay.Used {
	u, found := relay.Used{Imports: map[string]string{}}, usedBy(makers...)
	for _, e := range found.entities {
		switch e.kind {
		case anImport:
			u.Imports[e.internal] = e.path
		case aVar:
			u.Vars = append(u.Vars, relay.Variable{Symbol: e.internal, Name: e.name})
		}
	}
	for _, f := range found.decls {
		u.Decls = append(u.Decls, named(f.decl, f.refs, internalName))
	}
	return u
}

func (s *session) Compiled(m *relay.Maker) ast.Expr {
	return named(m.Expr, m.From.(references), internalName)
}

func internalName(e *entity) string { return e.internal }

// findMakers finds what makes problems and algorithms in a tree whose types are known, to be recorded.
func (p *plan) findMakers(v *view, tree ast.Node, refs references) {
	p.relay.Find(relay.Tree{Node: tree, Pkg: v.types, Info: v.info, From: refs,
		Function: func(f *ast.FuncDecl) *relay.Maker {
			if e := p.next[f.Name.Name]; e != nil {
				return &relay.Maker{Name: f.Name.Name, Func: e.internal, From: e}
			}
			return nil
		},
		Outside: func(id *ast.Ident) bool { _, cells := refs[id]; return cells },
	}, p.records)
}
