// What an operator yields beside an interface that a function returns.
package main

import "fmt"

type V interface{ M() int }
type p struct{ d int }

func (p) M() int { return 1 }

func f(x int) (V, bool)       { return p{x}, x > 1 }
func g(x int) (bool, V)       { return x > 1, p{x} }
func h(x int) (V, int, bool)  { return p{x}, x + 1, x == 2 }
func k(x int) (any, bool)     { return p{x}, x > 1 }
func l(x int) (error, bool)   { return fmt.Errorf("e"), x > 1 }
func m(x, y int) (V, V, bool) { q := p{x}; return q, p{y}, x < y }
func n(q p) (V, bool)         { return q, q.d > 1 }
func o(q p) (V, int)          { return q, q.d * 2 }
func r(q p) (V, string)       { return q, "a" + fmt.Sprint(q) }
func s(q *p) (V, float64)     { return q, -float64(q.d) }

func (q p) Enter(n string) (V, bool) { q.d++; return q, n != "skip" }

func main() {
	v, ok := p{2}.Enter("a")
	fmt.Println(v, ok)
	fmt.Println(f(2))
	fmt.Println(g(2))
	fmt.Println(h(2))
	fmt.Println(k(2))
	fmt.Println(l(2))
	fmt.Println(m(2, 3))
	fmt.Println(n(p{4}))
	fmt.Println(o(p{4}))
	fmt.Println(r(p{4}))
	fmt.Println(s(&p{4}))
}
