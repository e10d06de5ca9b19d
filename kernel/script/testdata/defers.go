// Prints what it costs, in nanoseconds, to defer and to panic: the cost of a function that does, and what
// the same function costs if it calls at once, and returns instead of panicking.
package main

import (
	"fmt"
	"sync"
	"time"
)

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) add(by int) { c.n += by }

var (
	total int
	c     counter
)

//go:noinline
func add(a, b int) { total += a + b }

//go:noinline
func literal(n int) { defer func() { total += n }() }

//go:noinline
func noLiteral(n int) { total += n }

//go:noinline
func function(n int) { defer add(n, 1) }

//go:noinline
func noFunction(n int) { add(n, 1) }

//go:noinline
func method(n int) { defer c.add(n) }

//go:noinline
func noMethod(n int) { c.add(n) }

//go:noinline
func unlock(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

//go:noinline
func noUnlock(n int) {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

//go:noinline
func result(n int) (r int, err error) {
	defer func() { r++ }()
	return n, nil
}

//go:noinline
func noResult(n int) (r int, err error) { return n + 1, nil }

//go:noinline
func guard(n int) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%v", v)
		}
	}()
	total += n
	return nil
}

//go:noinline
func noGuard(n int) (err error) {
	total += n
	return nil
}

//go:noinline
func loop(n int) {
	for i := range 10 {
		defer add(n, i)
	}
}

//go:noinline
func noLoop(n int) {
	for i := range 10 {
		add(n, i)
	}
}

//go:noinline
func recovers(n int) (r int) {
	defer func() {
		if v := recover(); v != nil {
			r = n
		}
	}()
	panic("on purpose")
}

//go:noinline
func deep(n int, panics bool) {
	if n == 0 {
		if panics {
			panic("on purpose")
		}
		return
	}
	deep(n-1, panics)
}

//go:noinline
func frames(n int) (r int) {
	defer func() {
		if v := recover(); v != nil {
			r = n
		}
	}()
	deep(8, true)
	return 0
}

//go:noinline
func noFrames(n int) { deep(8, false) }

//go:noinline
func deepDefers(n int, panics bool) {
	defer add(n, 1)
	if n == 0 {
		if panics {
			panic("on purpose")
		}
		return
	}
	deepDefers(n-1, panics)
}

//go:noinline
func defers(n int) (r int) {
	defer func() {
		if v := recover(); v != nil {
			r = n
		}
	}()
	deepDefers(8, true)
	return 0
}

// cost returns what a call costs, the least of many rounds.
func cost(f func(int)) float64 {
	const calls = 300
	least := time.Hour
	for range 30 {
		start := time.Now()
		for i := range calls {
			f(i)
		}
		least = min(least, time.Since(start))
	}
	return float64(least.Nanoseconds()) / calls
}

func measure(name string, with, without func(int)) {
	fmt.Println(name, cost(with), cost(without))
}

func main() {
	measure("literal", func(n int) { literal(n) }, func(n int) { noLiteral(n) })
	measure("function", func(n int) { function(n) }, func(n int) { noFunction(n) })
	measure("method", func(n int) { method(n) }, func(n int) { noMethod(n) })
	measure("unlock", func(n int) { unlock(n) }, func(n int) { noUnlock(n) })
	measure("result", func(n int) { result(n) }, func(n int) { noResult(n) })
	measure("guard", func(n int) { guard(n) }, func(n int) { noGuard(n) })
	measure("loop", func(n int) { loop(n) }, func(n int) { noLoop(n) })
	measure("recovers", func(n int) { recovers(n) }, func(n int) { noGuard(n) })
	measure("frames", func(n int) { frames(n) }, func(n int) { noFrames(n) })
	measure("defers", func(n int) { defers(n) }, func(n int) { noFrames(n) })
}
