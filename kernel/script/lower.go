package script

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"strconv"
	"strings"

	"github.com/focal-search/focal/kernel/script/internal/adapt"
	"github.com/focal-search/focal/kernel/script/lower"
)

// RuntimePath is the import path of the package that lowered code calls.
const RuntimePath = "github.com/focal-search/focal/kernel/script/rt"

// addImports adds the imports in added, by name, that are not in imported to a file.
func (in *Interpreter) addImports(file *ast.File, added, imported map[string]string) {
	group := &ast.GenDecl{TokPos: file.Package, Tok: token.IMPORT, Lparen: file.Package, Rparen: file.Package}
	for name, path := range added {
		if imported[name] != "" {
			continue
		}
		spec := &ast.ImportSpec{Name: &ast.Ident{NamePos: file.Package, Name: name},
			Path: &ast.BasicLit{ValuePos: file.Package, Kind: token.STRING, Value: strconv.Quote(path)}}
		group.Specs = append(group.Specs, spec)
		file.Imports = append(file.Imports, spec)
	}
	if group.Specs != nil {
		file.Decls = append([]ast.Decl{group}, file.Decls...)
	}
}

// Lower translates a file into the core language by package lower, and by package adapt into what the
// machine executes as Go does. Type errors are reported at their positions.
func (in *Interpreter) Lower(file *ast.File, scope Scope) error {
	u := &lower.Unit{
		Fset: in.machine.FileSet(), Files: []*ast.File{file}, Importer: in.packages, Runtime: RuntimePath,
		Imports: maps.Clone(scope.Imports), Source: in.packages.source, Session: scope.Given != nil,
		Instances: scope.Instances, Methods: in.methods, Types: in.types, Displays: in.displays,
		Recovers: in.recovers,
		Exports:  in.exports,
		Hands:    in.hands,
		Presents: adapt.Presents,
		Number:   func() int { in.numbers++; return in.numbers },
	}
	if scope.Given != nil {
		u.Files = append(u.Files, scope.Given)
	}
	if u.Imports == nil {
		u.Imports = map[string]string{}
	}
	for _, spec := range file.Imports {
		name, _ := LocalName(spec)
		delete(u.Imports, name)
	}
	if err := in.passes(u, scope.Given == nil); err != nil {
		return err
	}
	adapt.File(u, func(t types.Type) int { in.shapes = append(in.shapes, t); return len(in.shapes) - 1 })
	in.addImports(file, u.Added, u.Imports)
	return nil
}

// passes type-checks the files and runs the passes of package lower. In a whole program an
// unused variable or import is an error too.
func (in *Interpreter) passes(u *lower.Unit, whole bool) error {
	u.Check()
	if err := in.typeError(u.Errors, whole, u.Package); err != nil {
		return err
	}
	if err := in.tooLarge(u.Files[0], u.Info); err != nil {
		return err
	}
	err := u.Lower()
	var refused *lower.Error
	if errors.As(err, &refused) {
		return refusal(in.ErrorAt(refused.Pos, refused.Message))
	}
	return err
}

// noMethod matches the error of go/types for an undefined method or field.
var noMethod = regexp.MustCompile(`^\S+ undefined \((type .* has no field or method (\w+))\)(.*)$`)

// typeError returns the first error of go/types, or nil. That something is not used is an
// error only in a whole program.
func (in *Interpreter) typeError(errs []types.Error, whole bool, pkg *types.Package) error {
	for _, e := range errs {
		unused := e.Soft && strings.Contains(e.Msg, "and not used")
		if whole || !unused {
			message := in.meant(e.Msg, pkg)
			err := in.ErrorAt(e.Pos, noMethod.ReplaceAllString(message, "undefined method: $2 ($1)$3"))
			err.Refused = in.mayLack(e.Msg)
			return err
		}
	}
	return nil
}

// mayLack reports whether an error is about a name that a package of the standard library may have,
// but the symbol tables lack.
func (in *Interpreter) mayLack(message string) bool {
	m := undefined.FindStringSubmatch(message)
	if m == nil {
		return false
	}
	for _, importPath := range Packages() {
		name, _ := in.library.packageName(importPath)
		s := in.packages.source(importPath)
		if name == m[1] && !strings.HasPrefix(importPath, module) && (s == nil || s.Adds) &&
			!Members(importPath)[m[2]].IsValid() {
			return true
		}
	}
	return false
}

// OnlySource reports whether the interpreter has a package only as source. A lowered file contains
// instances of such a package's declarations, and does not import it.
func (in *Interpreter) OnlySource(importPath string) bool {
	s := in.packages.source(importPath)
	return s != nil && !s.Adds
}

// A Scope holds the declarations of other parts of a session that a part can use. The scope
// of a whole program is empty.
type Scope struct {
	Imports   map[string]string // import paths by name
	Given     *ast.File         // declarations; functions have no bodies, except generic ones
	Instances map[string]string // of generic declarations, see package lower
}

// exports reports whether a package has an exported name, compiled or as source.
func (in *Interpreter) exports(path, name string) bool {
	s := in.packages.source(path)
	return in.library.members(path)[name].IsValid() || s != nil && s.Package.Scope().Lookup(name) != nil
}

// Check type-checks a file as a package main. It skips errors for which ignore returns true.
func (in *Interpreter) Check(file *ast.File, ignore func(types.Error) bool) (*types.Package, *types.Info, error) {
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Defs: map[*ast.Ident]types.Object{}}
	var errs []types.Error
	conf := types.Config{Importer: in.packages, Error: func(err error) {
		if e, ok := err.(types.Error); ok && !ignore(e) {
			errs = append(errs, e)
		}
	}}
	pkg := types.NewPackage("main", "main")
	types.NewChecker(&conf, in.machine.FileSet(), pkg, info).Files([]*ast.File{file})
	return pkg, info, in.typeError(errs, false, pkg)
}

// TypeExpr returns a type as an expression in a package main with the given imports by
// name, to which it adds those that the type needs. It is nil if the type cannot be named.
func (in *Interpreter) TypeExpr(t types.Type, main *types.Package, imports map[string]string, pos token.Pos) ast.Expr {
	u := &lower.Unit{Package: main, Imports: imports, Added: imports, Exports: in.exports,
		Number: func() int { in.numbers++; return in.numbers }}
	return u.TypeExpr(t, pos)
}
