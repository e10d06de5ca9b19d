package lower

import (
	"cmp"
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
var refusing = Pass{"refuse", "code that cannot be lowered would give wrong results", func(u *Unit) error {
	own := u.declaresTypes()
	called := map[ast.Expr]bool{}
	var err error
	for _, file := range u.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if err != nil {
				return false
			}
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if err = u.refuseMember(n); err == nil && own && !called[n] {
					err = u.refuseLookingValue(n)
				}
			case *ast.TypeSpec:
				err = cmp.Or(u.refuseEndless(n), u.refuseErrorType(n))
			case *ast.FuncDecl:
				err = u.refuseAs(n)
			case *ast.BinaryExpr:
				if err = u.refuseZero(n); err == nil && (n.Op == token.EQL || n.Op == token.NEQ) {
					err = cmp.Or(u.refuseInside(n, u.typeOf(n.X)), u.refuseCompared(n, n.X, n.Y))
				}
			case *ast.SwitchStmt:
				if n.Tag != nil {
					err = u.refuseCompared(n.Tag, n.Tag)
				}
			case *ast.TypeAssertExpr:
				if n.Type != nil {
					err = u.refuseAsserted(n.X, n.Type)
				}
			case *ast.TypeSwitchStmt:
				for _, clause := range n.Body.List {
					for _, e := range clause.(*ast.CaseClause).List {
						err = cmp.Or(err, u.refuseAsserted(*switched(n), e))
					}
				}
			case *ast.MapType:
				err = cmp.Or(u.refuseInside(n, u.typeOf(n.Key)), u.refuseCompared(n, n.Key))
			case *ast.CompositeLit:
				err = u.refuseTemplateFunctions(n)
			case *ast.CallExpr:
				called[ast.Unparen(n.Fun)] = true
				err = cmp.Or(u.refuseReflection(n, own), u.refuseLooking(n), u.refuseKey(n), u.refuseTemplate(n))
			}
			return err == nil
		})
	}
	if err != nil {
		return err
	}
	return u.refuseValues()
}}

// refuseKey refuses keys with methods for a sync.Map or a context, which get the unboxed value: it
// could be equal to a key of another type.
func (u *Unit) refuseKey(c *ast.CallExpr) error {
	f := u.callee(c.Fun)
	if f == nil || f.Pkg() == nil {
		return nil
	}
	at := 0
	switch recv := f.Signature().Recv(); {
	case f.Pkg().Path() == "context" && f.Name() == "WithValue":
		at = 1
	case f.Pkg().Path() == "context" && f.Name() == "Value":
	case f.Pkg().Path() == "sync" && recv != nil && types.TypeString(recv.Type(), nil) == "*sync.Map" && f.Name() != "Range":
	default:
		return nil
	}
	if at >= len(c.Args) {
		return nil
	}
	t := u.typeOf(c.Args[at])
	if t == nil || u.Info.Types[c.Args[at]].IsNil() || !u.mayHaveMethods(t, nil) {
		return nil
	}
	return refuse(c.Args[at], "the interpreter does not keep the type of a key with methods in a %s; use a type without methods, or a map%s",
		map[bool]string{true: "context", false: "sync.Map"}[f.Pkg().Path() == "context"], Instead)
}

// refuseTemplate refuses to pass values with methods, or structs with embedded or unexported fields,
// to a template, which does not see them as in Go.
func (u *Unit) refuseTemplate(c *ast.CallExpr) error {
	f := u.callee(c.Fun)
	if f == nil || f.Pkg() == nil || f.Pkg().Path() != "text/template" && f.Pkg().Path() != "html/template" ||
		f.Name() != "Execute" && f.Name() != "ExecuteTemplate" || len(c.Args) == 0 {
		return nil
	}
	data := c.Args[len(c.Args)-1]
	if t := u.typeOf(data); t != nil && !u.Info.Types[data].IsNil() && u.mayHaveMethods(t, parts) {
		return refuse(data, "a template sees neither methods of the program's own types, nor fields that are embedded or not exported; hand over others, or use fmt%s", Instead)
	}
	return nil
}

