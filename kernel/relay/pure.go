package relay

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/focal-search/focal/kernel/script/lower"
)

// pure are packages whose functions depend on their arguments alone, and change nothing else.
var pure = map[string]bool{"bytes": true, "cmp": true, "container/heap": true, "container/list": true, "errors": true,
	"math": true, "math/big": true, "math/bits": true, "math/cmplx": true, "slices": true, "sort": true, "strconv": true,
	"strings": true, "unicode": true, "unicode/utf8": true}

// formats are the functions of fmt that do not print or read by themselves.
var formats = regexp.MustCompile(`^(Sprint|Sscan|Fprint|Append|Errorf)`)

// module is the import path of the project's packages.
const module = "github.com/focal-search/focal/"

// Impure says why the functions of a program may not behave as they do where they are
// interpreted, nil if they do: they depend on more than their arguments and on variables that
// nothing changes, or do more than to return a value. They are in a place such as "a cell".
func Impure(place string, decls []ast.Decl, pkg *types.Package, info *types.Info) error {
	c := &checker{place: place, pkg: pkg, info: info, bodies: map[types.Object]ast.Node{}, quiet: map[ast.Node]bool{}}
	for _, decl := range decls {
		if f, ok := decl.(*ast.FuncDecl); ok {
			c.bodies[info.Defs[f.Name]] = f.Body
		}
	}
	for _, decl := range decls {
		c.inspect(decl, nil)
	}
	return c.err
}

type checker struct {
	place  string // of the functions
	pkg    *types.Package
	info   *types.Info
	bodies map[types.Object]ast.Node // of the program's functions
	quiet  map[ast.Node]bool         // bodies that change nothing that their arguments refer to
	err    error
}

func (c *checker) refuse(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

// A frame is a function that is looked at.
type frame struct {
	node    ast.Node
	outer   *frame
	escapes bool // functions in its body may be called after it has returned
}

func (c *checker) inspect(n ast.Node, in *frame) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil {
				c.inspect(n.Body, &frame{n, in, c.holdsFunctions(c.info.Defs[n.Name].Type().(*types.Signature))})
			}
			return false
		case *ast.FuncLit:
			t := c.info.Types[n].Type.(*types.Signature)
			c.inspect(n.Body, &frame{n, in, c.holdsFunctions(t)})
			return false
		case *ast.Ident:
			c.uses(n, in)
		case *ast.GoStmt, *ast.SelectStmt, *ast.SendStmt, *ast.ChanType:
			c.refuse("its functions use goroutines or channels")
		case *ast.RangeStmt:
			if _, ok := c.info.Types[n.X].Type.Underlying().(*types.Map); ok {
				c.refuse("its functions range over a map, whose order Go leaves open")
			}
			if n.Tok == token.ASSIGN {
				c.assigned(n.Key, in)
				c.assigned(n.Value, in)
			}
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				c.assigned(e, in)
			}
		case *ast.IncDecStmt:
			c.assigned(n.X, in)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				c.assigned(n.X, in)
			}
		case *ast.CallExpr:
			c.call(n, in)
		}
		return true
	})
}

// uses looks at a name of another package, or of a variable from around a function that may be
// called later.
func (c *checker) uses(id *ast.Ident, in *frame) {
	obj := c.info.Uses[id]
	switch obj := obj.(type) {
	case *types.Builtin:
		if obj.Name() == "print" || obj.Name() == "println" {
			c.refuse("its functions print")
		}
		return
	case *types.Var:
		if c.kept(obj, in) {
			if _, pointer := obj.Type().Underlying().(*types.Pointer); pointer {
				c.refuse("its functions share what %s points to", obj.Name())
			}
		}
	}
	if obj == nil || obj.Pkg() == nil || obj.Pkg() == c.pkg || obj.Parent() != obj.Pkg().Scope() {
		return
	}
	path := obj.Pkg().Path()
	switch _, isType := obj.(*types.TypeName); {
	case isType || pure[path] || strings.HasPrefix(path, module+"engine") || strings.HasPrefix(path, module+"domains"):
	case path == "fmt" && formats.MatchString(obj.Name()):
	case path == "fmt":
		c.refuse("its functions print or read")
	default:
		c.refuse("its functions use %s.%s", obj.Pkg().Name(), obj.Name())
	}
}

// kept reports whether a variable lives on between the calls of the function in which it is used.
func (c *checker) kept(v *types.Var, in *frame) bool {
	if v.IsField() || v.Parent() == c.pkg.Scope() {
		return false
	}
	for f := in; f != nil; f = f.outer {
		if f.node.Pos() <= v.Pos() && v.Pos() < f.node.End() {
			return f != in && f.escapes
		}
	}
	return false
}

