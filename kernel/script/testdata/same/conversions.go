package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

type Shape interface{ Area() float64 }
type Named interface {
	Shape
	Name() string
}
type Sq struct{ s float64 }

func (q *Sq) Area() float64 { return q.s * q.s }
func (q *Sq) Name() string  { return "sq" }

type Ci float64

func (c Ci) Area() float64 { return float64(c) * 3 }

type E struct{}

func (*E) Error() string { return "E" }

type W struct{ sb *strings.Builder }

func (w W) Write(p []byte) (int, error) { return w.sb.Write(p) }

func fresh() *Sq { fmt.Println("fresh"); return &Sq{2} }
func variadic(ss ...Shape) (t float64) {
	for _, s := range ss {
		t += s.Area()
	}
	return
}
func ret(p *Sq) (Shape, Named) { return Shape(p), Named(p) }

type holder struct {
	Shape
	err error
}

var pkg, other = Shape(Ci(2)), Named(&Sq{5})

func main() {
	p := &Sq{3}
	m := map[Shape]int{Shape(p): 1, Shape(Ci(2)): 2}
	m[Shape(p)]++
	fmt.Println(m[Shape(p)], m[Ci(2)], m[Shape(Ci(2))], m[nil])
	a, b := ret(p)
	fmt.Println(a == Shape(b), a == Shape(p), Shape(b) == Shape(Ci(1)), b.Name())
	fmt.Println(variadic(Shape(p), Ci(1), Shape(fresh())), variadic([]Shape{Shape(p)}...))
	c := make(chan Shape, 1)
	c <- Shape(p)
	fmt.Println((<-c).Area(), Shape(p).Area(), Named(p).Name(), Shape(Ci(2)).Area())
	h := holder{Shape: Shape(p), err: error(&E{})}
	fmt.Println(h.Area(), h.err, errors.Is(h.err, h.err))
	h.Shape, h.err = Shape(Ci(1)), error(nil)
	fmt.Println(h.Area(), h.err == nil)
	switch s := Shape(p); x := s.(type) {
	case Named:
		fmt.Println("named", x.Name())
	}
	switch Shape(p) {
	case Shape(Ci(1)):
		fmt.Println("ci")
	case p:
		fmt.Println("p")
	}
	defer func(s Shape) { fmt.Println("deferred", s.Area()) }(Shape(p))
	f := func(s Shape) func() Shape { return func() Shape { return Shape(s) } }
	fmt.Println(f(Shape(p))() == Shape(p), pkg.Area(), other.Name())
	var sb strings.Builder
	w := io.Writer(W{&sb})
	fmt.Fprint(w, "x", 1)
	fmt.Println(sb.String())
	e := error(&E{})
	var t *E
	fmt.Println(errors.As(e, &t), t == e, e)
	n := any(p)
	_, ok := n.(Named)
	fmt.Println(ok, Shape(nil) == nil, any(5) == any(5), any("a").(string))
	s := Shape(p)
	p.s = 10
	fmt.Println(s.Area(), s.(*Sq).s, s.(Named).Name())
	ci := Ci(4)
	s2 := Shape(ci)
	ci = 9
	fmt.Println(s2.Area(), s2.(Ci))
	var np *Sq
	s3 := Shape(np)
	fmt.Println(s3 == nil, s3 == Shape(np))
	for _, s := range []Shape{Shape(p), Named(p), Shape(Ci(1))} {
		fmt.Printf("%T %v\n", s, s.Area())
	}
	fn := Shape.Area
	fmt.Println(fn(Shape(p)), fn(Ci(1)))
	area := Shape(p).Area
	p.s = 1
	fmt.Println(area())
}
