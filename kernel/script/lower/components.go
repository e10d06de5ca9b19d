package lower

import (
	"go/types"
	"slices"
)

// Components returns the types of which a type is composed: its elements, key, fields, parameters, results and
// methods, or the type arguments of a named type.
func Components(t types.Type) (all []types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return slices.Collect(t.TypeArgs().Types())
	case *types.Map:
		return []types.Type{t.Key(), t.Elem()}
	case *types.Tuple:
		for v := range t.Variables() {
			all = append(all, v.Type())
		}
	case *types.Signature:
		return append(Components(t.Params()), Components(t.Results())...)
	case *types.Struct:
		for f := range t.Fields() {
			all = append(all, f.Type())
		}
	case *types.Interface:
		for m := range t.Methods() {
			all = append(all, m.Type())
		}
	case interface{ Elem() types.Type }:
		return []types.Type{t.Elem()}
	}
	return all
}

// ofProgram reports whether a type is or contains a type that the program declares.
func (u *Unit) ofProgram(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return t.Obj().Pkg() == u.Package
	case *types.Struct, *types.Interface, *types.Signature:
		return false
	}
	return slices.ContainsFunc(Components(t), u.ofProgram)
}

// somewhere reports whether something is in a type: look says of the type and of its parts whether it is there, or at
// which parts to look.
func somewhere(t types.Type, look func(types.Type) (found bool, parts []types.Type)) bool {
	seen := map[types.Type]bool{}
	var within func(types.Type) bool
	within = func(t types.Type) bool {
		t = types.Unalias(t)
		if seen[t] {
			return false
		}
		seen[t] = true
		found, parts := look(t)
		return found || slices.ContainsFunc(parts, within)
	}
	return within(t)
}
