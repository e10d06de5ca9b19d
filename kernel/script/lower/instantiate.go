package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// instantiate replaces generic functions and types of the program by their instances for
// the type arguments with which they are used.
//
//	func first[T any](xs []T) T { return xs[0] }
//
//	var x = first([]int{1})
//
// becomes
//
//	func firstʹ_1(xs []int) int { return xs[0] }
//
//	var x = firstʹ_1([]int{1})
//
// Types that functions declare move to the package, where they can have methods and others can name them.
var instantiate = Pass{"instantiate", "type parameters are inferred wrongly or unknown", func(u *Unit) {
	if u.Instances == nil {
		u.Instances = map[string]string{}
	}
	in := &instances{Unit: u, made: map[string]bool{}}
	for round := 0; ; round++ {
		if u.hoistTypes(round == 0) { // the types that are left are of generic functions
			if u.recheck("instantiate"); u.err != nil {
				return
			}
		}
		if !u.hasGenerics() && len(u.Info.Instances) == 0 {
			break
		}
		if !in.replace(false) {
			in.replace(true)
			in.settle()
			break
		}
		if round == 30 || len(in.made) > 2000 {
			u.refuse(u.Files[0], "the interpreter cannot have a generic declaration that uses itself with ever new type arguments")
		}
		if u.recheck("instantiate"); u.err != nil {
			return
		}
	}
	names.run(u) // also in what comes from packages
}}

// isGeneric reports whether a declaration is generic, or of a type that can only be a constraint.
func (u *Unit) isGeneric(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return u.typeParams(n) != nil
	case *ast.TypeSpec:
		i, ok := u.Under(n.Name).(*types.Interface)
		return n.TypeParams != nil || ok && !i.IsMethodSet()
	}
	return false
}

// hasGenerics reports whether there are such declarations.
func (u *Unit) hasGenerics() bool {
	return slices.ContainsFunc(u.Files, func(file *ast.File) bool { return Contains(file, u.isGeneric) })
}

// typeParams returns the names of the type parameters of a function or method.
func (u *Unit) typeParams(d *ast.FuncDecl) (ids []*ast.Ident) {
	ids = namesIn(d.Type.TypeParams)
	if d.Recv != nil && len(d.Recv.List) == 1 {
		_, args := receiverType(d)
		ids = append(ids, args...)
	}
	return ids
}

// receiverType returns the name of a method's receiver base type, and the names of its type parameters.
func receiverType(d *ast.FuncDecl) (name *ast.Ident, params []*ast.Ident) {
	t := ast.Unparen(d.Recv.List[0].Type)
	if p, ok := t.(*ast.StarExpr); ok {
		t = ast.Unparen(p.X)
	}
	t, args := indexed(t)
	for _, a := range args {
		if id, ok := a.(*ast.Ident); ok {
			params = append(params, id)
		}
	}
	name, _ = t.(*ast.Ident)
	return name, params
}

// While instances are being found, the instance of a type is an alias of it, so that the program
// stays well typed; its methods are functions. In the end they become types and methods.
type instances struct {
	*Unit
	made  map[string]bool // by the generic declaration and its type arguments
	types []*typeInstance
	from  *types.Info // the types of the copied declaration
}

// source returns the source of a generic declaration of the library, nil for one of the program.
func (in *instances) source(obj types.Object) *Source {
	if obj.Pkg() == nil || obj.Pkg() == in.Package || in.Source == nil {
		return nil
	}
	return in.Source(obj.Pkg().Path())
}

// A Source is a package of generic declarations, which refer only to exported declarations
// of their package.
type Source struct {
	Adds    bool // the package has compiled declarations as well
	File    *ast.File
	Package *types.Package
	Info    *types.Info
}

type typeInstance struct {
	spec    *ast.TypeSpec // the alias
	body    *ast.TypeSpec // a type of the structure that the instance will have
	methods []*method
}

type method struct {
	decl *ast.FuncDecl // with the receiver as the first parameter
	name string
}

// key returns the key of an instance.
func (in *instances) key(obj types.Object, args *types.TypeList) string {
	key := obj.Name()
	if obj.Pkg() != in.Package {
		key = obj.Pkg().Name() + "." + key
	}
	for t := range args.Types() {
		key += "," + Identity(t)
	}
	return key
}

