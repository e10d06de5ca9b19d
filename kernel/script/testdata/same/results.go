package main

import "fmt"

func a(m map[string]bool) (r []float64, n int) { r = append(r, 1); return r, len(m) }
func b(m map[string]bool) ([]float64, int)     { r := []float64{2}; return r, len(m) }
func c(m map[string]bool) (r []float64, n int) { r = append(r, 1); return r, (len(m)) }
func d(m []int) (r []float64, n int)           { r = append(r, 1); return r, cap(m) }
func e(m []int) (r []float64, n []int)         { r = append(r, 1); return r, append(m, 1) }
func f(m []int) (r []float64, n int)           { r = append(r, 1); return r, min(3, 4) }
func g(m []int) (r []float64, n *int)          { r = append(r, 1); return r, new(int) }
func h(m []int) (r []float64, n string)        { r = append(r, 1); return r, string([]byte("x")) }
func i(m []int) (r []float64, n float64)       { r = append(r, 1); return r, float64(len(m)) }
func j(m []int) (r []float64, n int)           { r = append(r, 1); return r, len(m) + 1 }
func k(m []int) (r []float64, n int, o int)    { r = append(r, 1); return r, 7, len(m) }
func l(m []int) (r []float64, n bool)          { r = append(r, 1); return r, !(len(m) > 1) }
func o(m []int) (r []float64, n int)           { r = append(r, 1); return r, -m[0] }
func p(m []int) (r []float64, n T)             { r = append(r, 1); return r, T{3} }
func q(m chan int) (r []float64, n int)        { r = append(r, 1); return r, <-m }

type T struct{ A int }

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "PANIC", r)
		}
	}()
	f()
}
func main() {
	m := map[string]bool{"x": true}
	s := []int{1, 2}
	try("a", func() { x, y := a(m); fmt.Println("a", x, y) })
	try("b", func() { x, y := b(m); fmt.Println("b", x, y) })
	try("c", func() { x, y := c(m); fmt.Println("c", x, y) })
	try("d", func() { x, y := d(s); fmt.Println("d", x, y) })
	try("e", func() { x, y := e(s); fmt.Println("e", x, y) })
	try("f", func() { x, y := f(s); fmt.Println("f", x, y) })
	try("g", func() { x, y := g(s); fmt.Println("g", x, *y) })
	try("h", func() { x, y := h(s); fmt.Println("h", x, y) })
	try("i", func() { x, y := i(s); fmt.Println("i", x, y) })
	try("j", func() { x, y := j(s); fmt.Println("j", x, y) })
	try("k", func() { x, y, z := k(s); fmt.Println("k", x, y, z) })
	try("l", func() { x, y := l(s); fmt.Println("l", x, y) })
	try("o", func() { x, y := o(s); fmt.Println("o", x, y) })
	try("p", func() { x, y := p(s); fmt.Println("p", x, y) })
	ch := make(chan int, 1)
	ch <- 5
	try("q", func() { x, y := q(ch); fmt.Println("q", x, y) })
}
