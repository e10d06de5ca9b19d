package main

import (
	"bytes"
	"fmt"
	"go/constant"
	"go/format"
	"go/types"
	"math/big"
	"math/bits"
	"strings"
)

// table is the Go file that registers a package's exported names with yaegi, in
// the form of yaegi's own extractor. That one type-checks each package with all
// its dependencies from source, which takes minutes where one of them is SQLite.
//
// A package is refused if the table would lack a name, because yaegi cannot hold
// generic functions and types.
func table(pkg *types.Package) ([]byte, error) {
	if missing := unusable(pkg); len(missing) > 0 {
		return nil, fmt.Errorf("%s: generic and therefore not usable in cells and scripts: %s; "+
			"for each X export a non-generic AnyX that does the same, or make it private",
			pkg.Path(), strings.Join(missing, ", "))
	}
	t := &writer{pkg: pkg, imports: map[string]bool{"reflect": true}}
	for _, name := range pkg.Scope().Names() {
		if o := pkg.Scope().Lookup(name); o.Exported() && !generic(o) {
			t.add(o)
		}
	}
	return t.file()
}

// unusable lists the exported generic functions and types that have no form
// without type parameters: for a generic X that is AnyX.
func unusable(pkg *types.Package) (names []string) {
	for _, name := range pkg.Scope().Names() {
		if o := pkg.Scope().Lookup(name); o.Exported() && generic(o) {
			if plain := pkg.Scope().Lookup("Any" + name); plain == nil || generic(plain) {
				names = append(names, name)
			}
		}
	}
	return names
}

// generic says whether a function or a type has type parameters.
func generic(o types.Object) bool {
	switch t := o.Type().(type) {
	case *types.Signature:
		return t.TypeParams().Len() > 0
	case *types.Named:
		_, isType := o.(*types.TypeName)
		return isType && t.TypeParams().Len() > 0
	}
	return false
}

// A writer collects a table's parts.
type writer struct {
	pkg                              *types.Package
	imports                          map[string]bool
	values, types, wrappers, bridges bytes.Buffer
	composed                         bytes.Buffer
}

// optional are the interfaces that a package looks for in the values of another interface, where what
// it computes depends on whether they are there.
var optional = map[string][]string{
	module + "engine.Space": {"Hashed", "Linked", "Sized", "Warner"},
}

func (w *writer) add(o types.Object) {
	name := w.pkg.Name() + "." + o.Name()
	if _, isType := o.(*types.TypeName); !isType {
		w.imports[w.pkg.Path()] = true
	}
	switch o := o.(type) {
	case *types.Const:
		fmt.Fprintf(&w.values, "%q: reflect.ValueOf(%s),\n", o.Name(), w.constant(o, name))
	case *types.Var:
		fmt.Fprintf(&w.values, "%q: reflect.ValueOf(&%s).Elem(),\n", o.Name(), name)
	case *types.Func:
		fmt.Fprintf(&w.values, "%q: reflect.ValueOf(%s),\n", o.Name(), name)
	case *types.TypeName:
		iface, isInterface := o.Type().Underlying().(*types.Interface)
		if isInterface && !iface.IsMethodSet() {
			return // a constraint
		}
		w.imports[w.pkg.Path()] = true
		fmt.Fprintf(&w.types, "%q: reflect.ValueOf((*%s)(nil)),\n", o.Name(), name)
		if isInterface {
			wrapper := w.wrap(o.Name(), iface)
			fmt.Fprintf(&w.wrappers, "%q: reflect.ValueOf((*%s)(nil)),\n", "_"+o.Name(), wrapper)
			w.compose(o, iface, wrapper)
		}
	}
}

// constant is the expression of a constant: yaegi takes the untyped ones as
// constant.Value, which holds those that no type can.
func (w *writer) constant(o *types.Const, name string) string {
	basic, ok := o.Type().(*types.Basic)
	if !ok || basic.Info()&types.IsUntyped == 0 {
		return name
	}
	var kind, literal string
	switch v := o.Val(); v.Kind() {
	case constant.String:
		kind, literal = "STRING", v.ExactString()
	case constant.Int:
		kind, literal = "INT", v.ExactString()
	case constant.Float:
		float, ok := constant.Val(v).(*big.Float)
		if !ok {
			float = new(big.Float).SetRat(constant.Val(v).(*big.Rat))
		}
		kind, literal = "FLOAT", float.Text('g', int(float.Prec()))
	default:
		return name
	}
	w.imports["go/constant"], w.imports["go/token"] = true, true
	return fmt.Sprintf("constant.MakeFromLiteral(%q, token.%s, 0)", literal, kind)
}

