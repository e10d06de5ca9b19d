// Nil pointers that are a fmt.Stringer.
package main

import (
	"fmt"
	"io"
)

type T struct{ n int }

func (t *T) String() string {
	if t == nil {
		return "nil T"
	}
	return fmt.Sprint("T", t.n)
}
func (t *T) Write(p []byte) (int, error) { return 0, nil }

type U struct{ n int }

func (u *U) String() string { return fmt.Sprint("U", u.n) }

type V int

func (v V) String() string { return "V" }

var _ fmt.Stringer = (*T)(nil)
var _, _ fmt.Stringer = (*U)(nil), V(1)

func find(k int) fmt.Stringer {
	var t *T
	if k > 0 {
		t = &T{k}
	}
	return t
}
func name(s fmt.Stringer) string { return s.String() }

func main() {
	var t *T
	var s fmt.Stringer = t
	fmt.Println(s == nil, s, s.String())
	fmt.Println(name(t), name(&T{3}), find(0), find(2), find(0) == nil)
	var u *U
	s = u
	fmt.Println(s == nil, s)
	fmt.Printf("%v %s %+v\n", s, s, s)
	var a any = t
	if x, ok := a.(fmt.Stringer); ok {
		fmt.Println("stringer", x, x.String())
	}
	m := map[string]fmt.Stringer{"a": t, "b": &T{1}, "c": nil}
	fmt.Println(m["a"] == nil, m["c"] == nil, m["b"].String())
	xs := []fmt.Stringer{t, u, V(2)}
	fmt.Println(len(xs), xs[0].String(), xs[2])
	defer func() { fmt.Println(recover()) }()
	var w io.Writer
	fmt.Println(w == nil)
	fmt.Println(s.String())
}