// assigned looks at what is assigned to.
func (c *checker) assigned(e ast.Expr, in *frame) {
	id := Root(e)
	if id == nil {
		return
	}
	v, ok := c.info.Uses[id].(*types.Var)
	switch {
	case !ok || v.IsField():
	case v.Parent() == c.pkg.Scope():
		c.refuse("its functions change %s, a variable of %s", original(v.Name()), c.place)
	case v.Pkg() != c.pkg:
		c.refuse("its functions change %s.%s", v.Pkg().Name(), v.Name())
	case c.kept(v, in):
		c.refuse("its functions keep something in %s from one call to the next", v.Name())
	}
}

// call looks at what a function may change by its arguments or its receiver.
func (c *checker) call(call *ast.CallExpr, in *frame) {
	if c.isQuiet(call) {
		return
	}
	given := call.Args
	if s, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		given = append(given[:len(given):len(given)], s.X)
	}
	for _, e := range given {
		id := Root(e)
		if id == nil {
			continue
		}
		if v, ok := c.info.Uses[id].(*types.Var); ok && c.kept(v, in) && refers(c.info.Types[e].Type) {
			c.refuse("its functions may change %s from one call to the next", v.Name())
		}
	}
}

// isQuiet reports whether a call changes nothing that its arguments refer to.
func (c *checker) isQuiet(call *ast.CallExpr) bool {
	if c.info.Types[call.Fun].IsType() {
		return true
	}
	var id *ast.Ident
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return false
	}
	obj := c.info.Uses[id]
	if _, builtin := obj.(*types.Builtin); builtin {
		return id.Name == "len" || id.Name == "cap" || id.Name == "min" || id.Name == "max"
	}
	body := c.bodies[obj]
	if body == nil {
		return false
	}
	if known, ok := c.quiet[body]; ok {
		return known
	}
	c.quiet[body] = true // of a function that calls itself the rest decides
	quiet := true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				quiet = quiet && !c.through(e)
			}
		case *ast.IncDecStmt:
			quiet = quiet && !c.through(n.X)
		case *ast.CallExpr:
			given := slices.ContainsFunc(n.Args, func(e ast.Expr) bool { return refers(c.info.Types[e].Type) })
			quiet = quiet && (c.isQuiet(n) || !given)
		}
		return quiet
	})
	c.quiet[body] = quiet
	return quiet
}

// through reports whether an assignment to e changes what a slice, a map or a pointer refers to.
func (c *checker) through(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		_, array := c.info.Types[e.X].Type.Underlying().(*types.Array)
		return !array || c.through(e.X)
	case *ast.SelectorExpr:
		_, pointer := c.info.Types[e.X].Type.Underlying().(*types.Pointer)
		return pointer || c.through(e.X)
	case *ast.StarExpr:
		return true
	}
	return false
}

// refers reports whether a value of a type can be changed through a copy of it.
func refers(t types.Type) bool {
	if t == nil {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Pointer, *types.Chan:
		return true
	case *types.Array, *types.Struct:
		return slices.ContainsFunc(lower.Components(t), refers)
	}
	return false
}

// Root is the variable of which an expression is a part, nil if there is none.
func Root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// holdsFunctions reports whether the results of a function may hold functions that the program declares. A
// scheduler does not count: it is made for one search, and may have a state.
func (c *checker) holdsFunctions(t *types.Signature) bool {
	if t.Results().Len() == 1 {
		named, ok := t.Results().At(0).Type().(*types.Named)
		if ok && named.Obj().Name() == "Scheduler" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == module+"engine" {
			return false
		}
	}
	return holds(t.Results(), map[types.Type]bool{})
}

func holds(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if _, ok := t.(*types.TypeParam); ok {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Map: // whose keys are no functions
		return holds(u.Elem(), seen)
	case *types.Tuple, *types.Struct, *types.Pointer, *types.Slice, *types.Array:
		return slices.ContainsFunc(lower.Components(u), func(t types.Type) bool { return holds(t, seen) })
	}
	return false
}

// Plain reports whether values of a type can be written as JSON and read again with nothing lost.
func Plain(t types.Type) bool { return plain(t, map[types.Type]bool{}) }

func plain(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return true // of a type that contains itself the rest decides
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsBoolean|types.IsInteger|types.IsFloat|types.IsString) != 0
	case *types.Struct:
		for f := range u.Fields() {
			if !f.Exported() {
				return false
			}
		}
	case *types.Slice, *types.Array, *types.Map:
	default:
		return false
	}
	return !slices.ContainsFunc(lower.Components(t.Underlying()), func(part types.Type) bool { return !plain(part, seen) })
}

// original is the name by which a cell calls what the program calls name.
func original(name string) string {
	name, _, _ = strings.Cut(name, "ʹ")
	return name
}
