//go:build !js

package relay

import (
	"go/ast"
	"go/token"
	"go/types"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/kernel/script"
	"github.com/focal-search/focal/kernel/script/lower"
)

func init() { script.SetRelay(ofScript) }

// ofScript is the script.Relay that continues the searches of what a script makes.
func ofScript(in *script.Interpreter, path string, file *ast.File, notes io.Writer) (*ast.File, engine.Handover) {
	for _, spec := range file.Imports {
		if spec.Name != nil && spec.Name.Name == "." { // whose names the compiled program would not know
			return file, nil
		}
	}
	if !slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
		return strings.HasPrefix(spec.Path.Value[1:], module)
	}) {
		return file, nil
	}
	pkg, info, err := in.Check(file, func(types.Error) bool { return false })
	if err != nil {
		return file, nil // which the compiler reports
	}
	s := newDeclared(file, info)
	r := New(in, s, notes, filepath.Dir(path), "the script", "focal script --compile compiles them at once")
	r.values = in.Live
	records := Records{}
	for _, decl := range file.Decls {
		r.Find(Tree{Node: decl, Pkg: pkg, Info: info,
			Function: func(f *ast.FuncDecl) *Maker {
				return &Maker{Name: f.Name.Name, Func: f.Name.Name, From: info.Defs[f.Name]}
			},
			Outside: func(id *ast.Ident) bool { return info.Uses[id] != nil && info.Uses[id].Parent() == pkg.Scope() },
		}, records)
	}
	if len(records) == 0 {
		return file, r.Handover
	}
	const runtime = generation + "made"
	recording := *file
	spec := importSpec(runtime, script.RuntimePath)
	recording.Imports = append(slices.Clip(file.Imports), spec)
	recording.Decls = []ast.Decl{&ast.GenDecl{Tok: token.IMPORT, Specs: []ast.Spec{spec}}}
	for _, decl := range file.Decls {
		decl = lower.Copy(decl, func(*ast.Ident) ast.Expr { return nil })
		records.Recorded(decl, runtime)
		recording.Decls = append(recording.Decls, decl)
	}
	return &recording, r.Handover
}

// declared are the declarations of a script, a Source. Its names are those of the compiled program.
type declared struct {
	info    *types.Info
	of      map[types.Object]ast.Decl   // by what they declare
	methods map[types.Object][]ast.Decl // by the type
}

func newDeclared(file *ast.File, info *types.Info) *declared {
	d := &declared{info, map[types.Object]ast.Decl{}, map[types.Object][]ast.Decl{}}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil {
				d.of[info.Defs[decl.Name]] = decl
				continue
			}
			ast.Inspect(decl.Recv.List[0].Type, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					if t, ok := info.Uses[id].(*types.TypeName); ok {
						d.methods[t] = append(d.methods[t], decl)
					}
				}
				return true
			})
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				one := &ast.GenDecl{TokPos: spec.Pos(), Tok: decl.Tok, Specs: []ast.Spec{spec}}
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					d.of[info.Defs[spec.Name]] = one
				case *ast.ValueSpec:
					if decl.Tok == token.CONST { // of which one may count by another
						one = decl
					}
					for _, id := range spec.Names {
						d.of[info.Defs[id]] = one
					}
				}
			}
		}
	}
	return d
}

// Uses returns what makers use.
func (d *declared) Uses(makers ...*Maker) Used {
	u := Used{Imports: map[string]string{}}
	seen, taken := map[types.Object]bool{}, map[ast.Decl]bool{}
	var look func(n ast.Node)
	need := func(x types.Object) {
		if x == nil || seen[x] {
			return
		}
		seen[x] = true
		if pkg, ok := x.(*types.PkgName); ok {
			u.Imports[pkg.Name()] = pkg.Imported().Path()
		}
		decl := d.of[x]
		if _, ok := x.(*types.Var); ok && decl != nil {
			u.Vars = append(u.Vars, Variable{x.Name(), x.Name()})
		}
		for _, decl := range append(slices.Clip(d.methods[x]), decl) {
			if decl != nil && !taken[decl] {
				taken[decl] = true
				u.Decls = append(u.Decls, decl)
				look(decl)
			}
		}
	}
	look = func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				need(d.info.Uses[id])
				if _, ok := d.info.Defs[id].(*types.Var); ok { // of a declaration of several
					need(d.info.Defs[id])
				}
			}
			return true
		})
	}
	for _, m := range makers {
		if x, ok := m.From.(types.Object); ok {
			need(x)
		} else {
			look(m.Expr)
		}
	}
	return u
}

// Compiled returns a maker's expression.
func (*declared) Compiled(m *Maker) ast.Expr { return m.Expr }

func importSpec(name, path string) *ast.ImportSpec {
	return &ast.ImportSpec{Name: ast.NewIdent(name), Path: &ast.BasicLit{Kind: token.STRING, Value: strconv.Quote(path)}}
}
