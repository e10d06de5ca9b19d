// Command methods tests calls of methods by reflection, including one of a type made by
// reflection. The heap is large and has nothing allocated at the number that is the
// address of the method's code. The test of package page runs it under WebAssembly; see
// codePointers there.
package main

import (
	"fmt"
	"reflect"
	"runtime"
	"unsafe"
)

// A Collector is called.
type Collector struct{}

// Collect runs the garbage collector while it is being called by reflection.
func (Collector) Collect() { runtime.GC() }

func main() {
	grow(reflect.ValueOf(Collector.Collect).Pointer())
	for range 3 { // the first ones free what grow has allocated
		runtime.GC()
	}
	reflect.ValueOf(Collector{}).Method(0).Call(nil)
	method := reflect.TypeFor[Collector]().Method(0)
	method.Func.Call([]reflect.Value{reflect.ValueOf(Collector{})})
	collector := reflect.StructField{Name: "Collector", Type: reflect.TypeFor[Collector](), Anonymous: true}
	embeds := reflect.StructOf([]reflect.StructField{collector})
	reflect.New(embeds).Elem().Method(0).Call(nil)
	reflect.New(embeds).Elem().Interface().(interface{ Collect() }).Collect()
	fmt.Println("called")
}

// grow makes the heap reach beyond an address.
//
//go:noinline
func grow(beyond uintptr) {
	const piece = 16 << 20
	var held [][]byte
	for last := uintptr(0); last < beyond+2*piece; {
		b := make([]byte, piece)
		last = uintptr(unsafe.Pointer(&b[0]))
		held = append(held, b)
	}
	runtime.KeepAlive(held)
}
