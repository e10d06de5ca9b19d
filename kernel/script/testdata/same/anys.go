package main

import "fmt"

type Num = float64

func (s *Set) Each(f func(int)) {
	for _, x := range s.xs {
		f(x)
	}
}

type Set struct{ xs []int }
type Heap[T any] struct {
	xs   []T
	less func(a, b T) bool
}

func (h *Heap[T]) Push(x T) { h.xs = append(h.xs, x) }
func (h *Heap[T]) Pop() (x T, ok bool) {
	if len(h.xs) == 0 {
		return
	}
	best := 0
	for i := range h.xs {
		if h.less(h.xs[i], h.xs[best]) {
			best = i
		}
	}
	x = h.xs[best]
	h.xs = append(h.xs[:best], h.xs[best+1:]...)
	return x, true
}

type Anys struct {
	m map[string]any
	c chan any
	f func(any) any
}
type C int

func (c C) String() string { return "c" + fmt.Sprint(int(c)) }

type Str interface{ String() string }

func pair(a, b any) (any, Str) { return b, a.(C) }
func sumOf(xs ...Str) (s string) {
	for _, x := range xs {
		s += x.String()
	}
	return
}
func min3(a, b, c Num) (m Num) {
	m = a
	if b < m {
		m = b
	}
	if c < m {
		m = c
	}
	return
}

func main() {
	h := &Heap[int]{less: func(a, b int) bool { return a < b }}
	for _, x := range []int{3, 1, 2} {
		h.Push(x)
	}
	for {
		x, ok := h.Pop()
		if !ok {
			break
		}
		fmt.Print(x, " ")
	}
	a := Anys{m: map[string]any{}, c: make(chan any, 2), f: func(x any) any { return x }}
	for i := range 2 {
		c := C(i)
		a.m[fmt.Sprint(i)] = c
		a.c <- c
		c = 9
	}
	fmt.Println(a.m["0"], a.m["1"], <-a.c, <-a.c, a.f(C(4)))
	x, y := pair(C(1), C(2))
	fmt.Println(x, y, sumOf(C(1), C(2), y), min3(3, 1, 2))
	t := 0
	(&Set{[]int{1, 2}}).Each(func(i int) { t += i })
	fmt.Println(t)
	ys := []any{C(1), 2, "s"}
	fmt.Println(ys...)
	fmt.Println(fmt.Sprintf("%v %d %s", ys...))
	var z Str
	fmt.Println(z == nil, z)
	for i := range 2 {
		z = C(i)
		fmt.Print(z, " ")
	}
	var err error
	fmt.Println(err)
}
