package main

import "fmt"

// Several variables are assigned, and the last value is a call.

type pair[A, B any] struct {
	a A
	b B
}

func (p pair[A, B]) first() A { return p.a }

type point struct{ x, y int }

func (p *point) left() int { return p.x }

func named(p int) (out int) {
	out, p = 3, (pair[int, string]{p, "s"}).first()
	return out*10 + p
}

func main() {
	var a, b, c int
	a, b = 5, func() int { return 7 }()
	fmt.Println(a, b)
	q := pair[int, string]{8, "s"}
	a, b = 6, q.first()
	fmt.Println(a, b)
	p := &point{9, 1}
	a, b, c = p.left(), p.left()+1, p.left()
	fmt.Println(a, b, c)
	a, b = b, p.left()
	fmt.Println(a, b, named(4))
	f := func() int { a++; return a }
	a, b = 1, f()
	fmt.Println(a, b)
	for i, j := 0, 10; i < j; i, j = i+p.left(), j-q.first() {
		fmt.Println(i, j)
	}
}
