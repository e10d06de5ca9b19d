package main

import "fmt"

type T struct{ n uint8 }

func (t T) Any() any              { return t.n << 3 }
func f1(i int) any                { return i << 2 }
func f2(i int) (x any, ok bool)   { return i >> 1, i&1 == 0 }
func f3(i int) interface{}        { return i &^ 1 << 1 }
func f4(b bool) any               { return !b || b }
func f5(s string) any             { return s + s }
func f6(f float64) any            { return f / 3 }
func f7(i int) any                { return -i }
func f8(i int) (x any)            { x = i << 1; return }
func f9[T ~int | ~uint8](x T) any { return x << 1 }
func f10(i int) (r fmt.Stringer)  { return D(i) << 1 }

type D int

func (d D) String() string { return fmt.Sprint("D", int(d)) }

func main() {
	fmt.Println(T{200}.Any(), f1(3), f3(7), f4(true), f5("a"), f6(2), f7(4), f8(5), f9(3), f9(uint8(200)), f9(D(2)), f10(4))
	fmt.Println(f2(5))
	g := func(x any) func() any { return func() any { return x.(int) << 4 } }
	fmt.Println(g(1)())
	defer func() { fmt.Println(recover()) }()
	defer func(x any) { panic(x) }(1 << len("abc"))
	m := map[any]any{}
	i := 2
	m[i<<1] = i << 2
	m[i<<1] = m[i<<1].(int) >> 1
	var a [2]any
	a[i-1] = i << 5
	p := &a[0]
	*p = i << 6
	ch := make(chan any, 2)
	ch <- i << 7
	select {
	case ch <- i >> 1:
	}
	fmt.Println(m, a, <-ch, <-ch)
	switch x := any(i << 1); x {
	case i << 1:
		fmt.Println("eq", x == any(i<<1), x == i<<1)
	}
	for _, x := range []any{i << 1, -i, ^i} {
		x = x.(int) << 1
		fmt.Print(x, " ")
	}
	fmt.Println()
}
