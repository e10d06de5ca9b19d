package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"
	"time"
)

var y = f()
var x = 2

func f() int { return x * 10 }

var (
	a, b     = pair()
	c, _     = pair()
	first    = second + third()
	second   = 3
	constant = limit + 1
)

const limit = 6

func third() int { return len(words) }

var words = strings.Fields("one two three")

var sorted = sortedWords()

func sortedWords() []string {
	list := append([]string{}, words...)
	sort.Strings(list)
	return list
}

func pair() (int, string) { return late, "b" }

var late = 5

var times = func(i int) int { return i * x }

var twice = func(f func(int) int) func(int) int { return func(i int) int { return f(f(i)) } }

var fourth = twice(times)

var table = map[string]func(int) int{"times": times, "plus": func(i int) int { return i + second }}

var fib func(n int) int = func(n int) int {
	if n < 2 {
		return n
	}
	return fibonacci(n-1) + fibonacci(n-2)
}

func fibonacci(n int) int { return n + late }

var m = map[string]int{"a": 1}
var v, ok = m["a"]
var none, there = m["b"]

var t T = made()

type T struct{ n int }

func (t T) Name() string { return fmt.Sprint("T", t.n) }

func made() T { return T{x} }

type Namer interface{ Name() string }

var _ Namer = T{}
var namer Namer = made()
var anything, isInt = value.(int)
var value any = late
var array = [...]int{late, x}
var pointer = &T{late}
var p = &late
var stack = &Stack[string]{items: words}
var top = stack.Top()
var errNone = errors.New("none of " + fmt.Sprint(x))
var size, err = fmt.Sscan("7", p)
var c1 = make(chan int, late-4)
var _ = note("blank", x)

type Stack[E any] struct{ items []E }

func (s *Stack[E]) Top() E { return s.items[len(s.items)-1] }

var begin = time.Duration(later()) * time.Second
var builder = &strings.Builder{}
var wrote, _ = builder.WriteString("w" + words[0])

func later() int { return late }

var literal, found = map[string]int{"z": 26}["z"]

var log []string

func note(s string, n int) int {
	log = append(log, fmt.Sprint(s, n))
	return n
}

func init() { log = append(log, "init") }

func init() { log = append(log, fmt.Sprint("init", y)) }

func main() {
	fmt.Println(y, x, a, b, c, first, second, constant, sorted, late)
	fmt.Println(times(4), fourth(3), table["times"](5), table["plus"](5), fib(7))
	fmt.Println(v, ok, none, there, t, namer.Name(), anything, isInt, array, *pointer, *p, top)
	fmt.Println(errNone, size, err, cap(c1), log, literal, found, begin, builder, wrote)
	x = 3
	fmt.Println(times(4), fourth(3))
}
