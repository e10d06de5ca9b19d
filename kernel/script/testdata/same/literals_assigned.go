package main

import "fmt"

type L interface{ Log(s string) string }

type Plain struct{ n int }

func (p Plain) Log(s string) string { return fmt.Sprint("plain ", p.n, s) }

type Ptr struct{ n int }

func (p *Ptr) Log(s string) string { return fmt.Sprint("ptr ", p.n, s) }

type Nums []int

func (n Nums) Log(s string) string { return fmt.Sprint("nums ", len(n), s) }

type Svc struct {
	l L
	a any
	n int
}

func main() {
	var s Svc
	ps := &s
	m := map[string]L{}
	xs := make([]L, 2)
	ys := make([]any, 2)
	var l L
	pl := &l
	var kept []L
	for i := range 2 {
		s.l = &Ptr{i}
		m["y"] = &Ptr{i}
		xs[i] = &Ptr{i}
		ys[i] = &Ptr{i}
		l = &Ptr{i}
		kept = append(kept, l, &Ptr{i + 5}, s.l)
	}
	fmt.Println(s.l.Log("x"), m["y"].Log("m"), xs[0].Log("a"), xs[1].Log("a"), ys[0].(*Ptr).n, ys[1].(*Ptr).n)
	for i := range 2 {
		l = Plain{i}
		m["x"] = Plain{i}
		xs[i] = Plain{i}
		xs[i] = Plain{n: i}
		ys[i] = Plain{i}
		fmt.Println(l.Log("y"), ys[i])
		kept = append(kept, l, Plain{i + 5}, xs[i])
	}
	fmt.Println(s.l.Log("x"), m["x"].Log("m"), xs[0].Log("a"), xs[1].Log("a"), l.Log("l"), ys[0], ys[1])
	s.l = Plain{5}
	s.a = Plain{7}
	fmt.Println(s.l.Log("x"), s.a == any(Plain{7}))
	ps.l = Nums{1, 2}
	ps.a = 3
	*pl = Plain{8}
	fmt.Println(s.l.Log("x"), ps.l.Log("x"), s.a, l.Log("p"))
	for _, k := range kept {
		fmt.Print(k.Log("; "))
	}
	fmt.Println()
	xs[0] = nil
	fmt.Println(xs[0] == nil)
}
