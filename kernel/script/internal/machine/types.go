package machine

import (
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"sync/atomic"
	"unsafe"
)

// Package reflect makes no recursive types. Yaegi makes a recursive struct with stand-ins for types that it does
// not know yet, and replaces them afterwards. It gets that wrong, or never ends, if several structs refer to each
// other, if a field is a function or a map of several such types, and if a function type returns itself. So
// the types of a file are compiled before the rest of it, and then makeTypes makes those that are recursive: all of
// them with stand-ins, which it then replaces by what yaegi makes of their parts.

// apart returns a file with the imports and types of a file, nil if it declares no types, and one with the rest.
func apart(file *ast.File) (types, rest *ast.File) {
	first, second := *file, *file
	first.Decls, second.Decls = nil, nil
	declares := false
	for _, decl := range file.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok || d.Tok != token.TYPE && d.Tok != token.IMPORT {
			second.Decls = append(second.Decls, decl)
			continue
		}
		declares = declares || d.Tok == token.TYPE
		first.Decls = append(first.Decls, decl)
	}
	if !declares {
		return nil, file
	}
	return &first, &second
}

// An itype is a pointer to yaegi's representation of a type.
type itype struct{ reflect.Value }

// field returns a field of yaegi's representation.
func (t itype) field(name string) reflect.Value { return private(t.Elem(), name) }

// category returns yaegi's name of the kind of a type.
func (t itype) category() string { return t.field("cat").Interface().(fmt.Stringer).String() }

// name returns the name of a declared type, else "".
func (t itype) name() string { return t.field("name").String() }

// reflected returns the type of package reflect that yaegi makes.
func (t itype) reflected() reflect.Type {
	return t.Interface().(interface{ TypeOf() reflect.Type }).TypeOf()
}

// parts returns yaegi's variables for the types of which a type is made.
func (t itype) parts() (all []itype) {
	if t.category() == "interfaceT" { // whose type of package reflect is the same for all
		return nil
	}
	fields := t.field("field")
	for i := range fields.Len() {
		all = append(all, itype{private(fields.Index(i), "typ")})
	}
	for _, name := range []string{"key", "val"} {
		if part := t.field(name); !part.IsNil() {
			all = append(all, itype{part})
		}
	}
	for _, name := range []string{"arg", "ret"} {
		list := t.field(name)
		for i := range list.Len() {
			all = append(all, itype{list.Index(i)})
		}
	}
	return all
}

// endless reports whether a type refers to itself without a struct between.
func (t itype) endless() bool {
	seen := map[unsafe.Pointer]bool{}
	var reaches func(itype) bool
	reaches = func(from itype) bool {
		return from.category() != "structT" && slices.ContainsFunc(from.parts(), func(to itype) bool {
			known := seen[to.UnsafePointer()]
			seen[to.UnsafePointer()] = true
			return to.name() == t.name() || !known && reaches(to)
		})
	}
	return reaches(t)
}

// A making makes types of package reflect for the types that a program declares: the structs, and the
// functions that refer to themselves without a struct between.
type making struct {
	declared map[string]itype // by their names
	refers   map[string][]string
	needed   map[string]bool // those that are recursive, or refer to such
	made     map[string]reflect.Type
}

// makeTypes makes the recursive types that a program declares, and those that refer to them. root is its node.
func (y *yaegi) makeTypes(root reflect.Value) {
	m := &making{map[string]itype{}, map[string][]string{}, map[string]bool{}, map[string]reflect.Type{}}
	var names []string
	for _, t := range y.declared(root) {
		if p := t.field("ptr"); !p.IsNil() { // made before the type had its name, if it refers to itself
			itype{p}.field("str").SetString("*" + t.field("str").String())
		}
		if c := t.category(); c == "structT" || c == "funcT" && t.endless() {
			m.declared[t.name()] = t
			names = append(names, t.name())
		}
	}
	for _, name := range names {
		m.refer(name, m.declared[name], map[unsafe.Pointer]bool{})
	}
	for _, name := range names {
		m.needed[name] = m.reaches(name, func(to string) bool { return to == name })
	}
	needed := func(name string) bool { return m.needed[name] }
	names = slices.DeleteFunc(names, func(name string) bool { return !needed(name) && !m.reaches(name, needed) })
	for _, name := range names {
		m.needed[name] = true
	}
	for _, name := range names {
		m.make(name)
	}
	for _, name := range names {
		m.declared[name].field("rtype").Set(reflect.ValueOf(m.made[name]))
	}
	for _, name := range names {
		m.complete(name)
	}
}

// declared returns the types that a program declares, without those that yaegi has under another name.
func (y *yaegi) declared(root reflect.Value) (all []itype) {
	symbols := private(y.private("scopes").MapIndex(reflect.ValueOf("main")).Elem(), "sym")
	for _, decl := range children(root) {
		for _, spec := range children(decl) {
			name := private(children(spec)[0].Elem(), "ident")
			if symbol := symbols.MapIndex(name); symbol.IsValid() {
				if t := (itype{private(symbol.Elem(), "typ")}); !t.IsNil() && t.name() == name.String() {
					all = append(all, t)
				}
			}
		}
	}
	return all
}

// children returns the children of a node of yaegi's.
func children(node reflect.Value) []reflect.Value {
	list := private(node.Elem(), "child")
	all := make([]reflect.Value, list.Len())
	for i := range all {
		all[i] = list.Index(i)
	}
	return all
}

