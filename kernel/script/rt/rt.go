// Package rt is the runtime of lowered code: the functions that it calls. See package
// lower.
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
	at   *int // where interpreted code keeps its position
}

type deferred struct {
	f   func(*Panic)
	arm bool
}

// Push defers a function, which may recover from the panic that it gets, if any.
func (d *Defers) Push(f func(*Panic)) { d.list = append(d.list, deferred{f, false}) }

// Arm defers a function that calls one which may recover by itself, see [Armed].
func (d *Defers) Arm(f func(*Panic)) { d.list = append(d.list, deferred{f, true}) }

// A Panic is on its way through the deferred functions of a call.
type Panic struct {
	value     any
	at        int // its position
	recovered bool
	done      bool // the deferred function that could recover has ended
}

// Recover is Go's recover() in a function that was called by Run because of a panic. On a
// nil *Panic, or one that is recovered, it is nil.
func (p *Panic) Recover() any {
	if p == nil || p.recovered || p.done {
		return nil
	}
	v := Recovered(p.value)
	p.recovered = true
	return v
}

// Recovered makes of what an interpreter panics with what Go does, and panics where there is
// nothing of Go to recover from. The host sets it.
var Recovered = func(v any) any { return v }

// Run calls a function's body, and then what the body has deferred, the last first, as Go
// does: also if the body or a deferred function panics, or ends the goroutine.
func Run(body func(*Defers)) { RunAt(new(int), body) }

// RunAt is Run for code that keeps its position at a place. A panic that deferred functions do not
// recover has the position at which it began.
func RunAt(at *int, body func(*Defers)) {
	d := Defers{at: at}
	defer d.unwind(nil, true)
	body(&d)
	d.unwind(nil, false)
}

// unwind calls the deferred functions. As a deferred function itself it finds out about a
// panic.
func (d *Defers) unwind(p *Panic, deferredCall bool) {
	if deferredCall {
		if len(d.list) == 0 {
			return // the panic, if there is one, goes on
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

// run calls the deferred functions with a panic and yields that which is left.
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

// guarded calls a deferred function and yields the panic that it ends with.
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

// Where the function that is deferred is known only when it is called, the panic waits for
// it here, by goroutine.
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

// Armed is the panic from which the function that calls it can recover, nil if it is not
// called by Run because of one. It is asked when a function begins.
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

// goroutine is the number of the goroutine, which the runtime says only in a stack's trace.
func goroutine() int64 {
	var buf [64]byte
	text := buf[:runtime.Stack(buf[:], false)]
	text, _, _ = bytes.Cut(bytes.TrimPrefix(text, []byte("goroutine ")), []byte(" "))
	n, _ := strconv.ParseInt(string(text), 10, 64)
	return n
}

// Go begins a goroutine. The host sets it, to have panics reported.
var Go = func(f func()) { go f() }

// A runtimeError is a panic of Go's runtime.
type runtimeError string

func (e runtimeError) Error() string { return "runtime error: " + string(e) }

// RuntimeError makes it a runtime.Error.
func (runtimeError) RuntimeError() {}

// Continued panics because a function that is ranged over calls the loop's body again.
func Continued(state int) {
	if state == 2 {
		panic(runtimeError("range function continued iteration after whole loop exit"))
	}
	panic(runtimeError("range function continued iteration after function for loop body returned false"))
}

// NilMethod panics because a method value is taken of a nil interface.
func NilMethod() {
	panic(runtimeError("invalid memory address or nil pointer dereference"))
}

// NilPointer panics because an interpreter puts no nil pointer of a type into an interface.
func NilPointer(of, in string) {
	panic("the interpreter has no nil " + of + " in a value of " + in + "; compiled, it works")
}

// Count is the count of a shift. It panics where that is negative.
func Count(n int64) uint64 {
	if n < 0 {
		panic(runtimeError("negative shift amount"))
	}
	return uint64(n)
}

// A typeError is a panic of a type assertion.
type typeError string

func (e typeError) Error() string { return "interface conversion: " + string(e) }

// RuntimeError makes it a runtime.Error.
func (typeError) RuntimeError() {}

// TypeName is the name of the type of what is in an interface, as Go calls it. The host has
// one that knows how an interpreter keeps a program's own types, and so for Own, Implements,
// Compiled, Conversion and Assertion.
func TypeName(v any) string {
	if t, ok := v.(Typed); ok {
		return t.Name()
	}
	return reflect.TypeOf(v).String()
}

// Own says whether what is in an interface is a value of a program's own type.
func Own(v any) bool {
	_, typed := v.(Typed)
	return typed
}

// Implements says whether what is in an interface is of a type of the program that has such
// methods, which are given with their types.
func Implements(v any, methods ...string) bool { return false }

// Compiled says whether what is in an interface is of a compiled type that has such methods.
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

// Conversion is the panic of a value that does not implement an interface of such methods, which
// are given with their types.
func Conversion(v any, to string, methods ...string) any {
	if v == nil {
		return typeError("interface is nil, not " + to)
	}
	return ConversionFrom(TypeName(v), to, Missing(methods, func(m string) bool { return Compiled(v, MethodName(m)) }))
}

// Missing is the name of the first method that a value does not have.
func Missing(methods []string, has func(method string) bool) string {
	for _, m := range methods {
		if !has(m) {
			return MethodName(m)
		}
	}
	return MethodName(methods[0])
}

// MethodName is the name of a method that is given with its type.
func MethodName(method string) string {
	name, _, _ := strings.Cut(method, "(")
	return name[strings.LastIndexByte(name, '.')+1:]
}

// ConversionFrom is that for a value of a type.
func ConversionFrom(from, to, method string) any {
	return typeError(from + " is not " + to + ": missing method " + method)
}

// Assertion is the panic of a value in an interface that is not of a type.
func Assertion(v any, in, to string) any {
	if v == nil {
		return typeError(in + " is nil, not " + to)
	}
	return AssertionFrom(TypeName(v), in, to)
}

// AssertionFrom is that for a value of a type.
func AssertionFrom(from, in, to string) any {
	text := in + " is " + from + ", not " + to
	if from == to {
		text += " (types from different scopes)"
	}
	return typeError(text)
}
