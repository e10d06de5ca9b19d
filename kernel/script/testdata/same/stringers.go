package main

import (
	"fmt"
)

type Color int

func (c Color) String() string { return [...]string{"red", "green", "blue"}[c] }

type P struct{ x, y int }

func (p P) String() string { return fmt.Sprintf("(%d,%d)", p.x, p.y) }

func show(x any) {
	a, b := 7, 8
	fmt.Println(x, a, b)
	s, ok := x.(fmt.Stringer)
	if ok {
		fmt.Println(s.String())
	}
}

func main() {
	c := Color(2)
	p := P{1, 2}
	show(c)
	show(p)
	show(Color(1))
	show(P{3, 4})
	xs := []any{c, p, Color(1)}
	for _, x := range xs {
		show(x)
	}
	c = 0
	p = P{9, 9}
	for _, x := range xs {
		show(x)
		fmt.Println(x)
	}
}
