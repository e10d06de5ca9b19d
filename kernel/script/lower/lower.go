// Package lower translates Go into a small core language that a simple interpreter
// executes correctly. It has no side effects: it takes parsed and type-checked files,
// and returns the rewritten files, or an error with the position of a construct that
// cannot be lowered.
//
// The passes below run in order. Each has its own file, which documents what it does and
// why. After each pass that changed something the result is type-checked again. So a pass
// that produces invalid Go is found immediately, and no pass depends on the state of
// another.
//
// # The core language
//
// The result is Go with the restrictions of [Grammar], which are checked after the last pass, and with these:
//
//   - A captured variable that changes is behind a pointer, and no function literal captures a variable of a loop: each
//     iteration has its own.
//   - Operands of && and || have boolean operations only as operands of operators.
//   - Functions of fmt and log that show values are only called, never used as values.
//   - An element without a type is a value, or a pointer to a struct.
//   - An any that a function of a package returns is returned by a function literal that calls it.
//   - A value of the program becomes an interface of a package, other than error, by a call of a function that
//     calls [rt.Hand].
//   - Type switches are only in functions that assert an interface of the program.
//   - A defer is an assignment of [rt.Defers] to [rt.Later] or a call of [rt.Defers.Push], a recover one of
//     [rt.Defers.Recover], a go statement one of [rt.Go].
//
// Names that passes invent contain a ʹ.
package lower

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"hash/maphash"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A Pass rewrites the files of a unit.
type Pass struct {
	Name string
	Why  string      // what an interpreter executes wrongly, or does not know, without it
	run  func(*Unit) // what it cannot lower it refuses: see [Unit.refuse]
}

// Passes lists all passes in order.
var Passes = []Pass{
	refusing,
	names,
	printers,
	instantiate,
	formats,
	redeclared,
	inits,
	tuples,
	variadic,
	elided,
	typed,
	handed,
	bounds,
	constants,
	results,
	deferring,
	rangefunc,
	promoted,
	identities,
	methodValues,
	booleans,
	assertions,
	offered,
	functionMethods,
	arrays,
	extremes,
	arguments,
	shifts,
	comparisons,
	lookups,
	assignments,
	printing,
	goroutines,
	loops,
	operands,
	closures,
	separate,
	clauses,
}

// A Unit is a program, or a part of a session, that is being lowered.
type Unit struct {
	Fset     *token.FileSet
	Files    []*ast.File // of one package; rewritten in place; functions without bodies are declared elsewhere
	Importer types.Importer
	Runtime  string // the import path of package rt

	// Source returns a package that is available as source, with its types, or nil.
	Source func(path string) *Source

	// Exports reports whether a package exports a name.
	Exports func(path, name string) bool

	// Hands reports whether the host makes values of an interface of a package from the program's, and for which
	// further methods the package looks in them.
	Hands func(path, name string) (further []string, ok bool)

	// Imports are the packages by the names that they have in the files, except those that
	// the files import themselves.
	Imports map[string]string

	// Session is set if the files are a part of a session: other parts, which may not exist
	// yet, may declare types and store their values in interfaces.
	Session bool

	// Instances are the names of the instances of generic declarations. The parts of a
	// session share them, so that all have the same types.
	Instances map[string]string

	// Methods are the method sets of the types of the program, as names with signatures, by
	// the types' identities. The parts of a session share them.
	Methods map[string]map[string]bool

	// Types are the types that the program declares, or holds by name in interfaces, by their
	// identities. Displays are Go's names of instances by those of pass instantiate. The parts of
	// a session share both.
	Types    map[string]types.Type
	Displays map[string]string

	// Recovers are the functions that call recover themselves, by their full names. The parts of a
	// session share them.
	Recovers map[string]bool

	// Presents reports whether the host replaces the arguments of a function of a package by what it is
	// to show.
	Presents func(*types.Func) bool

	// Number returns a new number for a name that a pass invents.
	Number func() int

	// Set by Check.
	Package *types.Package
	Info    *types.Info
	Errors  []types.Error

	// Added are the packages that passes import in addition to the imports of the files,
	// by name.
	Added map[string]string

	// Operations are the functions that passes have declared, by name. A panic in one is of the statement that calls it.
	Operations map[string]bool

	shared map[types.Object]bool // variables that calls may change; for pass assignments

	fresh []ast.Decl // declarations to be added to the first file
	err   error      // the first refusal of a pass
}

// An Error is a refusal: a construct that cannot be lowered.
type Error struct {
	Pos     token.Pos
	Message string
}

func (e *Error) Error() string { return e.Message }

// refuse has the pass end with a refusal, unless it already does.
func (u *Unit) refuse(n ast.Node, format string, args ...any) {
	u.err = cmp.Or[error](u.err, &Error{n.Pos(), fmt.Sprintf(format, args...)})
}

// runtimeName is the name under which lowered files import package rt.
const runtimeName = "ʹrt"

// Lower runs all passes on a unit in which Check has found no type errors.
func (u *Unit) Lower() error {
	u.Added, u.Operations = map[string]string{}, map[string]bool{}
	before := u.shape()
	for _, p := range Passes {
		if p.run(u); u.err != nil {
			return u.err
		}
		if len(u.fresh) == 0 && u.shape() == before {
			continue
		}
		if u.recheck(p.Name); u.err != nil {
			return u.err
		}
		before = u.shape()
	}
	u.dropSources()
	u.check()
	return u.err
}

// dropSources removes the imports of packages that are available only as source: the files use
// only their instances.
func (u *Unit) dropSources() {
	if u.Source == nil {
		return
	}
	whole := func(path string) bool { s := u.Source(path); return s != nil && !s.Adds }
	for name, path := range u.Added {
		if whole(path) {
			delete(u.Added, name)
		}
	}
	u.drop(token.IMPORT, func(spec ast.Spec) bool {
		path, _ := strconv.Unquote(spec.(*ast.ImportSpec).Path.Value)
		return whole(path)
	})
}

