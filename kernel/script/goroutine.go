package script

import (
	"errors"
	"reflect"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// begun starts a goroutine of interpreted code.
func (in *Interpreter) begun(f func()) {
	in.goroutines.Add(1)
	go func() {
		defer in.goroutines.Add(-1)
		in.goroutine(f)
	}()
}

// goroutine calls the function that a go statement starts. In Go a panic there
// ends the process. Here it ends the program that runs, with an error at the
// place of the panic, and a session keeps its variables.
func (in *Interpreter) goroutine(f func()) {
	defer func() {
		if v := recover(); v != nil {
			in.tell(in.cutError("panic in a goroutine: "+in.textOf(v), v))
		}
	}()
	f()
}

// OnStray has f told of panics in goroutines while no program runs: a program
// that has ended has left them behind.
func (in *Interpreter) OnStray(f func(*Error)) { in.stray = f }

// typeFunctions has yaegi make the types of the functions and methods that a program declares. By
// itself it makes them when one becomes a value, and then two goroutines may do so at once.
func typeFunctions(prog *interp.Program) {
	root := private(reflect.ValueOf(prog).Elem(), "root")
	if root.IsNil() {
		return
	}
	declarations := private(root.Elem(), "child")
	for i := range declarations.Len() {
		d := declarations.Index(i)
		function := private(d.Elem(), "val").Elem() // what declares a function is its value
		if t := private(d.Elem(), "typ"); function.IsValid() && function.Type() == d.Type() && !t.IsNil() {
			t.Interface().(interface{ TypeOf() reflect.Type }).TypeOf()
		}
	}
}

// private is a field of a struct of yaegi's.
func private(of reflect.Value, name string) reflect.Value {
	field := of.FieldByName(name)
	if !field.IsValid() {
		panic(errors.New("yaegi keeps its " + name + " elsewhere"))
	}
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}
