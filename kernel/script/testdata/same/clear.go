package main

import "fmt"

type Set map[string]bool

func (s Set) String() string { return fmt.Sprint("set ", len(s)) }

type Path []int

func (p Path) Len() int { return len(p) }

type Shape interface{ Area() int }

type Square struct{ a int }

func (s Square) Area() int { return s.a * s.a }

func empty[K comparable, V any](m map[K]V) { clear(m) }

func zero[T any](xs []T) { clear(xs) }

func main() {
	xs := []int{1, 2, 3}
	clear(xs[1:])
	fmt.Println(xs)
	clear(xs)
	ss := []string{"a", "b"}
	clear(ss[:1])
	fmt.Println(xs, len(ss), ss[0] == "", ss[1])
	m := map[string][]int{"a": {1}}
	clear(m)
	fmt.Println(m)
	s := Set{"a": true}
	clear(s)
	fmt.Println(s)
	p := Path{1, 2}
	clear(p)
	fmt.Println(p, p.Len())
	shapes := []Shape{Square{2}, Square{3}}
	clear(shapes[:1])
	fmt.Println(shapes[0] == nil, shapes[1].Area())
	squares := []Square{{1}, {2}}
	clear(squares)
	fmt.Println(squares)
	grid := [3][2]int{{1, 2}, {3, 4}}
	clear(grid[1:])
	fmt.Println(grid)
	anys := []any{1, "x", Square{1}}
	clear(anys)
	fmt.Println(anys[0] == nil, len(anys))
	var none []int
	clear(none)
	var noMap map[int]int
	clear(noMap)
	ints := map[int]int{1: 2}
	empty(ints)
	fs := []float64{1.5}
	zero(fs)
	fmt.Println(len(ints), fs, none == nil, noMap == nil)
}
