package instant

import (
	"bytes"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// documentation reads doc comments: those of the project from the checkout that
// the notebook is in or the kernel was built from, those of the standard library
// from the Go installation. Without the source there is no documentation.
type documentation struct {
	fset     *token.FileSet
	packages map[string]*doc.Package // nil if there is no source
}

func newDocumentation() *documentation {
	return &documentation{token.NewFileSet(), map[string]*doc.Package{}}
}

// of returns the package with an import path, nil if its source is not available.
func (d *documentation) of(importPath string) *doc.Package {
	p, known := d.packages[importPath]
	if !known {
		p = d.read(importPath)
		d.packages[importPath] = p
	}
	return p
}

func (d *documentation) read(importPath string) *doc.Package {
	var files []*ast.File
	for _, name := range sources(importPath) {
		if file, err := parser.ParseFile(d.fset, name, nil, parser.ParseComments); err == nil {
			files = append(files, file)
		}
	}
	if files == nil {
		return nil
	}
	files = slices.DeleteFunc(files, func(f *ast.File) bool { return f.Name.Name != files[0].Name.Name })
	p, err := doc.NewFromFiles(d.fset, files, importPath)
	if err != nil {
		return nil
	}
	return p
}

// sources are the files of a package without its tests, nil if they are not here.
func sources(importPath string) (files []string) {
	dir := sourceOf(importPath)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			files = append(files, filepath.Join(dir, name))
		}
	}
	return files
}

// synopsis returns a package's documentation.
func (d *documentation) synopsis(importPath string) string {
	if p := d.of(importPath); p != nil {
		return p.Doc
	}
	return ""
}

// member returns the declaration of a package's member with its documentation, "" if
// it is not known.
func (d *documentation) member(importPath, name string) string {
	p := d.of(importPath)
	if p == nil {
		return ""
	}
	values := slices.Concat(p.Consts, p.Vars)
	funcs := p.Funcs
	for _, t := range p.Types {
		if t.Name == name {
			return d.text(t.Decl, t.Doc) + d.list(t)
		}
		values = slices.Concat(values, t.Consts, t.Vars)
		funcs = slices.Concat(funcs, t.Funcs)
	}
	for _, f := range funcs {
		if f.Name == name {
			return d.text(f.Decl, f.Doc)
		}
	}
	for _, v := range values {
		if slices.Contains(v.Names, name) {
			return d.text(v.Decl, v.Doc)
		}
	}
	return ""
}

// list returns the functions that return a type, and its methods, in one line each.
func (d *documentation) list(t *doc.Type) string {
	var lines []string
	for _, f := range slices.Concat(t.Funcs, t.Methods) {
		lines = append(lines, d.text(f.Decl, ""))
	}
	if lines == nil {
		return ""
	}
	return "\n" + strings.Join(lines, "")
}

// selected returns a method or field of a type with its documentation.
func (d *documentation) selected(importPath, typeName, name string) string {
	p := d.of(importPath)
	if p == nil {
		return ""
	}
	i := slices.IndexFunc(p.Types, func(t *doc.Type) bool { return t.Name == typeName })
	if i < 0 {
		return ""
	}
	for _, m := range p.Types[i].Methods {
		if m.Name == name {
			return d.text(m.Decl, m.Doc)
		}
	}
	return d.field(p.Types[i].Decl, name)
}

// field returns a field of a struct, or a method of an interface.
func (d *documentation) field(decl *ast.GenDecl, name string) (text string) {
	ast.Inspect(decl, func(n ast.Node) bool {
		f, ok := n.(*ast.Field)
		if !ok || !slices.ContainsFunc(f.Names, func(id *ast.Ident) bool { return id.Name == name }) {
			return true
		}
		typ := d.source(f.Type)
		if _, isMethod := f.Type.(*ast.FuncType); isMethod {
			typ = strings.TrimPrefix(typ, "func")
		} else {
			typ = " " + typ
		}
		text = name + typ + "\n" + comment(f.Doc) + comment(f.Comment)
		return false
	})
	return text
}

// code returns the source of a package's member or, if typeName is given, of one of a
// type's methods, with its doc comment.
func (d *documentation) code(importPath, typeName, name string) (text string) {
	declared := name
	if typeName != "" {
		declared = typeName + "." + name
	}
	for _, file := range sources(importPath) {
		src, err := os.ReadFile(file)
		if err != nil || !bytes.Contains(src, []byte(name)) {
			continue
		}
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, file, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, decl := range tree.Decls {
			if slices.Contains(declaredBy(decl), declared) {
				return string(src[fset.Position(beginning(decl)).Offset:fset.Position(decl.End()).Offset]) + "\n"
			}
		}
	}
	return ""
}

// beginning is where a declaration begins, its comment included.
func beginning(decl ast.Decl) token.Pos {
	var c *ast.CommentGroup
	switch d := decl.(type) {
	case *ast.FuncDecl:
		c = d.Doc
	case *ast.GenDecl:
		c = d.Doc
	}
	if c != nil {
		return c.Pos()
	}
	return decl.Pos()
}

func comment(c *ast.CommentGroup) string {
	if c == nil {
		return ""
	}
	return "\n" + c.Text()
}

// text returns a declaration without a body, followed by its documentation.
func (d *documentation) text(decl ast.Decl, documented string) string {
	text := d.source(decl) + "\n"
	if documented != "" {
		text += "\n" + documented
	}
	return text
}

func (d *documentation) source(n ast.Node) string {
	var b strings.Builder
	if format.Node(&b, d.fset, n) != nil {
		return ""
	}
	return b.String()
}

// docComment returns the comment that ends just above an offset in a source.
func docComment(src string, offset int) string {
	lines := strings.Split(src[:offset], "\n")
	lines = lines[:len(lines)-1] // the text before the declaration in its line
	first := len(lines)
	for first > 0 && strings.HasPrefix(strings.TrimSpace(lines[first-1]), "//") {
		first--
	}
	var text strings.Builder
	for _, line := range lines[first:] {
		text.WriteString(strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line), "//"), " ") + "\n")
	}
	return text.String()
}
