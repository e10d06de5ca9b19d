package script

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/metrics"
)

// ErrRecursion is the Value of the *Error for a program that was cut off because
// its stack grew too large.
var ErrRecursion = errors.New("endless recursion")

const (
	// deepest is a size of stacks that only endless recursion exceeds, some
	// hundred thousand calls.
	deepest = 96 << 20
	// shallow is the size of the stack of a goroutine with a few calls.
	shallow = 64 << 10
)

// often is how many calls lie between two looks at the stacks. They grow by about 1 MB meanwhile. The
// number is even: of two functions that call each other, as of a method and what calls it for fmt, the
// same one looks each time.
const often = 1000

// counting makes what a function of a program does before it first calls something: it counts. Goroutines
// share the count, and what they lose of it does not matter. A look at the stacks from outside, by the
// clock, can come too late on a busy machine: the Go runtime ends a process for a stack of 1 GB, and that
// is less than a second of calls.
func (in *Interpreter) counting(pos int) func() {
	return func() {
		if *in.calls++; *in.calls >= often {
			*in.at.here() = pos
			in.deep()
		}
	}
}

// deep looks at the stacks. Where they have grown as endless recursion makes them grow, it has the program
// cut off, and returns when yaegi runs no statement of it any more. A goroutine that a program has left
// behind ends.
func (in *Interpreter) deep() {
	*in.calls = 0
	now := stacks()
	in.mu.Lock()
	in.others = min(in.others, now) // stacks outlive their goroutines for a while
	limit := in.others + deepest + uint64(runtime.NumGoroutine())*shallow
	runs, left := in.stop != nil, in.left
	in.mu.Unlock()
	if now <= limit {
		return
	}
	in.tell(in.cutError(fmt.Sprintf("%v: the stack has grown to more than %d MB", ErrRecursion, deepest>>20),
		ErrRecursion))
	if !runs {
		runtime.Goexit()
	}
	<-left
}

// stacks returns the memory that the stacks of all goroutines take, in bytes.
func stacks() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
