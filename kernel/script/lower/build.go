package lower

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// Syntax trees, made at a position of the source.

func ident(pos token.Pos, name string) *ast.Ident { return &ast.Ident{NamePos: pos, Name: name} }

func number(pos token.Pos, n int) ast.Expr {
	return &ast.BasicLit{ValuePos: pos, Kind: token.INT, Value: strconv.Itoa(n)}
}

func call(pos token.Pos, fun ast.Expr, args ...ast.Expr) *ast.CallExpr {
	return &ast.CallExpr{Fun: fun, Lparen: pos, Args: args, Rparen: pos}
}

func block(pos token.Pos, list ...ast.Stmt) *ast.BlockStmt {
	return &ast.BlockStmt{Lbrace: pos, List: list, Rbrace: pos}
}

func define(name *ast.Ident, value ast.Expr) *ast.AssignStmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{name}, TokPos: name.Pos(), Tok: token.DEFINE, Rhs: []ast.Expr{value}}
}

func assign(to, value ast.Expr) *ast.AssignStmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{to}, TokPos: to.Pos(), Tok: token.ASSIGN, Rhs: []ast.Expr{value}}
}

func declaration(pos token.Pos, v *ast.ValueSpec) ast.Stmt {
	return &ast.DeclStmt{Decl: &ast.GenDecl{TokPos: pos, Tok: token.VAR, Specs: []ast.Spec{v}}}
}

func field(pos token.Pos, name string, t ast.Expr) *ast.Field {
	f := &ast.Field{Type: t}
	if name != "" {
		f.Names = []*ast.Ident{ident(pos, name)}
	}
	return f
}

func fields(pos token.Pos, list ...*ast.Field) *ast.FieldList {
	return &ast.FieldList{Opening: pos, List: list, Closing: pos}
}

// NameBlank gives the fields in a list without names the name _. The list may be nil.
func NameBlank(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		if len(f.Names) == 0 {
			f.Names = []*ast.Ident{ident(f.Pos(), "_")}
		}
	}
}

// namesIn returns the names in lists of fields, which may be nil.
func namesIn(lists ...*ast.FieldList) (names []*ast.Ident) {
	for _, list := range lists {
		if list != nil {
			for _, f := range list.List {
				names = append(names, f.Names...)
			}
		}
	}
	return names
}

// instead makes an expression that evaluates another one and yields a value of a type; nil if the type of the other
// one cannot be named.
func (u *Unit) instead(e ast.Expr, t, value string) ast.Expr {
	if of := u.TypeText(u.typeOf(e)); of != "" {
		return u.Code(e.Pos(), "func(_ %s) %s { return %s }(%s)", of, t, value, e)
	}
	return nil
}

// through makes a call of a function that returns its argument, with the types of its parameter and its result.
func (u *Unit) through(e ast.Expr, in, out string) ast.Expr {
	return u.Code(e.Pos(), "func(%s %s) %s { return %[1]s }(%[4]s)", u.Name("ʹx"), in, out, e)
}

// convertedTo converts a value to a type, if that can be written.
func (u *Unit) convertedTo(t types.Type, value ast.Expr) ast.Expr {
	switch as := u.TypeExpr(t, value.Pos()).(type) {
	case nil:
		return value
	case *ast.Ident, *ast.SelectorExpr:
		return call(value.Pos(), as, value)
	default:
		return u.Code(value.Pos(), "(%s)(%s)", as, value)
	}
}

// Code makes an expression at a position from its text. Arguments that are expressions or statements, or lists of
// these, are put in the places of their verbs.
func (u *Unit) Code(pos token.Pos, format string, args ...any) ast.Expr {
	nodes := map[string]any{}
	for i, arg := range args {
		switch arg.(type) {
		case ast.Node, []ast.Expr, []ast.Stmt:
			name := "ʹ" + strconv.Itoa(i)
			nodes[name], args[i] = arg, name
		}
	}
	text := fmt.Sprintf(format, args...)
	e, err := parser.ParseExpr(text)
	if err != nil {
		panic(text + ": " + err.Error()) // passes write Go
	}
	if strings.Contains(text, runtimeName+".") {
		u.Added[runtimeName] = u.Runtime
	}
	return copied(cloner{at: &pos, nodes: nodes}, e)
}

// Statements makes statements at a position from their text.
func (u *Unit) Statements(pos token.Pos, format string, args ...any) []ast.Stmt {
	return u.Code(pos, "func() { "+format+" }", args...).(*ast.FuncLit).Body.List
}

