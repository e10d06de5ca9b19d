package lower

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// Functions of some packages inspect their arguments by reflection: the names of types, which fields
// are exported or embedded, and methods. An interpreter's values have only the structure. Arguments
// that these functions would not see as in Go are refused:
//
//	type P struct{ n int }
//
//	func (p P) GobEncode() ([]byte, error) { ... }
//
//	gob.NewEncoder(w).Encode(P{1})  // refused
//	gob.NewEncoder(w).Encode([]int) // is as in Go
//
// For encoding/json and reflect see refuse.go.

// looking maps the packages whose functions inspect values to the reason of the refusal.
var looking = map[string]string{
	"encoding/gob":  "encoding/gob does not know the names, the fields and the methods of the program's own types; use encoding/json",
	"encoding/xml":  "encoding/xml does not know the names, the embedded fields and the methods of the program's own types; name an element by a field XMLName, or use encoding/json",
	"log/slog":      "log/slog does not know the fields and the methods of the program's own types; hand over fmt.Sprint of the value",
	"testing/quick": "testing/quick does not know the program's own types; use basic ones",
	"flag":          "the interpreter does not find the methods of the program's own types for flag.TextVar; use flag.Func",
}

// refuseLooking refuses to pass values to such functions that they would not see as in Go.
func (u *Unit) refuseLooking(c *ast.CallExpr) error {
	f := u.callee(c.Fun)
	if f != nil && f.Pkg() != nil && f.Pkg().Path() == "fmt" && strings.Contains(f.Name(), "can") {
		return u.refuseScanner(c)
	}
	if f == nil || f.Pkg() == nil || looking[f.Pkg().Path()] == "" || f.Pkg().Path() == "flag" && f.Name() != "TextVar" {
		return nil
	}
	sees := func(t types.Type) bool { return !u.mentioned(t, map[types.Type]bool{}) }
	if f.Pkg().Path() == "encoding/xml" {
		sees = func(t types.Type) bool { return u.inXML(t, true, map[types.Type]bool{}) }
	}
	sig := f.Signature()
	for i, e := range c.Args {
		t, dest := u.typeOf(e), paramType(sig, i, c.Ellipsis.IsValid())
		if t == nil || u.Info.Types[e].IsNil() || dest == nil || IsError(t) && f.Pkg().Path() == "log/slog" ||
			types.IsInterface(dest) && !isAny(dest) && f.Pkg().Path() != "flag" { // a writer, say
			continue
		}
		if !sees(t) {
			return refuse(e, "%s%s", looking[f.Pkg().Path()], Instead)
		}
	}
	return nil
}

// refuseScanner refuses to scan into values of the program with a method Scan.
func (u *Unit) refuseScanner(c *ast.CallExpr) error {
	for _, e := range c.Args {
		if t := u.typeOf(e); t != nil && u.ofProgram(t) && types.NewMethodSet(t).Lookup(u.Package, "Scan") != nil {
			return refuse(e, "the interpreter does not find the method Scan of the program's own types; read a string and convert it%s", Instead)
		}
	}
	return nil
}

// refuseEmpty refuses type assertions to an empty struct type with methods if the program stores
// struct{}{} in interfaces: an interpreter does not distinguish them.
func (u *Unit) refuseEmpty(e ast.Expr) error {
	empty := func(t types.Type) bool {
		s, ok := t.Underlying().(*types.Struct)
		return ok && s.NumFields() == 0
	}
	t := u.typeOf(e)
	if t == nil || !empty(t) || !u.ofProgram(t) {
		return nil
	}
	named, ok := types.Unalias(t).(*types.Named)
	if ok && named.NumMethods() > 0 && slices.ContainsFunc(u.held(), func(t types.Type) bool {
		_, unnamed := types.Unalias(t).(*types.Struct)
		return unnamed && empty(t)
	}) {
		return refuse(e, "the interpreter takes struct{} for %s in an interface; put another value there%s", named.Obj().Name(), Instead)
	}
	return nil
}

// refuseLookingValue refuses to use functions that inspect values as values: their arguments are not
// known.
func (u *Unit) refuseLookingValue(sel *ast.SelectorExpr) error {
	f, ok := u.Info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || !takesAny(f.Signature()) {
		return nil
	}
	switch f.Pkg().Path() {
	case "encoding/gob", "encoding/json", "encoding/xml", "log/slog", "reflect", "text/template", "html/template":
		return refuse(sel, "%s.%s looks at the program's own types, and is called by another name here; call it itself%s",
			f.Pkg().Name(), f.Name(), Instead)
	}
	return nil
}

func takesAny(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		t := p.Type()
		if s, ok := t.(*types.Slice); ok && sig.Variadic() {
			t = s.Elem()
		}
		if isAny(t) {
			return true
		}
	}
	return false
}

