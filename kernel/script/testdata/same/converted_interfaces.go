// A conversion to an interface keeps the type of the value.
package main

import "fmt"

type areer interface{ Area() int }
type S []string

func (S) Area() int { return 3 }

type N int

func (N) Area() int { return 4 }

func show(a areer) { fmt.Printf("%T\n", a) }

func main() {
	var a areer = S{"x"}
	fmt.Printf("1 %T\n", a)
	a = areer(S{"x"})
	fmt.Printf("2 %T\n", a)
	b := areer(S{"x"})
	fmt.Printf("3 %T\n", b)
	s := S{"y"}
	c := areer(s)
	fmt.Printf("4 %T\n", c)
	show(areer(s))
	show(areer(S{}))
	d := areer(N(3))
	fmt.Printf("5 %T\n", d)
	e := []areer{areer(S{}), S{}, areer(s)}
	fmt.Printf("6 %T %T %T\n", e[0], e[1], e[2])
	fmt.Printf("7 %T\n", areer(S{}))
	fmt.Printf("8 %T\n", any(S{}))
	g := any(areer(S{}))
	fmt.Printf("9 %T\n", g)
	fmt.Printf("10 %T\n", func() areer { return areer(S{}) }())
	fmt.Printf("11 %T\n", areer(areer(S{})))
}
