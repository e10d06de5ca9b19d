// Command program has jumps of all kinds: loops, labels, and functions that wait, panic,
// recover and grow their stacks in the middle of loops.
package main

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

func primes(below int) (all []int) {
candidates:
	for n := 2; n < below; n++ {
		for _, p := range all {
			switch {
			case p*p > n:
				all = append(all, n)
				continue candidates
			case n%p == 0:
				continue candidates
			}
		}
		all = append(all, n)
	}
	return all
}

// digits has a loop with its condition at the end, and two ways into it.
func digits(n int) (count int) {
	if n < 0 {
		goto negative
	}
again:
	count++
	if n /= 10; n != 0 {
		goto again
	}
	return count
negative:
	n = -n
	goto again
}

func at(numbers []int, i int) (n int, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("recovered: %v", e)
		}
	}()
	for n < 100 {
		n += numbers[i]
		i++
	}
	return n, nil
}

func deep(n int) int {
	var room [50]int
	for i := range room {
		room[i] = n - i
	}
	if n > 0 {
		for i := range 2 {
			room[i] += deep(n-1) / 2
		}
	}
	return (room[0] + room[1] + room[49]) % 1_000_003
}

// passed sends numbers through goroutines that wait for each other in their loops.
func passed(stages, numbers int) (sum int) {
	first := make(chan int)
	in := first
	var done sync.WaitGroup
	for stage := range stages {
		out := make(chan int)
		done.Add(1)
		go func(in <-chan int) {
			defer done.Done()
			for n := range in {
				if n%7 == stage {
					time.Sleep(time.Microsecond)
				}
				select {
				case out <- n + stage:
				case <-time.After(time.Minute):
				}
			}
			close(out)
		}(in)
		in = out
	}
	go func() {
		for n := range numbers {
			first <- n
		}
		close(first)
	}()
	for n := range in {
		sum += n
	}
	done.Wait()
	return sum
}

func pairs(n int) func(func(int, int) bool) {
	return func(yield func(int, int) bool) {
		for i := range n {
			for k := range i {
				if !yield(i, k) {
					return
				}
			}
		}
	}
}

func main() {
	all := primes(5000)
	fmt.Println(len(all), all[len(all)-1])
	fmt.Println(digits(0), digits(12345), digits(-678))
	fmt.Println(at(all, 0))
	fmt.Println(at(all[:3], 0))
	fmt.Println(deep(12))
	fmt.Println(passed(5, 300))
	count := 0
	for i, k := range pairs(40) {
		if (i*k)%11 == 10 {
			continue
		}
		if count++; count == 500 {
			break
		}
	}
	slices.SortFunc(all, func(a, b int) int { return a%97 - b%97 })
	fmt.Println(count, all[:5], fmt.Sprintf("%8.3f|%x|%v", 2.0/3, "text", map[string][]int{"b": {1}, "a": nil}))
	defer func() { fmt.Println(recover()) }()
	var none *[]int
	for range all {
		fmt.Println(len(*none))
	}
}
