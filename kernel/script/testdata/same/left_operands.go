// The left operand of && or || begins with a struct that is handed over, or with a name in parentheses.
package main

import (
	"fmt"

	"github.com/focal-search/focal/engine"
)

type state struct{ x, y int }

type test func(state) bool

func (t test) and(u test) test { return func(s state) bool { return t(s) && u(s) } }
func (t test) or(u test) test  { return func(s state) bool { return t(s) || u(s) } }

type filter func(engine.Sample) bool

func (f filter) and(g filter) filter { return func(s engine.Sample) bool { return f(s) && g(s) } }

func right(s state) bool { return s.x > 3 }

func small(x int) bool { return x < 3 }

func main() {
	low := test(func(s state) bool { return s.y < 3 })
	for _, s := range []state{{1, 1}, {4, 1}, {1, 4}, {4, 4}} {
		fmt.Println(low.and(right)(s), low.or(right)(s), right(s) && low(s), right(s) || s.y == 1)
	}
	guided := filter(func(s engine.Sample) bool { return s.Guided })
	deep := guided.and(func(s engine.Sample) bool { return s.D < 3 })
	fmt.Println(deep(engine.Sample{Guided: true}), deep(engine.Sample{}), deep(engine.Sample{Guided: true, D: 3}))
	x, m := 1, map[int]bool{1: true}
	fmt.Println(small((x)) && true, (x) > 3 || m[(x)] && true, small((1)+x) && "ab"[(x):] == "b")
}