// mayHaveMethods reports whether the dynamic type of a value of type t may be a type of the program
// with methods. If parts is not nil, it also considers the parts of the value; all is false if they
// are not seen as in Go.
func (u *Unit) mayHaveMethods(t types.Type, parts func(types.Type) (list []types.Type, all bool)) bool {
	seen := map[types.Type]bool{}
	var may func(t types.Type) bool
	may = func(t types.Type) bool {
		t = types.Unalias(t)
		if seen[t] {
			return false
		}
		seen[t] = true
		named, ok := t.(*types.Named)
		switch {
		case types.IsInterface(t):
			for _, own := range u.declared() {
				all := true
				if parts != nil {
					_, all = parts(own)
				}
				if own.NumMethods() > 0 || !all {
					return true
				}
			}
		case ok && named.Obj().Pkg() != u.Package:
			return false
		case ok && named.NumMethods() > 0:
			return true
		}
		if parts == nil {
			return false
		}
		list, all := parts(t)
		return !all || slices.ContainsFunc(list, may)
	}
	return may(t)
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
func (u *Unit) refuseInside(n ast.Node, t types.Type) error {
	var inside func(t types.Type) types.Type // an interface that is compared with a value of t
	inside = func(t types.Type) types.Type {
		switch t := t.Underlying().(type) {
		case *types.Interface:
			return t
		case *types.Array:
			return inside(t.Elem())
		case *types.Struct:
			for f := range t.Fields() {
				if i := inside(f.Type()); i != nil {
					return i
				}
			}
		}
		return nil
	}
	if t == nil || types.IsInterface(t) {
		return nil
	}
	i := inside(t)
	if i == nil {
		return nil
	}
	held := u.Session || slices.ContainsFunc(u.declared(), func(own *types.Named) bool { // or another cell may declare one
		return own.NumMethods() > 0 && (own.TypeParams().Len() > 0 ||
			types.Implements(types.NewPointer(own), i.(*types.Interface)))
	})
	if !held {
		return nil
	}
	return refuse(n, "the interpreter does not compare what is in the interfaces of %s; compare its fields%s",
		u.called(t), Instead)
}

// refusePointer refuses type assertions to an interface of a package that a pointer to a type of
// the program implements by methods with value receivers: an interpreter finds them only on values.
func (u *Unit) refusePointer(e ast.Expr) error {
	t := u.typeOf(e)
	if t == nil || !types.IsInterface(t) || !u.ofLibrary(t) {
		return nil
	}
	of, ok := t.Underlying().(*types.Interface)
	if !ok || of.Empty() || IsError(t) {
		return nil
	}
	for _, value := range u.Info.Types {
		p, ok := types.Unalias(value.Type).(*types.Pointer)
		if !ok || !u.ofProgram(p.Elem()) || types.IsInterface(p.Elem()) || !types.Implements(p.Elem(), of) {
			continue
		}
		return refuse(e, "the interpreter does not find the methods of %s in a %s; assert the pointer itself%s",
			u.called(p.Elem()), u.called(p), Instead)
	}
	return nil
}

// refuseImplementing refuses type assertions to an interface of a package that a type of the program
// implements, or one of another part of a session may: an interpreter calls the methods with another
// receiver. It handles error and fmt.Stringer, unless the operand is of an interface type of a
// package.
func (u *Unit) refuseImplementing(x, e ast.Expr) error {
	from, t := u.typeOf(x), u.typeOf(e)
	if from == nil || t == nil || !types.IsInterface(t) || !u.ofLibrary(t) || u.Info.Types[e].IsNil() {
		return nil
	}
	if (IsError(t) || isStringer(t)) && (!u.ofLibrary(from) || isAny(from)) || types.Identical(t, from) {
		return nil
	}
	if t.Underlying().(*types.Interface).Empty() || !(u.Session && !runtimeOnly(t)) && !u.implemented(t) {
		return nil
	}
	return refuse(e, "the interpreter does not find the methods of the program's own types in a %s that is asserted; assert an interface of your own%s",
		u.called(t), Instead)
}

// isStringer reports whether a type is fmt.Stringer.
func isStringer(t types.Type) bool { return types.TypeString(t, nil) == "fmt.Stringer" }

// runtimeOnly reports whether a type is runtime.Error, which no program implements.
func runtimeOnly(t types.Type) bool { return types.TypeString(t, nil) == "runtime.Error" }

// refuseOwn refuses type assertions from an interface of a package with methods, except error, to a
// type of the program: an interpreter stores its own struct in such an interface instead of the value.
func (u *Unit) refuseOwn(x, to ast.Expr) error {
	of, t := u.typeOf(x), u.typeOf(to)
	if of == nil || t == nil || !u.wraps(of) || types.IsInterface(t) || !u.ofProgram(t) {
		return nil
	}
	return refuse(to, "the interpreter does not find a %s in a %s; keep it in an interface of your own%s", u.called(t),
		u.called(of), Instead)
}

// refuseAsserted refuses type assertions, and cases of type switches, from x to the type of.
func (u *Unit) refuseAsserted(x, of ast.Expr) error {
	return cmp.Or(u.refusePointer(of), u.refuseEmpty(of), u.refuseImplementing(x, of), u.refuseOwn(x, of))
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
func (u *Unit) refuseValues() (err error) {
	looks, calls := u.looks(), u.handedOver()
	u.implicit(func(e ast.Expr, dest types.Type) ast.Expr {
		t := u.typeOf(e)
		if err == nil && t != nil {
			err = cmp.Or(u.refuseMoved(e, t, dest, calls[e]), u.refuseWithin(e, t, dest, calls[e]))
		}
		if err != nil || t == nil || !types.IsInterface(dest) || types.IsInterface(t) {
			return e
		}
		if dest.Underlying().(*types.Interface).Empty() {
			_, nameless := types.Unalias(t).(*types.Struct)
			if c := calls[e]; nameless && types.NewMethodSet(t).Len() > 0 && (c == nil || !u.Presents(u.callee(c.Fun))) {
				err = u.refuseNameless(e, t)
			}
			return e
		}
		if _, param := dest.(*types.TypeParam); param {
			return e
		}
		if s, ok := types.Unalias(t).(*types.Struct); ok && embeds(s) > 1 {
			err = u.refuseNameless(e, s)
		}
		p, ok := types.Unalias(t).(*types.Pointer)
		if _, fresh := ast.Unparen(e).(*ast.UnaryExpr); !ok || fresh || !looks || u.builtinCall(e) == "new" {
			return e
		}
		set := types.NewMethodSet(p.Elem())
		for m := range dest.Underlying().(*types.Interface).Methods() {
			if u.ofProgram(p.Elem()) && set.Lookup(m.Pkg(), m.Name()) != nil && u.variableNil(e) {
				err = refuse(e, "the interpreter does not name the method %s in the error for a nil pointer%s", m.Name(), Instead)
			}
		}
		return e
	})
	return err
}

func (u *Unit) refuseNameless(e ast.Expr, t types.Type) error {
	return refuse(e, "the interpreter does not know the methods of a struct whose type has no name; declare a type for %s%s",
		u.called(t), Instead)
}

// handedOver maps each argument of a function of a package to the call.
func (u *Unit) handedOver() map[ast.Expr]*ast.CallExpr {
	calls := map[ast.Expr]*ast.CallExpr{}
	for _, file := range u.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok {
				if f := u.callee(c.Fun); f != nil && f.Pkg() != nil && f.Pkg() != u.Package {
					for _, e := range c.Args {
						calls[e] = c
					}
				}
			}
			return true
		})
	}
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
func (u *Unit) refuseMoved(e ast.Expr, t, dest types.Type, in *ast.CallExpr) error {
	if !u.wraps(t) || !types.IsInterface(dest) || types.Identical(t, dest) || u.ofLibrary(dest) && !isAny(dest) ||
		in != nil && isStringer(t) && u.callsMethod(in) {
		return nil
	}
	if _, param := dest.(*types.TypeParam); param {
		return nil
	}
	if !u.implemented(t) {
		return nil
	}
	return refuse(e, "the interpreter loses the type of a value that goes from %s to another interface; keep it in an interface of your own%s",
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
	for _, obj := range u.Info.Defs {
		if name, ok := obj.(*types.TypeName); ok && !name.IsAlias() && !types.IsInterface(name.Type()) {
			if named, ok := name.Type().(*types.Named); ok {
				all = append(all, named)
			}
		}
	}
	return all
}

// refuseCompared refuses to compare values of interfaces of packages that the program implements,
// also as map keys: an interpreter compares its own structs.
func (u *Unit) refuseCompared(n ast.Node, operands ...ast.Expr) error {
	for _, e := range operands {
		if e == nil || u.Info.Types[e].IsNil() {
			return nil
		}
	}
	for _, e := range operands {
		if t := u.typeOf(e); t != nil && u.wraps(t) && u.implemented(t) {
			return refuse(n, "the interpreter does not compare the program's own values in %s; keep them in an interface of your own%s",
				u.called(t), Instead)
		}
	}
	return nil
}

// refuseWithin refuses to pass a value as an any to a function of a package if parts of it are in an
// interface of a package that the program implements: the function would see structs of the interpreter.
// Functions that only keep values do not inspect them.
func (u *Unit) refuseWithin(e ast.Expr, t, dest types.Type, in *ast.CallExpr) error {
	if in == nil || !isAny(dest) || types.IsInterface(t) || keeping[u.callee(in.Fun).Pkg().Path()] {
		return nil
	}
	held := u.partIn(t, false, map[types.Type]bool{})
	if held == nil {
		return nil
	}
	if set := types.NewMethodSet(t); set.Lookup(nil, "String") != nil || set.Lookup(nil, "Error") != nil {
		return nil // shown by the method
	}
	return refuse(e, "the interpreter does not show the program's own values in %s; keep them in an interface of your own%s",
		u.called(held), Instead)
}

// keeping are the packages whose functions keep values and do not inspect them.
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
	for _, part := range components(t.Underlying()) {
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

// builtinCall returns the name of the builtin function that an expression calls, or "".
func (u *Unit) builtinCall(e ast.Expr) string {
	if c, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		return u.builtin(c.Fun)
	}
	return ""
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
	for _, file := range u.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok {
				for _, id := range spec.Names {
					declared = declared || u.Info.Defs[id] == obj && len(spec.Values) == 0
				}
			}
			if n != nil {
				for _, o := range u.changed(n) {
					changed = changed || o == obj
				}
			}
			return true
		})
	}
	return declared && !changed
}

