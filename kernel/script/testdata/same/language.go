package main

import (
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"
	"sync"
)

type Color int

const (
	Red Color = iota
	Green
	Blue
)

func (c Color) String() string { return [...]string{"red", "green", "blue"}[c] }

type Shape interface {
	Area() float64
	Name() string
}

type Base struct{ name string }

func (b Base) Name() string     { return b.name }
func (b *Base) Rename(s string) { b.name = s }

type Square struct {
	Base
	side float64
}

func (s Square) Area() float64 { return s.side * s.side }

type Circle struct {
	*Base
	r float64
}

func (c Circle) Area() float64 { return 3 * c.r * c.r }

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Push(v T) { s.items = append(s.items, v) }
func (s *Stack[T]) Pop() (T, bool) {
	var zero T
	if len(s.items) == 0 {
		return zero, false
	}
	v := s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return v, true
}

func Map[A, B any](xs []A, f func(A) B) []B {
	var out []B
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

type node struct {
	left, right *node
	key         int
}

func (n *node) insert(k int) *node {
	if n == nil {
		return &node{key: k}
	}
	if k < n.key {
		n.left = n.left.insert(k)
	} else {
		n.right = n.right.insert(k)
	}
	return n
}

func (n *node) walk(f func(int)) {
	if n != nil {
		n.left.walk(f)
		f(n.key)
		n.right.walk(f)
	}
}

func divmod(a, b int) (q, r int, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("caught: %v", x)
		}
	}()
	q = a / b
	r = a % b
	return
}

func variadic(pre string, xs ...int) string {
	s := pre
	for i, x := range xs {
		s += fmt.Sprint(i, ":", x, " ")
	}
	return s
}

type grid [3][4]int

func main() {
	fmt.Println(Red, Blue, Color(1))
	fmt.Printf("%v %d %s\n", Green, Green, Green)
	sq := Square{Base{"sq"}, 2}
	sq.Rename("square")
	ci := Circle{&Base{"ci"}, 1}
	ci.Rename("circle")
	for _, s := range []Shape{sq, ci} {
		fmt.Println(s.Name(), s.Area())
	}
	var st Stack[string]
	st.Push("a")
	st.Push("b")
	v, ok := st.Pop()
	fmt.Println(v, ok, len(st.items))
	fmt.Println(Map([]int{1, 2, 3}, func(i int) string { return strings.Repeat("x", i) }))
	var root *node
	for _, k := range []int{5, 2, 8, 1, 9, 3} {
		root = root.insert(k)
	}
	var keys []int
	root.walk(func(k int) { keys = append(keys, k) })
	fmt.Println(keys)
	fmt.Println(divmod(-7, 2))
	fmt.Println(divmod(1, 0))
	fmt.Println(variadic("p ", 4, 5), variadic("q"), variadic("r ", []int{7}...))
	var g grid
	h := g
	h[1][2] = 5
	fmt.Println(g, h, g == h, len(g), len(g[0]))
	m := map[[2]int]string{{1, 2}: "a", {0, 1}: "b"}
	ks := [][2]int{}
	for k := range m {
		ks = append(ks, k)
	}
	sort.Slice(ks, func(i, j int) bool { return ks[i][0] < ks[j][0] })
	fmt.Println(ks, m[[2]int{1, 2}], len(m[[2]int{9, 9}]))
	var u8 uint8 = 250
	u8 += 10
	var i8 int8 = 127
	i8++
	fmt.Println(u8, i8, -7/2, -7%2, 7&^5, 1<<10>>3, ^5)
	s := []int{1, 2, 3, 4, 5}
	t := s[1:3]
	t = append(t, 99)
	fmt.Println(s, t, len(t), cap(t), s[len(s)-1:])
	a := [5]int{1, 2, 3}
	b := a
	pa := &a
	pa[0] = 100
	for i := range pa {
		pa[i]++
	}
	fmt.Println(a, b)
outer:
	for i := 0; i < 3; i++ {
		for j := 0; j < 3; j++ {
			if j == 2 {
				continue outer
			}
			if i == 2 {
				break outer
			}
			fmt.Print(i, j, " ")
		}
	}
	fmt.Println()
	switch x := 2; {
	case x > 1:
		fmt.Println("big")
		fallthrough
	case x > 5:
		fmt.Println("fell")
	default:
		fmt.Println("no")
	}
	for _, x := range []any{1, "s", 2.5, nil, []int{1}, sq, Green, errors.New("e")} {
		switch y := x.(type) {
		case nil:
			fmt.Print("nil ")
		case int:
			fmt.Print("int", y+1, " ")
		case string, float64:
			fmt.Print("strfloat", y, " ")
		case fmt.Stringer:
			fmt.Print("stringer", y, " ")
		case error:
			fmt.Print("error", y, " ")
		case Shape:
			fmt.Print("shape", y.Name(), " ")
		default:
			fmt.Print("other", y, " ")
		}
	}
	fmt.Println()
	for i, r := range "aé日" {
		fmt.Print(i, string(r), r, " ")
	}
	fmt.Println(len("aé日"), []byte("é"), []rune("é"))
	var wg sync.WaitGroup
	var mu sync.Mutex
	total := 0
	for i := 1; i <= 10; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			total += i
		}()
	}
	wg.Wait()
	fmt.Println(total)
	c := make(chan int, 3)
	done := make(chan struct{})
	go func() {
		for v := range c {
			fmt.Print(v, " ")
		}
		close(done)
	}()
	for i := range 4 {
		c <- i * i
	}
	close(c)
	<-done
	fmt.Println()
	sq.side = 10
	f := sq.Area
	fmt.Println(f(), sq.Area(), Square.Area(sq))
	type pair struct {
		a int
		b string
	}
	p1, p2 := pair{1, "x"}, pair{1, "x"}
	fmt.Println(p1 == p2, &p1 == &p2, p1)
	ps := []pair{{3, "c"}, {1, "a"}, {2, "b"}}
	sort.Slice(ps, func(i, j int) bool { return ps[i].a < ps[j].a })
	for i := range ps {
		ps[i].a *= 10
	}
	fmt.Printf("%v %+v\n", ps, len(ps))
	mp := map[string]*pair{"k": {1, "z"}}
	mp["k"].a++
	ms := map[string][]int{}
	ms["q"] = append(ms["q"], 1, 2)
	ms["q"][0]--
	fmt.Println(mp["k"].a, ms, len(ms["none"]))
	func() {
		for i := range 3 {
			defer fmt.Print("d", i, " ")
		}
	}()
	fmt.Println()
	x, y := 1, 2
	x, y = y, x+y
	fmt.Println(x, y, min(3, 1, 2), max(2.5, 1))
	var e error
	_, e = os.Open("/nonexistent")
	fmt.Println(errors.Is(e, os.ErrNotExist), e != nil)
	fib := func() func() int {
		a, b := 0, 1
		return func() int { a, b = b, a+b; return a }
	}()
	for range 6 {
		fmt.Print(fib(), " ")
	}
	fmt.Println()
}
