package main

import "fmt"

type Shape interface{ Area() float64 }
type Sq struct {
	s  float64
	up *Sq
}

func (q *Sq) Area() float64 { return q.s }

func main() {
	f := func(x any) bool { _, ok := x.(Shape); return ok }
	fmt.Println(f(&Sq{}))
	var x Shape = &Sq{s: 2}
	fmt.Println(f(x))
	p := &Sq{}
	x = p
	fmt.Println(f(x), f(p))
	_, ok := any(p).(Shape)
	fmt.Println(ok)
}

type chain[T any] struct {
	links []*chain[T]
	by    map[string]*chain[T]
	v     T
}

func (c *chain[T]) Area() float64 { return float64(len(c.links)) }

type visit func(*list) visit
type list struct {
	*list
	f   visit
	all []list
}

func (l list) Area() float64  { return 1 }
func (v visit) Area() float64 { return 2 }

func init() {
	for _, x := range []any{&chain[int]{}, list{}, &list{}, visit(nil), chain[int]{}, Sq{}, 1} {
		s, ok := x.(Shape)
		fmt.Println(ok)
		if ok {
			fmt.Println(s.Area())
		}
		switch x := x.(type) {
		case Shape:
			fmt.Println("a shape", x.Area())
		default:
			fmt.Println("no shape")
		}
	}
}
