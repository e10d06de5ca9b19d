package lower

import (
	"go/ast"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// confused refuses a type assertion, or a case of a type switch, where the value may be of
// another type that an interpreter takes for the same: of a named type without methods that
// is no struct with fields it keeps the structure only.
//
//	type Celsius float64
//
//	func f(x any) { _, ok := x.(float64) } // refused, where a Celsius is put into an interface
var confused = Pass{"confused", "of a type without methods only the structure is kept in an interface", func(u *Unit) error {
	if u.Session {
		return nil
	}
	held := u.held()
	var err error
	check := func(n ast.Node, t types.Type) {
		if err != nil || t == nil || types.IsInterface(t) {
			return
		}
		key := u.structure(t)
		for _, other := range held[key] {
			if !types.Identical(other, t) {
				name := func(t types.Type) string { return plain(types.TypeString(t, types.RelativeTo(u.Package))) }
				err = refuse(n, "in an interface the interpreter takes %s for %s; give %s a method%s", name(other), name(t), name(u.declared(other, t)), Instead)
				return
			}
		}
	}
	u.apply(func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.TypeAssertExpr:
			if n.Type != nil {
				check(n, u.typeOf(n.Type))
			}
		case *ast.TypeSwitchStmt:
			for _, stmt := range n.Body.List {
				for _, e := range stmt.(*ast.CaseClause).List {
					if !u.Info.Types[e].IsNil() {
						check(e, u.typeOf(e))
					}
				}
			}
		}
		return true
	}, nil)
	return err
}}

// declared is that of two types which the program declares.
func (u *Unit) declared(a, b types.Type) types.Type {
	if named, ok := types.Unalias(a).(*types.Named); ok && named.Obj().Pkg() == u.Package {
		return a
	}
	return b
}

// held are the types of values that are put into interfaces, by what an interpreter keeps
// of them.
func (u *Unit) held() map[string][]types.Type {
	found := map[string][]types.Type{}
	add := func(t types.Type) {
		if t = types.Default(t); t == nil || types.IsInterface(t) {
			return
		}
		key := u.structure(t)
		for _, other := range found[key] {
			if types.Identical(other, t) {
				return
			}
		}
		found[key] = append(found[key], t)
	}
	u.implicit(func(e ast.Expr, dest types.Type) ast.Expr {
		if t := u.typeOf(e); t != nil && types.IsInterface(dest) && !u.Info.Types[e].IsNil() && !isTuple(t) {
			add(t)
		}
		return e
	})
	for _, file := range u.Files { // several results at once
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if len(n.Args) == 1 {
					if t, ok := u.typeOf(n.Args[0]).(*types.Tuple); ok {
						for v := range t.Variables() {
							add(v.Type())
						}
					}
				}
			case *ast.AssignStmt:
				if len(n.Lhs) > 1 && len(n.Rhs) == 1 {
					if t, ok := u.typeOf(n.Rhs[0]).(*types.Tuple); ok {
						for i, e := range n.Lhs {
							if left := u.typeOf(e); left != nil && types.IsInterface(left) {
								add(t.At(i).Type())
							}
						}
					}
				}
			}
			return true
		})
	}
	return found
}

// structure is what an interpreter knows of the type of a value in an interface: the name of
// one with methods, and of a struct with fields, by its tag.
func (u *Unit) structure(t types.Type) string {
	if named, ok := types.Unalias(t).(*types.Named); ok && named.NumMethods() > 0 {
		return named.String()
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		if named, ok := types.Unalias(p.Elem()).(*types.Named); ok && named.NumMethods() > 0 {
			return p.String()
		}
	}
	return u.inner(t, map[types.Type]bool{})
}

// inner is what is known of the type of what is inside a value: methods do not matter. A type
// that is made of itself has its name there.
func (u *Unit) inner(t types.Type, within map[types.Type]bool) string {
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok {
		s, isStruct := t.Underlying().(*types.Struct)
		if named.Obj().Pkg() != u.Package || isStruct && s.NumFields() > 0 || types.IsInterface(t) || within[t] {
			return t.String()
		}
		within[t] = true
		defer delete(within, t)
		t = t.Underlying()
	}
	switch t := t.(type) {
	case *types.Pointer:
		return "*" + u.inner(t.Elem(), within)
	case *types.Slice:
		return "[]" + u.inner(t.Elem(), within)
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + u.inner(t.Elem(), within)
	case *types.Chan:
		return types.NewChan(t.Dir(), types.Typ[types.Bool]).String() + u.inner(t.Elem(), within)
	case *types.Map:
		return "map[" + u.inner(t.Key(), within) + "]" + u.inner(t.Elem(), within)
	}
	return t.String()
}
