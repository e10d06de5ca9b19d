// A struct is copied where it is handed over: after the calls among the arguments, and before it changes.
package main

import (
	"fmt"
	"time"
)

type inner struct{ n int }

func (p *inner) inc() { p.n++ }

type outer struct {
	in inner
	at time.Time
	xy struct{ x, y int }
}

type big struct {
	a, b int
	list [3]int
	xy   struct{ x, y int }
}

var global = big{a: 1}

func change() int { global.a++; return global.a }

func three(a big, n int, b big) string { return fmt.Sprint(a.a, n, b.a) }

func given() (b big) {
	b = global
	defer func() { b.a = 100; global.a = 200 }()
	return b
}

func captured() (big, func()) {
	b := big{a: 1}
	return b, func() { b.a++ }
}

func asAny() any {
	b := big{a: 1}
	defer func() { b.a++ }()
	return b
}

func main() {
	fmt.Println(three(global, change(), global))
	a, n, b := global, change(), global
	fmt.Println(a.a, n, b.a)
	d, f := captured()
	f()
	fmt.Println(d.a, asAny(), given().a, global.a)
	q := outer{at: time.Unix(0, 0).UTC()}
	var x any = q
	q.in.inc()
	y := q.in
	q.in.inc()
	fmt.Println(x.(outer).in, q.in, y)
	x = d.xy
	d.xy.x = 4
	fmt.Println(x, d.xy)
	anys, m, c := []any{d, d.xy, q.at}, map[string]any{"d": d}, make(chan any, 1)
	c <- d
	d.a, d.xy.y, q.at = 7, 8, q.at.Add(time.Hour)
	fmt.Println(anys, m, <-c, d, q.at)
	list := []big{d, d}
	z, p := list[1], &list[0]
	x = *p
	list[1].a, p.a = 3, 4
	fmt.Println(z.a, x.(big).a, list[0].a)
	list[0], list[1] = list[1], list[0]
	show := func(v any) { d.a++; fmt.Println(v.(big).a, d.a) }
	show(d)
	err := func() (err error) {
		defer func() { err = fmt.Errorf("%v %v", recover(), d.a) }()
		defer fmt.Println("deferred", d.a)
		was := d
		d.a = 1000
		panic(was)
	}()
	fmt.Println(err, list[0].a, list[1].a)
	anon := struct{ a, b int }{1, 2}
	other := anon
	x, anon.a = anon, 3
	fmt.Println(other, x, anon)
	if three(d, 1, d) == "1000 1 1000" && x == any(other) {
		fmt.Println("equal")
	}
}
