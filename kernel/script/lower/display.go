package lower

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/kernel/script/rt"
)

// TypeName returns Go's name of a type at run time. instances maps the names that pass instantiate
// gave to instances of generic types to Go's.
func TypeName(t types.Type, instances map[string]string) string { return typeName(t, instances, false) }

// typeName is TypeName, also for a type in type arguments, where packages are written by their paths.
func typeName(t types.Type, instances map[string]string, argument bool) string {
	of := func(t types.Type) string { return typeName(t, instances, argument) }
	list := func(tuple *types.Tuple, variadic bool) string {
		var all []string
		for i := range tuple.Len() {
			name := of(tuple.At(i).Type())
			if variadic && i == tuple.Len()-1 {
				name = "..." + strings.TrimPrefix(name, "[]")
			}
			all = append(all, name)
		}
		return strings.Join(all, ", ")
	}
	function := func(sig *types.Signature) string {
		text := "(" + list(sig.Params(), sig.Variadic()) + ")"
		switch sig.Results().Len() {
		case 0:
			return text
		case 1:
			return text + " " + list(sig.Results(), false)
		}
		return text + " (" + list(sig.Results(), false) + ")"
	}
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[types.Default(t).(*types.Basic).Kind()].String() // uint8 for byte
	case *types.Named:
		obj := t.Obj()
		name := instances[obj.Name()]
		switch {
		case name == "":
			name = instanceName(obj, t.TypeArgs(), instances)
			if !argument && obj.Pkg() != nil {
				name = obj.Pkg().Name() + strings.TrimPrefix(name, obj.Pkg().Path())
			}
		case !argument:
			generic, _, _ := strings.Cut(name, "[")
			name = name[strings.LastIndex(generic, "/")+1:]
		}
		return name
	case *types.Pointer:
		return "*" + of(t.Elem())
	case *types.Slice:
		return "[]" + of(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + of(t.Elem())
	case *types.Map:
		return "map[" + of(t.Key()) + "]" + of(t.Elem())
	case *types.Chan:
		elem := of(t.Elem())
		if c, ok := types.Unalias(t.Elem()).(*types.Chan); ok && c.Dir() == types.RecvOnly && t.Dir() != types.RecvOnly {
			elem = "(" + elem + ")"
		}
		return map[types.ChanDir]string{types.SendRecv: "chan ", types.SendOnly: "chan<- ",
			types.RecvOnly: "<-chan "}[t.Dir()] + elem
	case *types.Signature:
		return "func" + function(t)
	case *types.Struct:
		var all []string
		for i := range t.NumFields() {
			text := of(t.Field(i).Type())
			if f := t.Field(i); !f.Embedded() {
				text = rt.PlainName(f.Name()) + " " + text
			}
			if tag := t.Tag(i); tag != "" {
				text += " " + strconv.Quote(tag)
			}
			all = append(all, text)
		}
		if all == nil {
			return "struct {}"
		}
		return "struct { " + strings.Join(all, "; ") + " }"
	case *types.Interface:
		var all []string
		for m := range t.Methods() {
			all = append(all, m.Name()+function(m.Signature()))
		}
		if all == nil {
			return "interface {}"
		}
		return "interface { " + strings.Join(all, "; ") + " }"
	}
	return t.String()
}

// instanceName returns the name of a declared type with its package's path and its type arguments.
func instanceName(obj types.Object, args *types.TypeList, instances map[string]string) string {
	name := rt.PlainName(obj.Name())
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
	tuple := func(list *types.Tuple) *types.Tuple {
		var all []*types.Var
		for v := range list.Variables() {
			all = append(all, types.NewParam(v.Pos(), v.Pkg(), "", canonical(v.Type())))
		}
		return types.NewTuple(all...)
	}
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()]
	case *types.Pointer:
		return types.NewPointer(canonical(t.Elem()))
	case *types.Slice:
		return types.NewSlice(canonical(t.Elem()))
	case *types.Array:
		return types.NewArray(canonical(t.Elem()), t.Len())
	case *types.Map:
		return types.NewMap(canonical(t.Key()), canonical(t.Elem()))
	case *types.Chan:
		return types.NewChan(t.Dir(), canonical(t.Elem()))
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, tuple(t.Params()), tuple(t.Results()), t.Variadic())
	case *types.Struct:
		var fields []*types.Var
		var tags []string
		for i := range t.NumFields() {
			f := t.Field(i)
			fields = append(fields, types.NewField(f.Pos(), f.Pkg(), f.Name(), canonical(f.Type()), f.Embedded()))
			tags = append(tags, t.Tag(i))
		}
		return types.NewStruct(fields, tags)
	case *types.Interface:
		if t.Empty() {
			return types.Universe.Lookup("any").Type().Underlying()
		}
		var methods []*types.Func
		for m := range t.Methods() {
			methods = append(methods, types.NewFunc(m.Pos(), m.Pkg(), m.Name(), canonical(m.Signature()).(*types.Signature)))
		}
		return types.NewInterfaceType(methods, nil).Complete()
	case *types.Named:
		var args []types.Type
		for a := range t.TypeArgs().Types() {
			args = append(args, canonical(a))
		}
		if args == nil {
			return t
		}
		of, _ := types.Instantiate(nil, t.Origin(), args, false)
		return of
	default:
		return t
	}
}

// Compiled reports whether a type contains no type that a program declares, and no interface.
func Compiled(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return !types.IsInterface(t) && (t.Obj().Pkg() == nil || t.Obj().Pkg().Path() != "main" && t.TypeArgs() == nil)
	case *types.Struct, *types.Interface:
		return false
	}
	return !slices.ContainsFunc(components(t), func(t types.Type) bool { return !Compiled(t) })
}
