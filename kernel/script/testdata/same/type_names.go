package main

import "fmt"

type T[P any] struct{ x P }
type N[P any] []P
type M[K comparable, V any] map[K]V

func (T[P]) hi() {}

type B struct {
	X int
	y string
	Z *B
}
type C float64
type D struct {
	B
	C C
}

func main() {
	type local int
	type ls struct{ a int }
	for _, x := range []any{T[int]{}, &T[string]{}, N[int]{}, M[string, T[int]]{}, []T[C]{}, local(1), ls{1}, B{}, &B{}, []B{}, map[C]*B{}, D{}, func(B) C { return 0 }, struct{ A B }{}, struct{ b C }{}, make(chan B), [2]C{}, [3]B{}} {
		fmt.Printf("%T\n", x)
	}
	fmt.Printf("%v %+v\n", B{1, "a", nil}, B{1, "a", nil})
	fmt.Printf("%v %+v\n", D{B{1, "a", nil}, 2}, D{B{1, "a", nil}, 2})
	fmt.Printf("%#v\n", D{B{1, "a", nil}, 2})
	fmt.Printf("%#v\n", []B{{1, "a", nil}})
	fmt.Printf("%#v\n", any(B{1, "a", nil}))
	var x any = D{B{1, "a", nil}, 2}
	fmt.Printf("%v %+v\n", x, x)
	fmt.Printf("%#v\n", x)
	fmt.Printf("%#v %#v\n", C(2), []C{1})
	fmt.Printf("%+v\n", []any{x})
	fmt.Println(&B{1, "b", nil}, &[]B{{}}, &map[string]B{"a": {}})
	fmt.Printf("%d %s %t\n", B{1, "b", nil}, B{2, "c", nil}, C(2))
}
