package main

import "fmt"

// Functions get a variable number of arguments, and cases call functions.

func says(s string, v int) int { fmt.Println(s); return v }

func chosen() {
	switch f := func() int { return 3 }; f() {
	case 1, 2:
		fmt.Println("1 or 2")
	case says("is 3", 3):
		fmt.Println("3")
	case says("is 4", 4):
	}
	switch says("tag", 3) {
	case says("is 3", 3):
		fmt.Println("3")
	case says("is 4", 4):
	}
}
func f(xs ...int) { fmt.Println(xs == nil, len(xs), xs) }

type T struct{}

func (T) m(xs ...string) { fmt.Println(xs == nil, len(xs), xs) }

func g(s string, xs ...any) { fmt.Println(s, xs == nil, len(xs)) }

func main() {
	chosen()
	f()
	f([]int{}...)
	T{}.m()
	g("a")
	g("a", nil)
	func(xs ...int) { fmt.Println(len(xs), xs == nil) }()
	h := func(xs ...int) { fmt.Println(len(xs), xs == nil) }
	h()
	h(1)
	var i interface{ m(...string) } = T{}
	i.m()
	i.m("x")
	m := T{}.m
	m()
	defer f()
	defer g("d")

}

func two() (string, []any)  { return "x", []any{1, 2} }
func three() ([]any, error) { return []any{1, 2}, nil }
func v(xs ...any) int       { fmt.Println(len(xs), xs); return len(xs) }

func init() {
	v([]any{1, 2})
	v([]any{1, 2}...)
	g(two())
	v(three())
	fmt.Println(v(v(), v(1)))
	var xs []any
	v(xs)
	v(xs...)
	v(nil)
	f(nil...)
	var e error
	v(e, nil, T{}, &xs == nil)
	pr := fmt.Sprint
	fmt.Println(pr(1, "a", xs))
	w := func(format string, args ...any) string { return fmt.Sprintf(format, args...) }
	fmt.Println(w("%v %d"), w("%v|%v", []any{1}, T{}))
}
