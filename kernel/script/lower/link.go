package lower

import (
	"go/ast"
	"go/token"
	"go/types"
)

// TypeExpr writes a type as it is called in the files, and imports its package if need be;
// it is nil where the type has no name.
func (u *Unit) TypeExpr(t types.Type, pos token.Pos) ast.Expr { return u.typeExpr(t, pos) }

// Link sets what the parser sets of objects, for those who still ask for them: what
// identifiers stand for that are declared in a file, and which are declared elsewhere.
func (u *Unit) Link() {
	objects := map[types.Object]*ast.Object{}
	in := map[types.Object]*ast.File{}
	for _, file := range u.Files {
		file.Scope = ast.NewScope(nil)
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					if id, ok := e.(*ast.Ident); ok {
						u.object1(objects, in, file, id, ast.Var, n)
					}
				}
			case *ast.ValueSpec:
				for _, id := range n.Names {
					u.object1(objects, in, file, id, ast.Var, n)
				}
			case *ast.TypeSpec:
				u.object1(objects, in, file, n.Name, ast.Typ, n)
			case *ast.FuncDecl:
				if n.Recv == nil {
					u.object1(objects, in, file, n.Name, ast.Fun, n)
				}
			case *ast.Ident:
				u.object1(objects, in, file, n, ast.Var, nil)
			}
			return true
		})
	}
	for _, file := range u.Files {
		file.Unresolved = nil
		qualified := map[*ast.Ident]bool{}
		inspectDecls(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				qualified[n.Sel] = true
			case *ast.BranchStmt:
				return false
			case *ast.LabeledStmt:
				qualified[n.Label] = true
			case *ast.ImportSpec:
				return false
			case *ast.Ident:
				obj := u.object(n)
				if qualified[n] || n.Name == "_" {
					break
				}
				if v, ok := obj.(*types.Var); ok && v.IsField() {
					n.Obj = nil
					break
				}
				if o := objects[obj]; o != nil && (in[obj] == file || obj.Parent() != u.Package.Scope() && !u.cell[obj]) {
					n.Obj = o
				} else if u.Info.Defs[n] == nil {
					n.Obj = nil
					if obj != nil || n.Obj == nil && u.Info.Implicits[n] == nil {
						file.Unresolved = append(file.Unresolved, n)
					}
				}
			}
			return true
		})
	}
}

func (u *Unit) object1(objects map[types.Object]*ast.Object, in map[types.Object]*ast.File, file *ast.File, id *ast.Ident, kind ast.ObjKind, decl ast.Node) {
	obj := u.Info.Defs[id]
	if obj == nil || objects[obj] != nil || id.Name == "_" {
		return
	}
	o := ast.NewObj(kind, id.Name)
	o.Decl = decl
	objects[obj], in[obj] = o, file
	if obj.Parent() == u.Package.Scope() {
		file.Scope.Insert(o)
	}
}

func inspectDecls(file *ast.File, f func(ast.Node) bool) {
	for _, decl := range file.Decls {
		ast.Inspect(decl, f)
	}
}
