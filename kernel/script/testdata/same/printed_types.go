// %T in generic functions and of types that functions declare.
package main

import (
	"errors"
	"fmt"
)

type node[T any] struct {
	v    T
	next *node[T]
}
type My int
type Pair[A, B any] struct {
	a A
	b B
}
type I interface{ M() }

func (My) M() {}
func kind[T any](x T) string {
	return fmt.Sprintf("%T|%v|%T|%T|%T|%T", x, x, []T{x}, node[T]{}, Pair[T, *T]{}, map[string]T{})
}
func two[A, B any](a A, b B) {
	fmt.Printf("%T %T %T %T\n", a, b, func(A) B { return b }, Pair[B, A]{})
	f := func(x A) { fmt.Printf("%T %v\n", x, x) }
	f(a)
}
func (n *node[T]) String() string { return fmt.Sprintf("<%T %v>", n, n.v) }
func (p Pair[A, B]) Name() string { return fmt.Sprintf("%T:%T/%T", p, p.a, p.b) }
func deep[T any](n int, x T) {
	if n > 0 {
		fmt.Printf("%T ", x)
		deep(n-1, x)
	}
}
func vari[T any](xs ...T) {
	for _, x := range xs {
		fmt.Printf("%T;", x)
	}
	fmt.Printf("%T\n", xs)
}
func errs[E error](e E) error { return fmt.Errorf("%T: %w", e, e) }

type ME struct{ c int }

func (m *ME) Error() string { return "me" }

type A struct{ x int }

func main() {
	fmt.Println(kind(1))
	fmt.Println(kind("s"))
	fmt.Println(kind(My(2)))
	fmt.Println(kind[any](My(3)))
	fmt.Println(kind[I](My(4)))
	fmt.Println(kind([]My{1}))
	fmt.Println(kind[error](nil))
	fmt.Println(kind(Pair[int, My]{1, 2}))
	f := func(x any) string {
		type B struct{ A }
		type C []B
		return fmt.Sprintf("%T %T %T %v %+v", B{}, C{}, x, B{A{2}}, C{{A{3}}})
	}
	type A map[string]int
	fmt.Println(f(A{"a": 1}))
	type E int
	fmt.Printf("%T %T %#v %#v\n", A{}, []E{}, E(1), []E{2})
	for range 2 {
		type E string
		fmt.Printf("%T %#v\n", E(""), E("z"))
	}
	two(1, "a")
	two(My(1), []My{2})
	two[any](nil, 2.5)
	fmt.Println(&node[My]{v: 3}, (&node[string]{v: "q"}).String(), Pair[My, *node[My]]{}.Name())
	deep(2, My(1))
	vari(1, 2)
	vari[any](1, My(2), "x", nil)
	fmt.Println(errs(&ME{1}), errs(errors.New("x")))
	fmt.Printf("%T %T\n", kind[int], Pair[string, int].Name)
	fmt.Printf("%5T|%-8T|%q\n", My(1), 2, fmt.Sprintf("%T", My(1)))

}
