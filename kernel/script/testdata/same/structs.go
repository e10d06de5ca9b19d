package main

import "fmt"

type base struct{ name string }

func (b base) Name() string      { return b.name }
func (b *base) Rename(to string) { b.name = to }

type sq struct {
	base
	side int
}

func (s sq) Area() int { return s.side }

type Namer interface{ Name() string }
type Areaer interface{ Area() int }

func show(n Namer) string { return n.Name() }
func main() {
	b := base{"a"}
	var n Namer = b
	b.name = "z"
	fmt.Println("1", n.Name())
	b = base{"a"}
	n = b
	b.Rename("z")
	fmt.Println("2", n.Name())
	s := sq{base{"a"}, 2}
	var m Namer = s
	s.name = "z"
	fmt.Println("3", m.Name())
	s = sq{base{"a"}, 2}
	ms := []Namer{s}
	s.name = "z"
	fmt.Println("4", ms[0].Name())
	s = sq{base{"a"}, 2}
	ars := []Areaer{s}
	s.side = 9
	fmt.Println("5", ars[0].Area())
	var a any = s
	s.side = 10
	fmt.Println("6", a.(sq).side)
	arr := []sq{s}
	s.side = 11
	fmt.Println("7", arr[0].side)
	mm := map[string]sq{"a": s}
	s.side = 12
	fmt.Println("8", mm["a"].side)
	t := s
	s.side = 13
	fmt.Println("9", t.side)
	f := func(x sq) int { x.side = 1; return x.side }
	f(s)
	fmt.Println("10", s.side)
	anys := []any{s}
	s.side = 14
	fmt.Println("11", anys[0].(sq).side)
	fmt.Println("13", sq.Area(s))
	ch := make(chan sq, 1)
	ch <- s
	s.side = 16
	fmt.Println("14", (<-ch).side)
	p := &s
	c := *p
	p.side = 17
	fmt.Println("15", c.side)
	arr2 := [2]int{1, 2}
	var ai any = arr2
	arr2[0] = 9
	fmt.Println("16", ai.([2]int)[0])
	r := func() (x sq) { x = s; s.side = 18; return }()
	fmt.Println("17", r.side)
	st := struct{ in sq }{s}
	s.side = 19
	fmt.Println("18", st.in.side)
	defer func(x sq) { fmt.Println("19", x.side) }(s)
	s.side = 20
}
func init() {
	type in struct{ side int }
	o := struct{ in in }{in{1}}
	var a any = o.in
	xs := []in{{1}}
	var b any = xs[0]
	p := &in{1}
	var c any = *p
	m := map[string]in{"a": {1}}
	d := []any{o.in, xs[0], *p, m["a"]}
	e := map[string]any{"x": xs[0], "y": *p}
	ch := make(chan any, 2)
	ch <- *p
	ch <- xs[0]
	o.in.side, xs[0].side, p.side = 2, 2, 2
	fmt.Println(a, b, c, d, e, <-ch, <-ch)
	f := func() any { return *p }
	g := f()
	p.side = 3
	fmt.Println(g, fmt.Sprint(*p, xs[0]))
	for i, x := range xs {
		var y any = x
		xs[i].side = 7
		fmt.Println(y)
	}
	var y any
	for k := 0; k < 2; k++ {
		x := in{k}
		if k == 0 {
			y = x
		}
		x.side = 9
	}
	fmt.Println(y)
	if v, ok := y.(in); ok {
		v.side = 100
		fmt.Println(y, v)
	}
	switch v := y.(type) {
	case in:
		v.side = 4
		fmt.Println(y, v)
	}
}
