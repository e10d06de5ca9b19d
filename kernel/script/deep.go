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

// deep checks the size of the stacks; programs call it once in a while. A check by a timer can come too
// late on a busy machine: the Go runtime ends a process whose stack exceeds 1 GB, which takes less than
// a second of calls. If the stacks have grown as in endless recursion, deep cuts off the program, and
// returns when yaegi runs none of its statements any more. In a goroutine that outlived its program,
// deep ends the goroutine.
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