// Statement makes one.
func (u *Unit) Statement(pos token.Pos, format string, args ...any) ast.Stmt {
	return u.Statements(pos, format, args...)[0]
}

// declareFunction adds a function to the first file, of which the text begins with the parameters.
func (u *Unit) declareFunction(pos token.Pos, name, format string, args ...any) *ast.FuncDecl {
	f := u.Code(pos, "func"+format, args...).(*ast.FuncLit)
	made := &ast.FuncDecl{Name: ident(pos, name), Type: f.Type, Body: f.Body}
	u.fresh = append(u.fresh, made)
	u.Operations[name] = true
	return made
}

// Value is the field of a cell, a struct that holds a captured variable. Interpreters
// handle the type of a field better than the element type of a pointer.
const Value = "Vʹ"

// cell is the type of a cell.
func cell(t string) string { return "struct{ " + Value + " " + t + " }" }

// TypeExpr makes an expression for a type in the files, and imports its package if necessary;
// it is nil if the type cannot be named. Names of types are not shadowed (see pass names).
func (u *Unit) TypeExpr(t types.Type, pos token.Pos) ast.Expr {
	if text := u.TypeText(t); text != "" {
		return u.Code(pos, "%s", text)
	}
	return nil
}

// TypeText is the text of such an expression, "" if the type cannot be named.
func (u *Unit) TypeText(t types.Type) string {
	if somewhere(t, func(t types.Type) (bool, []types.Type) { return u.nameless(t), Components(t) }) {
		return ""
	}
	return types.TypeString(canonical(t), func(p *types.Package) string {
		if p == u.Package {
			return ""
		}
		return u.imported(p.Path(), p.Name())
	})
}

// nameless reports whether a type, disregarding its parts, cannot be named in the files.
func (u *Unit) nameless(t types.Type) bool {
	switch t := t.(type) {
	case *types.Basic:
		return t.Kind() == types.Invalid || untyped(t)
	case *types.Named:
		obj := t.Obj()
		return obj.Pkg() != nil && obj.Pkg() != u.Package &&
			(!obj.Exported() || u.Exports != nil && !u.Exports(obj.Pkg().Path(), obj.Name()))
	case *types.Struct:
		return slices.ContainsFunc(slices.Collect(t.Fields()), foreign[*types.Var](u))
	case *types.Interface:
		return !t.IsMethodSet() || slices.ContainsFunc(slices.Collect(t.Methods()), foreign[*types.Func](u))
	case *types.TypeParam, *types.Tuple:
		return true
	}
	return false
}

// foreign reports whether a field or a method is not exported by another package.
func foreign[O types.Object](u *Unit) func(O) bool {
	return func(obj O) bool {
		return !obj.Exported() && obj.Pkg() != nil && obj.Pkg() != u.Package && obj.Pkg().Path() != "main"
	}
}

// instance makes an instance of a generic type, or the type itself if there are no arguments.
func instance(of ast.Expr, args []ast.Expr) ast.Expr {
	pos := of.Pos()
	switch len(args) {
	case 0:
		return of
	case 1:
		return &ast.IndexExpr{X: of, Lbrack: pos, Index: args[0], Rbrack: pos}
	}
	return &ast.IndexListExpr{X: of, Lbrack: pos, Indices: args, Rbrack: pos}
}

// indexed returns a generic type and the arguments of an instance, or the expression itself.
func indexed(e ast.Expr) (of ast.Expr, args []ast.Expr) {
	switch e := e.(type) {
	case *ast.IndexExpr:
		return e.X, []ast.Expr{e.Index}
	case *ast.IndexListExpr:
		return e.X, e.Indices
	}
	return e, nil
}

// imported returns a name of a package in the files. It imports the package if they do
// not.
func (u *Unit) imported(path, name string) string {
	for as, p := range u.Imports {
		if p == path && as != "." && as != "_" {
			return as
		}
	}
	for as, p := range u.Added {
		if p == path {
			return as
		}
	}
	for _, file := range u.Files {
		for _, spec := range file.Imports {
			if p, _ := strconv.Unquote(spec.Path.Value); p == path {
				if spec.Name == nil {
					return name
				}
				if spec.Name.Name != "." && spec.Name.Name != "_" {
					return spec.Name.Name
				}
			}
		}
	}
	as := u.Name("ʹ" + name)
	u.Added[as] = path
	return as
}

