package main

import (
	"errors"
	"fmt"
)

type Color int

func (c Color) String() string { return "color" }

type Named struct{ n string }

func (n Named) Name() string { return n.n }

type Namer interface{ Name() string }

type E struct{ code int }

func (e *E) Error() string { return "E" }

func main() {
	for _, x := range []any{Color(1), Named{"n"}, 3, "s", &E{2}, errors.New("plain")} {
		_, s := x.(fmt.Stringer)
		_, n := x.(Namer)
		_, e := x.(error)
		_, nn := x.(Named)
		_, pe := x.(*E)
		fmt.Println(s, n, e, nn, pe, x)
		switch x.(type) {
		case fmt.Stringer:
			fmt.Println("stringer")
		case Namer:
			fmt.Println("namer")
		case error:
			fmt.Println("error")
		default:
			fmt.Println("default")
		}
		switch x.(type) {
		case Namer:
			fmt.Println("namer")
		case fmt.Stringer:
			fmt.Println("stringer")
		case *E:
			fmt.Println("*E")
		case error:
			fmt.Println("error")
		case Color:
			fmt.Println("color")
		}
		switch x.(type) {
		case Color:
			fmt.Println("color")
		case Named:
			fmt.Println("named")
		case *Named:
			fmt.Println("*named")
		case int, string:
			fmt.Println("int or string")
		}
	}
	var err error = &E{4}
	if e, ok := err.(*E); ok {
		fmt.Println(e.code)
	}
	var n Namer = Named{"a"}
	if v, ok := n.(Named); ok {
		fmt.Println(v.n)
	}
	_, ok := n.(fmt.Stringer)
	fmt.Println(ok)
	switch v := n.(type) {
	case fmt.Stringer:
		fmt.Println("s", v)
	case *Named:
		fmt.Println("*", v)
	case Named:
		fmt.Println("v", v.n)
	}
}
