package script

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// instantiated writes the type arguments out with which a call of a generic
// function of the program instantiates it: of several, yaegi infers some wrongly,
// and also one from constants or for a variadic parameter. Where they cannot be
// written the call stays as it is.
func (l *lowering) instantiated(call *ast.CallExpr) ast.Expr {
	generic := call.Fun
	if index, ok := call.Fun.(*ast.IndexExpr); ok { // the first of several is written
		generic = index.X
	}
	name, ok := generic.(*ast.Ident)
	if !ok {
		return call.Fun
	}
	if e := l.ordered(call); e != nil {
		return &ast.IndexExpr{X: name, Lbrack: name.End(), Index: e, Rbrack: name.End()}
	}
	args := l.info.Instances[name].TypeArgs
	if args.Len() == 0 || args.Len() == 1 && (generic != call.Fun || !l.misleads(call)) {
		return call.Fun
	}
	var written []ast.Expr
	for i := range args.Len() {
		e := l.typeExpr(args.At(i), name.Pos())
		if e == nil {
			return call.Fun
		}
		written = append(written, e)
	}
	if len(written) == 1 {
		return &ast.IndexExpr{X: name, Lbrack: name.End(), Index: written[0], Rbrack: name.End()}
	}
	return &ast.IndexListExpr{X: name, Lbrack: name.End(), Indices: written, Rbrack: name.End()}
}

// misleads says whether the arguments of a call may have yaegi infer a wrong type
// argument, or none.
func (l *lowering) misleads(call *ast.CallExpr) bool {
	sig, ok := l.types[call.Fun].Type.(*types.Signature)
	constant := func(arg ast.Expr) bool { return l.types[arg].Value != nil }
	return ok && sig.Variadic() || slices.ContainsFunc(call.Args, constant)
}

// ordered is the type argument of min or max, which the prelude declares, where one
// of the arguments is a constant; nil for other calls.
func (l *lowering) ordered(call *ast.CallExpr) ast.Expr {
	name, ok := call.Fun.(*ast.Ident)
	if !ok || !l.types[name].IsBuiltin() || name.Name != "min" && name.Name != "max" || !l.misleads(call) {
		return nil
	}
	t := l.types[call].Type
	if t == nil {
		return nil
	}
	return l.typeExpr(types.Default(t), name.Pos())
}

// typeExpr writes a type as it is called at a position, nil where it cannot: yaegi
// does not take a type parameter as a type argument.
func (l *lowering) typeExpr(t types.Type, pos token.Pos) ast.Expr {
	if l.lowered {
		return l.written(t, pos)
	}
	elem := func(t types.Type, around func(ast.Expr) ast.Expr) ast.Expr {
		if e := l.typeExpr(t, pos); e != nil {
			return around(e)
		}
		return nil
	}
	switch t := t.(type) {
	case *types.Basic:
		return l.typeName(types.Universe.Lookup(t.Name()), pos)
	case *types.Alias:
		return l.typeExpr(types.Unalias(t), pos)
	case *types.Named:
		if t.TypeArgs() == nil {
			return l.typeName(t.Obj(), pos)
		}
	case *types.Pointer:
		return elem(t.Elem(), func(e ast.Expr) ast.Expr { return &ast.StarExpr{Star: pos, X: e} })
	case *types.Slice:
		return elem(t.Elem(), func(e ast.Expr) ast.Expr { return &ast.ArrayType{Lbrack: pos, Elt: e} })
	case *types.Map:
		return elem(t.Key(), func(key ast.Expr) ast.Expr {
			return elem(t.Elem(), func(e ast.Expr) ast.Expr { return &ast.MapType{Map: pos, Key: key, Value: e} })
		})
	case *types.Interface:
		if t.Empty() {
			return &ast.InterfaceType{Interface: pos, Methods: &ast.FieldList{Opening: pos, Closing: pos}}
		}
	}
	return nil
}

// written is typeExpr after the passes of package lower, after which no name hides
// another.
func (l *lowering) written(t types.Type, pos token.Pos) ast.Expr {
	e := l.unit.TypeExpr(t, pos)
	if e != nil {
		ast.Inspect(e, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && l.pkg.Scope().Lookup(id.Name) != nil {
				l.mentioned = append(l.mentioned, id)
			}
			return true
		})
	}
	return e
}

// typeName is the name of a type, nil where that means something else or nothing.
func (l *lowering) typeName(obj types.Object, pos token.Pos) ast.Expr {
	if obj == nil {
		return nil
	}
	scope := l.scopeAt(pos)
	name := func(s string) *ast.Ident { return &ast.Ident{NamePos: pos, Name: s} }
	if _, found := scope.LookupParent(obj.Name(), pos); found == obj {
		return l.mention(obj, pos)
	}
	if obj.Pkg() == nil || obj.Pkg() == l.pkg {
		return nil
	}
	for s := scope; s != nil; s = s.Parent() {
		for _, as := range s.Names() {
			if pkg, ok := s.Lookup(as).(*types.PkgName); ok && pkg.Imported() == obj.Pkg() {
				if _, found := scope.LookupParent(as, pos); found == pkg {
					return &ast.SelectorExpr{X: name(as), Sel: name(obj.Name())}
				}
			}
		}
	}
	return nil
}

// mention is the name of what is declared in the program or in Go itself.
func (l *lowering) mention(obj types.Object, pos token.Pos) *ast.Ident {
	id := &ast.Ident{NamePos: pos, Name: obj.Name()}
	if obj.Parent() == l.pkg.Scope() {
		l.mentioned = append(l.mentioned, id)
	}
	return id
}

// scopeAt is the innermost scope of a function around a position, or the file's.
func (l *lowering) scopeAt(pos token.Pos) *types.Scope {
	file := l.pkg.Scope().Child(0) // typesOf makes one of all
	inner := file
	for _, s := range l.info.Scopes {
		if s.Contains(pos) && (inner == file || inner.Contains(s.Pos()) && inner.Contains(s.End()-1)) {
			inner = s
		}
	}
	return inner
}
