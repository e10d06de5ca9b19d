package machine

import (
	"reflect"
	"sync"
)

// Yaegi keeps the values of interfaces in boxes, structs of a type that it does not export, and hands
// packages structs of their own types in the place of values that have methods.

// Unboxed is the value in a box in which the machine keeps it for an interface, or the value itself.
func Unboxed(v any) any {
	for {
		box, ok := boxOf(v)
		if !ok {
			return v
		}
		v = inBox(box)
	}
}

// Boxed says whether a value is such a box.
func Boxed(v any) bool {
	t := reflect.TypeOf(v)
	return t != nil && t == boxType
}

// BoxType says whether a type is that of such boxes.
func BoxType(t reflect.Type) bool { return t != nil && t == boxType }

// boxOf is a value as a struct, if it is one of yaegi's boxes.
func boxOf(v any) (box reflect.Value, ok bool) {
	if !Boxed(v) {
		return box, false
	}
	box = reflect.New(boxType).Elem()
	box.Set(reflect.ValueOf(v))
	return box, true
}

// boxType is the type of boxes.
var (
	boxType  reflect.Type
	learnBox sync.Once
)

// Learn is given a pointer to an interface that holds a value in a box. Only a program can make
// one, so that each machine has to execute one that calls it, before there are values.
func Learn(pointer any) {
	learnBox.Do(func() { boxType = reflect.ValueOf(pointer).Elem().Elem().Type() })
}

// LearnCompiled is given a pointer to an interface of the program with a method that holds a value of
// a compiled type.
func LearnCompiled(pointer any) {
	learnCompiled.Do(func() {
		box, _ := boxOf(reflect.ValueOf(pointer).Elem().Interface())
		compiledType = private(private(box, "node").Elem(), "typ")
	})
}

// compiledType is a pointer to what yaegi has as the type of a compiled value.
var (
	compiledType  reflect.Value
	learnCompiled sync.Once
	compiledNodes sync.Map // pointers to nodes with such types, by type
)

// Box is a value of a compiled type in a box: so yaegi finds its methods for interfaces of the program.
func Box(v any) any {
	t := reflect.TypeOf(v)
	node, known := compiledNodes.Load(t)
	if !known {
		typ := reflect.New(compiledType.Type().Elem())
		private(typ.Elem(), "cat").Set(private(compiledType.Elem(), "cat"))
		private(typ.Elem(), "rtype").Set(reflect.ValueOf(t))
		private(typ.Elem(), "str").SetString(t.String())
		made := reflect.New(reflect.Zero(boxType).FieldByName("node").Type().Elem())
		private(made.Elem(), "typ").Set(typ)
		node, _ = compiledNodes.LoadOrStore(t, made)
	}
	box := reflect.New(boxType).Elem()
	private(box, "node").Set(node.(reflect.Value))
	private(box, "value").Set(reflect.ValueOf(reflect.ValueOf(v)))
	return box.Interface()
}

// inBox is what is in a box, perhaps another box.
func inBox(box reflect.Value) any {
	inner := private(box, "value").Interface().(reflect.Value)
	if !inner.IsValid() {
		return nil
	}
	return inner.Interface()
}

// Reboxed is a value in a box like one in which another value of its type is.
func Reboxed(like, v any) any {
	for {
		box, _ := boxOf(like)
		inner := inBox(box)
		if !Boxed(inner) {
			private(box, "value").Set(reflect.ValueOf(reflect.ValueOf(v)))
			return box.Interface()
		}
		like = inner
	}
}

// TypeName is the name of the type of a value that is in a box, else "".
func TypeName(v any) string {
	name := ""
	for {
		box, ok := boxOf(v)
		if !ok {
			return name
		}
		if node := box.FieldByName("node"); !node.IsNil() {
			if t := node.Elem().FieldByName("typ"); !t.IsNil() {
				name = t.Elem().FieldByName("str").String()
			}
		}
		v = inBox(box)
	}
}

// Wrapped says whether a value is a struct by which the machine makes an error or a fmt.Stringer of
// one of the program: of its value, or a struct's last field, and its methods. The value may be in
// a box.
func Wrapped(v any) (value any, ok bool) {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Struct || t.Name() == "" || t.NumField() == 0 || t.Field(0).Name != "IValue" {
		return v, false
	}
	return reflect.ValueOf(v).Field(0).Interface(), true
}
