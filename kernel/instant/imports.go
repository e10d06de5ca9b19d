package instant

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"github.com/focal-search/focal/kernel/script"
	"github.com/focal-search/focal/kernel/script/symbols"
)

// wellKnown are packages that a cell may use without importing them, by name: the
// project's and some of the standard library.
var wellKnown = func() map[string]string {
	known := map[string]string{
		"bufio": "bufio", "bytes": "bytes", "context": "context", "csv": "encoding/csv", "errors": "errors",
		"filepath": "path/filepath", "fmt": "fmt", "http": "net/http", "io": "io", "json": "encoding/json", "log": "log",
		"math": "math", "os": "os", "rand": "math/rand", "reflect": "reflect", "regexp": "regexp", "runtime": "runtime",
		"sort": "sort", "strconv": "strconv", "strings": "strings", "sync": "sync", "time": "time",

		"charts":     "github.com/go-echarts/go-echarts/v2/charts",
		"components": "github.com/go-echarts/go-echarts/v2/components",
		"opts":       "github.com/go-echarts/go-echarts/v2/opts",
	}
	for key := range symbols.Symbols { // import path and name
		i := strings.LastIndexByte(key, '/')
		if path, name := key[:max(i, 0)], key[i+1:]; strings.HasPrefix(path, "github.com/focal-search/focal/") {
			known[name] = path
		}
	}
	return known
}()

// imported are the packages that a file imports, by name.
func imported(file *ast.File) map[string]string {
	paths := map[string]string{}
	for _, spec := range file.Imports {
		name, path := script.LocalName(spec)
		paths[name] = path
	}
	return paths
}

// addImport notes the name that an import declares.
func (p *plan) addImport(spec *ast.ImportSpec) error {
	if err := p.in.CheckImport(spec); err != nil {
		return err
	}
	name, path := script.LocalName(spec)
	if name == "." || name == "_" {
		return nil
	}
	if p.declared[name] == anImport && p.paths[name] == path {
		return nil
	}
	p.paths[name] = path
	return p.declare(spec.Pos(), name, anImport)
}

// importLowered notes an import that an older declaration needs as it is lowered now.
func (p *plan) importLowered(spec *ast.ImportSpec) {
	name, path := script.LocalName(spec)
	if _, here := p.declared[name]; here {
		return
	}
	p.declared[name], p.paths[name] = anImport, path
	p.imports = append(p.imports, spec)
	if !p.sameImport(name) {
		p.internal[name] = p.fresh(name)
	}
}

// importUnasked imports well-known packages that a tree uses without an import.
func (p *plan) importUnasked(file *ast.File, r *renamer) {
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		id, ok := sel.X.(*ast.Ident)
		if !ok || !r.unresolved[id] || p.names[id.Name] != nil {
			return true
		}
		path, known := wellKnown[id.Name]
		if _, declared := p.declared[id.Name]; !known || declared {
			return true
		}
		p.declared[id.Name], p.paths[id.Name] = anImport, path
		p.imports = append(p.imports, &ast.ImportSpec{Path: &ast.BasicLit{ValuePos: id.Pos(), Kind: token.STRING, Value: strconv.Quote(path)}})
		return true
	})
}

// compileImports imports what the cell imports and yaegi does not have yet.
func (p *plan) compileImports() error {
	file := &ast.File{Name: ast.NewIdent("main")}
	group := &ast.GenDecl{Tok: token.IMPORT}
	for _, spec := range p.imports {
		if spec.Name == nil || spec.Name.Name != "." && spec.Name.Name != "_" {
			local, _ := script.LocalName(spec)
			if p.sameImport(local) && p.internal[local] == "" {
				continue
			}
			spec.Name = &ast.Ident{NamePos: spec.Pos(), Name: p.internal[local]}
		}
		group.Specs = append(group.Specs, spec)
	}
	if len(group.Specs) == 0 {
		return nil
	}
	file.Decls, file.Package = []ast.Decl{group}, group.Specs[0].Pos()
	group.TokPos = file.Package
	return p.add(file)
}

// sameImport says whether the session has the very import already.
func (p *plan) sameImport(name string) bool {
	e := p.names[name]
	return e != nil && e.kind == anImport && e.path == p.paths[name]
}

func isDot(spec *ast.ImportSpec) bool { return spec.Name != nil && spec.Name.Name == "." }

// topLevel are the objects that the statements of a cell declare at its level.
func topLevel(list []ast.Stmt) map[*ast.Object]bool {
	top := map[*ast.Object]bool{}
	add := func(id *ast.Ident) {
		if id.Obj != nil {
			top[id.Obj] = true
		}
	}
	for _, stmt := range list {
		switch stmt := stmt.(type) {
		case *ast.AssignStmt:
			if stmt.Tok == token.DEFINE {
				for _, e := range stmt.Lhs {
					if id, ok := e.(*ast.Ident); ok {
						add(id)
					}
				}
			}
		case *ast.DeclStmt:
			for _, spec := range stmt.Decl.(*ast.GenDecl).Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					add(spec.Name)
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						add(id)
					}
				}
			}
		}
	}
	return top
}
