package lower

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/focal-search/focal/kernel/script/rt"
)

// refusing finds constructs that no pass can lower to code that an interpreter executes as Go
// does, and refuses them before anything runs.
var refusing = Pass{"refuse", "code that cannot be lowered would give wrong results", func(u *Unit) {
	own := u.declaresTypes()
	called := u.callees()
	Each(u, func(n ast.Node) {
		if u.err != nil {
			return
		}
		assertedTypes(n, u.refuseAsserted)
		switch n := n.(type) {
		case *ast.SelectorExpr:
			u.refuseMember(n)
			if own && !called[n] {
				u.refuseLookingValue(n)
			}
		case *ast.TypeSpec:
			u.refuseEndless(n)
			u.refuseErrorType(n)
		case *ast.FuncDecl:
			u.refuseAs(n)
		case *ast.BinaryExpr:
			u.refuseZero(n)
			if n.Op == token.EQL || n.Op == token.NEQ {
				u.refuseInside(n, u.typeOf(n.X))
				u.refuseCompared(n, n.X, n.Y)
			}
		case *ast.SwitchStmt:
			if n.Tag != nil {
				u.refuseCompared(n.Tag, n.Tag)
			}
		case *ast.MapType:
			u.refuseInside(n, u.typeOf(n.Key))
			u.refuseCompared(n, n.Key)
		case *ast.CompositeLit:
			u.refuseTemplateFunctions(n)
		case *ast.CallExpr:
			u.refuseReflection(n, own)
			if f := u.callee(n.Fun); f != nil && f.Pkg() != nil {
				u.refuseLooking(n, f)
				u.refuseKey(n, f)
				u.refuseTemplate(n, f)
			}
		}
	})
	u.refuseValues()
}}

// refuseKey refuses keys with methods for a sync.Map or a context, which get the unboxed value: it
// could be equal to a key of another type.
func (u *Unit) refuseKey(c *ast.CallExpr, f *types.Func) {
	at := 0
	switch recv := f.Signature().Recv(); {
	case f.Pkg().Path() == "context" && f.Name() == "WithValue":
		at = 1
	case f.Pkg().Path() == "context" && f.Name() == "Value":
	case f.Pkg().Path() == "sync" && recv != nil && types.TypeString(recv.Type(), nil) == "*sync.Map" && f.Name() != "Range":
	default:
		return
	}
	whole := func(types.Type) (parts []types.Type, all bool) { return nil, true }
	if at < len(c.Args) && u.mayHaveMethods(u.typeOf(c.Args[at]), whole) {
		u.refuse(c.Args[at], "the interpreter does not keep the type of a key with methods in a %s; use a type without methods, or a map%s",
			map[bool]string{true: "context", false: "sync.Map"}[f.Pkg().Path() == "context"], Instead)
	}
}

// refuseTemplate refuses to pass values with methods, or structs with embedded or unexported fields,
// to a template, which does not see them as in Go.
func (u *Unit) refuseTemplate(c *ast.CallExpr, f *types.Func) {
	if f.Pkg().Path() != "text/template" && f.Pkg().Path() != "html/template" ||
		f.Name() != "Execute" && f.Name() != "ExecuteTemplate" || len(c.Args) == 0 {
		return
	}
	if data := c.Args[len(c.Args)-1]; u.mayHaveMethods(u.typeOf(data), parts) {
		u.refuse(data, "a template sees neither methods of the program's own types, nor fields that are embedded or not exported; hand over others, or use fmt%s", Instead)
	}
}

// mayHaveMethods reports whether the dynamic type of a value, or of one of its parts, may be a type of the program with
// methods, or whether its parts are not all seen as in Go.
func (u *Unit) mayHaveMethods(t types.Type, parts func(types.Type) (list []types.Type, all bool)) bool {
	return somewhere(t, func(t types.Type) (bool, []types.Type) {
		has := func(t *types.Named) bool {
			_, all := parts(t)
			return t.NumMethods() > 0 || !all
		}
		switch named, ok := t.(*types.Named); {
		case types.IsInterface(t):
			return slices.ContainsFunc(u.declared(), has), nil
		case u.ofLibrary(t):
			return false, nil
		case ok && named.NumMethods() > 0:
			return true, nil
		}
		list, all := parts(t)
		return !all, list
	})
}

