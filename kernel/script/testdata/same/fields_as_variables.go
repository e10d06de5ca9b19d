package main

import "fmt"

var n, w = 1, 2.5

var cases = []struct {
	name string
	n    int
	w    float64
}{{"one", n, w}, {name: "two", n: 2}}

var a struct{ b int }

var b struct{ a, n int }

var lens interface{ w() int }

var byName = map[string]struct{ n, w int }{"x": {1, 2}}

var chans chan struct{ n int }

type alias = struct{ w float64 }

var one alias

type own struct{ n int }

func (o own) w() int { return o.n }

func main() {
	a.b, b.a, b.n = 1, 2, 3
	lens = own{7}
	chans = make(chan struct{ n int }, 1)
	chans <- struct{ n int }{n: 5}
	one.w = w
	fmt.Println(cases, a, b, lens.w(), byName, <-chans, one, n)
	fmt.Printf("%T %T %T %T %+v\n", cases, a, chans, one, cases[0])
	for _, c := range cases {
		if c.n > n {
			fmt.Println(c.name, c.w < w)
		}
	}
	var x any = b
	_, same := x.(struct{ a, n int })
	_, other := x.(struct{ n, a int })
	fmt.Println(same, other, x == any(struct{ a, n int }{2, 3}))
}
