package script

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"

	"github.com/focal-search/focal/kernel/script/internal/machine"
	"github.com/focal-search/focal/kernel/script/lower"
)

// packages is the importer of compiled packages for go/types. There is no source
// to read: the symbol tables hold values, and reflection gives their types.
type packages struct {
	library library
	known   map[string]*types.Package
	named   map[reflect.Type]*types.Named
	sources map[string]*lower.Source
	fset    *token.FileSet
	file    string // the base name of the importing file
}

func newPackages(l library, fset *token.FileSet) *packages {
	return &packages{library: l, known: map[string]*types.Package{}, named: map[reflect.Type]*types.Named{},
		sources: map[string]*lower.Source{}, fset: fset}
}

// Import makes packages a types.Importer.
func (p *packages) Import(importPath string) (*types.Package, error) {
	if s := p.source(importPath); s != nil {
		return s.Package, nil
	}
	return p.compiled(importPath)
}

// compiled returns a package with the symbols that are compiled in.
func (p *packages) compiled(importPath string) (*types.Package, error) {
	name, ok := p.library.packageName(importPath)
	if !ok {
		return nil, fmt.Errorf("package %s is not compiled in", importPath)
	}
	pkg := p.pkg(importPath)
	if !pkg.Complete() {
		pkg.SetName(name)
		for name, v := range p.library.members(importPath) {
			if obj := p.object(pkg, name, v); obj != nil {
				pkg.Scope().Insert(obj)
			}
		}
		pkg.MarkComplete()
	}
	return pkg, nil
}

func (p *packages) pkg(importPath string) *types.Package {
	if p.known[importPath] == nil {
		name, _ := p.library.packageName(importPath)
		p.known[importPath] = types.NewPackage(importPath, name)
	}
	return p.known[importPath]
}

// object returns the object that a package exports under a name, given yaegi's
// symbol for it: a variable is addressable, a type is a nil pointer to it, an untyped
// constant is a constant.Value. It is nil for a type, which namedType declares.
func (p *packages) object(pkg *types.Package, name string, v reflect.Value) types.Object {
	if v.CanAddr() {
		return types.NewVar(token.NoPos, pkg, name, p.typ(v.Type()))
	}
	if c, ok := v.Interface().(constant.Value); ok {
		return types.NewConst(token.NoPos, pkg, name, untyped(c), c)
	}
	switch t := v.Type(); {
	case t.Kind() == reflect.Pointer && v.IsNil():
		if t.Elem().Name() != name || t.Elem().PkgPath() != pkg.Path() { // an alias
			return types.NewTypeName(token.NoPos, pkg, name, p.typ(t.Elem()))
		}
		p.typ(t.Elem())
		return nil
	case t.Kind() == reflect.Func:
		return types.NewFunc(token.NoPos, pkg, name, p.signature(t, 0, nil))
	default:
		if c := typed(v); c != nil {
			return types.NewConst(token.NoPos, pkg, name, p.typ(t), c)
		}
		return types.NewVar(token.NoPos, pkg, name, p.typ(t))
	}
}

// typed returns the value of a typed constant; nil for other values.
func typed(v reflect.Value) constant.Value {
	switch {
	case v.Kind() == reflect.Bool:
		return constant.MakeBool(v.Bool())
	case v.Kind() == reflect.String:
		return constant.MakeString(v.String())
	case v.CanInt():
		return constant.MakeInt64(v.Int())
	case v.CanUint():
		return constant.MakeUint64(v.Uint())
	case v.CanFloat():
		return constant.MakeFloat64(v.Float())
	}
	return nil
}

func untyped(c constant.Value) types.Type {
	switch c.Kind() {
	case constant.Bool:
		return types.Typ[types.UntypedBool]
	case constant.String:
		return types.Typ[types.UntypedString]
	case constant.Int:
		return types.Typ[types.UntypedInt]
	default:
		return types.Typ[types.UntypedFloat]
	}
}