// parts returns the types of the parts that a template sees in a value, and whether it sees all.
func parts(t types.Type) (list []types.Type, all bool) {
	switch t := t.Underlying().(type) {
	case *types.Map:
		return []types.Type{t.Key(), t.Elem()}, true
	case interface{ Elem() types.Type }:
		return []types.Type{t.Elem()}, true
	case *types.Struct:
		for f := range t.Fields() {
			if f.Embedded() || !f.Exported() {
				return nil, false
			}
			list = append(list, f.Type())
		}
	}
	return list, true
}

// refuseInside refuses to compare structs and arrays, also as map keys, that contain an interface
// which may hold a value of a type of the program with methods: an interpreter compares the boxes
// in which it keeps such values.
//
//	type S struct{ v any }
//
//	S{C(1)} == S{C(1)} // refused if C has methods
func (u *Unit) refuseInside(n ast.Node, t types.Type) {
	if t == nil || types.IsInterface(t) {
		return
	}
	i := ComparedInterface(t)
	if i == nil {
		return
	}
	if u.Session || slices.ContainsFunc(u.declared(), func(own *types.Named) bool { // or another cell may declare one
		return own.NumMethods() > 0 && (own.TypeParams().Len() > 0 || types.Implements(types.NewPointer(own), i))
	}) {
		u.refuse(n, "the interpreter does not compare what is in the interfaces of %s; compare its fields%s", u.called(t), Instead)
	}
}

// ComparedInterface returns an interface that a comparison of values of a type compares, or nil.
func ComparedInterface(t types.Type) (i *types.Interface) {
	somewhere(t, func(t types.Type) (bool, []types.Type) {
		switch t := t.Underlying().(type) {
		case *types.Interface:
			i = t
		case *types.Array, *types.Struct:
			return false, Components(t)
		}
		return i != nil, nil
	})
	return i
}

// refusePointer refuses type assertions to an interface of a package that a pointer to a type of
// the program implements by methods with value receivers: an interpreter finds them only on values.
func (u *Unit) refusePointer(e ast.Expr) {
	of, ok := u.Under(e).(*types.Interface)
	if !ok || !u.wraps(u.typeOf(e)) {
		return
	}
	for _, value := range u.Info.Types {
		p, ok := types.Unalias(value.Type).(*types.Pointer)
		if ok && u.ofProgram(p.Elem()) && !types.IsInterface(p.Elem()) && types.Implements(p.Elem(), of) {
			u.refuse(e, "the interpreter does not find the methods of %s in a %s; assert the pointer itself%s",
				u.called(p.Elem()), u.called(p), Instead)
		}
	}
}

// refuseImplementing refuses type assertions to an interface of a package that a type of the program
// implements, or one of another part of a session may: an interpreter calls the methods with another
// receiver. It handles error and fmt.Stringer, unless the operand is of an interface type of a
// package.
func (u *Unit) refuseImplementing(x, e ast.Expr) {
	from, t := u.typeOf(x), u.typeOf(e)
	if !types.IsInterface(t) || !u.ofLibrary(t) || isAny(t) || types.Identical(t, from) ||
		(IsError(t) || isStringer(t)) && (!u.ofLibrary(from) || isAny(from)) ||
		!(u.Session && !runtimeOnly(t)) && !u.implemented(t) {
		return
	}
	u.refuse(e, "the interpreter does not find the methods of the program's own types in a %s that is asserted; assert an interface of your own%s",
		u.called(t), Instead)
}

// isStringer reports whether a type is fmt.Stringer.
func isStringer(t types.Type) bool { return types.TypeString(t, nil) == "fmt.Stringer" }

// runtimeOnly reports whether a type is runtime.Error, which no program implements.
func runtimeOnly(t types.Type) bool { return types.TypeString(t, nil) == "runtime.Error" }

// refuseOwn refuses type assertions from an interface of a package with methods, except error, to a
// type of the program: an interpreter stores its own struct in such an interface instead of the value.
func (u *Unit) refuseOwn(x, to ast.Expr) {
	if of, t := u.typeOf(x), u.typeOf(to); u.wraps(of) && !types.IsInterface(t) && u.ofProgram(t) {
		u.refuse(to, "the interpreter does not find a %s in a %s; keep it in an interface of your own%s", u.called(t),
			u.called(of), Instead)
	}
}

// refuseAsserted refuses type assertions, and cases of type switches, from x to the type of.
func (u *Unit) refuseAsserted(x, of ast.Expr) {
	u.refusePointer(of)
	u.refuseEmpty(of)
	u.refuseImplementing(x, of)
	u.refuseOwn(x, of)
}