// refuseZero refuses to divide by a variable that is always zero, as programs do to examine
// infinities and the signs of zeros: an interpreter loses the sign of a zero argument.
func (u *Unit) refuseZero(n *ast.BinaryExpr) error {
	id, ok := ast.Unparen(n.Y).(*ast.Ident)
	if !ok || n.Op != token.QUO {
		return nil
	}
	t := u.typeOf(id)
	if b, ok := t.Underlying().(*types.Basic); !ok || b.Info()&types.IsFloat == 0 || !u.neverSet(u.object(id)) {
		return nil
	}
	return refuse(n, "the interpreter loses the sign of a zero that is handed over to a function, and %s is always zero; use math.Inf for an infinity%s", id.Name, Instead)
}

// Instead is the end of refusals.
const Instead = "; compiled, it works: focal script --compile, or the GoNB kernel"

// refuseEndless refuses types that refer to themselves without a struct, an interface or a declared
// function type between: an interpreter makes other types from their structure, which is infinite.
func (u *Unit) refuseEndless(n *ast.TypeSpec) error {
	obj, ok := u.Info.Defs[n.Name].(*types.TypeName)
	if !ok || n.Assign.IsValid() {
		return nil
	}
	seen := map[types.Type]bool{}
	var reaches func(t types.Type) bool
	reaches = func(t types.Type) bool {
		switch t := types.Unalias(t).(type) {
		case *types.Named:
			if t.Origin().Obj() == obj {
				return true
			}
			if seen[t] {
				return false
			}
			seen[t] = true
			if _, function := t.Underlying().(*types.Signature); function {
				return false
			}
			return reaches(t.Underlying())
		case *types.Struct, *types.Interface:
			return false
		}
		return slices.ContainsFunc(components(t), reaches)
	}
	if _, function := obj.Type().Underlying().(*types.Signature); !function && reaches(obj.Type().Underlying()) {
		return refuse(n, "the interpreter has no types that are made of themselves, as %s; make it a struct with such a field%s", rt.PlainName(obj.Name()), Instead)
	}
	return nil
}

