package machine

import (
	"reflect"
	"sync"
)

// Yaegi keeps the values of interfaces in boxes, structs of an unexported type, and passes wrapper
// structs to packages in place of values with methods.

// Unboxed returns the value in a box in which the machine keeps it for an interface, or v itself.
func Unboxed(v any) any {
	for {
		box, ok := boxOf(v)
		if !ok {
			return v
		}
		v = inBox(box)
	}
}

// Boxed reports whether a value is such a box.
func Boxed(v any) bool {
	t := reflect.TypeOf(v)
	return t != nil && t == boxType
}

// BoxType reports whether a type is that of such boxes.
func BoxType(t reflect.Type) bool { return t != nil && t == boxType }

// boxOf returns v as an addressable struct, if it is one of yaegi's boxes.
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

// Learn learns the type of boxes from a pointer to an interface that holds a boxed value. Only a
// program can make one, so each machine must execute one that calls Learn first.
func Learn(pointer any) {
	learnBox.Do(func() { boxType = reflect.ValueOf(pointer).Elem().Elem().Type() })
}

// LearnCompiled learns yaegi's representation of compiled types from a pointer to an interface of the
// program with a method that holds a value of a compiled type.
func LearnCompiled(pointer any) {
	learnCompiled.Do(func() {
		box, _ := boxOf(reflect.ValueOf(pointer).Elem().Interface())
		compiledType = private(private(box, "node").Elem(), "typ")
	})
}

// compiledType is a pointer to yaegi's representation of the type of a compiled value.
var (
	compiledType  reflect.Value
	learnCompiled sync.Once
	compiledNodes sync.Map // pointers to nodes with such types, by type
)

// Box boxes a value of a compiled type, so that yaegi finds its methods for interfaces of the program.
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

// inBox returns the value in a box, perhaps another box.
func inBox(box reflect.Value) any {
	inner := private(box, "value").Interface().(reflect.Value)
	if !inner.IsValid() {
		return nil
	}
	return inner.Interface()
}

// Reboxed returns v in a box like that of another value of its type.
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

// TypeName returns the name of the type of a boxed value, else "".
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

// Wrapped returns the value in a struct by which the machine passes a value of the program as an error
// or a fmt.Stringer, and whether v is one. The struct holds the value, which may be boxed, and its
// methods.
func Wrapped(v any) (value any, ok bool) {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Struct || t.Name() == "" || t.NumField() == 0 || t.Field(0).Name != "IValue" {
		return v, false
	}
	return reflect.ValueOf(v).Field(0).Interface(), true
}