// switched returns the operand of a type switch.
func switched(n *ast.TypeSwitchStmt) *ast.Expr {
	e := n.Assign
	if s, ok := e.(*ast.AssignStmt); ok {
		return &s.Rhs[0].(*ast.TypeAssertExpr).X
	}
	return &e.(*ast.ExprStmt).X.(*ast.TypeAssertExpr).X
}

// refuseValues refuses conversions to an interface that would not find the methods as in Go: of an unnamed
// struct that embeds several fields, and of a nil pointer to a type whose methods have value receivers, if the
// program uses recovered values.
func (u *Unit) refuseValues() {
	looks, calls := u.looks(), u.handedOver()
	u.Implicit(func(e ast.Expr, dest types.Type) ast.Expr {
		t := u.typeOf(e)
		if u.err != nil || t == nil {
			return e
		}
		u.refuseMoved(e, t, dest, calls[e])
		u.refuseWithin(e, t, dest, calls[e])
		of, ok := dest.Underlying().(*types.Interface)
		if !ok || types.IsInterface(t) {
			return e
		}
		s, nameless := types.Unalias(t).(*types.Struct)
		if of.Empty() {
			if c := calls[e]; nameless && types.NewMethodSet(t).Len() > 0 && (c == nil || !u.Presents(u.callee(c.Fun))) {
				u.refuseNameless(e, t)
			}
			return e
		}
		if is[*types.TypeParam](dest) {
			return e
		}
		if nameless && embeds(s) > 1 {
			u.refuseNameless(e, s)
		}
		p, ok := types.Unalias(t).(*types.Pointer)
		if !ok || !looks || !u.ofProgram(p.Elem()) || !u.variableNil(e) {
			return e
		}
		set := types.NewMethodSet(p.Elem())
		for m := range of.Methods() {
			if set.Lookup(m.Pkg(), m.Name()) != nil {
				u.refuse(e, "the interpreter does not name the method %s in the error for a nil pointer%s", m.Name(), Instead)
			}
		}
		return e
	})
}

func (u *Unit) refuseNameless(e ast.Expr, t types.Type) {
	u.refuse(e, "the interpreter does not know the methods of a struct whose type has no name; declare a type for %s%s",
		u.called(t), Instead)
}

// handedOver maps each argument of a function of a package to the call.
func (u *Unit) handedOver() map[ast.Expr]*ast.CallExpr {
	calls := map[ast.Expr]*ast.CallExpr{}
	Each(u, func(c *ast.CallExpr) {
		if f := u.callee(c.Fun); f != nil && f.Pkg() != nil && f.Pkg() != u.Package {
			for _, e := range c.Args {
				calls[e] = c
			}
		}
	})
	return calls
}

// callsMethod reports whether a call is to a function of fmt that formats values only by their
// methods: without a format, or with a constant format of such verbs only.
func (u *Unit) callsMethod(c *ast.CallExpr) bool {
	f := u.callee(c.Fun)
	if f.Pkg().Path() != "fmt" {
		return false
	}
	if !strings.HasSuffix(f.Name(), "f") {
		return true
	}
	at := f.Signature().Params().Len() - 2 // before the values; parameters of compiled packages have no names
	if at < 0 || at >= len(c.Args) {
		return false
	}
	format := u.Info.Types[c.Args[at]].Value
	return format != nil && format.Kind() == constant.String &&
		!strings.Contains(methodVerbs.ReplaceAllString(constant.StringVal(format), ""), "%")
}

// methodVerbs matches the verbs that format a fmt.Stringer by its method, and %%.
var methodVerbs = regexp.MustCompile(`%[-+ 0-9.]*[vsq%]`)

// refuseMoved refuses to convert a value of the program from an interface of a package to another
// interface type, in which its own type would not be found; see refuseOwn. A fmt.Stringer may be an
// argument of a function of fmt that calls its method.
func (u *Unit) refuseMoved(e ast.Expr, t, dest types.Type, in *ast.CallExpr) {
	if !u.wraps(t) || !types.IsInterface(dest) || types.Identical(t, dest) || u.ofLibrary(dest) && !isAny(dest) ||
		in != nil && isStringer(t) && u.callsMethod(in) || is[*types.TypeParam](dest) || !u.implemented(t) {
		return
	}
	u.refuse(e, "the interpreter loses the type of a value that goes from %s to another interface; keep it in an interface of your own%s",
		u.called(t), Instead)
}

// implemented reports whether a type that the program declares, or a pointer to it, implements an
// interface.
func (u *Unit) implemented(t types.Type) bool {
	i := t.Underlying().(*types.Interface)
	return slices.ContainsFunc(u.declared(), func(named *types.Named) bool {
		return types.Implements(types.NewPointer(named), i) || named.TypeParams() != nil && hasNamesOf(named, i)
	})
}