// drop removes the declarations of a kind for which such holds from the files.
func (u *Unit) drop(kind token.Token, such func(ast.Spec) bool) {
	whole := func(decl ast.Decl) bool {
		d, ok := decl.(*ast.GenDecl)
		if !ok || d.Tok != kind {
			return false
		}
		d.Specs = slices.DeleteFunc(d.Specs, such)
		return len(d.Specs) == 0
	}
	replace(u, func(s *ast.DeclStmt) ast.Node {
		if whole(s.Decl) {
			return &ast.EmptyStmt{Semicolon: s.Pos()}
		}
		return nil
	})
	for _, file := range u.Files {
		file.Decls = slices.DeleteFunc(file.Decls, whole)
	}
}

// recheck type-checks the output of a pass.
func (u *Unit) recheck(pass string) {
	if len(u.fresh) > 0 {
		u.Files[0].Decls = append(u.Files[0].Decls, u.fresh...)
		u.fresh = nil
	}
	u.Check()
	if pass == "instantiate" && u.possible() {
		u.Check()
	}
	for _, e := range u.Errors {
		if !e.Soft && !slices.ContainsFunc(harmless, func(begin string) bool { return strings.HasPrefix(e.Msg, begin) }) {
			u.err = cmp.Or[error](u.err,
				&Error{e.Pos, fmt.Sprintf("the interpreter cannot have this as pass %s makes it: %s", pass, e.Msg)})
		}
	}
}

// shape returns a hash of the syntax trees: of their nodes, and of the contents of nodes that
// passes rewrite in place.
func (u *Unit) shape() uint64 {
	var hash maphash.Hash
	hash.SetSeed(shapes)
	mix := func(x uint64) { maphash.WriteComparable(&hash, x) }
	for _, file := range u.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil {
				mix(0)
				return false
			}
			mix(uint64(reflect.ValueOf(n).Pointer()))
			switch n := n.(type) {
			case *ast.Ident:
				hash.WriteString(n.Name)
			case *ast.BasicLit:
				hash.WriteString(n.Value)
			case *ast.GenDecl:
				mix(uint64(n.Tok))
			case *ast.AssignStmt:
				mix(uint64(n.Tok))
				mix(uint64(len(n.Lhs)))
			case *ast.BranchStmt:
				mix(uint64(n.Tok))
			case *ast.RangeStmt:
				mix(uint64(n.Tok))
			case *ast.UnaryExpr:
				mix(uint64(n.Op))
			case *ast.BinaryExpr:
				mix(uint64(n.Op))
			case *ast.CallExpr:
				mix(uint64(n.Ellipsis))
			}
			return true
		})
	}
	return hash.Sum64()
}

var shapes = maphash.MakeSeed()

// harmless are prefixes of type errors in the output of passes that do not matter to an interpreter:
// about code behind a call that ends a function, and about duplicates in an instance.
var harmless = []string{"missing return", "duplicate case", "\tprevious case", "goto "}

// Check type-checks the files.
func (u *Unit) Check() {
	whole := &ast.File{Name: ast.NewIdent("main")}
	imports := func(name, path string) {
		spec := &ast.ImportSpec{Name: ast.NewIdent(name), Path: &ast.BasicLit{Kind: token.STRING, Value: strconv.Quote(path)}}
		whole.Decls = append(whole.Decls, &ast.GenDecl{Tok: token.IMPORT, Specs: []ast.Spec{spec}})
	}
	for name, path := range u.Imports {
		imports(name, path)
	}
	for name, path := range u.Added {
		if u.Imports[name] != "" {
			continue
		}
		imports(name, path)
	}
	u.Package = types.NewPackage("main", "main")
	for _, file := range u.Files {
		whole.Decls = append(whole.Decls, file.Decls...)
	}
	u.Info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{}, Uses: map[*ast.Ident]types.Object{},
		Defs: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
	}
	u.Errors = nil
	conf := types.Config{Importer: u.Importer, Error: func(err error) {
		if e, ok := err.(types.Error); ok {
			u.Errors = append(u.Errors, e)
		}
	}}
	types.NewChecker(&conf, u.Fset, u.Package, u.Info).Files([]*ast.File{whole})
}

// local reports whether an object is declared in a function.
func (u *Unit) local(obj types.Object) bool {
	if obj == nil || obj.Pkg() != u.Package || obj.Parent() == u.Package.Scope() {
		return false
	}
	switch obj := obj.(type) {
	case *types.Var:
		return !obj.IsField()
	case *types.Const, *types.TypeName:
		return true
	}
	return false
}

// object returns the object that an identifier denotes.
func (u *Unit) object(id *ast.Ident) types.Object {
	if obj := u.Info.Uses[id]; obj != nil {
		return obj
	}
	return u.Info.Defs[id]
}

// typeOf returns the type of an expression, or nil.
func (u *Unit) typeOf(e ast.Expr) types.Type {
	if t := u.Info.Types[e].Type; t != nil {
		return t
	}
	if id, ok := e.(*ast.Ident); ok {
		if obj := u.object(id); obj != nil {
			return obj.Type()
		}
	}
	return nil
}

// Under returns the underlying type of an expression, or nil.
func (u *Unit) Under(e ast.Expr) types.Type {
	if t := u.typeOf(e); t != nil {
		return t.Underlying()
	}
	return nil
}

// Name invents a name.
func (u *Unit) Name(stem string) string {
	if !strings.HasPrefix(stem, "ʹ") {
		stem += "ʹ"
	}
	return fmt.Sprintf("%s_%d", stem, u.Number())
}
