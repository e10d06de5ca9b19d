package main

import (
	"container/list"
	"container/ring"
	"fmt"
	"math"

	"github.com/focal-search/focal/engine"
	"github.com/focal-search/focal/engine/table"
)

type T struct {
	v  any
	s  []any
	a  [2]any
	m  map[string]any
	e  *T
	st fmt.Stringer
}
type D int

func (d D) String() string { return fmt.Sprint("D", int(d)) }

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "panic", r)
		}
	}()
	f()
}

var g any
var gt T

func ret(i int) any         { return i * i }
func ret2(i int) (any, any) { return i * i, -i }
func named(i int) (x any)   { x = i * i; return }

func main() {
	i, f, s, b := 3, 1.5, "s", true
	d := D(2)
	t := &T{m: map[string]any{}, s: make([]any, 3)}
	try("own", func() {
		t.v = i * i
		fmt.Println(t.v)
		t.v = -i
		fmt.Println(t.v)
		t.v = i < 2
		fmt.Println(t.v)
		t.v = !b
		fmt.Println(t.v)
	})
	try("own2", func() { t.s[0] = i + 1; t.s[1] = f / 2; t.s[2] = s + "x"; t.a[1] = i << 2; fmt.Println(t.s, t.a) })
	try("map", func() { t.m["a"] = i % 2; t.m["b"] = ^i; t.m["c"] = i &^ 1; fmt.Println(t.m) })
	try("stringer", func() { t.st = d * d; fmt.Println(t.st); t.st = d + 1; fmt.Println(t.st) })
	try("local", func() {
		var x any
		x = i * i
		fmt.Println(x)
		x = f - 1
		fmt.Println(x)
		x = s + s
		fmt.Println(x)
		x = i == 3
		fmt.Println(x)
	})
	try("global", func() { g = i | 8; gt.v = i ^ 1; fmt.Println(g, gt.v) })
	try("ptr", func() {
		p := &g
		*p = i * 2
		fmt.Println(g)
		q := &t.v
		*q = i - 5
		fmt.Println(t.v)
	})
	try("ring", func() {
		r := ring.New(2)
		r.Value = i * i
		fmt.Println(r.Value)
		r.Value = f * 2
		fmt.Println(r.Value)
		r.Next().Value = s + "!"
		fmt.Println(r.Next().Value)
		r.Value = i > 1
		fmt.Println(r.Value)
		r.Value = -f
		fmt.Println(r.Value)
		r.Value = !b
		fmt.Println(r.Value)
		r.Value = d + d
		fmt.Println(r.Value)
	})
	try("list", func() {
		l := list.New()
		e := l.PushBack(i * i)
		e.Value = e.Value.(int) + 1
		fmt.Println(e.Value)
		l.PushBack(i + 1).Value = i << 1
		fmt.Println(l.Back().Value)
	})
	try("table", func() {
		tb := table.Table{Rows: [][]any{{nil, nil}, {1}}}
		tb.Rows[0][0] = i * i
		tb.Rows[0][1] = f / 3
		tb.Rows[1] = append(tb.Rows[1], i+1, s+s, f*f, d+1)
		rows := tb.Rows
		rows[1][0] = math.Round(f*100) / 100
		fmt.Println(tb.Rows)
	})
	try("edge", func() {
		e := engine.AnyEdge{To: i + 1, Cost: engine.Cost(i) * 2}
		e.To = i * i
		es := []engine.AnyEdge{e, {To: d + 1}}
		es[1].To = d * d
		fmt.Println(e.To, es[1].To, e.Cost)
		ag := engine.AnyGraph{Start: i - 3}
		ag.Start = i * 0
		fmt.Println(ag.Start)
	})
	try("chan", func() { c := make(chan any, 3); c <- i * i; c <- -i; c <- d + 1; fmt.Println(<-c, <-c, <-c) })
	fmt.Println(ret(4))
	fmt.Println(ret2(4))
	fmt.Println(named(4))
	try("multi", func() {
		var x, y any
		x, y = i*i, f*2
		x, y = y, x
		t.v, t.s[0] = i-1, i+1
		fmt.Println(x, y, t.v, t.s[0])
		r := ring.New(1)
		r.Value, x = i*3, s+"z"
		fmt.Println(r.Value, x)
	})
	try("lit", func() {
		fmt.Println([]any{i * i, -f, s + s, i == 3}, map[any]any{i * i: i + 1}, struct{ x any }{i * 2}, T{v: i * i}.v)
	})
	try("loop", func() {
		for r, k := ring.New(2), 0; k < 3; k++ {
			r.Value = k * k
			r = r.Next()
			fmt.Print(r.Value, " ")
		}
		fmt.Println()
	})
	fmt.Println("end")
}
