// Shapes: interfaces in interfaces, generic sets and lists of them.
package main

import "fmt"

type Shape interface {
	Area() float64
	Perimeter() float64
}
type Named interface{ Name() string }
type NamedShape interface {
	Shape
	Named
}
type Rect struct{ W, H float64 }
type Square struct {
	Rect
	tag string
}
type Circle struct{ R float64 }

func (r Rect) Area() float64         { return r.W * r.H }
func (r Rect) Perimeter() float64    { return 2 * (r.W + r.H) }
func (r Rect) Name() string          { return "rect" }
func (s Square) Name() string        { return "square " + s.tag }
func (c *Circle) Area() float64      { return 3 * c.R * c.R }
func (c *Circle) Perimeter() float64 { return 6 * c.R }

type Celsius float64
type Temp interface{ ~float64 }

func avg[T Temp](ts ...T) T {
	var s T
	for _, t := range ts {
		s += t
	}
	return s / T(len(ts))
}

func describe(s Shape) string {
	switch v := s.(type) {
	case nil:
		return "nothing"
	case Square:
		return "S" + v.tag
	case Rect, *Rect:
		return fmt.Sprintf("R%T", v)
	case NamedShape:
		return v.Name()
	case *Circle:
		if v == nil {
			return "nil circle"
		}
		return fmt.Sprint("C", v.R)
	}
	return "?"
}

type wrapper struct {
	Shape
	n int
}

func (w wrapper) Area() float64 { return w.Shape.Area() * float64(w.n) }

type set[T comparable] map[T]struct{}

func (s set[T]) add(xs ...T) set[T] {
	for _, x := range xs {
		s[x] = struct{}{}
	}
	return s
}
func (s set[T]) has(x T) bool { _, ok := s[x]; return ok }

func union[T comparable](a, b set[T]) set[T] {
	u := set[T]{}
	for _, s := range []set[T]{a, b} {
		for k := range s {
			u.add(k)
		}
	}
	return u
}

type list[T any] struct {
	head *node[T]
	size int
}
type node[T any] struct {
	val  T
	next *node[T]
}

func (l *list[T]) push(v T) { l.head = &node[T]{v, l.head}; l.size++ }
func (l *list[T]) each(f func(int, T)) {
	for i, n := 0, l.head; n != nil; i, n = i+1, n.next {
		f(i, n.val)
	}
}
func reduce[T, A any](l *list[T], a A, f func(A, T) A) A {
	l.each(func(_ int, v T) { a = f(a, v) })
	return a
}

func main() {
	var nc *Circle
	for _, s := range []Shape{Rect{1, 2}, &Rect{3, 4}, Square{Rect{2, 2}, "x"}, &Circle{1}, nc, nil, wrapper{Rect{1, 1}, 3}, &Square{}} {
		fmt.Print(describe(s), "|")
	}
	fmt.Println()
	w := wrapper{&Circle{2}, 2}
	fmt.Println(w.Area(), w.Perimeter(), w.Shape.Area())
	var s Shape = w
	if n, ok := s.(Named); ok {
		fmt.Println("named", n)
	}
	if in, ok := s.(wrapper); ok {
		fmt.Println(in.n, in.Shape.(*Circle).R)
	}
	fmt.Println(avg(Celsius(20), 22.5), avg(1.0, 2))
	fmt.Printf("%T %.2f\n", avg(Celsius(1)), avg(Celsius(1), 2, 4))
	a, b := set[string]{}.add("a", "b"), set[string]{}.add("b", "c")
	u := union(a, b)
	fmt.Println(len(u), u.has("c"), u.has("z"), u)
	p := set[Rect]{}.add(Rect{1, 2}, Rect{1, 2})
	fmt.Println(len(p), p.has(Rect{1, 2}))
	var l list[Shape]
	l.push(Rect{2, 3})
	l.push(&Circle{1})
	fmt.Println(reduce(&l, 0.0, func(a float64, s Shape) float64 { return a + s.Area() }), l.size)
	fmt.Println(reduce(&l, "", func(a string, s Shape) string { return a + fmt.Sprintf("%T;", s) }))
	eq := Shape(Rect{1, 2}) == Shape(Rect{1, 2})
	fmt.Println(eq, s == Shape(w), Shape(nc) == nil)
	m := map[Shape]int{Rect{1, 1}: 1, Square{Rect{1, 1}, "q"}: 2}
	m[Rect{1, 1}] += 5
	fmt.Println(m[Rect{1, 1}], m[Square{Rect{1, 1}, "q"}], m[Square{}], len(m))
	fmt.Printf("%v %+v %#v\n", Square{Rect{1, 2}, "t"}, Square{Rect{1, 2}, "t"}, Square{Rect{1, 2}, "t"})
	fmt.Printf("%v %+v %T\n", w.n, Rect{}, w)
	fmt.Printf("%v %d %s\n", []any{1, "a", nil, Rect{1, 2}}, []int{1}, []string{"a", "b"})
	fmt.Printf("%v %v\n", map[string]Rect{"b": {}, "a": {1, 2}}, struct {
		A int
		B *int
	}{A: 1})
}
