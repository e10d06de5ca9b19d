package lower

import (
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/focal-search/focal/kernel/script/rt"
)

// TypeName returns Go's name of a type at run time. instances maps the names that pass instantiate
// gave to instances of generic types to those that instanceName gives.
func TypeName(t types.Type, instances map[string]string) string {
	return rt.PlainName(braces.ReplaceAllStringFunc(typeName(t, instances, false), func(s string) string {
		switch head, empty := strings.CutSuffix(s, "{}"); {
		case s == "}":
			return " }"
		case empty:
			return head + " {}"
		case s[0] == '"':
			return s
		}
		return strings.TrimSuffix(s, "{") + " { "
	}))
}

// braces matches the braces of types, which go/types writes without spaces, and tags.
var braces = regexp.MustCompile(`"(\\.|[^"\\])*"|(struct|interface)\{\}?|\}`)

// typeName is TypeName as go/types writes it, also for a type in type arguments, where packages are written by their
// paths.
func typeName(t types.Type, instances map[string]string, argument bool) string {
	return types.TypeString(mapped(types.Default(t), func(t types.Type) types.Type {
		named, ok := t.(*types.Named)
		if !ok {
			return nil
		}
		obj := named.Obj()
		name := instances[obj.Name()]
		switch {
		case name == "":
			name = instanceName(obj, named.TypeArgs(), instances)
			if !argument && obj.Pkg() != nil {
				name = obj.Pkg().Name() + strings.TrimPrefix(name, obj.Pkg().Path())
			}
		case !argument:
			generic, _, _ := strings.Cut(name, "[")
			name = name[strings.LastIndex(generic, "/")+1:]
		}
		return types.NewNamed(types.NewTypeName(token.NoPos, nil, name, nil), nil, nil)
	}), nil)
}

// instanceName returns the name of a declared type with its package's path and its type arguments.
func instanceName(obj types.Object, args *types.TypeList, instances map[string]string) string {
	name := obj.Name()
	if obj.Pkg() != nil {
		name = obj.Pkg().Path() + "." + name
	}
	var list []string
	for arg := range args.Types() {
		list = append(list, typeName(arg, instances, true))
	}
	if list != nil {
		name += "[" + strings.Join(list, ",") + "]"
	}
	return name
}

// Identity returns a unique name of a type of a lowered program.
func Identity(t types.Type) string {
	return types.TypeString(canonical(t), func(p *types.Package) string { return p.Path() })
}

// canonical returns a type without aliases such as byte and any, so that identical types are written
// alike.
func canonical(t types.Type) types.Type {
	return mapped(t, func(t types.Type) types.Type {
		if i, ok := t.(*types.Interface); ok && i.Empty() {
			return types.Universe.Lookup("any").Type().Underlying()
		}
		return nil
	})
}

// mapped returns a type without aliases and names of parameters, in which f has replaced the parts for which it does
// not return nil.
func mapped(t types.Type, f func(types.Type) types.Type) types.Type {
	t = types.Unalias(t)
	if made := f(t); made != nil {
		return made
	}
	of := func(t types.Type) types.Type { return mapped(t, f) }
	tuple := func(list *types.Tuple) *types.Tuple {
		var all []*types.Var
		for v := range list.Variables() {
			all = append(all, types.NewParam(v.Pos(), v.Pkg(), "", of(v.Type())))
		}
		return types.NewTuple(all...)
	}
	switch t := t.(type) {
	case *types.Basic:
		return types.Typ[t.Kind()]
	case *types.Pointer:
		return types.NewPointer(of(t.Elem()))
	case *types.Slice:
		return types.NewSlice(of(t.Elem()))
	case *types.Array:
		return types.NewArray(of(t.Elem()), t.Len())
	case *types.Map:
		return types.NewMap(of(t.Key()), of(t.Elem()))
	case *types.Chan:
		return types.NewChan(t.Dir(), of(t.Elem()))
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, tuple(t.Params()), tuple(t.Results()), t.Variadic())
	case *types.Struct:
		var fields []*types.Var
		var tags []string
		for i := range t.NumFields() {
			f := t.Field(i)
			fields = append(fields, types.NewField(f.Pos(), f.Pkg(), f.Name(), of(f.Type()), f.Embedded()))
			tags = append(tags, t.Tag(i))
		}
		return types.NewStruct(fields, tags)
	case *types.Interface:
		var methods []*types.Func
		for m := range t.Methods() {
			methods = append(methods, types.NewFunc(m.Pos(), m.Pkg(), m.Name(), of(m.Signature()).(*types.Signature)))
		}
		return types.NewInterfaceType(methods, nil).Complete()
	case *types.Named:
		var args []types.Type
		for a := range t.TypeArgs().Types() {
			args = append(args, of(a))
		}
		if args != nil {
			instance, _ := types.Instantiate(nil, t.Origin(), args, false)
			return instance
		}
	}
	return t
}

// Compiled reports whether a type contains no type that a program declares, and no interface.
func Compiled(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return !types.IsInterface(t) && (t.Obj().Pkg() == nil || t.Obj().Pkg().Path() != "main" && t.TypeArgs() == nil)
	case *types.Struct, *types.Interface:
		return false
	}
	return !slices.ContainsFunc(Components(t), func(t types.Type) bool { return !Compiled(t) })
}
