package main

import "fmt"

type C float64
type Color int

func (c Color) String() string { return fmt.Sprintf("color%d", int(c)) }

type P struct {
	X int
	c Color
	D Color
}
type E struct {
	Name string
	P    *P
	In   P
	L    []Color
	M    map[string]Color
	A    any
}
type L []int
type S string

func main() {
	p := P{1, 2, 3}
	fmt.Printf("%v %+v %#v %T\n", p, p, p, p)
	fmt.Printf("%v\n", []Color{1, 2})
	fmt.Printf("%v\n", map[Color]P{1: p})
	fmt.Printf("%v %+v\n", E{"n", nil, p, []Color{4}, map[string]Color{"a": 5}, Color(6)}, E{"n", nil, p, []Color{4}, map[string]Color{"a": 5}, p})
	fmt.Printf("%v %#v %T\n", C(1.5), C(1.5), C(1.5))
	fmt.Printf("%v %#v %T\n", L{1}, L{1}, L{1})
	fmt.Printf("%v %#v %T\n", S("a"), S("a"), S("a"))
	fmt.Printf("%T %T %T %T\n", []P{}, map[S]C{}, func(C) S { return "" }, &p)
	fmt.Printf("%d %s %x\n", Color(3), Color(3), Color(3))
	fmt.Println([]any{Color(1), C(2), p})
	var x any = p
	fmt.Printf("%T %v %+v\n", x, x, x)
	fmt.Printf("%#v\n", x)
}