// compose writes the structs that stand for an interface together with others that are optional, the
// largest first.
func (w *writer) compose(o types.Object, iface *types.Interface, wrapper string) {
	names := optional[o.Pkg().Path()+"."+o.Name()]
	if names == nil {
		return
	}
	fmt.Fprintf(&w.composed, "reflect.ValueOf((*%s)(nil)): {\n", wrapper)
	for size := len(names); size > 0; size-- {
		for set := range 1 << len(names) {
			if bits.OnesCount(uint(set)) != size {
				continue
			}
			name, all := o.Name(), []*types.Interface{iface}
			for i, more := range names {
				if set&(1<<i) != 0 {
					name += "_" + more
					all = append(all, w.pkg.Scope().Lookup(more).Type().Underlying().(*types.Interface))
				}
			}
			fmt.Fprintf(&w.composed, "reflect.TypeFor[%s](),\n", w.wrap(name, all...))
		}
	}
	w.composed.WriteString("},\n")
}

// wrap writes the struct of functions that stands for an interface, or for several,
// where interpreted code implements it, and returns its name.
func (w *writer) wrap(name string, ifaces ...*types.Interface) (wrapper string) {
	wrapper = "_" + strings.NewReplacer("/", "_", "-", "_", ".", "_", "~", "_").Replace(w.pkg.Path()) + "_" + name
	fmt.Fprintf(&w.bridges, "\n// %s is an interface wrapper for %s type\ntype %[1]s struct {\nIValue interface{}\n", wrapper, name)
	var methods bytes.Buffer
	for _, iface := range ifaces {
		for method := range iface.Methods() {
			w.method(method, wrapper, &methods)
		}
	}
	fmt.Fprintf(&w.bridges, "}\n\n%s", methods.Bytes())
	return wrapper
}

// method writes the field of a wrapper for a method, and the method, which calls it.
func (w *writer) method(method *types.Func, wrapper string, methods *bytes.Buffer) {
	if !method.Exported() {
		return
	}
	params, args, results := w.signature(method.Signature())
	fmt.Fprintf(&w.bridges, "W%s func%s %s\n", method.Name(), params, results)
	fmt.Fprintf(methods, "func (W %s) %s%s %s {\n", wrapper, method.Name(), params, results)
	if method.Name() == "String" {
		methods.WriteString("if W.WString == nil {\nreturn \"\"\n}\n")
	}
	if method.Signature().Results().Len() > 0 {
		methods.WriteString("return ")
	}
	fmt.Fprintf(methods, "W.W%s%s\n}\n", method.Name(), args)
}

// signature is a method's parameters, a call's arguments of the same names, and
// its results.
func (w *writer) signature(s *types.Signature) (params, args, results string) {
	qualify := func(pkg *types.Package) string {
		w.imports[pkg.Path()] = true
		return pkg.Name()
	}
	var ps, as, rs []string
	for i := range s.Params().Len() {
		p := s.Params().At(i)
		name, typ := p.Name(), types.TypeString(p.Type(), qualify)
		if name == "" || name == "_" {
			name = fmt.Sprintf("a%d", i)
		}
		if s.Variadic() && i == s.Params().Len()-1 {
			ps, as = append(ps, name+" ..."+strings.TrimPrefix(typ, "[]")), append(as, name+"...")
			continue
		}
		ps, as = append(ps, name+" "+typ), append(as, name)
	}
	for r := range s.Results().Variables() {
		rs = append(rs, r.Name()+" "+types.TypeString(r.Type(), qualify))
	}
	list := func(parts []string) string { return "(" + strings.Join(parts, ", ") + ")" }
	return list(ps), list(as), list(rs)
}

func (w *writer) file() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated by 'yaegi extract %s'. DO NOT EDIT.\n\npackage symbols\n\nimport (\n", w.pkg.Path())
	for path := range w.imports {
		fmt.Fprintf(&b, "%q\n", path)
	}
	fmt.Fprintf(&b, ")\n\nfunc init() {\nSymbols[%q] = map[string]reflect.Value{\n", w.pkg.Path()+"/"+w.pkg.Name())
	between := ""
	for _, part := range []struct {
		title string
		lines *bytes.Buffer
	}{
		{"function, constant and variable definitions", &w.values},
		{"type definitions", &w.types},
		{"interface wrapper definitions", &w.wrappers},
	} {
		if part.lines.Len() > 0 {
			fmt.Fprintf(&b, "%s// %s\n%s", between, part.title, part.lines.Bytes())
			between = "\n"
		}
	}
	b.WriteString("}\n")
	if w.composed.Len() > 0 {
		fmt.Fprintf(&b, "\n// interfaces with others that are optional\nSymbols[\".\"] = map[string]reflect.Value{"+
			"\"MapTypes\": reflect.ValueOf(map[reflect.Value][]reflect.Type{\n%s})}\n", w.composed.Bytes())
	}
	fmt.Fprintf(&b, "}\n%s", w.bridges.Bytes())
	return format.Source(b.Bytes())
}
