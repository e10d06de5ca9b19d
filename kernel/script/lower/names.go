package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
)

// names renames what is declared in functions and hides something else, so that a name
// means the same wherever it is seen. The other passes move code and write types, and
// interpreters take the one for the other. So it does with labels that have the name of something else,
// and with declarations of a program that have the name of something predeclared, such as min.
//
//	func f(x int) (n int) {
//		if x, ok := m[n]; ok {
//			return x
//		}
//	}
//
// becomes
//
//	func f(x int) (n int) {
//		if xʹ_1, ok := m[n]; ok {
//			return xʹ_1
//		}
//	}
var names = Pass{"names", "a name that shadows another is taken for it", func(u *Unit) {
	taken := map[string]bool{}
	imports := slices.Collect(maps.Keys(u.Imports))
	for _, name := range slices.Concat(types.Universe.Names(), u.Package.Scope().Names(), imports) {
		taken[name] = true
	}
	embedded := u.embedded()
	named := map[string]bool{} // what is no label
	for _, obj := range u.Info.Defs {
		if obj != nil && !is[*types.Label](obj) {
			named[obj.Name()] = true
		}
		if is[*types.PkgName](obj) || is[*types.TypeName](obj) && embedded[obj] {
			taken[obj.Name()] = true
		}
	}
	for _, obj := range u.Info.Implicits {
		if is[*types.PkgName](obj) {
			taken[obj.Name()] = true
		}
	}
	renamable := func(obj types.Object) bool { return is[*types.Label](obj) || u.local(obj) || u.redeclares(obj) }
	renamed := map[token.Pos]string{} // by the position of the declaration
	consider := func(obj types.Object) {
		if obj == nil || !renamable(obj) || obj.Name() == "_" || obj.Name() == "" || embedded[obj] ||
			renamed[obj.Pos()] != "" {
			return
		}
		hides := taken[obj.Name()] || u.hides(obj)
		if is[*types.Label](obj) {
			hides = named[obj.Name()] || taken[obj.Name()]
		}
		if is[*types.TypeName](obj) && !is[*types.TypeParam](obj.Type()) || hides {
			renamed[obj.Pos()] = u.Name(obj.Name())
		}
	}
	Each(u, func(n ast.Node) { // in source order
		if id, ok := n.(*ast.Ident); ok {
			consider(u.Info.Defs[id])
		}
		consider(u.Info.Implicits[n]) // of a clause
	})
	Each(u, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.GenDecl:
			if n.Tok == token.CONST && u.outer(n) {
				u.spellOut(n)
			}
		case *ast.Ident:
			if obj := u.object(n); obj != nil && renamable(obj) && renamed[obj.Pos()] != "" {
				n.Name = renamed[obj.Pos()]
			}
		case *ast.TypeSwitchStmt: // its variable has no object
			if s, ok := n.Assign.(*ast.AssignStmt); ok {
				if id := s.Lhs[0].(*ast.Ident); renamed[id.Pos()] != "" {
					id.Name = renamed[id.Pos()]
				}
			}
		}
	})
	u.drop(token.TYPE, func(spec ast.Spec) bool { return spec.(*ast.TypeSpec).Name.Name == "_" }) // which cannot be used
}}

// outer says whether a constant of a group is given a value by an outer one of its name. Lines that
// repeat it are about the inner one, and so is what go/types says of the expression.
//
//	const X = 2
//
//	func f() {
//		const (
//			X = X + X // 4
//			Y         // 8
//		)
//	}
func (u *Unit) outer(d *ast.GenDecl) bool {
	return slices.ContainsFunc(d.Specs, func(spec ast.Spec) bool {
		own := map[types.Object]bool{}
		for _, name := range spec.(*ast.ValueSpec).Names {
			own[u.Info.Defs[name]] = true
		}
		return slices.ContainsFunc(spec.(*ast.ValueSpec).Values, func(e ast.Expr) bool {
			return Contains(e, func(id *ast.Ident) bool { return u.Info.Uses[id] != nil && own[u.Info.Uses[id]] })
		})
	})
}

// spellOut writes the value of each constant of a group.
func (u *Unit) spellOut(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		var values []ast.Expr
		for _, name := range v.Names {
			c := u.Info.Defs[name].(*types.Const)
			value := basicLit(c.Val(), types.Default(c.Type()).Underlying().(*types.Basic), name.Pos())
			if t := u.TypeExpr(c.Type(), name.Pos()); !untyped(c.Type()) && t != nil {
				value = call(name.Pos(), t, value)
			}
			values = append(values, value)
		}
		v.Type, v.Values = nil, values
	}
}

// redeclares reports whether a declaration of the program has the name of something predeclared. In a session
// the host names what cells declare.
func (u *Unit) redeclares(obj types.Object) bool {
	return !u.Session && obj.Parent() == u.Package.Scope() && types.Universe.Lookup(obj.Name()) != nil
}

// hides reports whether an object shadows another one that is declared in an enclosing
// function.
func (u *Unit) hides(obj types.Object) bool {
	for s := obj.Parent(); s != nil && s.Parent() != nil && s != u.Package.Scope(); {
		s = s.Parent()
		if other := s.Lookup(obj.Name()); other != nil && other != obj {
			return true
		}
	}
	return false
}

// embedded returns the local types that structs embed: their names are also names of
// fields.
func (u *Unit) embedded() map[types.Object]bool {
	found := map[types.Object]bool{}
	for _, obj := range u.Info.Defs {
		if f, ok := obj.(*types.Var); ok && f.IsField() && f.Embedded() {
			t := f.Type()
			if p, ok := t.(*types.Pointer); ok {
				t = p.Elem()
			}
			switch t := t.(type) {
			case *types.Named:
				found[t.Origin().Obj()] = true
			case *types.Alias:
				found[t.Obj()] = true
			}
		}
	}
	return found
}
