package instant

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/focal-search/focal/kernel/script"
)

// A fragment is a declaration of a type, constants, a function or a method,
// kept as text so that it can be compiled again.
type fragment struct {
	declares     []string // a method is called T.m
	receiver     string   // type of a method
	cell         string   // name of the source it stands in
	line, column int
	src          string
	doc          string          // the comment above it
	uses         map[string]bool // package-level names it mentions
	told         bool            // that it does not fit what it uses was noted
	outline      *ast.File       // the declaration without a function's body
	collections  []string        // which of the types it declares are maps, slices or arrays
}

func (f *fragment) redeclaredIn(declared map[string]kind) bool {
	for _, name := range f.declares {
		if _, ok := declared[name]; ok {
			return true
		}
	}
	return false
}

// concerns says whether the fragment must be compiled again when the names are.
func (f *fragment) concerns(names map[string]bool) bool {
	if names[f.receiver] || names[f.declares[0]] {
		return true
	}
	for name := range f.uses {
		if names[name] {
			return true
		}
	}
	return false
}

// contains says whether a line of a source is the fragment's.
func (f *fragment) contains(cell string, line int) bool {
	return cell == f.cell && f.line <= line && line <= f.line+strings.Count(f.src, "\n")
}

// parse makes the declaration's syntax tree anew.
func (f *fragment) parse(in *script.Interpreter) (*ast.File, error) {
	return in.ParseWithin(f.cell, "package main", f.src, "", f.line, f.column)
}

// makeOutline parses the declaration, which was parsed before as part of a cell.
func (f *fragment) makeOutline(in *script.Interpreter) {
	file, err := f.parse(in)
	if err != nil {
		return
	}
	if d, ok := file.Decls[0].(*ast.FuncDecl); ok {
		d.Body = nil
	}
	f.outline = file
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

// receiverOf is the name of a method's type, "" for a function.
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

// isMethod says whether a declared name is that of a method, T.m.
func isMethod(name string) bool { return strings.Contains(name, ".") }

// collectionTypes are the declared types whose literals have expressions as keys.
func collectionTypes(d *ast.GenDecl) (names []string) {
	for _, spec := range d.Specs {
		if t, ok := spec.(*ast.TypeSpec); ok {
			switch t.Type.(type) {
			case *ast.MapType, *ast.ArrayType:
				names = append(names, t.Name.Name)
			}
		}
	}
	return names
}
