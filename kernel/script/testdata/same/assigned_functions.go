// Function literals among several values that are assigned.
package main

import "fmt"

var c string
var d func() int
var n int
var e, f = "e", func() int { return 1 }

func main() {
	c, d = "x", func() int { return 2 }
	fmt.Println(c, d())
	var x string
	var g func() int
	x, g = "loc", func() int { return n }
	fmt.Println(x, g())
	g, x = func() int { return 5 }, "loc2"
	fmt.Println(x, g())
	d, c = func() int { return 5 }, "loc2"
	fmt.Println(c, d(), e, f())
	n, d = 4, func() int { n++; return n }
	fmt.Println(n, d(), n)
	more(1, 1, map[any]int{1: 7})
	more(2, T{2}, map[any]int{T{2}: 7})
}

type T struct{ a int }

func more(x, y any, m map[any]int) {
	var ok, same bool
	var k int
	var s string
	k, same = 5, x == y
	fmt.Println(k, same)
	same, k = x != y, 6
	fmt.Println(k, same)
	s, k = "m", m[x]
	fmt.Println(s, k)
	k, s = m[y], "n"
	fmt.Println(s, k)
	s, k = "min", min(k, 3, 2)
	fmt.Println(s, k)
	var p *T
	s, p = "p", &T{1}
	fmt.Println(s, *p)
	p, s = &T{2}, "q"
	fmt.Println(s, *p)
	s, k = "as", x.(int)
	fmt.Println(s, k)
	s, ok = "not", !same
	fmt.Println(s, ok)
	var arr [2]int
	s, arr = "arr", [2]int{1, 2}
	fmt.Println(s, arr)
	var fs []func() string
	s, fs = "fs", []func() string{func() string { return s }}
	fmt.Println(s, fs[0]())
	var mm map[string]func() int
	k, mm = 8, map[string]func() int{"a": func() int { return k }}
	fmt.Println(k, mm["a"]())
	var meth func() string
	s, meth = "meth", T{3}.String
	fmt.Println(s, meth())
	for i := range 2 {
		name, f := fmt.Sprint("n", i), func() int { return i }
		lit, g := "lit", func() int { return i * 2 }
		fmt.Println(name, f(), lit, g())
	}
	var e1, e2 error
	e1, s = fmt.Errorf("e"), "err"
	fmt.Println(e1, s)
	s, e2 = "err2", nil
	fmt.Println(s, e2)
	var c complex128
	s, c = "c", complex(1, 2)
	fmt.Println(s, c)
	k, s = len(s), string(s[0])
	fmt.Println(k, s)
	ch := make(chan int, 1)
	ch <- 9
	s, k = "recv", <-ch
	fmt.Println(s, k)
	var bs []byte
	s, bs = "bytes", []byte(s)
	fmt.Println(s, bs)
}

func (t T) String() string { return fmt.Sprint("T", t.a) }