// replace makes the instances of one round. Instances that structs embed, which name fields,
// are left to the last.
func (in *instances) replace(last bool) (changed bool) {
	use := map[*ast.Ident]string{}
	own := map[*ast.Ident]bool{} // the right sides of aliases
	for _, t := range in.types {
		switch base, _ := indexed(t.spec.Type); e := base.(type) {
		case *ast.Ident:
			own[e] = true
		case *ast.SelectorExpr:
			own[e.Sel] = true
		}
	}
	ids := slices.SortedFunc(maps.Keys(in.Info.Instances), func(a, b *ast.Ident) int { return int(a.Pos() - b.Pos()) })
	for _, id := range ids {
		inst := in.Info.Instances[id]
		obj := in.Info.Uses[id]
		if obj == nil || obj.Pkg() != in.Package && in.source(obj) == nil || own[id] || !concrete(inst) {
			continue
		}
		key := in.key(obj, inst.TypeArgs)
		name, named := in.Instances[key]
		if !named {
			name = in.Name(strings.SplitN(obj.Name(), "ʹ", 2)[0])
			in.Instances[key] = name
			in.Displays[name] = instanceName(obj, inst.TypeArgs, in.Displays)
		}
		if !in.made[key] {
			in.made[key] = true
			in.make(id, obj, inst, name)
			changed = true
		}
		if !is[*types.Var](in.Info.Defs[id]) || last { // no field
			use[id] = name
		}
	}
	if last {
		in.fields()
	}
	replaced := map[*ast.Ident]bool{}
	in.apply(nil, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.IndexExpr, *ast.IndexListExpr:
			x, _ := indexed(n.(ast.Expr))
			if id, ok := ast.Unparen(x).(*ast.Ident); ok && (replaced[id] || use[id] != "") {
				c.Replace(id)
			}
		case *ast.SelectorExpr:
			if name := use[n.Sel]; name != "" {
				to := ident(n.Pos(), name)
				replaced[to] = true
				c.Replace(to)
			}
		case *ast.Ident:
			if name := use[n]; name != "" && !(is[*ast.SelectorExpr](c.Parent()) && c.Name() == "Sel") {
				n.Name = name
			}
		}
		return true
	})
	return changed || len(use) > 0
}

// fields renames the fields that are named after embedded instances.
func (in *instances) fields() {
	for id, obj := range in.Info.Uses {
		v, ok := obj.(*types.Var)
		if !ok || !v.IsField() || !v.Embedded() {
			continue
		}
		t := types.Unalias(v.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if n, ok := t.(*types.Named); ok && n.TypeArgs().Len() > 0 {
			if name := in.Instances[in.key(n.Obj(), n.TypeArgs())]; name != "" {
				id.Name = name
			}
		}
	}
}

// settle turns the aliases into types, and the functions into methods, and removes generic declarations.
func (in *instances) settle() {
	var gone []ast.Spec
	for _, t := range in.types {
		t.spec.Assign, t.spec.Type = t.body.Assign, t.body.Type
		gone = append(gone, t.body)
		for _, m := range t.methods {
			m.decl.Name = ident(m.decl.Name.Pos(), m.name)
			m.decl.Recv = fields(m.decl.Pos(), m.decl.Type.Params.List[0])
			m.decl.Type.Params.List = m.decl.Type.Params.List[1:]
		}
	}
	Each(in.Unit, in.cases) // which type arguments may make identical
	for _, file := range in.Files {
		file.Decls = slices.DeleteFunc(file.Decls, func(decl ast.Decl) bool { return in.isGeneric(decl) }) // functions
	}
	in.drop(token.TYPE, func(spec ast.Spec) bool { return slices.Contains(gone, spec) || in.isGeneric(spec) })
	in.recheck("instantiate")
}

// cases removes a type from the cases behind the first one with the same type.
func (in *instances) cases(s *ast.TypeSwitchStmt) {
	var seen []types.Type
	s.Body.List = slices.DeleteFunc(s.Body.List, func(stmt ast.Stmt) bool {
		clause := stmt.(*ast.CaseClause)
		if clause.List == nil {
			return false
		}
		clause.List = slices.DeleteFunc(clause.List, func(e ast.Expr) bool {
			t := in.Info.Types[e].Type
			if t == nil || in.Info.Types[e].IsNil() {
				return false
			}
			known := slices.ContainsFunc(seen, func(o types.Type) bool { return types.Identical(o, t) })
			seen = append(seen, t)
			return known
		})
		return len(clause.List) == 0
	})
}

// concrete reports whether no type argument depends on a type parameter.
func concrete(inst types.Instance) bool {
	return !slices.ContainsFunc(slices.Collect(inst.TypeArgs.Types()), dependent)
}

// dependent reports whether a type depends on a type parameter.
func dependent(t types.Type) bool {
	return somewhere(t, func(t types.Type) (bool, []types.Type) {
		local := false
		if t, ok := t.(*types.Named); ok && t.TypeArgs().Len() == 0 && t.Obj().Pkg() != nil {
			scope := t.Obj().Parent() // of a generic function: other local types have been moved to the package
			local = scope != nil && scope.Parent() != types.Universe && scope != t.Obj().Pkg().Scope()
		}
		return local || is[*types.TypeParam](t), Components(t)
	})
}

// make declares an instance.
func (in *instances) make(at *ast.Ident, obj types.Object, inst types.Instance, name string) {
	args := slices.Collect(inst.TypeArgs.Types())
	for _, t := range args {
		if in.TypeExpr(t, token.NoPos) == nil {
			in.refuse(at, "the interpreter cannot write the type argument %s", t)
			return
		}
	}
	files, info := in.Files, in.Info
	if s := in.source(obj); s != nil {
		files, info = []*ast.File{s.File}, s.Info
	}
	in.from = info
	for _, file := range files {
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil && info.Defs[d.Name] == obj {
					in.makeFunc(at, d, args, name)
					return
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if t, ok := spec.(*ast.TypeSpec); ok && info.Defs[t.Name] == obj {
						in.makeType(files, t, args, name)
						return
					}
				}
			}
		}
	}
	in.refuse(at, "the interpreter does not find the generic declaration of %s", obj.Name())
}

