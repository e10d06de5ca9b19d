package script

import (
	"cmp"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/focal-search/focal/engine"
)

// Messages about a name that is not there: of a package's, of the program's, of a struct's field, and of a
// field or a method.
var (
	unknownName   = regexp.MustCompile(`^undefined: (\w+)$`)
	unknownField  = regexp.MustCompile(`^unknown field (\w+) in struct literal of type (\S+)$`)
	unknownMember = regexp.MustCompile(`^\S+ undefined \(type (\S+) has no field or method (\w+)\)$`)
)

// meant adds to the message about a name that is not there the nearest one that is.
func (in *Interpreter) meant(message string, pkg *types.Package) string {
	name, known := "", []string{}
	if m := undefined.FindStringSubmatch(message); m != nil {
		name = m[2]
		if path := in.pathOf(m[1]); path != "" {
			for _, obj := range in.Members(path) {
				known = append(known, obj.Name())
			}
		}
	} else if m := unknownName.FindStringSubmatch(message); m != nil {
		name = m[1]
		known = append(append(known, pkg.Scope().Names()...), types.Universe.Names()...)
		if in.names != nil {
			known = append(known, in.names()...)
		}
	} else if m := unknownField.FindStringSubmatch(message); m != nil {
		name, known = m[1], in.fields(m[2], pkg, false)
	} else if m := unknownMember.FindStringSubmatch(message); m != nil {
		name, known = m[2], in.fields(m[1], pkg, true)
	}
	const short = 5 // below, two edits would make one of most other names
	known = slices.DeleteFunc(known, func(s string) bool {
		return strings.Contains(s, "ʹ") || s == "_" || s == "" || len(name) < short && !strings.HasPrefix(s, name[:min(len(name), 2)])
	})
	if len(name) < 3 || in.leftOut(message) != message {
		return message
	}
	unlike := func(s string) int { // of equally near ones, those with the same beginning and length come first
		if s[0] == name[0] {
			return max(len(s)-len(name), len(name)-len(s))
		}
		return len(s) + len(name)
	}
	slices.SortFunc(known, func(a, b string) int { return cmp.Or(cmp.Compare(unlike(a), unlike(b)), cmp.Compare(a, b)) })
	if near := engine.Nearest(name, known); near != "" && near != name {
		message += ": did you mean " + near + "?"
	}
	return message
}

// OnNames sets what returns the names that a session knows beside those of the package that is checked.
func (in *Interpreter) OnNames(f func() []string) { in.names = f }

// pathOf returns the import path of the package with a name, the project's before others.
func (in *Interpreter) pathOf(name string) (path string) {
	for _, p := range Packages() {
		if n, ok := in.library.packageName(p); ok && n == name && (path == "" || strings.HasPrefix(p, module)) {
			path = p
		}
	}
	return path
}

// fields lists the fields, and the methods, of the type with a name.
func (in *Interpreter) fields(name string, pkg *types.Package, methods bool) (known []string) {
	name = strings.TrimPrefix(name, "*")
	scope := pkg.Scope()
	if of, rest, ok := strings.Cut(name, "."); ok {
		imported, err := in.packages.Import(in.pathOf(of))
		if err != nil {
			return nil
		}
		scope, name = imported.Scope(), rest
	}
	obj, ok := scope.Lookup(name).(*types.TypeName)
	if !ok {
		return nil
	}
	if s, ok := obj.Type().Underlying().(*types.Struct); ok {
		for f := range s.Fields() {
			known = append(known, f.Name())
		}
	}
	if methods {
		set := types.NewMethodSet(types.NewPointer(obj.Type()))
		for m := range set.Methods() {
			known = append(known, m.Obj().Name())
		}
	}
	return known
}
