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

// Defers are the deferred functions of a call.
type Defers struct {
	list []deferred
	at   *int // the position of interpreted code
}

type deferred struct {
	f   func(*Panic)
	arm bool
}

// Push defers a function, which may recover from the panic that is its argument, if any.
func (d *Defers) Push(f func(*Panic)) { d.list = append(d.list, deferred{f, false}) }

// Arm defers a function that calls one which may recover the panic itself, see [Armed].
func (d *Defers) Arm(f func(*Panic)) { d.list = append(d.list, deferred{f, true}) }

// A Panic is the panic for which the deferred functions of a call run.
type Panic struct {
	value     any
	at        int // its position
	recovered bool
	done      bool // the deferred function that could recover has ended
}

// Recover is Go's recover() in a function that Run calls because of a panic. It returns nil
// if p is nil or already recovered.
func (p *Panic) Recover() any {
	if p == nil || p.recovered || p.done {
		return nil
	}
	v := Recovered(p.value)
	p.recovered = true
	return v
}

// Recovered converts the value of an interpreter's panic to Go's. It panics if the panic
// corresponds to none of Go's. The host sets it.
var Recovered = func(v any) any { return v }

// Run calls a function's body, and then the functions that the body has deferred, last first,
// as Go does: also if the body or a deferred function panics, or ends the goroutine.
func Run(body func(*Defers)) { RunAt(new(int), body) }

// RunAt is Run for code that keeps its position in *at. If the deferred functions do not recover a
// panic, RunAt restores the position at which it began.
func RunAt(at *int, body func(*Defers)) {
	d := Defers{at: at}
	defer d.unwind(nil, true)
	body(&d)
	d.unwind(nil, false)
}

// unwind calls the deferred functions. When it is deferred itself, it gets a panic by recover.
func (d *Defers) unwind(p *Panic, deferredCall bool) {
	if deferredCall {
		if len(d.list) == 0 {
			return // a panic goes on
		}
		if v := recover(); v != nil {
			p = &Panic{value: v, at: *d.at}
		}
	}
	p = d.run(p)
	if p != nil && !p.recovered {
		*d.at = p.at
		panic(p.value)
	}
}

// run calls the deferred functions with a panic and returns the one that remains.
func (d *Defers) run(p *Panic) *Panic {
	for len(d.list) > 0 {
		last := d.list[len(d.list)-1]
		d.list = d.list[:len(d.list)-1]
		if next := d.guarded(last, p); next != nil {
			p = next
		} else if p != nil && p.recovered {
			p = nil
		}
	}
	return p
}

// guarded calls a deferred function and returns the panic with which it ends.
func (d *Defers) guarded(f deferred, p *Panic) (next *Panic) {
	var given *Panic
	if p != nil {
		given = &Panic{value: p.value}
	}
	defer func() {
		if given != nil {
			given.done = true
			p.recovered = given.recovered
		}
		if v := recover(); v != nil {
			next = &Panic{value: v, at: *d.at}
		}
	}()
	if f.arm && given != nil {
		defer arm(given)()
	}
	f.f(given)
	return nil
}

// If the deferred function is known only at run time, its panic is kept here, by goroutine,
// until it is called.
var (
	armedCount atomic.Int64
	armedMu    sync.Mutex
	armed      = map[int64]*Panic{}
)

func arm(p *Panic) (disarm func()) {
	id := goroutine()
	armedMu.Lock()
	before, had := armed[id]
	armed[id] = p
	armedMu.Unlock()
	armedCount.Add(1)
	return func() {
		armedMu.Lock()
		if had {
			armed[id] = before
		} else {
			delete(armed, id)
		}
		armedMu.Unlock()
		armedCount.Add(-1)
	}
}

// Armed returns the panic that its caller can recover, or nil if Run did not call the caller
// because of a panic. A function calls it first.
func Armed() *Panic {
	if armedCount.Load() == 0 {
		return nil
	}
	id := goroutine()
	armedMu.Lock()
	defer armedMu.Unlock()
	p := armed[id]
	if p != nil {
		armed[id] = nil
	}
	return p
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
