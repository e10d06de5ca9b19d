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
func (u *Unit) refuseLooking(c *ast.CallExpr, f *types.Func) {
	if f.Pkg().Path() == "fmt" && strings.Contains(f.Name(), "can") {
		u.refuseScanner(c)
	}
	if looking[f.Pkg().Path()] == "" || f.Pkg().Path() == "flag" && f.Name() != "TextVar" {
		return
	}
	sees := func(t types.Type) bool { return !u.mentioned(t) }
	if f.Pkg().Path() == "encoding/xml" {
		sees = func(t types.Type) bool { return u.inXML(t, true, map[types.Type]bool{}) }
	}
	sig := f.Signature()
	for i, e := range c.Args {
		t, dest := u.typeOf(e), paramType(sig, i, c.Ellipsis.IsValid())
		if u.Info.Types[e].IsNil() || IsError(t) && f.Pkg().Path() == "log/slog" ||
			types.IsInterface(dest) && !isAny(dest) && f.Pkg().Path() != "flag" { // a writer, say
			continue
		}
		if !sees(t) {
			u.refuse(e, "%s%s", looking[f.Pkg().Path()], Instead)
		}
	}
}

// refuseScanner refuses to scan into values of the program with a method Scan.
func (u *Unit) refuseScanner(c *ast.CallExpr) {
	for _, e := range c.Args {
		if t := u.typeOf(e); t != nil && u.ofProgram(t) && types.NewMethodSet(t).Lookup(u.Package, "Scan") != nil {
			u.refuse(e, "the interpreter does not find the method Scan of the program's own types; read a string and convert it%s", Instead)
		}
	}
}

// refuseEmpty refuses type assertions to an empty struct type with methods if the program stores
// struct{}{} in interfaces: an interpreter does not distinguish them.
func (u *Unit) refuseEmpty(e ast.Expr) {
	named, ok := types.Unalias(u.typeOf(e)).(*types.Named)
	unnamed := func(t types.Type) bool { return EmptyStruct(t) && !is[*types.Named](types.Unalias(t)) }
	if ok && u.ofProgram(named) && EmptyStruct(named) && named.NumMethods() > 0 && slices.ContainsFunc(u.held(), unnamed) {
		u.refuse(e, "the interpreter takes struct{} for %s in an interface; put another value there%s", named.Obj().Name(), Instead)
	}
}

// refuseLookingValue refuses to use functions that inspect values as values: their arguments are not
// known.
func (u *Unit) refuseLookingValue(sel *ast.SelectorExpr) {
	f, ok := u.Info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || !takesAny(f.Signature()) {
		return
	}
	switch f.Pkg().Path() {
	case "errors", "encoding/gob", "encoding/json", "encoding/xml", "log/slog", "reflect", "text/template", "html/template":
		u.refuse(sel, "%s.%s looks at the program's own types, and is called by another name here; call it itself%s",
			f.Pkg().Name(), f.Name(), Instead)
	}
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
func (u *Unit) refuseTemplateFunctions(n *ast.CompositeLit) {
	named, ok := types.Unalias(u.typeOf(n)).(*types.Named)
	if !ok || named.Obj().Name() != "FuncMap" || named.Obj().Pkg() == nil || named.Obj().Pkg() == u.Package {
		return
	}
	for _, e := range n.Elts {
		pair, _ := e.(*ast.KeyValueExpr) // of a map
		sig, ok := u.Under(pair.Value).(*types.Signature)
		if !ok {
			continue
		}
		for v := range sig.Results().Variables() {
			if !IsError(v.Type()) && u.mayHaveMethods(v.Type(), parts) {
				u.refuse(pair.Value, "a template sees neither methods of the program's own types, nor fields that are embedded or not exported; let the function return others%s", Instead)
			}
		}
	}
}

// held returns the types that the program converts to empty interfaces, except for arguments of
// functions of packages that do not keep them.
func (u *Unit) held() (list []types.Type) {
	calls := u.handedOver()
	u.Implicit(func(e ast.Expr, dest types.Type) ast.Expr {
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
func (u *Unit) mentioned(t types.Type) bool {
	return somewhere(t, func(t types.Type) (bool, []types.Type) {
		if named(t) && !types.IsInterface(t) {
			return !u.ofLibrary(t), nil
		}
		switch t := t.Underlying().(type) {
		case *types.Interface:
			if t.Empty() {
				return false, u.held()
			}
			return u.implemented(t), nil
		case *types.Signature:
			return false, Components(t.Params())
		case *types.Struct:
			return t.NumFields() > 0, nil // it has no name, and may have fields that are not exported
		}
		return false, Components(t)
	})
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
	may := func(t types.Type) bool {
		return somewhere(t, func(t types.Type) (bool, []types.Type) {
			switch s := t.Underlying().(type) {
			case *types.Interface:
				return !s.Empty() && u.implemented(t) || s.Empty() && slices.ContainsFunc(u.held(), u.ofProgram), nil
			case *types.Chan, *types.Signature:
				return false, nil
			}
			if u.ofLibrary(t) {
				return false, nil
			}
			return false, Components(t.Underlying())
		})
	}
	if isAny(t) {
		return slices.ContainsFunc(u.held(), may)
	}
	return may(t)
}
