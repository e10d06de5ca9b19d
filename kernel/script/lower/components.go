package lower

import (
	"go/types"
	"slices"
)

// components returns the types of which a type is composed: its elements, key, fields, parameters, results and
// methods, or the type arguments of a named type.
func components(t types.Type) (all []types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return slices.Collect(t.TypeArgs().Types())
	case *types.Map:
		return []types.Type{t.Key(), t.Elem()}
	case *types.Signature:
		for _, list := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range list.Variables() {
				all = append(all, v.Type())
			}
		}
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
	return slices.ContainsFunc(components(t), u.ofProgram)
}
