package machine

import (
	"reflect"
	"sync"
	"unsafe"
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

// inBox is what is in a box, perhaps another box.
func inBox(box reflect.Value) any {
	inner := *(*reflect.Value)(unsafe.Pointer(box.FieldByName("value").UnsafeAddr()))
	if !inner.IsValid() {
		return nil
	}
	return inner.Interface()
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
