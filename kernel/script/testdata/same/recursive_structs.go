package main

import "fmt"

type R struct {
	x []A
	r *R
	m map[string]map[R2]*R
	f func(a A, rs ...*R) (B, *R)
	e struct {
		in []R
		at [2]*B
	}
	ch chan<- func() R
	Embedded
}
type R2 struct {
	p *R
	n int
}
type Embedded struct{ up *R }
type A struct{ b B }
type B struct{ a *B }
type C struct{ c D }
type D struct{ c []C }
type Only struct{ *Only }

type Graph[T any] struct {
	nodes map[string]*Vertex[T]
}
type Vertex[T any] struct {
	g    *Graph[T]
	out  []Edge[T]
	data T
}
type Edge[T any] struct {
	from, to *Vertex[T]
	w        func(*Graph[T], Edge[T]) int
}

func (g *Graph[T]) add(n string, d T) *Vertex[T] {
	v := &Vertex[T]{g: g, data: d}
	g.nodes[n] = v
	return v
}
func (v *Vertex[T]) link(w *Vertex[T]) {
	v.out = append(v.out, Edge[T]{v, w, func(g *Graph[T], e Edge[T]) int { return len(g.nodes) * len(e.to.out) }})
}

type task struct {
	inner struct{ owner *task }
	n     int
}
type own struct{ o *outer }
type outer struct {
	in own
	k  int
}

func main() {
	r := &R{x: []A{{B{&B{}}}}}
	r.r = r
	r.m = map[string]map[R2]*R{"a": {R2{r, 1}: r}}
	r.f = func(a A, rs ...*R) (B, *R) { return a.b, rs[0] }
	b, q := r.f(r.x[0], r, r)
	r.e.in = append(r.e.in, *r)
	r.e.at[1] = &b
	ch := make(chan func() R, 1)
	r.ch = ch
	r.ch <- func() R { return *r.r }
	r.up = r
	fmt.Println(b.a != nil, q == r, len(r.m["a"]), r.m["a"][R2{r, 1}] == r, (<-ch)().r == r)
	fmt.Println(r.up.Embedded.up == r, r.e.in[0].e.at[1] == nil)
	c := C{D{[]C{{}, {}}}}
	c.c.c[0].c.c = append(c.c.c[0].c.c, C{})
	fmt.Printf("%v %+v\n", c, c)
	var o Only
	o.Only = &o
	fmt.Println(o.Only.Only == &o)
	g := &Graph[int]{map[string]*Vertex[int]{}}
	v, w := g.add("a", 1), g.add("b", 2)
	v.link(w)
	w.link(v)
	w.link(w)
	fmt.Println(v.out[0].w(g, v.out[0]), w.out[1].to.data)
	t := &task{n: 3}
	t.inner.owner = t
	p := &t.inner
	fmt.Println(p.owner.inner.owner.n)
	oo := &outer{k: 7}
	oo.in.o = oo
	pin := &oo.in
	pin.o.k++
	fmt.Println(oo.k, pin.o.in.o == oo)
	var x any = *oo
	y, ok := x.(outer)
	_, no := x.(own)
	fmt.Println(y.k, ok, no, x == any(*oo))
}
