// Structs without a name, and maps by any, in interfaces.
package main

import "fmt"

type C int

func (c C) String() string { return fmt.Sprint("c", int(c)) }

func main() {
	var a any = struct{ a, B int }{1, 2}
	fmt.Printf("%v %+v %T %#v\n", a, a, a, a)
	a = struct{ A any }{C(1)}
	fmt.Printf("%v %+v %T\n", a, a, a)
	a = struct {
		A  []any
		x  C
		pp *C
	}{[]any{C(1)}, 2, nil}
	fmt.Printf("%v %+v %T\n", a, a, a)
	a = []struct{ K, V any }{{C(1), C(2)}}
	fmt.Printf("%v %+v %T\n", a, a, a)
	a = map[string]struct{ K C }{"a": {C(1)}}
	fmt.Printf("%v %+v %T\n", a, a, a)
	a = map[C]string{1: "x"}
	fmt.Printf("%v %+v %T\n", a, a, a)
	a = []C{1}
	fmt.Printf("%v %+v %T\n", a, a, a)
	a = map[any]C{1: 2}
	fmt.Printf("%v %+v %T\n", a, a, a)
	a = [2]func(){}
	fmt.Printf("%v %T\n", a, a)
	a = make(chan C)
	fmt.Printf("%T\n", a)
	a = func(C, any) (x []C) { return }
	fmt.Printf("%T\n", a)
	a = &struct{ A C }{3}
	fmt.Printf("%v %T\n", a, a)
	a = map[any]any{C(1): []any{C(2)}}
	fmt.Printf("%v %T\n", a, a)
	a = []map[any]bool{{C(3): true}}
	fmt.Printf("%v %T\n", a, a)
	type h struct{ x any }
	fmt.Println(h{a}, h{struct{ A any }{C(1)}}, []any{struct{ A any }{C(1)}}, h{map[any]bool{C(1): true}})
	f := func(xs ...any) { fmt.Println(xs...) }
	f(struct{ A any }{C(1)}, struct{ a C }{2}, map[any]int{C(1): 1})
	ordered()
}

type P struct{ x, y int }

func (p P) String() string { return fmt.Sprintf("(%d,%d)", p.x, p.y) }

type Q struct{ x, y int }

type Shape interface{ Area() int }
type sq int

func (s sq) Area() int { return int(s * s) }

type St interface{ String() string }

func ordered() {
	fmt.Println(map[any]int{C(2): 1})
	fmt.Println(map[any]int{P{2, 1}: 1})
	fmt.Println(map[any]int{C(2): 1, C(1): 2, C(0): 4})
	fmt.Println(map[any]any{Q{2, 1}: Q{}})
	fmt.Println(map[any]any{sq(2): sq(1)})
	fmt.Println(map[Shape]int{sq(2): 1, sq(1): 4})
	fmt.Println(map[St]int{C(2): 1, C(1): 7})
	fmt.Printf("%v %+v %d\n", map[any]int{C(2): 1}, map[any]int{P{1, 2}: 1}, map[any]int{sq(2): 1})
	fmt.Println([]map[any]int{{C(2): 1}})
	fmt.Println(struct{ m map[any]int }{map[any]int{C(2): 1}})
	m := map[any]bool{}
	m[C(1)] = true
	m[P{1, 2}] = true
	m["x"] = true
	delete(m, C(1))
	fmt.Println(m, len(m), m[P{1, 2}])
	fmt.Println(fmt.Sprint(m))
	var a any = m
	fmt.Println(a)
	fmt.Println(map[error]int{fmt.Errorf("x"): 1})
}
