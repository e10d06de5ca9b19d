package lower

import (
	"go/ast"
	"go/types"
	"strings"
)

// refusing finds what no pass can make into something that an interpreter runs as Go does,
// and refuses it before anything runs.
var refusing = Pass{"refuse", "what cannot be lowered must not run and be wrong", func(u *Unit) error {
	own := u.declaresTypes()
	var err error
	for _, file := range u.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if err != nil {
				return false
			}
			switch n := n.(type) {
			case *ast.SelectorExpr:
				err = u.refuseMember(n)
			case *ast.CallExpr:
				err = u.refuseReflection(n, own)
			}
			return err == nil
		})
	}
	return err
}}

// Instead is what a refusal ends with.
const Instead = "; compiled, it works: focal script --compile, or the GoNB kernel"

// introspection are functions that tell of the interpreter and not of the program.
var introspection = map[string]string{
	"runtime.Caller": "stack", "runtime.Callers": "stack", "runtime.CallersFrames": "stack", "runtime.FuncForPC": "stack",
	"runtime.Stack": "stack", "runtime/debug.Stack": "stack", "runtime/debug.PrintStack": "stack",
	"runtime.SetFinalizer": "memory", "runtime.AddCleanup": "memory", "runtime.ReadMemStats": "memory",
	"runtime.GoroutineProfile": "goroutines", "runtime.NumGoroutine": "goroutines",
	"testing.AllocsPerRun": "memory", "testing.Benchmark": "memory",
}

// refuseMember refuses what tells of the interpreter's own stack and memory.
func (u *Unit) refuseMember(sel *ast.SelectorExpr) error {
	f, ok := u.Info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Recv() != nil {
		return nil
	}
	if what := introspection[f.Pkg().Path()+"."+f.Name()]; what != "" {
		return refuse(sel, "%s.%s would tell of the interpreter's %s, not of the program's%s", f.Pkg().Name(), f.Name(), what, Instead)
	}
	return nil
}

// refuseReflection refuses reflection on the program's own types, which an interpreter
// has not: it has types of their structure.
func (u *Unit) refuseReflection(c *ast.CallExpr, own bool) error {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	f, ok := u.Info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Recv() != nil {
		return nil
	}
	if f.Pkg().Path() == "encoding/xml" {
		return refuse(sel, "encoding/xml needs the names of the program's own types%s", Instead)
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
		if t != nil && u.hidden(t, 0) {
			return refuse(c, "reflect.%s does not know which fields the program does not export, and which it embeds%s", f.Name(), Instead)
		}
		if own && t != nil && f.Name() != "DeepEqual" && (u.ofProgram(t, 0) || types.IsInterface(t) && !strings.HasPrefix(t.String(), "reflect.")) {
			return refuse(c, "reflect.%s does not know the program's own types%s", f.Name(), Instead)
		}
	}
	return nil
}

// hidden says whether a type is made of structs without names that have fields which are
// embedded or not exported, or tags.
func (u *Unit) hidden(t types.Type, depth int) bool {
	if depth > 10 {
		return false
	}
	switch t := types.Unalias(t).(type) {
	case *types.Struct:
		for i := range t.NumFields() {
			if f := t.Field(i); !f.Exported() || f.Embedded() || u.hidden(f.Type(), depth+1) {
				return true
			}
		}
	case *types.Pointer:
		return u.hidden(t.Elem(), depth+1)
	case *types.Slice:
		return u.hidden(t.Elem(), depth+1)
	case *types.Array:
		return u.hidden(t.Elem(), depth+1)
	case *types.Map:
		return u.hidden(t.Key(), depth+1) || u.hidden(t.Elem(), depth+1)
	}
	return false
}

// declaresTypes says whether the program declares types that are no interfaces.
func (u *Unit) declaresTypes() bool {
	for _, obj := range u.Info.Defs {
		if t, ok := obj.(*types.TypeName); ok && !types.IsInterface(t.Type()) {
			return true
		}
	}
	return false
}

// ofProgram says whether a type is made of types that the program declares.
func (u *Unit) ofProgram(t types.Type, depth int) bool {
	if depth > 10 {
		return false
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return t.Obj().Pkg() == u.Package
	case *types.Pointer:
		return u.ofProgram(t.Elem(), depth+1)
	case *types.Slice:
		return u.ofProgram(t.Elem(), depth+1)
	case *types.Array:
		return u.ofProgram(t.Elem(), depth+1)
	case *types.Chan:
		return u.ofProgram(t.Elem(), depth+1)
	case *types.Map:
		return u.ofProgram(t.Key(), depth+1) || u.ofProgram(t.Elem(), depth+1)
	}
	return false
}
