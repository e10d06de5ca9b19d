package script

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"github.com/focal-search/focal/kernel/script/internal/machine"
	"github.com/focal-search/focal/kernel/script/rt"
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
	if !ok || !l.boxes(m.Key()) || !l.perhapsBoxed(k) && !l.types[k].IsNil() && !holdsInterface(l.types[k].Type) {
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

// holdsInterface says whether a type is an interface or is a struct or an array in which there is one.
func holdsInterface(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Array:
		return holdsInterface(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if holdsInterface(f.Type()) {
				return true
			}
		}
	}
	return false
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
	if !machine.Boxed(held) && !boxWithin(reflect.ValueOf(held)) {
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
	if v := reflect.ValueOf(key.value); boxWithin(v) {
		for other, box := range in.keys {
			if other.typ == key.typ && in.alike(v, reflect.ValueOf(other.value)) {
				place.Set(box)
				return
			}
		}
	}
	in.keys[key] = reflect.ValueOf(held)
}

// boxWithin says whether there are boxes in the fields or elements of a value.
func boxWithin(v reflect.Value) bool {
	if !v.IsValid() {
		return false
	}
	if t, ok := v.Interface().(rt.Typed); ok {
		v = reflect.ValueOf(t.Value)
	}
	switch {
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			if within(v.Index(i)) {
				return true
			}
		}
	case v.Kind() == reflect.Struct && v.Type().Name() == "":
		for i := range v.NumField() {
			if within(v.Field(i)) {
				return true
			}
		}
	}
	return false
}

// within says whether a field or an element is a box, or has one in it.
func within(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Interface:
		return !v.IsNil() && within(v.Elem())
	case reflect.Struct, reflect.Array:
		return machine.Boxed(v.Interface()) || boxWithin(v)
	}
	return false
}