// refuseErrorType refuses a package-level type called error, which an interpreter takes for Go's.
func (u *Unit) refuseErrorType(n *ast.TypeSpec) error {
	if n.Name.Name != "error" || u.local(u.Info.Defs[n.Name]) {
		return nil
	}
	return refuse(n, "the interpreter takes a type called error for Go's own; give it another name%s", Instead)
}

// refuseAs refuses a method As of an error: the interpreter's errors.As does not call it.
func (u *Unit) refuseAs(n *ast.FuncDecl) error {
	f, ok := u.Info.Defs[n.Name].(*types.Func)
	if !ok || n.Recv == nil || n.Name.Name != "As" || !u.fails(f.Signature().Recv().Type()) {
		return nil
	}
	if in := f.Signature().Params(); in.Len() != 1 || !isAny(in.At(0).Type()) {
		return nil
	}
	return refuse(n.Name, "the interpreter's errors.As does not call the method As of an error; use Unwrap, or another name%s", Instead)
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
func (u *Unit) refuseMember(sel *ast.SelectorExpr) error {
	obj := u.Info.Uses[sel.Sel]
	if obj == nil || obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() {
		return nil
	}
	if what := introspection[obj.Pkg().Path()+"."+obj.Name()]; what != "" {
		return refuse(sel, "%s.%s would tell of the interpreter's %s, not of the program's%s", obj.Pkg().Name(), obj.Name(),
			what, Instead)
	}
	return nil
}

// refuseReflection refuses reflection on the program's own types, of which an interpreter has
// only the structure.
func (u *Unit) refuseReflection(c *ast.CallExpr, own bool) error {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	f, ok := u.Info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Recv() != nil && f.Pkg().Path() != "encoding/json" {
		return nil
	}
	if f.Pkg().Path() == "encoding/json" {
		return u.refuseJSON(c)
	}
	if f.Pkg().Path() != "reflect" {
		return nil
	}
	switch f.Name() {
	case "TypeOf", "ValueOf", "DeepEqual", "New", "Zero", "TypeFor":
	default:
		return nil
	}
	for _, arg := range c.Args {
		t := u.typeOf(arg)
		if t != nil && hidden(t) {
			return refuse(c, "reflect.%s does not know which fields the program does not export, and which it embeds%s",
				f.Name(), Instead)
		}
		if f.Name() == "DeepEqual" && t != nil && u.mistaken(t) {
			return refuse(c, "reflect.DeepEqual does not know the types of the program's own values in interfaces; compare them by a function of your own%s", Instead)
		}
		if own && t != nil && f.Name() != "DeepEqual" &&
			(u.ofProgram(t) || types.IsInterface(t) && !strings.HasPrefix(t.String(), "reflect.")) {
			return refuse(c, "reflect.%s does not know the program's own types%s", f.Name(), Instead)
		}
	}
	return nil
}

// coders are the methods that encoding/json calls by their names.
var coders = []string{"MarshalJSON", "MarshalText", "UnmarshalJSON", "UnmarshalText"}

// refuseJSON refuses to encode values that contain types with methods for encoding, or structs with
// embedded ones: encoding/json sees neither.
func (u *Unit) refuseJSON(c *ast.CallExpr) (err error) {
	for _, arg := range c.Args {
		if t := u.typeOf(arg); t != nil && err == nil {
			err = u.encodable(c, t, nil)
		}
	}
	return err
}

// encodable refuses a type; within are the enclosing types.
func (u *Unit) encodable(c *ast.CallExpr, t types.Type, within []types.Type) error {
	t = types.Unalias(t)
	if slices.Contains(within, t) {
		return nil
	}
	in := append(slices.Clip(within), t)
	of := func(t types.Type) error { return u.encodable(c, t, in) }
	f := u.callee(c.Fun)
	encodes := f == nil || !strings.HasPrefix(f.Name(), "Unmarshal") && f.Name() != "Decode"
	decodes := f == nil || !strings.HasPrefix(f.Name(), "Marshal") && f.Name() != "Encode"
	if named, ok := t.(*types.Named); ok {
		if named.Obj().Pkg() != u.Package {
			return nil
		}
		pointed := false
		if len(within) == 1 {
			_, pointed = within[0].(*types.Pointer)
		}
		for i, name := range coders {
			obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), false, u.Package, name)
			if _, method := obj.(*types.Func); method && (i < 2 && encodes && len(within) > 0 && !pointed || i >= 2 && decodes) {
				return refuse(c, "encoding/json does not see the method %s of %s here%s", name, u.called(named), Instead)
			}
		}
	}
	switch t := t.Underlying().(type) {
	case *types.Interface:
		if !t.Empty() {
			return refuse(c, "encoding/json does not see what is in an interface with methods; keep it in an any, or encode its fields%s", Instead)
		}
		for _, held := range u.held() {
			if err := of(held); err != nil {
				return err
			}
		}
		for _, obj := range u.Info.Defs {
			f, ok := obj.(*types.Func)
			if ok && encodes && f.Signature().Recv() != nil && slices.Contains(coders[:2], f.Name()) {
				return refuse(c, "encoding/json does not see the method %s of what may be in an interface%s", f.Name(), Instead)
			}
		}
	case *types.Pointer:
		return of(t.Elem())
	case *types.Slice:
		return of(t.Elem())
	case *types.Array:
		return of(t.Elem())
	case *types.Map:
		return cmp.Or(of(t.Key()), of(t.Elem()))
	case *types.Struct:
		for i := range t.NumFields() {
			f := t.Field(i)
			if f.Embedded() && t.NumFields() > 1 && !strings.Contains(t.Tag(i), "json:") && u.ofProgram(f.Type()) {
				return refuse(c, "encoding/json takes the embedded %s for a field; give it a name or a tag%s", f.Name(), Instead)
			}
			if f.Exported() {
				if err := of(f.Type()); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// hidden reports whether a type contains unnamed structs with fields that are embedded or
// unexported.
func hidden(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Struct:
		for f := range t.Fields() {
			if !f.Exported() || f.Embedded() || hidden(f.Type()) {
				return true
			}
		}
		return false
	case *types.Named, *types.Interface, *types.Signature, *types.Chan:
		return false
	}
	return slices.ContainsFunc(components(t), hidden)
}

// declaresTypes reports whether the program declares types other than interfaces, or another part
// of its session may.
func (u *Unit) declaresTypes() bool {
	if u.Session {
		return true
	}
	for _, obj := range u.Info.Defs {
		if t, ok := obj.(*types.TypeName); ok && !types.IsInterface(t.Type()) {
			return true
		}
	}
	return false
}
