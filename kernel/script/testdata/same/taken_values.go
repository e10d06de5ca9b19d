package main

import (
	"errors"
	"fmt"
)

type S struct{ a, b int }

func (s S) Error() string { return fmt.Sprint("S", s.a) }

type N int

func (n N) String() string { return fmt.Sprint("N", int(n)) }

type A [2]int

func p1() (r any) {
	defer func() { r = recover() }()
	i := 1
	defer func() { i++ }()
	panic(i)
}
func p2() (r any) {
	defer func() { r = recover() }()
	s := S{1, 2}
	defer func() { s.a++ }()
	panic(s)
}
func p3() (r any) {
	defer func() { r = recover() }()
	n := N(1)
	defer func() { n++ }()
	panic(n)
}
func p4() (r any) {
	defer func() { r = recover() }()
	a := A{1, 2}
	defer func() { a[0]++ }()
	panic(a)
}
func p5(i int) (r any) {
	defer func() { r = recover() }()
	defer func() { i *= 10 }()
	panic(i)
}
func p6() (r any) {
	s := []int{1, 2}
	defer func() { r = recover() }()
	defer func() { s[0]++ }()
	panic(s[0])
}
func p7() (r any) {
	s := &S{1, 2}
	defer func() { r = recover() }()
	defer func() { s.a++ }()
	panic(*s)
}
func p8() (r any) {
	s := &S{1, 2}
	defer func() { r = recover() }()
	defer func() { s.a++ }()
	panic(s.a)
}
func p9() (r any) {
	str := "a"
	f := 1.5
	defer func() { r = recover() }()
	defer func() {
		str += fmt.Sprint(recover())
		panic(str)
	}()
	defer func() { f++ }()
	panic(f)
}
func r1() any {
	i := 1
	defer func() { i++ }()
	return i
}
func r2() (x any, e error) {
	s := S{1, 2}
	defer func() { s.a++ }()
	return s, s
}
func r3() fmt.Stringer {
	n := N(4)
	defer func() { n++ }()
	return n
}
func r4() (int, string) {
	n, s := 4, "s"
	defer func() { n++; s += "x" }()
	return n, s
}
func r5() S {
	s := S{1, 2}
	defer func() { s.a++ }()
	return s
}
func r6() A {
	a := A{1, 2}
	defer func() { a[1]++ }()
	return a
}
func r7() (a A) {
	defer func() { a[1]++ }()
	return A{5, 6}
}
func r8() (A, error) {
	a := A{1, 2}
	p := &a
	defer func() { p[1]++ }()
	return *p, nil
}
func r9() (xs [2]any) {
	a := A{1, 2}
	defer func() { a[1]++ }()
	return [2]any{a, a[0]}
}

type box struct{ v any }

func take(f func(), v any, vs ...any) string        { f(); return fmt.Sprint(v, vs) }
func takeS(f func(), v S, a A, n N, vs ...A) string { f(); return fmt.Sprint(v.a, a, n, vs) }
func takeE(f func(), e error) string                { f(); return e.Error() }

func main() {
	fmt.Println(p1(), p2(), p3(), p4(), p5(3), p6(), p7(), p8(), p9())
	fmt.Println(r1())
	fmt.Println(r2())
	fmt.Println(r3(), r5(), r6(), r7())
	fmt.Println(r4())
	fmt.Println(r8())
	fmt.Println(r9())
	i, s, n, a := 1, S{1, 2}, N(1), A{1, 2}
	inc := func() { i++; s.a++; n++; a[0]++ }
	ch := make(chan any, 10)
	ch <- i
	ch <- s
	ch <- a
	ch <- n
	m := map[string]any{"i": i, "s": s, "a": a, "n": n}
	m["i2"] = i
	m["s2"] = s
	xs := append([]any{i, s, a, n}, i, s, a, n)
	b := box{i}
	b2 := &box{v: s}
	arr := [3]any{i, a}
	arr[2] = n
	var e error = s
	var st fmt.Stringer = n
	b3 := struct {
		any
		e error
	}{a, s}
	chs := make(chan S, 1)
	chs <- s
	cha := make(chan A, 1)
	cha <- a
	ma := map[A]A{a: a}
	msS := map[S][]S{s: {s}}
	f := func(v any) func() any { return func() any { return v } }
	f1, f2 := f(i), f(a)
	defer fmt.Println("deferred", i, s, n, a)
	defer func(v any, w S, x A, vs ...any) { fmt.Println("deferred", v, w, x, vs) }(i, s, a, i, s, a)
	defer takeE(inc, s)
	done := make(chan bool)
	go func(v any, w S, x A) { <-done; fmt.Println("go", v, w, x); done <- true }(i, s, a)
	t1 := take(inc, 0)
	fmt.Println(<-ch, <-ch, <-ch, <-ch, m, xs, b, *b2, arr, e, st, b3, <-chs, <-cha, ma, msS, f1(), f2(), t1)
	done <- true
	<-done
	fmt.Println(takeE(inc, s), e)
	fmt.Println(take(inc, i, i, a), takeS(inc, s, a, n, a))
	sw := func(x any) {
		switch v := x.(type) {
		case int:
			v++
			fmt.Print(v, x, " ")
		case A:
			v[0]++
			fmt.Print(v, x, " ")
		case S:
			v.a++
			fmt.Print(v, x, " ")
		}
	}
	sw(i)
	sw(a)
	sw(s)
	fmt.Println(i, a, s)
	x := any(a)
	y := x
	z := x.(A)
	z[0] = 100
	fmt.Println(x, y, z, x == y, x == any(z))
	err := fmt.Errorf("w %w", s)
	s.a = 50
	fmt.Println(err, errors.Unwrap(err))
	panicked := func() (msg string) {
		defer func() {
			r := recover()
			s.a++
			i++
			msg = fmt.Sprint(r)
		}()
		for i = 10; ; i++ {
			if i > 12 {
				panic([]any{i, s, a})
			}
		}
	}
	fmt.Println(panicked())
}
