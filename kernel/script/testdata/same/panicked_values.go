package main

import (
	"errors"
	"fmt"
)

type S struct{ a int }
type M map[string]int
type Err struct{ n int }

func (e *Err) Error() string { return fmt.Sprint("Err", e.n) }

var boom = errors.New("boom")

func try(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return "none"
}

func main() {
	fmt.Println(try(func() {
		i, f, s, b, r, u, c := 1, 1.5, "s", true, 'r', uint8(3), 2i
		defer func() { i, f, s, b, r, u, c = 2, 2.5, "t", false, 'q', 4, 3i }()
		defer func() { recover(); panic([]any{i, f, s, b, r, u, c}) }()
		panic(f)
	}))
	fmt.Println(try(func() {
		err := boom
		defer func() { err = nil }()
		panic(err)
	}), try(func() {
		err := boom
		defer func() { err = nil }()
		panic(err)
	}) == any(boom))
	fmt.Println(try(func() {
		p := &S{1}
		defer func() { p = &S{2} }()
		panic(p)
	}).(*S).a)
	fmt.Println(try(func() {
		e := &Err{1}
		defer func() { e = &Err{2} }()
		panic(e)
	}))
	fmt.Println(try(func() {
		var err error = &Err{1}
		defer func() { err = boom }()
		panic(err)
	}))
	fmt.Println(try(func() {
		x := []int{1}
		defer func() { x = append(x, 2) }()
		panic(x)
	}))
	fmt.Println(try(func() {
		m := M{"a": 1}
		defer func() { m = nil }()
		panic(m)
	}))
	fmt.Println(try(func() {
		x := any(3)
		defer func() { x = 4 }()
		panic(x)
	}))
	fmt.Println(try(func() {
		f := func() int { return 1 }
		defer func() { f = nil }()
		panic(f)
	}).(func() int)())
	fmt.Println(try(func() {
		a := [2]int{1, 2}
		defer func() { a[0] = 9 }()
		panic(a)
	}), try(func() {
		a := [2]int{1, 2}
		defer func() { a[1] = 9 }()
		panic(a[1])
	}), try(func() {
		m := map[string]int{"a": 1}
		defer func() { m["a"] = 9 }()
		panic(m["a"])
	}), try(func() {
		a := 3
		p := &a
		defer func() { a++ }()
		panic(*p)
	}), try(func() {
		a := 3
		defer func() { a++ }()
		panic(a + 1)
	}), try(func() {
		s := "x"
		defer func() { s = "y" }()
		panic(fmt.Sprint("msg ", s))
	}), try(func() {
		s := "x"
		defer func() { s = "y" }()
		panic("msg " + s)
	}), try(func() {
		for i := range 3 {
			defer func() { i += 10 }()
			if i == 1 {
				panic(i)
			}
		}
	}))
	fmt.Println(try(func() { panic(nil) }))
	var e *Err
	fmt.Println(try(func() { panic(e) }) == any(e))
	fmt.Println(try(func() {
		var x struct{ a, b int }
		defer func() { x.a++ }()
		panic(x)
	}))
	type loc int
	fmt.Println(try(func() {
		x := loc(5)
		defer func() { x++ }()
		panic(x)
	}), try(func() {
		var c chan int
		defer func() { c = make(chan int) }()
		panic(c)
	}))
}
