//go:build !js

package instant

import (
	"go/ast"

	"github.com/focal-search/focal/kernel/relay"
)

// Uses and Compiled make a session a relay.Source: the compiled program has the internal names.

func (s *session) Uses(makers ...*relay.Maker) relay.Used {
	var from []*entity
	for _, m := range makers {
		switch of := m.From.(type) {
		case *entity:
			from = append(from, of)
		case references:
			(&fragment{refs: of}).uses(m.Expr, func(e *entity) { from = append(from, e) })
		}
	}
	entities, decls := reached(from, func(f *fragment) ast.Decl { return f.decl })
	u := relay.Used{Imports: map[string]string{}}
	for _, e := range entities {
		switch e.kind {
		case anImport:
			u.Imports[e.internal] = e.path
		case aVar:
			u.Vars = append(u.Vars, relay.Variable{Symbol: e.internal, Name: e.name})
		}
	}
	for _, f := range decls {
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
