package main

import (
	"fmt"
	"io"
	"sort"
	"strings"
)

type Pt struct{ x, y int }

func (p Pt) Add(q Pt) Pt                { return Pt{p.x + q.x, p.y + q.y} }
func (p *Pt) Scale(n int)               { p.x *= n; p.y *= n }
func (p Pt) Sum(ns ...int) (int, error) { return p.x + p.y + len(ns), nil }

type V []int

func (v V) Len() int { return len(v) }

type L interface{ Log(s string) string }

type Console struct{ prefix string }

func (c *Console) Log(s string) string { return c.prefix + s }

type Plain struct{}

func (Plain) Log(s string) string { return "plain " + s }

type Svc struct {
	L
	name string
}

type Outer struct {
	*Svc
	n int
}

type Deep struct {
	Outer
	m int
}

type Nested interface {
	L
	Name() string
}

type Both struct {
	Nested
	k int
}

type Named struct {
	Plain
	name string
}

func (n Named) Name() string { return n.name }

type W struct {
	io.Writer
	n int
}

func (w *W) Count() int { return w.n }

func apply(f func(V) int, v V) int { return f(v) }

func logAll(ls ...L) {
	for _, l := range ls {
		fmt.Print(l.Log("all"), " ")
	}
	fmt.Println()
}

func main() {
	p := Pt{1, 2}
	(*Pt).Scale(&p, 3)
	fmt.Println(p, Pt.Add(p, Pt{1, 1}))
	add, scale := Pt.Add, (*Pt).Scale
	scale(&p, 2)
	fmt.Println(add(p, p))
	sum := Pt.Sum
	n, err := sum(p, 1, 2, 3)
	fmt.Println(n, err, apply(V.Len, V{1, 2, 3}))
	fs := map[string]func(Pt, Pt) Pt{"add": Pt.Add, "also": p.Add2()}
	fmt.Println(fs["add"](p, p), fs["also"](p, p))
	var b strings.Builder
	write := (*strings.Builder).WriteString
	write(&b, "written")
	fmt.Println(b.String(), strings.ToUpper(b.String()))
	l := L.Log
	fmt.Println(l(&Console{"> "}, "x"), l(Plain{}, "y"))

	s := Svc{&Console{"svc "}, "s"}
	fmt.Println(s.Log("hi"), s.L.Log("ho"))
	ps := &s
	fmt.Println(ps.Log("pointer"))
	o := Outer{ps, 1}
	fmt.Println(o.Log("outer"), (&o).Log("outer2"))
	d := Deep{o, 2}
	fmt.Println(d.Log("deep"))
	s.L = L(Plain{})
	fmt.Println(s.Log("changed"), o.Log("changed"))
	bo := Both{Named{Plain{}, "nm"}, 1}
	fmt.Println(bo.Log("both"), bo.Name())
	logAll(&Console{"1"}, Plain{}, s.L)
	f := s.Log
	fmt.Println(f("value"))
	w := W{&b, 3}
	fmt.Fprint(w.Writer, " more")
	w.Write([]byte(" and more"))
	fmt.Println(b.String(), w.Count())
	svcs := []Svc{{&Console{"a"}, "a"}, {Plain{}, "b"}}
	for _, s := range svcs {
		fmt.Print(s.Log(s.name), " ")
	}
	fmt.Println(svcs[0].Log("x"))
	xs := []int{3, 1, 2}
	sort.Sort(sort.IntSlice(xs))
	fmt.Println(xs)
}

func (p *Pt) Add2() func(Pt, Pt) Pt { return Pt.Add }
