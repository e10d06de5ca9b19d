// Package rt is the runtime of lowered code: it has the functions that such code calls.
// See package lower.
package rt

import (
	"bytes"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Defers are the deferred functions of a call. Lowered code has no defer statement: it assigns its Defers to
// [Later] before an if statement, whose body ends with a return statement. The host notes the body, and goes on
// behind it. After the call, also if it panics or ends the goroutine, the host calls Finish, which has it execute
// the bodies, last first.
type Defers struct {
	list   []any // bodies, which the host knows, and functions
	host   interface{ Execute(body any) }
	at     *int // the position of interpreted code
	panic  *panicked
	before *Defers // see Arm
	armed  bool
	first  [2]any
}

// A panicked is a panic for which deferred functions run.
type panicked struct {
	value     any
	at        int // its position
	recovered bool
}

// Init makes Defers ready for code that keeps its position in *at, and whose bodies the host executes.
func (d *Defers) Init(at *int, host interface{ Execute(body any) }) {
	d.at, d.host, d.list = at, host, d.first[:0]
}

// Later is the variable to which lowered code assigns its Defers. It is not nil, as yaegi takes that for a type.
var Later = &Defers{}

// Push defers a function, or a body.
func (d *Defers) Push(f any) { d.list = append(d.list, f) }

// Recover is Go's recover() in a deferred function. It returns nil if d is nil, or if it runs because of no panic or
// one that is recovered.
func (d *Defers) Recover() any {
	if !d.Panics() {
		return nil
	}
	v := Recovered(d.panic.value)
	d.panic.recovered = true
	return v
}

// Panics reports whether the deferred functions run because of a panic that is not recovered.
func (d *Defers) Panics() bool { return d != nil && d.panic != nil && !d.panic.recovered }

// Recovered converts the value of an interpreter's panic to Go's. It panics if the panic
// corresponds to none of Go's. The host sets it.
var Recovered = func(v any) any { return v }

// Finish calls the deferred functions of a call that has ended, with a panic if that is not nil, last first, as Go
// does: also if a deferred function panics, or ends the goroutine. It returns the panic that remains. If that is one
// that began before, it restores its position.
func (d *Defers) Finish(v any) any {
	if v != nil {
		d.panic = &panicked{value: v, at: *d.at}
	}
	for len(d.list) > 0 {
		last := d.list[len(d.list)-1]
		d.list = d.list[:len(d.list)-1]
		d.call(last)
		if d.panic != nil && d.panic.recovered {
			d.panic = nil
		}
	}
	if d.panic == nil {
		return nil
	}
	*d.at = d.panic.at
	return d.panic.value
}

// call calls a deferred function and notes the panic with which it ends.
func (d *Defers) call(f any) {
	ended := false
	defer func() {
		d.disarm()
		if v := recover(); v != nil {
			d.panic = &panicked{value: v, at: *d.at}
		} else if !ended { // the goroutine ends
			d.panic = nil
			if v := d.Finish(nil); v != nil {
				panic(v)
			}
		}
	}()
	if call, ok := f.(func()); ok {
		call()
	} else {
		d.host.Execute(f)
	}
	ended = true
}

// If the deferred function is known only at run time, its Defers are kept here, by goroutine,
// until it is called.
var (
	armedCount atomic.Int64
	armedMu    sync.Mutex
	armed      = map[int64]*Defers{}
)

// Arm lets the function that is called next recover a panic, see [Armed].
func (d *Defers) Arm() {
	if d.panic == nil {
		return
	}
	id := goroutine()
	armedMu.Lock()
	d.before, d.armed = armed[id], true
	armed[id] = d
	armedMu.Unlock()
	armedCount.Add(1)
}

func (d *Defers) disarm() {
	if !d.armed {
		return
	}
	id := goroutine()
	armedMu.Lock()
	if armed[id] = d.before; d.before == nil {
		delete(armed, id)
	}
	d.before, d.armed = nil, false
	armedMu.Unlock()
	armedCount.Add(-1)
}

// Armed returns the Defers whose panic its caller can recover, or nil if the caller is not called because of a panic.
// A function calls it first.
func Armed() *Defers {
	if armedCount.Load() == 0 {
		return nil
	}
	id := goroutine()
	armedMu.Lock()
	defer armedMu.Unlock()
	d := armed[id]
	if d != nil {
		armed[id] = nil
	}
	return d
}

// goroutine returns the number of the goroutine, which the runtime prints only in a stack trace.
func goroutine() int64 {
	var buf [64]byte
	text := buf[:runtime.Stack(buf[:], false)]
	text, _, _ = bytes.Cut(bytes.TrimPrefix(text, []byte("goroutine ")), []byte(" "))
	n, _ := strconv.ParseInt(string(text), 10, 64)
	return n
}

// Go starts a goroutine. The host sets it to a function that reports panics.
var Go = func(f func()) { go f() }

// A runtimeError is the value of a run-time panic.
type runtimeError string

func (e runtimeError) Error() string { return "runtime error: " + string(e) }

// RuntimeError makes it a runtime.Error.
func (runtimeError) RuntimeError() {}

// Continued panics because an iterator function calls the loop's body again: the body returned
// false (state 1), the loop was left (2), or the body panicked or is still running (3).
func Continued(state int) {
	after := [...]string{1: "function for loop body returned false", 2: "whole loop exit", 3: "loop body panic"}
	panic(runtimeError("range function continued iteration after " + after[state]))
}

// Swallowed panics because an iterator function has recovered a panic of the loop's body.
func Swallowed() {
	panic(runtimeError("range function recovered a loop body panic and did not resume panicking"))
}

// NilMethod panics because the operand of a method value is a nil interface.
func NilMethod() {
	panic(runtimeError("invalid memory address or nil pointer dereference"))
}

// Hand sets the interface of a package to which dest points to a value whose methods, named one after the other, are
// given as functions. The host replaces it: here the value has them.
func Hand(dest any, v any, names string, methods ...any) {
	reflect.ValueOf(dest).Elem().Set(reflect.ValueOf(v))
}

// Count returns a shift count. It panics if the count is negative.
func Count(n int64) uint64 {
	if n < 0 {
		panic(runtimeError("negative shift amount"))
	}
	return uint64(n)
}

// A typeError is the panic of a failed type assertion.
type typeError string

func (e typeError) Error() string { return "interface conversion: " + string(e) }

// RuntimeError makes it a runtime.Error.
func (typeError) RuntimeError() {}

// TypeName returns Go's name of the dynamic type of v. The host replaces it, Own, Implements,
// Compiled, Conversion and Assertion by functions that know how an interpreter represents a
// program's own types.
func TypeName(v any) string {
	if t, ok := v.(Typed); ok {
		return t.Name()
	}
	return reflect.TypeOf(v).String()
}

// Own reports whether the dynamic type of v is a program's own.
func Own(v any) bool {
	_, typed := v.(Typed)
	return typed
}

// Implements reports whether the dynamic type of v is one of the program with these methods,
// which are given with their types.
func Implements(v any, methods ...string) bool { return false }

// Compiled reports whether the dynamic type of v is a compiled type with these methods.
func Compiled(v any, methods ...string) bool {
	if v == nil || Own(v) {
		return false
	}
	for _, m := range methods {
		if _, ok := reflect.TypeOf(v).MethodByName(m); !ok {
			return false
		}
	}
	return true
}

// Conversion returns the panic for a value that does not implement an interface with these methods,
// which are given with their types.
func Conversion(v any, to string, methods ...string) any {
	if v == nil {
		return typeError("interface is nil, not " + to)
	}
	return ConversionFrom(TypeName(v), to, Missing(methods, func(m string) bool { return Compiled(v, MethodName(m)) }))
}

// Missing returns the name of the first method that a value lacks.
func Missing(methods []string, has func(method string) bool) string {
	for _, m := range methods {
		if !has(m) {
			return MethodName(m)
		}
	}
	return MethodName(methods[0])
}

// MethodName returns the name of a method that is given with its type.
func MethodName(method string) string {
	name, _, _ := strings.Cut(method, "(")
	return name[strings.LastIndexByte(name, '.')+1:]
}

// ConversionFrom is Conversion for a value of the type from.
func ConversionFrom(from, to, method string) any {
	return typeError(from + " is not " + to + ": missing method " + method)
}

// Assertion returns the panic for a value v in an interface whose dynamic type is not the asserted one.
func Assertion(v any, in, to string) any {
	if v == nil {
		return typeError(in + " is nil, not " + to)
	}
	return AssertionFrom(TypeName(v), in, to)
}

// AssertionFrom is Assertion for a value of the type from.
func AssertionFrom(from, in, to string) any {
	text := in + " is " + from + ", not " + to
	if from == to {
		text += " (types from different scopes)"
	}
	return typeError(text)
}