// refer notes that a declared type refers to those to which t, a part of it, refers. Yaegi has copies of some that
// are not complete: t refers to the declared ones afterwards.
func (m *making) refer(name string, t itype, seen map[unsafe.Pointer]bool) {
	for _, part := range t.parts() {
		if declared, ok := m.declared[part.name()]; ok && (part.field("incomplete").Bool() ||
			part.field("path").String() == declared.field("path").String()) {
			part.Set(declared.Value)
			m.refers[name] = append(m.refers[name], part.name())
		} else if !seen[part.UnsafePointer()] {
			seen[part.UnsafePointer()] = true
			m.refer(name, part, seen)
		}
	}
}

// reaches reports whether a declared type refers to one for which such holds.
func (m *making) reaches(name string, such func(string) bool) bool {
	seen := map[string]bool{}
	var reaches func(string) bool
	reaches = func(from string) bool {
		return slices.ContainsFunc(m.refers[from], func(to string) bool {
			known := seen[to]
			seen[to] = true
			return such(to) || !known && reaches(to)
		})
	}
	return reaches(name)
}

// make makes the type of a declared one, with stand-ins.
func (m *making) make(name string) reflect.Type {
	if m.made[name] == nil {
		if t := m.declared[name]; t.category() == "structT" {
			m.made[name] = m.structOf(t)
		} else {
			m.made[name] = functionOf(t)
		}
	}
	return m.made[name]
}

// stands counts the stand-ins.
var stands atomic.Int64

// stand returns a type that no other one equals.
func stand() reflect.Type {
	tag := reflect.StructTag(strconv.FormatInt(stands.Add(1), 10))
	return reflect.StructOf([]reflect.StructField{{Name: "X", Type: reflect.TypeFor[struct{}](), Tag: tag}})
}

// standing returns a stand-in for a type, with the same size, and pointers at the same places.
func (m *making) standing(t itype) reflect.Type {
	if m.needed[t.name()] && m.declared[t.name()].Pointer() == t.Pointer() {
		return m.make(t.name())
	}
	if !m.leads(t, map[unsafe.Pointer]bool{}) {
		return t.reflected()
	}
	val := itype{t.field("val")}
	switch t.category() {
	case "structT":
		return m.structOf(t)
	case "linkedT":
		return m.standing(val)
	case "arrayT":
		return reflect.ArrayOf(int(t.field("length").Int()), m.standing(val))
	case "ptrT":
		return reflect.PointerTo(stand())
	case "sliceT", "variadicT":
		return reflect.SliceOf(stand())
	case "mapT":
		return reflect.MapOf(reflect.TypeFor[int](), stand())
	case "funcT":
		return reflect.FuncOf([]reflect.Type{stand()}, nil, false)
	}
	return reflect.ChanOf(reflect.BothDir, stand())
}

// leads reports whether a type refers to one that is needed.
func (m *making) leads(t itype, seen map[unsafe.Pointer]bool) bool {
	return slices.ContainsFunc(t.parts(), func(part itype) bool {
		if declared, ok := m.declared[part.name()]; ok && declared.Pointer() == part.Pointer() {
			return m.needed[part.name()]
		}
		known := seen[part.UnsafePointer()]
		seen[part.UnsafePointer()] = true
		return !known && m.leads(part, seen)
	})
}

// structOf returns what yaegi makes of a struct with stand-ins for the types of its fields.
func (m *making) structOf(t itype) reflect.Type {
	fields := t.field("field")
	standing := reflect.MakeSlice(fields.Type(), fields.Len(), fields.Len())
	reflect.Copy(standing, fields)
	like := itype{reflect.New(t.Type().Elem())}
	for i := range standing.Len() {
		of := itype{reflect.New(t.Type().Elem())}
		of.field("cat").Set(t.field("cat"))
		of.field("rtype").Set(reflect.ValueOf(m.standing(itype{private(fields.Index(i), "typ")})))
		private(standing.Index(i), "typ").Set(of.Value)
	}
	like.field("cat").Set(t.field("cat"))
	like.field("field").Set(standing)
	return like.reflected()
}

// functionOf returns a function type with stand-ins for all parameters and results.
func functionOf(t itype) reflect.Type {
	standing := func(list reflect.Value) (all []reflect.Type) {
		for range list.Len() {
			all = append(all, stand())
		}
		return all
	}
	in, variadic := standing(t.field("arg")), false
	if n := len(in); n > 0 && (itype{t.field("arg").Index(n - 1)}).category() == "variadicT" {
		in[n-1], variadic = reflect.SliceOf(in[n-1]), true
	}
	return reflect.FuncOf(in, standing(t.field("ret")), variadic)
}

//go:linkname setFieldType github.com/traefik/yaegi/internal/unsafe2.SetFieldType
func setFieldType(of reflect.Type, field int, to reflect.Type)

// complete replaces the stand-ins in the type of a declared one.
func (m *making) complete(name string) {
	t, made := m.declared[name], m.made[name]
	if t.category() == "structT" {
		for i, part := range t.parts() {
			if to := part.reflected(); to != made.Field(i).Type {
				setFieldType(made, i, to)
			}
		}
		return
	}
	parts := t.parts()
	at := unsafe.Slice((*unsafe.Pointer)(unsafe.Add(reflect.ValueOf(made).UnsafePointer(), functionParts)), len(parts))
	for i, part := range parts {
		at[i] = reflect.ValueOf(part.reflected()).UnsafePointer()
	}
}

// functionParts is where a function type of package reflect has the types of its parameters and results.
const functionParts = unsafe.Sizeof(struct {
	size, pointers                 uintptr
	hash                           uint32
	flags, align, fieldAlign, kind uint8
	equal, gc                      uintptr
	text, pointer                  int32
	in, out                        uint16
}{})
