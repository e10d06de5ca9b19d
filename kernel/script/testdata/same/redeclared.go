// Receivers, parameters and results of functions that := in their bodies assigns to.
package main

import (
	"errors"
	"fmt"
)

func two() (int, error) { return 1, errors.New("e") }

func k() int {
	n := 0
	f := func() int { n++; return n }
	m, n := 5, 2
	f()
	return n*10 + m
}

func k2() (err error) {
	defer func() { err = fmt.Errorf("wrapped %w", err) }()
	x, err := two()
	_ = x
	if x > 0 {
		return
	}
	return nil
}

func k3() (int, error) {
	a, err := two()
	f := func() { err = nil }
	b, err := two()
	f()
	return a + b, err
}

func k4(n int) func() int {
	f := func() int { n++; return n }
	m, n := two2()
	_ = m
	return f
}
func two2() (int, int) { return 10, 20 }

func k5() (n int) {
	for i := 0; i < 2; i++ {
		defer func() { n += i }()
	}
	m, n := two2()
	return n + m
}

type T struct{ n int }

func (t T) k6() (u T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	s, u := "s", T{3}
	if s == "s" {
		panic("p")
	}
	return
}
func (t *T) k7() *T {
	o, t := 1, &T{4}
	t.n += o
	return t
}
func k8[X any](x X, y X) (r X, n int) {
	m, r := 1, y
	k, x, n := 2, r, m
	_ = k
	return x, n
}

type B bool

func k9(s map[string]int) (ok B, n int8) {
	v, ok := s["a"]
	w, n := 1, int8(v)<<3
	go func() { _ = w }()
	z, ok := 1, ok && v > w
	_ = z
	return
}
func k10(xs ...int) (e any) {
	a, xs := 1, append(xs, 4)
	b, e := 2, xs
	return fmt.Sprint(a, b, xs, e)
}

func (t *T) k11() int {
	f := func() int { return t.n }
	o, t := 1, &T{4}
	t.n += o
	return f()
}
func (t T) k12() (n int) {
	defer func() { n += t.n }()
	o, t := 1, T{40}
	return o + t.n
}

func h1() (n int, s string) {
	m, n := 1, 2
	s = fmt.Sprint(m)
	return
}
func h2() (n int, s string) {
	m, n := 1, 2
	_ = m
	s = "a"
	return n, s
}
func h3(n int) (s string) {
	m, n := 1, n+2
	_ = m
	return fmt.Sprint(n)
}
func h4() (n int) {
	m, n := two2()
	_ = m
	return
}
func h5() (n int) {
	defer func() { n *= 10 }()
	m, n := two2()
	_ = m
	return n
}

func main() {
	fmt.Println(h1())
	fmt.Println(h2())
	fmt.Println(h3(1), h4(), h5())
	fmt.Println(k())
	fmt.Println(k2())
	fmt.Println(k3())
	f := k4(1)
	fmt.Println(f(), f())
	fmt.Println(k5())
	fmt.Println(T{1}.k6())
	fmt.Println((&T{1}).k7().n)
	fmt.Println(k8("a", "b"))
	fmt.Println(k9(map[string]int{"a": 2}))
	fmt.Println(k10(1, 2))
	fmt.Println((&T{1}).k11(), T{1}.k12())
}
