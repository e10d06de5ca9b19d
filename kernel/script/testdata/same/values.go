package main

import "fmt"

func a(m []int) (int, int)              { return 5, len(m) }
func b(m []int) (x, y int)              { x = 4; return x, len(m) }
func c(m []int) (x, y int)              { return len(m), cap(m) }
func d(m []int) (x int, y []int, z int) { return len(m), append(m, 3), cap(m) }
func e(m chan int) int                  { return <-m }
func f(m chan int) (int, int)           { return <-m, <-m }
func g(x int) (int, error) {
	if x > 0 {
		return min(x, 7), nil
	}
	return max(x, -7), fmt.Errorf("no")
}
func h() (a, b int)                    { defer func() { a++ }(); return len("abc"), 2 }
func k(m map[int]int) (n int, ok bool) { n, ok = m[3]; return len(m), ok }
func l(p *int) (*int, int)             { return new(int), copy([]int{1}, []int{2}) }
func m(s string) (string, []byte, int) { return string([]byte(s)), []byte(s), int('a') }
func n() (int, string)                 { return f1(), f2() }
func f1() int                          { return 1 }
func f2() string                       { return "s" }

type P struct{ x, y int }

func o() (P, P)            { return P{1, 2}, P{3, 4} }
func p() (func() int, int) { n := 3; return func() int { n++; return n }, n }
func q(m map[string][]int) (r map[string][]int, n int) {
	r = m
	r["a"], n = append(r["a"], 1), len(r)
	return
}
func main() {
	s := []int{1, 2}
	fmt.Println(a(s))
	fmt.Println(b(s))
	fmt.Println(c(s))
	fmt.Println(d(s))
	ch := make(chan int, 5)
	ch <- 1
	ch <- 2
	ch <- 3
	fmt.Println(e(ch))
	fmt.Println(f(ch))
	fmt.Println(g(9))
	fmt.Println(g(-9))
	fmt.Println(h())
	fmt.Println(k(map[int]int{3: 1}))
	x, y := l(nil)
	fmt.Println(*x, y)
	fmt.Println(m("q"))
	fmt.Println(n())
	fmt.Println(o())
	i, j := p()
	fmt.Println(i(), j)
	fmt.Println(q(map[string][]int{"a": {1}}))
	u, v, w := len(s), append(s, 9), cap(s)
	fmt.Println(u, v, w)
	u, s[0], w = len(v), s[1], cap(v[:2:2])
	fmt.Println(u, s, w)
	var z, t = len(s), make([]int, 2)
	fmt.Println(z, t)
	st := struct {
		a []int
		n int
	}{}
	st.a, st.n = append(st.a, 1, 2), len(st.a)
	fmt.Println(st)
	switch a, b := len(s), cap(s); {
	case a < b:
		fmt.Println("lt")
	default:
		fmt.Println("ge")
	}
	if a, b := len(s), append(s, 1); a < len(b) {
		fmt.Println(a, b)
	}
	for i, n := 0, len(s); i < n; i, n = i+1, len(s) {
		fmt.Print(i, n, " ")
	}
	fmt.Println()
}
