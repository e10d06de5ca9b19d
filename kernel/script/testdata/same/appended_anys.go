// Slices of any and of interface{} are of one type, also in closures.
package main

import "fmt"

func main() {
	var out []any
	xs := []any{1, 2}
	out = append(out, xs...)
	fmt.Println(len(out))
	nested := append([]any{0}, xs)
	fmt.Println(len(nested), nested)
	c := func(xs ...any) { out = append(out, xs...) }
	c(1, 2)
	fmt.Println(len(out))
	func() { out = append(out, xs...) }()
	fmt.Println(len(out))
	d := func(ys []any) { out = append(out, ys...) }
	d(xs)
	fmt.Println(len(out))
	var loc [][]any
	func(ys ...any) { loc = append(loc, ys); o := append([]any{}, ys...); fmt.Println(len(o)) }(1, 2, 3)
	e := func(ys ...int) []int { return append([]int{}, ys...) }
	fmt.Println(e(1, 2, 3), loc)
	f := func(ys ...any) []any { return append([]any(nil), ys...) }
	fmt.Println(f(1, 2, 3))
	fmt.Println(g(1, 2, 3), g2([]any{1}, 2, 3))
	var i interface{ m(...any) []any } = t{}
	fmt.Println(i.m(1, 2))
	h := func(ys ...error) (es []error) { es = append(es, ys...); return append(es, ys...) }
	fmt.Println(len(h(nil, nil)))
	k := func(ys ...fmt.Stringer) (es []fmt.Stringer) { es = append(es, ys...); return append(es, ys...) }
	fmt.Println(len(k(nil, nil)))
	var old []interface{}
	ap := func(ys ...any) { old = append(old, ys...) }
	ap(1, 2)
	l := logf(func(xs ...interface{}) { out = append(out, xs...) })
	var lg interface{ Log(...any) } = l
	lg.Log("a", "b")
	s := struct{ xs []interface{} }{xs}
	s.xs = append(s.xs, xs...)
	m := map[string][]interface{}{}
	m["a"] = append(m["a"], s.xs...)
	fmt.Println(len(old), len(out), s, m)
}

type logf func(...any)

func (f logf) Log(xs ...any) { f(xs...) }

type t struct{}

func (t) m(xs ...any) (o []any)   { o = append(o, xs...); return }
func g(ys ...any) []any           { return append([]any(nil), ys...) }
func g2(o []any, ys ...any) []any { return append(o, ys...) }
