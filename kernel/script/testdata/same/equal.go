package main

import (
	"errors"
	"fmt"
	"io"
)

type A interface{ M() int }

type X struct{ a int }

func (x X) M() int { return x.a }

type Y struct{ a int }

func (y *Y) M() int { return y.a }

type C int

func (c C) M() int { return int(c) }

type D int

func (c D) M() int { return int(c) }

type Plain struct{ a, b int }

type MyErr struct{ code int }

func (e *MyErr) Error() string { return fmt.Sprint("code ", e.code) }

type ValErr struct{ code, last int }

func (e ValErr) Error() string { return fmt.Sprint("code ", e.code) }

var ErrNone = errors.New("none")
var errMine = &MyErr{1}

func find(n int) error {
	switch n {
	case 0:
		return nil
	case 1:
		return errMine
	case 2:
		return ValErr{2, 0}
	case 3:
		return io.EOF
	}
	return ErrNone
}

func index(ns []A, n A) int {
	for i, x := range ns {
		if x == n {
			return i
		}
	}
	return -1
}

func same[T comparable](x, y T) bool { return x == y }

type list struct {
	v    any
	next *list
}

func (l *list) has(v any) bool {
	for ; l != nil; l = l.next {
		if l.v == v {
			return true
		}
	}
	return false
}

func main() {
	var a A = X{1}
	var b A = X{1}
	fmt.Println(a == b, a != b, a == X{1}, X{2} != a, X{1} == X{1})
	y := &Y{1}
	a = y
	b = y
	fmt.Println(a == b, a == y, y == b, a == &Y{1}, a != &Y{1}, y == &Y{1})
	b = X{1}
	fmt.Println(a == b, a != b)
	ns := []A{X{1}, C(2), y, D(2), X{3}}
	fmt.Println(index(ns, C(2)), index(ns, D(2)), index(ns, y), index(ns, X{3}), index(ns, X{4}), index(ns, nil), index(ns, ns[4]))
	var p, q any = C(1), C(1)
	fmt.Println(p == q, p == C(1), p == 1, p == "x", 1 == q)
	p = D(1)
	fmt.Println(p == q, p == C(1), p == D(1))
	var e error
	fmt.Println(e == nil, a == nil, p != nil, nil == a)
	a = nil
	var none A
	fmt.Println(a == nil, a == b, a == none, none != b)
	p, q = 1, 1
	fmt.Println(p == q, p == 1, p != "x")
	p = Plain{1, 2}
	q = Plain{1, 2}
	fmt.Println(p == q, p == Plain{1, 2}, p != Plain{2, 1}, Plain{1, 2} == q)
	p = "s"
	fmt.Println(p == q, p == "s", p == any("s"))
	for i := range 5 {
		err := find(i)
		fmt.Print(err == nil, err == errMine, err == ValErr{2, 0}, err == ValErr{1, 0}, err == io.EOF, err == ErrNone, err == find(i), err != find(0), "; ")
	}
	fmt.Println()
	fmt.Println(same(1, 1), same(C(1), C(2)), same(y, y), same("a", "b"))
	l := &list{C(1), &list{y, &list{"z", nil}}}
	fmt.Println(l.has(C(1)), l.has(C(2)), l.has(y), l.has("z"), l.has(nil))
	var s1, s2 fmt.Stringer
	fmt.Println(s1 == s2, s1 == nil)
	func() {
		defer func() { fmt.Println(recover() != nil) }()
		p = []int{1}
		q = []int{1}
		fmt.Println(p == q)
	}()
	n := 0
	for i := 0; ns[i] != ns[4] && n < 10; i++ {
		n++
	}
	fmt.Println(n)
}
