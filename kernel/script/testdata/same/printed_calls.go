// %T of what a call returns.
package main

import "fmt"

type N int

func (N) String() string { return "N!" }

type M []int

func (M) Error() string { return "M!" }

type box[T any] struct{ V T }

func (b box[T]) Get() T { return b.V }

func id(x any) any                   { return x }
func two() (any, any)                { return N(1), M{} }
func st(x fmt.Stringer) fmt.Stringer { return x }
func er() error                      { return M{1} }

func main() {
	fmt.Println(id(N(2)), id(M{2}))
	fmt.Printf("%v %T\n", id(N(2)), id(N(2)))
	fmt.Printf("%T %T\n", box[any]{N(3)}.Get(), box[any]{N(3)}.V)
	fmt.Printf("%v %v\n", box[any]{N(3)}.Get(), box[any]{N(3)}.V)
	m := map[string]any{"a": N(2)}
	fmt.Printf("%T %v\n", m["a"], m["a"])
	l := []any{N(3)}
	fmt.Printf("%T %v\n", l[0], l[0])
	c := make(chan any, 1)
	c <- N(4)
	fmt.Printf("%T\n", <-c)
	f := func() any { return N(3) }
	fmt.Printf("%T\n", f())
	fmt.Printf("%T\n", (f()))
	fmt.Printf("%T\n", func() any { return N(3) }())
	fmt.Printf("%T\n", f().(N))
	fmt.Printf("%s\n", fmt.Sprint(f()))
	p := new(any)
	*p = N(5)
	fmt.Printf("%T %v\n", *p, *p)
	a := [1]any{N(2)}
	fmt.Printf("%T\n", a[0])
	fmt.Printf("%T\n", struct{ x any }{N(1)}.x)
}