// A cloner copies syntax trees.
type cloner struct {
	// replace returns the replacement of an identifier, nil for a copy. As the function of a
	// call it is parenthesized.
	replace func(*ast.Ident) ast.Expr

	// all makes the cloner call replace also for names that are not expressions, such as fields.
	all bool

	at *token.Pos // of the copy; nil for the positions of the tree

	nodes map[string]any // nodes, or lists of nodes, for identifiers by their names; they are not copied
}

// Copy copies a syntax tree. It replaces an identifier by the result of replace unless that is
// nil: by an identifier, or by any expression if the identifier is an expression.
func Copy[N ast.Node](n N, replace func(*ast.Ident) ast.Expr) N {
	return copied(cloner{replace: replace, all: true}, n)
}

func clone[N ast.Node](n N) N { return copied(cloner{}, n) }

func copied[N ast.Node](c cloner, n N) N {
	v := reflect.ValueOf(&n).Elem() // as an interface, if N is one
	return c.copy(v).Interface().(N)
}

var (
	identType = reflect.TypeFor[*ast.Ident]()
	posType   = reflect.TypeFor[token.Pos]()
	exprType  = reflect.TypeFor[ast.Expr]()
)

func (c cloner) copy(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return reflect.Zero(v.Type())
		}
		if id, ok := v.Interface().(*ast.Ident); ok && c.all {
			if to, ok := c.replace(id).(*ast.Ident); ok {
				return reflect.ValueOf(to)
			}
		}
		out := reflect.New(v.Type().Elem())
		out.Elem().Set(c.copy(v.Elem()))
		return out
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		if id, ok := v.Interface().(*ast.Ident); ok && c.nodes[id.Name] != nil {
			return reflect.ValueOf(c.nodes[id.Name])
		}
		if v.Type() == exprType && v.Elem().Type() == identType && c.replace != nil {
			if e := c.replace(v.Elem().Interface().(*ast.Ident)); e != nil {
				return reflect.ValueOf(e).Convert(exprType)
			}
		}
		out := reflect.New(v.Type()).Elem()
		out.Set(c.copy(v.Elem()))
		return out
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeSlice(v.Type(), 0, v.Len())
		for i := range v.Len() {
			if list := reflect.ValueOf(c.nodes[placeholder(v.Index(i).Interface())]); !list.IsValid() {
				out = reflect.Append(out, c.copy(v.Index(i)))
			} else if list.Kind() == reflect.Slice {
				out = reflect.AppendSlice(out, list)
			} else {
				out = reflect.Append(out, list)
			}
		}
		return out
	case reflect.Struct:
		out := reflect.New(v.Type()).Elem()
		for i := range v.NumField() {
			out.Field(i).Set(c.copy(v.Field(i)))
		}
		return out
	case reflect.Int:
		if c.at != nil && v.Type() == posType && v.Int() != 0 {
			return reflect.ValueOf(*c.at)
		}
	}
	return v
}

// placeholder returns the identifier that is an element of a list, as an expression or a statement, else "".
func placeholder(n any) string {
	if s, ok := n.(*ast.ExprStmt); ok {
		n = s.X
	}
	if id, ok := n.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// apply rewrites all files, or a node.
func (u *Unit) apply(pre, post astutil.ApplyFunc) {
	for _, file := range u.Files {
		astutil.Apply(file, pre, post)
	}
}

// Each calls f for each node of a type in the files, outer ones first.
func Each[N ast.Node](u *Unit, f func(N)) {
	for _, file := range u.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if such, ok := n.(N); ok {
				f(such)
			}
			return true
		})
	}
}

// replace replaces each node of a type in the files by the result of f unless that is nil, inner ones first.
func replace[N ast.Node](u *Unit, f func(N) ast.Node) {
	u.apply(nil, func(c *astutil.Cursor) bool {
		if n, ok := c.Node().(N); ok {
			if made := f(n); made != nil {
				c.Replace(made)
			}
		}
		return true
	})
}

// PutFirst puts declarations into a file before all others but the imports.
func PutFirst(file *ast.File, decls ...ast.Decl) {
	at := slices.IndexFunc(file.Decls, func(decl ast.Decl) bool {
		d, ok := decl.(*ast.GenDecl)
		return !ok || d.Tok != token.IMPORT
	})
	file.Decls = slices.Insert(file.Decls, max(at, 0), decls...)
}

// ReplaceSpecs replaces each spec of a declaration of variables by those that f returns.
func ReplaceSpecs(d *ast.GenDecl, f func(*ast.ValueSpec) []ast.Spec) {
	if d.Tok != token.VAR {
		return
	}
	var specs []ast.Spec
	for _, spec := range d.Specs {
		specs = append(specs, f(spec.(*ast.ValueSpec))...)
	}
	if len(specs) != 1 {
		d.Lparen, d.Rparen = d.Pos(), d.End()
	}
	d.Specs = specs
}

