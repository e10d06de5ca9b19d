package script

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"github.com/focal-search/focal/kernel/script/internal/machine"
)

// internFunc is the name of the compiled function that puts into an interface the box
// that stands for all equal values.
const internFunc = "ʹintern"

// keyed has maps whose keys are interfaces find values of the program: yaegi compares
// the boxes in which they are. The key k of type I becomes
//
//	func(x I) I { ʹintern(&x); return x }(k)
func (l *lowering) keyed(index *ast.IndexExpr) {
	index.Index = l.key(index.Index, l.types[index.X].Type)
}

// keysOf does so for the keys of a literal.
func (l *lowering) keysOf(lit *ast.CompositeLit) {
	for _, e := range lit.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			pair.Key = l.key(pair.Key, l.types[lit].Type)
		}
	}
}

// deleted does so for a call of delete.
func (l *lowering) deleted(call *ast.CallExpr) {
	if name, ok := call.Fun.(*ast.Ident); ok && name.Name == "delete" && l.types[name].IsBuiltin() && len(call.Args) == 2 {
		call.Args[1] = l.key(call.Args[1], l.types[call.Args[0]].Type)
	}
}

func (l *lowering) key(k ast.Expr, t types.Type) ast.Expr {
	if t == nil {
		return k
	}
	m, ok := t.Underlying().(*types.Map)
	if !ok || !l.boxes(m.Key()) || !l.perhapsBoxed(k) && !l.types[k].IsNil() {
		return k
	}
	pos := k.Pos()
	in, out := l.typeExpr(m.Key(), pos), l.typeExpr(m.Key(), pos)
	if in == nil {
		return k
	}
	x := func() *ast.Ident { return &ast.Ident{NamePos: pos, Name: "ʹk"} }
	interned := &ast.CallExpr{Fun: &ast.Ident{NamePos: pos, Name: internFunc}, Lparen: pos,
		Args: []ast.Expr{&ast.UnaryExpr{OpPos: pos, Op: token.AND, X: x()}}, Rparen: pos}
	f := niladic(pos, &ast.BlockStmt{Lbrace: pos, Rbrace: pos, List: []ast.Stmt{
		&ast.ExprStmt{X: interned}, &ast.ReturnStmt{Return: pos, Results: []ast.Expr{x()}}}})
	f.Type.Params.List = []*ast.Field{{Names: []*ast.Ident{x()}, Type: in}}
	f.Type.Results = &ast.FieldList{Opening: pos, List: []*ast.Field{{Type: out}}, Closing: pos}
	return &ast.CallExpr{Fun: f, Lparen: pos, Args: []ast.Expr{l.box(k, m.Key())}, Rparen: k.End()}
}

// A boxKey is the value in a box.
type boxKey struct {
	typ   string
	value any
}

// intern is internFunc, for a pointer to an interface. The interpreter keeps each value
// that has been a key.
func (in *Interpreter) intern(pointer any) {
	place := reflect.ValueOf(pointer).Elem()
	held := place.Interface()
	in.mustCompare(held, "hash of unhashable type ")
	if !machine.Boxed(held) {
		return
	}
	key := boxKey{in.ownType(held), machine.Unboxed(held)}
	if key.value == nil {
		place.SetZero()
		return
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.keys == nil {
		in.keys = map[boxKey]reflect.Value{}
	}
	if box, known := in.keys[key]; known {
		place.Set(box)
		return
	}
	if v := reflect.ValueOf(key.value); holdsBoxes(v.Type()) {
		for other, box := range in.keys {
			if other.typ == key.typ && in.alike(v, reflect.ValueOf(other.value)) {
				place.Set(box)
				return
			}
		}
	}
	in.keys[key] = reflect.ValueOf(held)
}

// holdsBoxes says whether there may be boxes in the fields or elements of a type.
func holdsBoxes(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return t.NumMethod() == 0
	case reflect.Array:
		return holdsBoxes(t.Elem())
	case reflect.Struct:
		if machine.BoxType(t) {
			return true
		}
		for i := range t.NumField() {
			if t.Name() == "" && holdsBoxes(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}
