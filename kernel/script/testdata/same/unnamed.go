package main

import "fmt"

type doer interface{ do(int) int }

type T struct{ n int }

func (t T) do(int) int { x := []int{1, 2}; return t.n + len(x) }

type U struct{}

func (U) do(int) int { y := "a"; return len(y) }

func add(int, string) []string { all := []string{"a"}; return append(all, "b") }

func main() {
	for _, d := range []doer{T{5}, U{}, &T{7}} {
		fmt.Println(d.do(1))
	}
	fmt.Println(add(1, "x"))
	f := func(any) []int { return []int{4, 5} }
	fmt.Println(f(1))
	g := func(float64) float64 { x := 2; return float64(x) }
	fmt.Println(g(1))
	h := func(int, int) bool { a := 3; return a > 2 }
	fmt.Println(h(1, 2))
	v := func(...string) int { n := 7; return n }
	fmt.Println(v("a", "b"))
}