// declared returns the types that the program declares, except interfaces.
func (u *Unit) declared() (all []*types.Named) {
	for _, name := range u.typeNames() {
		if named, ok := name.Type().(*types.Named); ok && !name.IsAlias() && !types.IsInterface(named) {
			all = append(all, named)
		}
	}
	return all
}

// typeNames returns the names of types and type parameters that the program declares.
func (u *Unit) typeNames() (all []*types.TypeName) {
	for _, obj := range u.Info.Defs {
		if name, ok := obj.(*types.TypeName); ok {
			all = append(all, name)
		}
	}
	return all
}

// refuseCompared refuses to compare values of interfaces of packages that the program implements,
// also as map keys: an interpreter compares its own structs.
func (u *Unit) refuseCompared(n ast.Node, operands ...ast.Expr) {
	for _, e := range operands {
		if t := u.typeOf(e); u.wraps(t) && u.implemented(t) &&
			!slices.ContainsFunc(operands, func(e ast.Expr) bool { return u.Info.Types[e].IsNil() }) {
			u.refuse(n, "the interpreter does not compare the program's own values in %s; keep them in an interface of your own%s",
				u.called(t), Instead)
		}
	}
}

// refuseWithin refuses to pass a value as an any to a function of a package if parts of it are in an
// interface of a package that the program implements: the function would see structs of the interpreter.
// Functions that only keep values do not inspect them.
func (u *Unit) refuseWithin(e ast.Expr, t, dest types.Type, in *ast.CallExpr) {
	if in == nil || !isAny(dest) || types.IsInterface(t) || keeping[u.callee(in.Fun).Pkg().Path()] {
		return
	}
	held, set := u.partIn(t, false, map[types.Type]bool{}), types.NewMethodSet(t)
	if held == nil || set.Lookup(nil, "String") != nil || set.Lookup(nil, "Error") != nil { // shown by the method
		return
	}
	u.refuse(e, "the interpreter does not show the program's own values in %s; keep them in an interface of your own%s",
		u.called(held), Instead)
}

// keeping are the packages whose functions keep values, or return them, and do not inspect them.
var keeping = map[string]bool{"container/heap": true, "container/list": true, "container/ring": true, "context": true,
	"sync": true, "sync/atomic": true}

// partIn returns an interface type of a package that the program implements and that a value of type t
// may contain, or nil. A fmt.Stringer is formatted by its method, but perhaps not in a field.
func (u *Unit) partIn(t types.Type, field bool, seen map[types.Type]bool) types.Type {
	if t = types.Unalias(t); types.IsInterface(t) {
		if u.wraps(t) && (field || !isStringer(t)) && u.implemented(t) {
			return t
		}
		return nil
	}
	if named, ok := t.(*types.Named); seen[t] || ok && named.Obj().Pkg() != u.Package {
		return nil
	}
	seen[t] = true
	switch t.Underlying().(type) {
	case *types.Chan, *types.Signature:
		return nil
	case *types.Struct:
		field = true
	}
	for _, part := range Components(t.Underlying()) {
		if held := u.partIn(part, field, seen); held != nil {
			return held
		}
	}
	return nil
}

// hasNamesOf reports whether a generic type has methods with all names of an interface: an instance
// may implement it.
func hasNamesOf(named *types.Named, i *types.Interface) bool {
	set := types.NewMethodSet(types.NewPointer(named))
	for m := range i.Methods() {
		if set.Lookup(m.Pkg(), m.Name()) == nil {
			return false
		}
	}
	return true
}

// wraps reports whether an interpreter stores its own structs in an interface: in one of a package
// that has methods, except error.
func (u *Unit) wraps(t types.Type) bool {
	return types.IsInterface(t) && u.ofLibrary(t) && !isAny(t) && !IsError(t)
}

// embeds counts the fields that a struct embeds.
func embeds(s *types.Struct) (n int) {
	for f := range s.Fields() {
		if f.Embedded() {
			n++
		}
	}
	return n
}

// variableNil reports whether an expression is a variable that is never assigned.
func (u *Unit) variableNil(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && u.neverSet(u.object(id))
}

