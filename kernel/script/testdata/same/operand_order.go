package main

import "fmt"

type T struct{ a, b int }

func (t *T) inc() int { t.a++; return t.a }

var at int

func next() int { at++; return at }

func results() (int, int)      { return at, next() }
func named() (x, y int)        { x = 1; return x, func() int { x = 7; return 3 }() }
func structs() (T, int)        { t := T{1, 2}; return t, t.inc() }
func arrays() ([2]int, int)    { a := [2]int{1, 2}; return a, func() int { a[0] = 9; return 3 }() }
func texts() (string, int)     { s := "a"; return s, func() int { s = "b"; return 3 }() }
func mixed(a, b, c int) [3]int { return [3]int{a, b, c} }

func main() {
	fmt.Println(results())
	fmt.Println(named())
	fmt.Println(structs())
	fmt.Println(arrays())
	fmt.Println(texts())
	s := make([]int, 20)
	s[at] = next()
	s[at], s[next()] = 50, 60
	s[next()], s[at] = 1, next()
	s[at] += next()
	s[at-1], at = next(), 0
	fmt.Println(s, at)
	m := map[int]int{}
	m[at] = next()
	m[at], m[next()] = 8, 9
	m[at] += next()
	fmt.Println(m)
	a, b := at, next()
	a, b = b, next()
	fmt.Println(a, b, at)
	a, b = at, next()
	fmt.Println(a, b)
	p := &T{}
	first, other := p, func() int { p = &T{a: 100}; return 5 }
	p.a = other()
	fmt.Println(*p, *first)
	p = first
	p.a, p.b = other(), other()
	fmt.Println(*p, *first)
	t := T{1, 2}
	t.a, t.b = t.inc(), t.a
	fmt.Println(t, mixed(at, next(), at))
	grid := [][]int{{1, 2}, {3, 4}}
	grid[0][1], grid[1][0] = func() int { grid[1] = []int{7, 8}; return 5 }(), 6
	grid[0][0] = func() int { grid[0] = []int{0, 0}; return 9 }()
	fmt.Println(grid)
}