// substitute returns a cloner that replaces type parameters by types.
func (in *instances) substitute(params []*ast.Ident, args []types.Type) cloner {
	by := map[types.Object]types.Type{}
	for i, p := range params {
		if obj := in.from.Defs[p]; obj != nil && i < len(args) {
			by[obj] = args[i]
		}
	}
	return cloner{replace: func(id *ast.Ident) ast.Expr {
		obj := in.from.Uses[id]
		if p, ok := obj.(*types.PkgName); ok && in.from != in.Info {
			return ident(id.Pos(), in.imported(p.Imported().Path(), p.Imported().Name()))
		}
		if obj != nil && obj.Pkg() != nil && in.from != in.Info && obj.Parent() == obj.Pkg().Scope() &&
			obj.Pkg().Path() != "main" && in.from.Defs[id] == nil {
			switch obj.(type) {
			case *types.Func, *types.TypeName:
				return &ast.SelectorExpr{X: ident(id.Pos(), in.imported(obj.Pkg().Path(), obj.Pkg().Name())),
					Sel: ident(id.Pos(), obj.Name())}
			}
		}
		if t := by[obj]; t != nil && obj != nil && in.from.Defs[id] == nil {
			return in.TypeExpr(t, id.Pos())
		}
		return nil
	}}
}

func (in *instances) makeFunc(at *ast.Ident, d *ast.FuncDecl, args []types.Type, name string) {
	if d.Body == nil {
		in.refuse(at, "the interpreter cannot have a generic function without a body")
		return
	}
	bare := *d
	typ := *d.Type
	typ.TypeParams = nil
	bare.Type = &typ
	inst := clonedFunc(in.substitute(namesIn(d.Type.TypeParams), args), &bare)
	inst.Name = ident(d.Name.Pos(), name)
	in.fresh = append(in.fresh, inst)
}

// clonedFunc copies a function, and parenthesizes substituted types in conversions.
func clonedFunc(c cloner, d *ast.FuncDecl) *ast.FuncDecl {
	inst := copied(c, d)
	astutil.Apply(inst, nil, func(cur *astutil.Cursor) bool {
		if n, ok := cur.Node().(*ast.CallExpr); ok {
			switch n.Fun.(type) {
			case *ast.Ident, *ast.SelectorExpr, *ast.ParenExpr, *ast.CallExpr, *ast.IndexExpr, *ast.IndexListExpr, *ast.FuncLit,
				*ast.ArrayType, *ast.MapType:
			default: // a type
				n.Fun = &ast.ParenExpr{Lparen: n.Pos(), X: n.Fun, Rparen: n.Pos()}
			}
		}
		return true
	})
	return inst
}