// neverSet reports whether a variable is declared without a value and never changed.
func (u *Unit) neverSet(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	if !ok || v.IsField() || v.Pkg() != u.Package {
		return false
	}
	declared, changed := false, false
	Each(u, func(n ast.Node) {
		if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == 0 {
			declared = declared || slices.ContainsFunc(spec.Names, func(id *ast.Ident) bool { return u.Info.Defs[id] == obj })
		}
		changed = changed || slices.Contains(u.changed(n), obj)
	})
	return declared && !changed
}

// refuseZero refuses to divide by a variable that is always zero, as programs do to examine
// infinities and the signs of zeros: an interpreter loses the sign of a zero argument.
func (u *Unit) refuseZero(n *ast.BinaryExpr) {
	id, ok := ast.Unparen(n.Y).(*ast.Ident)
	if ok && n.Op == token.QUO && IsBasic(u.typeOf(id), types.IsFloat) && u.neverSet(u.object(id)) {
		u.refuse(n, "the interpreter loses the sign of a zero that is handed over to a function, and %s is always zero; use math.Inf for an infinity%s", id.Name, Instead)
	}
}

// Instead is the end of refusals.
const Instead = "; compiled, it works: focal script --compile, or the GoNB kernel"

// refuseEndless refuses types that refer to themselves without a struct, an interface or a declared
// function type between: an interpreter makes other types from their structure, which is infinite.
func (u *Unit) refuseEndless(n *ast.TypeSpec) {
	obj, ok := u.Info.Defs[n.Name].(*types.TypeName)
	if !ok || n.Assign.IsValid() {
		return
	}
	whole := obj.Type().Underlying()
	if !is[*types.Signature](whole) && somewhere(whole, func(t types.Type) (bool, []types.Type) {
		switch t := t.(type) {
		case *types.Named:
			if is[*types.Signature](t.Underlying()) {
				return false, nil
			}
			return t.Origin().Obj() == obj, []types.Type{t.Underlying()}
		case *types.Struct, *types.Interface:
			return false, nil
		}
		return false, Components(t)
	}) {
		u.refuse(n, "the interpreter has no types that are made of themselves, as %s; make it a struct with such a field%s", rt.PlainName(obj.Name()), Instead)
	}
}

// refuseErrorType refuses a package-level type called error, which an interpreter takes for Go's.
func (u *Unit) refuseErrorType(n *ast.TypeSpec) {
	if n.Name.Name == "error" && !u.local(u.Info.Defs[n.Name]) {
		u.refuse(n, "the interpreter takes a type called error for Go's own; give it another name%s", Instead)
	}
}

// refuseAs refuses a method As of an error: the interpreter's errors.As does not call it.
func (u *Unit) refuseAs(n *ast.FuncDecl) {
	f, ok := u.Info.Defs[n.Name].(*types.Func)
	if !ok || n.Recv == nil || n.Name.Name != "As" || !u.fails(f.Signature().Recv().Type()) {
		return
	}
	if in := f.Signature().Params(); in.Len() == 1 && isAny(in.At(0).Type()) {
		u.refuse(n.Name, "the interpreter's errors.As does not call the method As of an error; use Unwrap, or another name%s", Instead)
	}
}

// introspection lists what reveals the interpreter's state instead of the program's.
var introspection = map[string]string{
	"runtime.Caller": "stack", "runtime.Callers": "stack", "runtime.CallersFrames": "stack", "runtime.FuncForPC": "stack",
	"runtime.Stack": "stack", "runtime/debug.Stack": "stack", "runtime/debug.PrintStack": "stack",
	"runtime.SetFinalizer": "memory", "runtime.AddCleanup": "memory", "runtime.ReadMemStats": "memory",
	"runtime.GoroutineProfile": "goroutines", "runtime.NumGoroutine": "goroutines",
	"testing.AllocsPerRun": "memory", "testing.Benchmark": "memory",
	"log.Lshortfile": "source", "log.Llongfile": "source",
}

// refuseMember refuses functions and constants that reveal the interpreter's own stack, memory and goroutines.
func (u *Unit) refuseMember(sel *ast.SelectorExpr) {
	obj := u.Info.Uses[sel.Sel]
	if obj == nil || obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() {
		return
	}
	if what := introspection[obj.Pkg().Path()+"."+obj.Name()]; what != "" {
		u.refuse(sel, "%s.%s would tell of the interpreter's %s, not of the program's%s", obj.Pkg().Name(), obj.Name(),
			what, Instead)
	}
}

