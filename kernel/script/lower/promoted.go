package lower

import (
	"go/ast"
	"go/types"
	"strings"
)

// promoted writes out the selectors of promoted fields and methods, and declares the promoted
// methods of structs.
//
//	type count struct{ n int }
//
//	func (c *count) add() { c.n++ }
//
//	type both struct {
//		*count
//		name string
//	}
//
//	func f(b both) int { b.add(); return b.n }
//
// becomes
//
//	func f(b both) int { b.count.add(); return b.count.n }
//
//	func (ʹx_1 both) add() { ʹx_1.count.add() }
var promoted = Pass{"promoted",
	"promoted methods are looked up at the wrong depth, and interfaces do not have them",
	func(u *Unit) {
		replace(u, func(sel *ast.SelectorExpr) ast.Node {
			if s := u.Info.Selections[sel]; s != nil && s.Kind() != types.MethodExpr {
				for _, name := range u.way(s) {
					sel.X = &ast.SelectorExpr{X: sel.X, Sel: ident(sel.Sel.Pos(), name)}
				}
			}
			return nil
		})
		Each(u, func(t *ast.TypeSpec) {
			if !t.Assign.IsValid() {
				u.forwards(u.typeOf(t.Name), t.Name)
				u.nameInterfaces(t.Type)
			}
		})
	}}

// nameInterfaces gives names to the fields of a struct that embed an interface of a package: the methods that package
// reflect makes for such a field panic.
func (u *Unit) nameInterfaces(t ast.Expr) {
	s, ok := t.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range s.Fields.List {
		of := u.typeOf(f.Type)
		if len(f.Names) > 0 || of == nil || !u.wraps(of) && !IsError(of) {
			continue
		}
		text := types.ExprString(f.Type)
		f.Names = []*ast.Ident{ident(f.Pos(), text[strings.LastIndex(text, ".")+1:])}
	}
}

// way returns the names of the embedded fields on the path of a selection, as far as they are
// fields of the program's own structs.
func (u *Unit) way(s *types.Selection) (names []string) {
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		f := t.Underlying().(*types.Struct).Field(i)
		if f.Pkg() != u.Package {
			return names
		}
		names = append(names, f.Name())
		t = f.Type()
	}
	return names
}

// forwards declares the promoted methods of a struct.
func (u *Unit) forwards(t types.Type, name *ast.Ident) {
	if !is[*types.Struct](t.Underlying()) {
		return
	}
	byValue := types.NewMethodSet(t)
	for s := range types.NewMethodSet(types.NewPointer(t)).Methods() {
		m := s.Obj().(*types.Func)
		if len(s.Index()) < 2 || !m.Exported() && m.Pkg() != u.Package {
			continue
		}
		pos, x, stem := name.Pos(), u.Name("ʹx"), u.Name("ʹa")+"_"
		method := u.Code(pos, "%s", strings.Join(append(append([]string{x}, u.way(s)...), m.Name()), "."))
		made := u.forwarding(method, m.Signature(), stem, 0)
		if made == nil {
			continue
		}
		of := name.Name
		if byValue.Lookup(m.Pkg(), m.Name()) == nil {
			of = "*" + of
		}
		u.fresh = append(u.fresh, &ast.FuncDecl{Recv: fields(pos, field(pos, x, u.Code(pos, "%s", of))),
			Name: ident(pos, m.Name()), Type: made.Type, Body: made.Body})
	}
}