// refuseTemplateFunctions refuses functions for a template whose results it would not see as in Go;
// see refuseTemplate.
func (u *Unit) refuseTemplateFunctions(n *ast.CompositeLit) error {
	named, ok := types.Unalias(u.typeOf(n)).(*types.Named)
	if !ok || named.Obj().Name() != "FuncMap" || named.Obj().Pkg() == nil || named.Obj().Pkg() == u.Package {
		return nil
	}
	for _, e := range n.Elts {
		pair, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		sig, ok := u.typeOf(pair.Value).Underlying().(*types.Signature)
		if !ok {
			continue
		}
		for v := range sig.Results().Variables() {
			if !IsError(v.Type()) && u.mayHaveMethods(v.Type(), parts) {
				return refuse(pair.Value, "a template sees neither methods of the program's own types, nor fields that are embedded or not exported; let the function return others%s", Instead)
			}
		}
	}
	return nil
}

// held returns the types that the program converts to empty interfaces, except for arguments of
// functions of packages that do not keep them.
func (u *Unit) held() (list []types.Type) {
	calls := u.handedOver()
	u.implicit(func(e ast.Expr, dest types.Type) ast.Expr {
		if in := calls[e]; in != nil && !keeping[u.callee(in.Fun).Pkg().Path()] {
			return e
		}
		known := u.Info.Types[e]
		if t := u.typeOf(e); t != nil && isAny(dest) && !types.IsInterface(t) && !known.IsNil() && known.IsValue() &&
			!slices.ContainsFunc(list, func(o types.Type) bool { return types.Identical(o, t) }) {
			list = append(list, t)
		}
		return e
	})
	return list
}

// mentioned reports whether a value of a type may contain one of a type of the program.
func (u *Unit) mentioned(t types.Type, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if seen[t] {
		return false
	}
	seen[t] = true
	of := func(t types.Type) bool { return u.mentioned(t, seen) }
	if named, ok := t.(*types.Named); ok {
		if named.Obj().Pkg() == u.Package && !types.IsInterface(t) {
			return true
		}
		if !types.IsInterface(t) {
			return false
		}
	}
	switch t := t.Underlying().(type) {
	case *types.Interface:
		if t.Empty() {
			return slices.ContainsFunc(u.held(), of)
		}
		return u.implemented(t)
	case *types.Map:
		return of(t.Key()) || of(t.Elem())
	case *types.Signature:
		for v := range t.Params().Variables() {
			if of(v.Type()) {
				return true
			}
		}
	case *types.Struct:
		return t.NumFields() > 0 // it has no name, and may have fields that are not exported
	case interface{ Elem() types.Type }:
		return of(t.Elem())
	}
	return false
}

// inXML reports whether encoding/xml sees a type as in Go. At the top level, the name of the element is
// that of the type unless there is a field XMLName.
func (u *Unit) inXML(t types.Type, top bool, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if seen[t] {
		return true
	}
	seen[t] = true
	if named, ok := t.(*types.Named); ok {
		if named.Obj().Pkg() != u.Package {
			return true
		}
		for _, name := range []string{"MarshalXML", "UnmarshalXML", "MarshalXMLAttr", "UnmarshalXMLAttr", "MarshalText", "UnmarshalText"} {
			if obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), false, u.Package, name); obj != nil {
				return false
			}
		}
		if _, ok := t.Underlying().(*types.Struct); !ok && top && !isList(t) {
			return false
		}
	}
	switch s := t.Underlying().(type) {
	case *types.Interface:
		return s.Empty() && !slices.ContainsFunc(u.held(), func(t types.Type) bool { return !u.inXML(t, true, seen) })
	case *types.Struct:
		called := false
		for f := range s.Fields() {
			called = called || f.Name() == "XMLName"
			if f.Embedded() && u.ofProgram(f.Type()) || f.Exported() && !u.inXML(f.Type(), false, seen) {
				return false
			}
		}
		return called || !top
	case interface{ Elem() types.Type }:
		return u.inXML(s.Elem(), top, seen)
	}
	return true
}

// isList reports whether values of a type are seen by their elements.
func isList(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Array, *types.Pointer, *types.Interface:
		return true
	}
	return false
}

// mistaken reports whether reflect.DeepEqual may take values of different types inside a value for values
// of one type: in interfaces that hold values of the program. The types of the two operands themselves are
// compared.
func (u *Unit) mistaken(t types.Type) bool {
	seen := map[types.Type]bool{}
	var may func(t types.Type) bool
	may = func(t types.Type) bool {
		t = types.Unalias(t)
		if seen[t] {
			return false
		}
		seen[t] = true
		if named, ok := t.(*types.Named); ok && named.Obj().Pkg() != u.Package && !types.IsInterface(t) {
			return false
		}
		switch s := t.Underlying().(type) {
		case *types.Interface:
			return !s.Empty() && u.implemented(t) || s.Empty() && slices.ContainsFunc(u.held(), u.ofProgram)
		case *types.Chan, *types.Signature:
			return false
		}
		return slices.ContainsFunc(components(t.Underlying()), may)
	}
	if isAny(t) {
		return slices.ContainsFunc(u.held(), may)
	}
	return may(t)
}