// refuseReflection refuses reflection on the program's own types, of which an interpreter has
// only the structure.
func (u *Unit) refuseReflection(c *ast.CallExpr, own bool) {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok {
		return
	}
	f, ok := u.Info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Recv() != nil && f.Pkg().Path() != "encoding/json" {
		return
	}
	if f.Pkg().Path() == "encoding/json" { // it sees neither methods for encoding, nor what is embedded
		for _, arg := range c.Args {
			u.encodable(c, u.typeOf(arg), nil)
		}
		return
	}
	if f.Pkg().Path() != "reflect" || !slices.Contains(reflecting, f.Name()) {
		return
	}
	for _, arg := range c.Args {
		t := u.typeOf(arg)
		if hidden(t) {
			u.refuse(c, "reflect.%s does not know which fields the program does not export, and which it embeds%s",
				f.Name(), Instead)
		}
		if f.Name() == "DeepEqual" {
			if u.mistaken(t) {
				u.refuse(c, "reflect.DeepEqual does not know the types of the program's own values in interfaces; compare them by a function of your own%s", Instead)
			}
		} else if own && (u.ofProgram(t) || types.IsInterface(t) && !strings.HasPrefix(t.String(), "reflect.")) {
			u.refuse(c, "reflect.%s does not know the program's own types%s", f.Name(), Instead)
		}
	}
}

// reflecting are the functions of package reflect that look at types.
var reflecting = []string{"TypeOf", "ValueOf", "DeepEqual", "New", "Zero", "TypeFor"}

// coders are the methods that encoding/json calls by their names.
var coders = []string{"MarshalJSON", "MarshalText", "UnmarshalJSON", "UnmarshalText"}

// encodable refuses a type; within are the enclosing types.
func (u *Unit) encodable(c *ast.CallExpr, t types.Type, within []types.Type) {
	t = types.Unalias(t)
	if slices.Contains(within, t) {
		return
	}
	in := append(slices.Clip(within), t)
	of := func(t types.Type) { u.encodable(c, t, in) }
	f := u.callee(c.Fun)
	encodes := f == nil || !strings.HasPrefix(f.Name(), "Unmarshal") && f.Name() != "Decode"
	decodes := f == nil || !strings.HasPrefix(f.Name(), "Marshal") && f.Name() != "Encode"
	if named, ok := t.(*types.Named); ok {
		if named.Obj().Pkg() != u.Package {
			return
		}
		pointed := len(within) == 1 && is[*types.Pointer](within[0])
		for i, name := range coders {
			obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), false, u.Package, name)
			if is[*types.Func](obj) && (i < 2 && encodes && len(within) > 0 && !pointed || i >= 2 && decodes) {
				u.refuse(c, "encoding/json does not see the method %s of %s here%s", name, u.called(named), Instead)
			}
		}
	}
	switch t := t.Underlying().(type) {
	case *types.Interface:
		if !t.Empty() {
			u.refuse(c, "encoding/json does not see what is in an interface with methods; keep it in an any, or encode its fields%s", Instead)
		}
		for _, held := range u.held() {
			of(held)
		}
		for _, obj := range u.Info.Defs {
			f, ok := obj.(*types.Func)
			if ok && encodes && f.Signature().Recv() != nil && slices.Contains(coders[:2], f.Name()) {
				u.refuse(c, "encoding/json does not see the method %s of what may be in an interface%s", f.Name(), Instead)
			}
		}
	case *types.Pointer, *types.Slice, *types.Array, *types.Map:
		for _, part := range Components(t) {
			of(part)
		}
	case *types.Struct:
		for i := range t.NumFields() {
			f := t.Field(i)
			if f.Embedded() && t.NumFields() > 1 && !strings.Contains(t.Tag(i), "json:") && u.ofProgram(f.Type()) {
				u.refuse(c, "encoding/json takes the embedded %s for a field; give it a name or a tag%s", f.Name(), Instead)
			}
			if f.Exported() {
				of(f.Type())
			}
		}
	}
}

// hidden reports whether a type contains unnamed structs with fields that are embedded or
// unexported.
func hidden(t types.Type) bool {
	return somewhere(t, func(t types.Type) (bool, []types.Type) {
		switch t := t.(type) {
		case *types.Struct:
			_, all := parts(t)
			return !all, Components(t)
		case *types.Named, *types.Interface, *types.Signature, *types.Chan:
			return false, nil
		}
		return false, Components(t)
	})
}

// declaresTypes reports whether the program declares types other than interfaces, or another part
// of its session may.
func (u *Unit) declaresTypes() bool {
	return u.Session ||
		slices.ContainsFunc(u.typeNames(), func(t *types.TypeName) bool { return !types.IsInterface(t.Type()) })
}
