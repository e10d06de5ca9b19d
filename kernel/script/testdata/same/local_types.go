package main

import "fmt"

type T struct{ a int }

func (t T) Get() int { return t.a }

func main() {
	t := T{3}
	type T struct{ b string }
	fmt.Println(T{"q"}, t.Get())
	{
		type T []int
		fmt.Println(T{1, 2})
	}
	f()
	fmt.Println(Item{1}, h(), k())
	g(T{"x"})
}

func g(x any) { fmt.Println(x) }

type Item struct{ T int }

func h() (out []any) {
	type Item struct {
		T    string
		next *Item
	}
	x := &Item{T: "x", next: &Item{"y", nil}}
	out = append(out, x.T, x.next.T)
	make := func(s string) *Item { return &Item{T: s} }
	m := map[string]*Item{"a": make("m")}
	out = append(out, m["a"].T)
	if len(out) > 0 {
		type Item int
		const two Item = 2
		out = append(out, two+1)
	}
	return out
}

func k() int {
	type V struct{ v int }
	type U struct {
		V
		w int
	}
	u := U{V: V{1}, w: 2}
	return u.v + u.V.v
}

func f() {
	type T map[string]int
	x := T{"a": 1}
	x["b"] = 2
	fmt.Println(x)
	for range 2 {
		type U struct{ x T }
		fmt.Println(U{x})
	}
	type U int
	var u U = 3
	fmt.Println(u)
	func() {
		type U string
		fmt.Println(U("u"), len(U("abc")))
	}()
}
