package main

import "fmt"

type flag bool

type node struct {
	next *node
	n    int
}

func f() (bad flag, n int) {
	defer func() { recover() }()
	var p *int
	bad, n = true, *p
	return
}

func g(d int, xs []int) (bad flag, n int64, s any) {
	defer func() { recover() }()
	if d > 0 {
		return true, int64(10 / (d - 1)), xs[d]
	}
	var x *node
	return true, 1 << d, x.next
}

func h(v any) (_ bool, _ string) {
	defer func() { recover() }()
	return true, v.(string)
}

// A function that panics has given its caller nothing.
func half() (n int, at struct{ x int }) {
	n, at.x = 5, 5
	panic("half")
}

func one() (n int) {
	n = 5
	panic("half")
}

func whole() (n int) {
	defer func() { recover() }()
	n = one()
	return
}

func wholes() (n int, at struct{ x int }) {
	defer func() { recover() }()
	n, at = half()
	return
}

func main() {
	fmt.Println(whole())
	fmt.Println(wholes())
	fmt.Println(f())
	fmt.Println(g(0, nil))
	fmt.Println(g(1, nil))
	fmt.Println(g(2, nil))
	fmt.Println(g(2, []int{1, 2, 3}))
	fmt.Println(h(1))
	fmt.Println(h("a"))
}
