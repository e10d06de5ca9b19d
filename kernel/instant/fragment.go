package instant

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/focal-search/focal/kernel/script/lower"
)

// An entity is what a name denotes: a declaration of a cell, or a package.
type entity struct {
	kind     kind
	name     string    // as cells call it
	internal string    // in yaegi, unlike that of any other
	old      string    // its name in a check if its own name denotes something else
	path     string    // of an imported package
	frag     *fragment // what declares it, nil for packages
	methods  []*fragment
}

type kind string

const (
	anImport kind = "import"
	aType    kind = "type"
	aConst   kind = "const"
	aVar     kind = "var"
	aFunc    kind = "func"
)

// A fragment is a declaration of types, constants, a function, a method or a variable. It
// is kept so that later cells can be checked against it, and compiled again when
// something that it uses is redeclared.
type fragment struct {
	declares []string // a method is called T.m
	receiver string   // type of a method
	decl     ast.Decl // as it was parsed; never changed
	refs     references
	cell     string // name of the source it stands in
	line     int
	src      string
	doc      string // the comment above it
	noted    bool   // a note that it does not fit what it uses was printed
}

// references maps the identifiers of a tree that a package declares to entities: the
// package of the cells, or one that is imported with a dot.
type references map[*ast.Ident]reference

type reference struct {
	*entity
	dotted bool // the entity is the package of what the identifier names
}

// named copies a tree with the names that entities have somewhere.
func named[N ast.Node](n N, refs references, name func(*entity) string) N {
	return lower.Copy(n, func(id *ast.Ident) ast.Expr {
		ref, ok := refs[id]
		if !ok {
			return nil
		}
		to := &ast.Ident{NamePos: id.NamePos, Name: name(ref.entity)}
		if ref.dotted {
			return &ast.SelectorExpr{X: to, Sel: &ast.Ident{NamePos: id.NamePos, Name: id.Name}}
		}
		return to
	})
}

// given returns the declaration for fragments that use it: a function without its body, unless
// it is generic.
func (f *fragment) given() ast.Decl {
	if d, ok := f.decl.(*ast.FuncDecl); ok && !isGeneric(d) {
		return withBody(d, nil)
	}
	return f.decl
}

func withBody(d *ast.FuncDecl, body *ast.BlockStmt) *ast.FuncDecl {
	with := *d
	with.Body = body
	return &with
}

// isGeneric reports whether a function or method has type parameters.
func isGeneric(d *ast.FuncDecl) bool {
	if d.Type.TypeParams != nil {
		return true
	}
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return false
	}
	generic := false
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.IndexExpr, *ast.IndexListExpr:
			generic = true
		}
		return !generic
	})
	return generic
}

// uses calls use for each entity that a part of the declaration uses.
func (f *fragment) uses(part ast.Node, use func(*entity)) {
	ast.Inspect(part, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if ref, ok := f.refs[id]; ok {
				use(ref.entity)
			}
		}
		return true
	})
}

func (f *fragment) redeclaredIn(declared map[string]kind) bool {
	return slices.ContainsFunc(f.declares, func(name string) bool { return declared[name] != "" })
}

// replaces reports whether a method is another one with its name, of the same receiver.
func (f *fragment) replaces(m *fragment) bool { return m.declares[0] == f.declares[0] }

// concerns reports whether the fragment must be compiled again when the names are.
func (f *fragment) concerns(names map[string]bool) bool {
	return names[f.receiver] || names[f.declares[0]] || f.mentions(names)
}

// mentions reports whether it uses one of the names.
func (f *fragment) mentions(names map[string]bool) bool {
	for _, ref := range f.refs {
		if names[ref.name] {
			return true
		}
	}
	return false
}

// contains reports whether a line of a source is the fragment's.
func (f *fragment) contains(cell string, line int) bool {
	return cell == f.cell && f.line <= line && line <= f.line+strings.Count(f.src, "\n")
}

// declaredBy lists the package-level names of a declaration, a method as T.m.
func declaredBy(decl ast.Decl) []string {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil {
			return []string{receiverOf(d) + "." + d.Name.Name}
		}
		return []string{d.Name.Name}
	case *ast.GenDecl:
		return specNames(d)
	}
	return nil
}

func specNames(d *ast.GenDecl) (names []string) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			names = append(names, spec.Name.Name)
		case *ast.ValueSpec:
			for _, id := range spec.Names {
				names = append(names, id.Name)
			}
		}
	}
	return names
}

// receiverOf returns the name of a method's receiver base type, "" for a function.
func receiverOf(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	t := d.Recv.List[0].Type
	for {
		switch e := t.(type) {
		case *ast.StarExpr:
			t = e.X
		case *ast.ParenExpr:
			t = e.X
		case *ast.IndexExpr:
			t = e.X
		case *ast.IndexListExpr:
			t = e.X
		case *ast.Ident:
			return e.Name
		default:
			return ""
		}
	}
}

func kindOf(decl ast.Decl) kind {
	if d, ok := decl.(*ast.GenDecl); ok {
		switch d.Tok {
		case token.TYPE:
			return aType
		case token.CONST:
			return aConst
		case token.IMPORT:
			return anImport
		default:
			return aVar
		}
	}
	return aFunc
}

// isMethod reports whether a declared name is that of a method, T.m.
func isMethod(name string) bool { return strings.Contains(name, ".") }