// typ converts a type to one of go/types.
func (p *packages) typ(t reflect.Type) types.Type {
	switch {
	case machine.StandsFor(t):
		return types.Typ[types.Invalid] // stands for something interpreted
	case t.PkgPath() == "unsafe":
		return types.Typ[types.UnsafePointer]
	case t.PkgPath() != "" && t.Name() != "":
		return p.namedType(t)
	case t == reflect.TypeFor[error]():
		return types.Universe.Lookup("error").Type()
	}
	return p.underlying(t)
}

func (p *packages) namedType(t reflect.Type) types.Type {
	if n := p.named[t]; n != nil {
		return n
	}
	pkg := p.pkg(t.PkgPath())
	name := types.NewTypeName(token.NoPos, pkg, t.Name(), nil)
	n := types.NewNamed(name, nil, nil)
	p.named[t] = n
	if ast.IsExported(t.Name()) {
		pkg.Scope().Insert(name)
	}
	n.SetUnderlying(p.underlying(t))
	if t.Kind() != reflect.Interface {
		all := reflect.PointerTo(t)
		for i := range all.NumMethod() {
			m := all.Method(i)
			var receiver types.Type = n
			if _, ofValue := t.MethodByName(m.Name); !ofValue {
				receiver = types.NewPointer(n)
			}
			n.AddMethod(types.NewFunc(token.NoPos, pkg, m.Name,
				p.signature(m.Type, 1, types.NewParam(token.NoPos, pkg, "", receiver))))
		}
	}
	return n
}

var directions = map[reflect.ChanDir]types.ChanDir{
	reflect.BothDir: types.SendRecv, reflect.SendDir: types.SendOnly, reflect.RecvDir: types.RecvOnly,
}

func (p *packages) underlying(t reflect.Type) types.Type {
	switch t.Kind() {
	case reflect.Pointer:
		return types.NewPointer(p.typ(t.Elem()))
	case reflect.Slice:
		return types.NewSlice(p.typ(t.Elem()))
	case reflect.Array:
		return types.NewArray(p.typ(t.Elem()), int64(t.Len()))
	case reflect.Map:
		return types.NewMap(p.typ(t.Key()), p.typ(t.Elem()))
	case reflect.Chan:
		return types.NewChan(directions[t.ChanDir()], p.typ(t.Elem()))
	case reflect.Func:
		return p.signature(t, 0, nil)
	case reflect.Struct:
		var fields []*types.Var
		for i := range t.NumField() {
			f := t.Field(i)
			fields = append(fields, types.NewField(token.NoPos, p.pkg(f.PkgPath), f.Name, p.typ(f.Type), f.Anonymous))
		}
		return types.NewStruct(fields, nil)
	case reflect.Interface:
		var methods []*types.Func
		for i := range t.NumMethod() {
			m := t.Method(i)
			if !m.IsExported() { // reflection does not show which types have it
				continue
			}
			methods = append(methods, types.NewFunc(token.NoPos, p.pkg(m.PkgPath), m.Name, p.signature(m.Type, 0, nil)))
		}
		return types.NewInterfaceType(methods, nil).Complete()
	}
	if basic := types.Universe.Lookup(t.Kind().String()); basic != nil { // a kind has the name of its basic type
		return basic.Type()
	}
	return types.Typ[types.Invalid]
}

// signature returns a function's type without the first parameters.
func (p *packages) signature(t reflect.Type, without int, receiver *types.Var) *types.Signature {
	var in, out []*types.Var
	for i := without; i < t.NumIn(); i++ {
		in = append(in, types.NewParam(token.NoPos, nil, "", p.typ(t.In(i))))
	}
	for i := range t.NumOut() {
		out = append(out, types.NewParam(token.NoPos, nil, "", p.typ(t.Out(i))))
	}
	return types.NewSignatureType(receiver, nil, nil, types.NewTuple(in...), types.NewTuple(out...), t.IsVariadic())
}
