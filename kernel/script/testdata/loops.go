// Loops as one writes them in scripts, each with the nanoseconds it took.
package main

import (
	"fmt"
	"math"
	"time"
)

type point struct{ x, y float64 }

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func sum(n int) int {
	s := 0
	for i := 0; i < n; i++ {
		if i%3 == 0 {
			s += i
		}
	}
	return s
}

func sieve(n int) int {
	composite := make([]bool, n)
	primes := 0
	for i := 2; i < n; i++ {
		if composite[i] {
			continue
		}
		primes++
		for j := i * i; j < n; j += i {
			composite[j] = true
		}
	}
	return primes
}

func distances(n int) int {
	points := make([]point, n)
	for i := range points {
		points[i] = point{float64(i % 7), float64(i % 11)}
	}
	total := 0.0
	for _, a := range points {
		for _, b := range points {
			total += math.Hypot(a.x-b.x, a.y-b.y)
		}
	}
	return int(total)
}

func count(n int) int {
	seen := map[int]int{}
	for i := 0; i < n; i++ {
		seen[i*i%1009]++
	}
	return len(seen)
}

func main() {
	for _, loop := range []struct {
		name string
		run  func(int) int
		n    int
	}{
		{"fib", fib, 20}, {"sum", sum, 200000}, {"sieve", sieve, 100000}, {"distances", distances, 200}, {"count", count, 50000},
	} {
		best := time.Duration(math.MaxInt64)
		result := 0
		for i := 0; i < 5; i++ {
			start := time.Now()
			result = loop.run(loop.n)
			if took := time.Since(start); took < best {
				best = took
			}
		}
		fmt.Println(loop.name, result, best.Nanoseconds())
	}
}
