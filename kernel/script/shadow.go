package script

import (
	"fmt"
	"go/ast"
)

// renameTypes gives the types that functions declare names of their own where there
// are others of the same name: yaegi takes the one for the other. A type that is
// embedded keeps its name, which is that of a field. Those that stand in a cell
// itself, the body of a function _, are not a function's.
func renameTypes(files []*ast.File, scope Scope) {
	declared := map[string]int{}
	local := map[*ast.Object]bool{}
	for _, file := range files {
		for name := range file.Scope.Objects {
			declared[name]++
		}
		for obj, is := range localTypes(file) {
			declared[obj.Name]++
			local[obj] = is
		}
	}
	for _, file := range scope.Declarations {
		for name := range file.Scope.Objects {
			declared[name]++
		}
	}
	for name := range scope.Variables {
		declared[name]++
	}
	names := map[*ast.Object]string{}
	for _, file := range files {
		kept := map[*ast.Ident]bool{}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				if id, ok := n.Key.(*ast.Ident); ok { // a field
					kept[id] = true
				}
			case *ast.Ident:
				if !local[n.Obj] || declared[n.Obj.Name] < 2 || kept[n] {
					break
				}
				if names[n.Obj] == "" {
					names[n.Obj] = fmt.Sprintf("%sʹ_%d", n.Name, len(names)+1)
				}
				n.Name = names[n.Obj]
			}
			return true
		})
	}
}

// localTypes are the types that stand in the functions of a file, and whether one may
// have another name.
func localTypes(file *ast.File) map[*ast.Object]bool {
	renamed := map[*ast.Object]bool{}
	note := func(n ast.Node, may bool) {
		if d, ok := n.(*ast.GenDecl); ok {
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok && t.Name.Obj != nil {
					renamed[t.Name.Obj] = may
				}
			}
		}
	}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			note(n, true)
			return true
		})
		for _, stmt := range f.Body.List {
			if d, ok := stmt.(*ast.DeclStmt); ok && f.Name.Name == "_" {
				note(d.Decl, false)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.StructType)
		if !ok {
			return true
		}
		for _, field := range s.Fields.List {
			t := field.Type
			if p, ok := t.(*ast.StarExpr); ok {
				t = p.X
			}
			if id, ok := t.(*ast.Ident); ok && field.Names == nil && renamed[id.Obj] {
				renamed[id.Obj] = false
			}
		}
		return true
	})
	return renamed
}