func (in *instances) makeType(files []*ast.File, t *ast.TypeSpec, args []types.Type, name string) {
	c, pos := in.substitute(namesIn(t.TypeParams), args), t.Pos()
	var of []ast.Expr
	for _, arg := range args {
		of = append(of, in.TypeExpr(arg, pos))
	}
	var base ast.Expr = ident(pos, t.Name.Name)
	if in.from != in.Info {
		obj := in.from.Defs[t.Name]
		base = &ast.SelectorExpr{X: ident(pos, in.imported(obj.Pkg().Path(), obj.Pkg().Name())), Sel: ident(pos, obj.Name())}
	}
	made := &typeInstance{
		spec: &ast.TypeSpec{Name: ident(t.Name.Pos(), name), Assign: pos, Type: instance(base, of)},
		body: &ast.TypeSpec{Name: ident(t.Name.Pos(), in.Name("ʹbody")), Assign: t.Assign, Type: copied[ast.Expr](c, t.Type)},
	}
	in.types = append(in.types, made)
	for _, spec := range []ast.Spec{made.spec, made.body} {
		in.fresh = append(in.fresh, &ast.GenDecl{TokPos: pos, Tok: token.TYPE, Specs: []ast.Spec{spec}})
	}
	generic := in.from.Defs[t.Name]
	for _, file := range files {
		for _, decl := range file.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok || d.Recv == nil || len(d.Recv.List) != 1 {
				continue
			}
			base, params := receiverType(d)
			if base == nil || in.from.Uses[base] != generic {
				continue
			}
			bare := *d
			recv := *d.Recv.List[0]
			recv.Type = ident(d.Pos(), name)
			if strings.HasPrefix(types.ExprString(d.Recv.List[0].Type), "*") {
				recv.Type = &ast.StarExpr{Star: d.Pos(), X: recv.Type}
			}
			bare.Recv = nil
			inst := clonedFunc(in.substitute(params, args), &bare)
			inst.Name = ident(d.Name.Pos(), in.Name("ʹmethod"))
			inst.Type.Params.List = append([]*ast.Field{clone(&recv)}, inst.Type.Params.List...)
			NameBlank(inst.Type.Params)
			in.fresh = append(in.fresh, inst)
			made.methods = append(made.methods, &method{inst, d.Name.Name})
		}
	}
}

// hoistTypes moves the types that functions declare, except generic functions, to the package, and reports whether
// there were any. Most names of the program are unique; after the first time, for the types of instances, it makes
// other names.
func (u *Unit) hoistTypes(first bool) (some bool) {
	declared := map[string]int{}
	for _, t := range u.typeNames() {
		declared[t.Name()]++
	}
	ambiguous := func(spec ast.Spec) bool { // pass names leaves the names of embedded types, as they are those of fields
		name := spec.(*ast.TypeSpec).Name.Name
		return declared[name] > 1 || u.Package.Scope().Lookup(name) != nil
	}
	for _, file := range u.Files {
		var moved []ast.Decl
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && u.typeParams(f) != nil {
				continue
			}
			renamed := map[types.Object]string{}
			astutil.Apply(decl, nil, func(c *astutil.Cursor) bool {
				stmt, ok := c.Node().(*ast.DeclStmt)
				if !ok {
					return true
				}
				d := stmt.Decl.(*ast.GenDecl)
				if d.Tok != token.TYPE || first && slices.ContainsFunc(d.Specs, ambiguous) {
					return true
				}
				for _, spec := range d.Specs {
					if t := spec.(*ast.TypeSpec); !first && t.Name.Name != "_" {
						renamed[u.Info.Defs[t.Name]] = u.Name(strings.SplitN(t.Name.Name, "ʹ", 2)[0])
					}
				}
				moved = append(moved, d)
				c.Replace(&ast.EmptyStmt{Semicolon: stmt.Pos()})
				return true
			})
			if len(renamed) > 0 {
				for _, n := range append(slices.Clone(moved), decl) {
					u.rename(n, renamed)
				}
			}
		}
		file.Decls = append(file.Decls, moved...)
		some = some || len(moved) > 0
	}
	return some
}

// rename gives objects other names within a node.
func (u *Unit) rename(n ast.Node, names map[types.Object]string) {
	Contains(n, func(id *ast.Ident) bool {
		if name := names[u.object(id)]; name != "" {
			id.Name = name
		}
		return false
	})
}

// possible converts the operands of assertions that are impossible for an instance, but not
// for the generic function, to any.
func (u *Unit) possible() (changed bool) {
	impossible := map[token.Pos]bool{}
	for _, e := range u.Errors {
		impossible[e.Pos] = impossible[e.Pos] || strings.HasPrefix(e.Msg, "impossible type")
	}
	free := func(at *ast.Expr) {
		*at, changed = u.through(*at, "any", "any"), true
	}
	replace(u, func(n ast.Node) ast.Node {
		switch n := n.(type) {
		case *ast.TypeAssertExpr:
			if n.Type != nil && impossible[n.Pos()] {
				free(&n.X)
			}
		case *ast.TypeSwitchStmt:
			if slices.ContainsFunc(Cases(n.Body), func(e *ast.Expr) bool { return impossible[(*e).Pos()] }) {
				free(switched(n))
			}
		}
		return nil
	})
	return changed
}
