package main

import "fmt"

type G struct {
	i int
	s string
	r rune
}

type N int

type Name string

type X struct{ n int }

func (x X) Name() string { return fmt.Sprint("X", x.n) }

type Namer interface{ Name() string }

func limit(n N) N {
	fmt.Print("limit ")
	return n
}

func text() string {
	fmt.Print("text ")
	return "añb"
}

var global int

func assigned() {
	var k, v int
	for k, v = range []int{7, 8, 9} {
		if k == 1 {
			break
		}
	}
	fmt.Print(k, v, " ")
	for k = range []int{1, 2, 3} {
		if k == 0 {
			continue
		}
	}
	for _, v = range [2]int{4, 5} {
	}
	fmt.Print(k, v, " ")
	m := map[string]int{"a": 1}
	var name string
	for name = range m {
	}
	for name, v = range m {
	}
	fmt.Print(name, v, " ")
	c := make(chan int, 3)
	c <- 4
	c <- 6
	close(c)
	for v = range c {
	}
	fmt.Print(v, " ")
	g, a := G{}, []int{0, 0}
	for g.i = range 4 {
	}
	for a[0] = range 3 {
	}
	for a[1], g.s = range []string{"x", "y"} {
	}
	for g.i, g.r = range "xyñ" {
	}
	fmt.Print(g, a, " ")
	for global = range 6 {
	}
	var i8 int8
	for i8 = range 4 {
	}
	var n N
	for n = range limit(3) {
	}
	for n = range 5 {
	}
	fmt.Println(i8, n, global)
	var x any
	for x = range []string{"p"} {
	}
	for _, x = range []string{"p", "q"} {
	}
	fmt.Print(x, " ")
	var namers []Namer
	var one Namer
	for _, one = range []X{{1}, {2}, {3}} {
		namers = append(namers, one)
	}
	for _, one := range namers {
		fmt.Print(one.Name(), " ")
	}
	var fs []func() int
	for k = range 3 {
		fs = append(fs, func() int { return k })
	}
	fmt.Println(fs[0](), fs[1](), fs[2]())
	p := &[2]int{3, 4}
	for k, v = range p {
	}
	fmt.Println(k, v)
outer:
	for k = range 5 {
		for _, v = range a {
			if k == 2 {
				break outer
			}
			continue outer
		}
	}
	fmt.Println(k, v)
}

func texts() {
	for i, r := range "a\xffñ\xe4\xb8z" {
		fmt.Print(i, ":", r, " ")
	}
	for i := range "añb" {
		fmt.Print(i)
	}
	for _, r := range "añb" {
		fmt.Print(string(r))
	}
	n := 0
	for range "añ\xff" {
		n++
	}
	for i, r := range text() {
		fmt.Print(i, r, " ")
		i, r = 9, 'x'
		n += i + int(r)
	}
	fmt.Println(n)
	for i, b := range []byte("añ") {
		fmt.Print(i, b, " ")
	}
	var fs []func() string
outer:
	for i, r := range Name("héllo") {
		for _, other := range "lm" {
			if r == other {
				continue outer
			}
		}
		fs = append(fs, func() string { return fmt.Sprint(i, string(r)) })
		if i > 4 {
			break outer
		}
	}
	for _, f := range fs {
		fmt.Print(f(), " ")
	}
	s := "abc"
	for i, r := range s {
		s = s + string(r) + fmt.Sprint(i)
	}
	fmt.Println(s)
	var i int
	var r rune
	for i, r = range "xy" {
	}
	for _, r = range "" {
	}
	fmt.Println(i, string(r))
	done := make(chan string, 3)
	for _, r := range "pqr" {
		go func() { done <- string(r) }()
	}
	seen := map[string]bool{}
	for range 3 {
		seen[<-done] = true
	}
	fmt.Println(seen)
}

func counted() {
	for i := range limit(3) {
		fmt.Print(i, " ")
	}
outer:
	for i := range limit(4) {
		for j := range N(3) {
			if j == 1 {
				continue outer
			}
			if i == 2 {
				break outer
			}
			fmt.Print(i, j, " ")
		}
	}
	for range limit(2) {
		fmt.Print(". ")
	}
	fmt.Println()
}

func keys[K comparable, V any](m map[K]V) (last K) {
	for last = range m {
	}
	return last
}

func main() {
	assigned()
	texts()
	counted()
	fmt.Println(keys(map[string]int{"k": 1}))
}