// ReplaceLabeled replaces each statement of a type, with its label if it has one, by the result of f, inner ones first.
func ReplaceLabeled[S ast.Stmt](u *Unit, f func(s S, label *ast.LabeledStmt) ast.Stmt) {
	u.apply(nil, func(c *astutil.Cursor) bool {
		stmt := c.Node()
		label, _ := stmt.(*ast.LabeledStmt)
		if label != nil {
			stmt = label.Stmt
		} else if is[*ast.LabeledStmt](c.Parent()) {
			return true
		}
		if s, ok := stmt.(S); ok {
			c.Replace(f(s, label))
		}
		return true
	})
}

// Labeled adds the label to a statement, if there is one.
func Labeled(label *ast.LabeledStmt, s ast.Stmt) ast.Stmt {
	if label == nil {
		return s
	}
	label.Stmt = s
	return label
}

// Unlabeled returns a statement without its labels.
func Unlabeled(s ast.Stmt) ast.Stmt {
	for label, ok := s.(*ast.LabeledStmt); ok; label, ok = s.(*ast.LabeledStmt) {
		s = label.Stmt
	}
	return s
}

// is reports whether a node or a type is a T.
func is[T, X any](x X) bool {
	_, is := any(x).(T)
	return is
}

// IsBasic reports whether the underlying type of a type, which may be nil, is a basic type with the properties.
func IsBasic(t types.Type, info types.BasicInfo) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

// Functions calls f for each declared function and function literal in postorder.
func (u *Unit) Functions(f func(t *ast.FuncType, body *ast.BlockStmt)) {
	replace(u, func(n ast.Node) ast.Node {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil {
				f(n.Type, n.Body)
			}
		case *ast.FuncLit:
			f(n.Type, n.Body)
		}
		return nil
	})
}

// preceded puts what f returns for a statement before it, into a block with it. Labels that break and continue name
// stay with the statement, and goto finds the block.
func (u *Unit) preceded(f func(ast.Stmt) []ast.Stmt) {
	u.Functions(func(_ *ast.FuncType, body *ast.BlockStmt) {
		gotos := map[string][]*ast.BranchStmt{}
		InOwn(body, func(s *ast.BranchStmt) bool {
			if s.Tok == token.GOTO {
				gotos[s.Label.Name] = append(gotos[s.Label.Name], s)
			}
			return false
		})
		astutil.Apply(body, nil, func(c *astutil.Cursor) bool {
			s, ok := c.Node().(ast.Stmt)
			if !ok || is[*ast.LabeledStmt](c.Parent()) {
				return true
			}
			inner, label := s, ""
			if l, ok := s.(*ast.LabeledStmt); ok {
				inner, label = l.Stmt, l.Label.Name
			}
			list := f(inner)
			if list == nil {
				return true
			}
			whole := ast.Stmt(block(s.Pos(), append(list, s)...))
			if jumps := gotos[label]; jumps != nil {
				name := u.Name(label)
				for _, jump := range jumps {
					jump.Label = ident(jump.Label.Pos(), name)
				}
				whole = &ast.LabeledStmt{Label: ident(s.Pos(), name), Colon: s.Pos(), Stmt: whole}
			}
			c.Replace(whole)
			return true
		})
	})
}

// InOwn reports whether such holds for a node of a type in a function's body, except for nested literals.
func InOwn[N ast.Node](body ast.Node, such func(N) bool) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		if is[*ast.FuncLit](n) && n != body {
			return false
		}
		own, ok := n.(N)
		found = found || ok && such(own)
		return !found
	})
	return found
}

// Contains reports whether such holds for a node or one of its descendants of a type.
func Contains[N ast.Node](node ast.Node, such func(N) bool) (found bool) {
	ast.Inspect(node, func(n ast.Node) bool {
		own, ok := n.(N)
		found = found || ok && such(own)
		return !found
	})
	return found
}

// Builtin returns the name of the builtin function that an expression denotes, or "".
func (u *Unit) Builtin(e ast.Expr) string {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if b, ok := u.Info.Uses[id].(*types.Builtin); ok {
			return b.Name()
		}
	}
	return ""
}

func quoted(pos token.Pos, s string) ast.Expr {
	return &ast.BasicLit{ValuePos: pos, Kind: token.STRING, Value: strconv.Quote(s)}
}
